/** Scenarios about requests and answers that are late, lost, doubled or held back. */
@NullMarked
package io.leasehold.tck.scenario.late;

import org.jspecify.annotations.NullMarked;
