/** Judges of the end of validity: what is read, who is told, when, and what is sent after. */
@NullMarked
package io.leasehold.tck.judge.loss;

import org.jspecify.annotations.NullMarked;
