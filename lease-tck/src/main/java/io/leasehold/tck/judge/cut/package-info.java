/** Judges of what happens while a contender is cut off from its store, and afterwards. */
@NullMarked
package io.leasehold.tck.judge.cut;

import org.jspecify.annotations.NullMarked;
