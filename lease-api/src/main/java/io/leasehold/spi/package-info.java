/**
 * For authors of a backend: the few calls a store has to answer, and the vocabulary of the answers.
 *
 * <p>Start with {@link io.leasehold.spi.LeaseBackend}. Most stores are served by {@code
 * io.leasehold.spi.support}, which turns any linearizable compare-and-set register into a
 * conformant backend.
 */
@NullMarked
package io.leasehold.spi;

import org.jspecify.annotations.NullMarked;
