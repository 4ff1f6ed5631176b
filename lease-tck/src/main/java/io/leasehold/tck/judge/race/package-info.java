/** Judges of races: who has a name, since when, and what is left of it. */
@NullMarked
package io.leasehold.tck.judge.race;

import org.jspecify.annotations.NullMarked;
