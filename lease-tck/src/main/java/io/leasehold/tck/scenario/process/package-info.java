/**
 * Contenders in JVMs of their own: they can be stopped and killed, and their wall clocks stepped.
 * {@link io.leasehold.tck.scenario.process.ContenderProcess} is the scenario's side, {@link
 * io.leasehold.tck.scenario.process.ContenderMain} the child's.
 */
@NullMarked
package io.leasehold.tck.scenario.process;

import org.jspecify.annotations.NullMarked;
