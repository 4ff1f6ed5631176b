package io.leasehold.spi.support;

import io.leasehold.spi.LeaseName;
import io.leasehold.spi.Subscription;
import org.jspecify.annotations.Nullable;

/**
 * The least that a store must give: one record per name, a read, and a compare-and-set.
 *
 * <p>What {@link CasLeaseBackend} relies on, and the author has to make true:
 *
 * <ul>
 *   <li><b>Linearizable.</b> Each step takes effect at one moment between its call and its return
 *       (an unanswered compare-and-set: at one later moment, or never). A read sees the latest
 *       record, not a replica's or a cache's.
 *   <li><b>Atomic.</b> Comparing and writing are one step at the store: a condition of the write
 *       itself, or both under one lock of the store. A read followed by an unconditional write is
 *       not.
 *   <li><b>Exact.</b> The whole record is compared, or its text, or a revision that stands for it.
 *       No two writes ever make the same record.
 *   <li><b>Kept.</b> A record is never deleted and never expires: it carries the counter of the
 *       fencing tokens.
 *   <li><b>One attempt, bounded.</b> Each step returns within {@link CasLeaseBackend#stepTimeout},
 *       sends its request once (driver retries off) and does not wait for anything else.
 *   <li><b>Honest.</b> {@link CasSwap.Refused} only if the write surely never runs, {@link
 *       CasSwap.Unknown} as soon as it was sent and has no answer. An exception that escapes counts
 *       as unknown.
 *   <li><b>Thread-safe</b>, and an interrupt is answered at once with the flag kept: {@code
 *       Refused(INTERRUPTED)} if nothing was sent, else {@code Unknown(INTERRUPTED)}.
 * </ul>
 */
public interface CasRegister extends AutoCloseable {

  /** Reads the current record of {@code name}; {@link CasRead.NeverWritten} if there is none. */
  CasRead read(LeaseName name);

  /**
   * Puts {@code next} in the place of {@code expected}, if that is the current record.
   *
   * @param name the lease
   * @param expected the record that must be there; null: the name must never have been written
   * @param next the record to write
   */
  CasSwap compareAndSet(LeaseName name, @Nullable CasRecord expected, CasRecord next);

  /** See {@link io.leasehold.spi.LeaseBackend#renewalDomain}; one domain for all by default. */
  default Object renewalDomain(LeaseName name) {
    return "";
  }

  /** See {@link io.leasehold.spi.LeaseBackend#onVacant}; no hints by default. */
  default Subscription onVacant(LeaseName name, Runnable hint) {
    return Subscription.NONE;
  }

  /** Ends the connection; bounded, idempotent. Records stay. */
  @Override
  void close();
}
