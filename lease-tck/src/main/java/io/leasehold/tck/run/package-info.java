/** Runs the catalogue against a fixture and says what came out. */
@NullMarked
package io.leasehold.tck.run;

import org.jspecify.annotations.NullMarked;
