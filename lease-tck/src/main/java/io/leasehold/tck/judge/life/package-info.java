/** Judges of closing, waiting, crowds, sick engines and stores that begin anew. */
@NullMarked
package io.leasehold.tck.judge.life;

import org.jspecify.annotations.NullMarked;
