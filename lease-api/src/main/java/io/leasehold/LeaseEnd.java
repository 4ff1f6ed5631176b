package io.leasehold;

import java.util.Optional;

/**
 * How a lease ended.
 *
 * @param state one of the terminal states
 * @param loss present if and only if the state is {@link LeaseState#LOST}
 */
public record LeaseEnd(LeaseState state, Optional<Loss> loss) {}
