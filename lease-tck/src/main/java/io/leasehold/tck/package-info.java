/** The kit's door: the class to extend, and the only package that knows JUnit. */
@NullMarked
package io.leasehold.tck;

import org.jspecify.annotations.NullMarked;
