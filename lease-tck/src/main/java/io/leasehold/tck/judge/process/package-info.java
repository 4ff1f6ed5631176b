/** Judges of histories in which processes are stopped or killed, or their clocks stepped. */
@NullMarked
package io.leasehold.tck.judge.process;

import org.jspecify.annotations.NullMarked;
