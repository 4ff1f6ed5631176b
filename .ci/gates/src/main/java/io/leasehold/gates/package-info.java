/** Rules over compiled classes and source trees; each is a function of a folder. */
@NullMarked
package io.leasehold.gates;

import org.jspecify.annotations.NullMarked;
