/** Scenarios in which contenders are cut off from their store, or have a slow way to it. */
@NullMarked
package io.leasehold.tck.scenario.cut;

import org.jspecify.annotations.NullMarked;
