/**
 * For applications: take a lease on a name, work while it is held, be told when it is gone.
 *
 * <p>Start with {@link io.leasehold.LeaseClient}. The promises G1 to G10 that the types refer to
 * are listed in docs/guarantees.md, the error codes in docs/error-codes.md.
 */
@NullMarked
package io.leasehold;

import org.jspecify.annotations.NullMarked;
