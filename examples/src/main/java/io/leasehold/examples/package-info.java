/** Runnable examples. */
@NullMarked
package io.leasehold.examples;

import org.jspecify.annotations.NullMarked;
