/** Keeps the calls that a rule sent to the backend, so that a failure can show them. */
@NullMarked
package io.leasehold.tck.history;

import org.jspecify.annotations.NullMarked;
