/** Judges of what comes of requests and answers that are late, lost, doubled or held back. */
@NullMarked
package io.leasehold.tck.judge.late;

import org.jspecify.annotations.NullMarked;
