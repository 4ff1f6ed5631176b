package io.leasehold;

import io.leasehold.spi.Durations;
import io.leasehold.spi.NotOwnerReason;
import java.time.Duration;
import java.util.Optional;

/**
 * How a lease was lost; told exactly once (G3).
 *
 * @param leaseName the lease
 * @param fencingToken the token of the lost grant
 * @param reason why
 * @param answer what the store said, if it was the store that told the loss: whether the record was
 *     gone or somebody else's is here, and not in the reason
 * @param held from the grant until the loss was decided
 * @param detail the numbers: what was sent, what was answered, how late
 * @param lastEvents the last events of this lease, oldest first, one a line
 */
public record Loss(
    String leaseName,
    long fencingToken,
    LossReason reason,
    Optional<NotOwnerReason> answer,
    Duration held,
    String detail,
    String lastEvents) {

  @Override
  public String toString() {
    return "lease \""
        + leaseName
        + "\" (token "
        + fencingToken
        + ") was lost after "
        + Durations.show(held)
        + ": "
        + reason
        + ", "
        + detail
        + ". Another holder may be at work: data guarded by this lease alone may be compromised"
        + " by any further write. Last events:\n"
        + lastEvents;
  }
}
