/** A network that does what a test tells it: a TCP proxy with faults, inside the test's process. */
@NullMarked
package io.leasehold.tck.net;

import org.jspecify.annotations.NullMarked;
