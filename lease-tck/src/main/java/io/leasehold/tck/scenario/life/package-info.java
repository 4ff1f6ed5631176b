/** Scenarios of closing, waiting, crowds, sick engines and stores that begin anew. */
@NullMarked
package io.leasehold.tck.scenario.life;

import org.jspecify.annotations.NullMarked;
