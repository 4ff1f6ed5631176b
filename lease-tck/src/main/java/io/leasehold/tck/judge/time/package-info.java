/** Judges of the remaining time that the store tells while contenders use one name. */
@NullMarked
package io.leasehold.tck.judge.time;

import org.jspecify.annotations.NullMarked;
