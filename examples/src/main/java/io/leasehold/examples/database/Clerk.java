package io.leasehold.examples.database;

import io.leasehold.Lease;
import io.leasehold.LeaseClient;
import io.leasehold.LeaseRequest;
import io.leasehold.tck.process.ChildMain;
import java.time.Duration;

/** A process that takes the lease of an account, reads the balance, and adds to it. */
final class Clerk {

  private static final Duration WORK = Duration.ofMinutes(2);

  private Clerk() {}

  /** Arguments: store, database, ttl in ms, what to add, fenced or not. */
  public static void main(String[] args) throws Exception {
    ChildMain parent = ChildMain.start();
    Duration ttl = Duration.ofMillis(Long.parseLong(args[2]));
    long added = Long.parseLong(args[3]);
    boolean fenced = Boolean.parseBoolean(args[4]);
    LeaseRequest request =
        LeaseRequest.of("accounts/" + FencedWrite.ACCOUNT).ttl(ttl).wait(Duration.ofMinutes(2));

    try (Accounts accounts = new Accounts(args[1]);
        LeaseClient leases = LeaseClient.open(args[0]);
        Lease lease = leases.acquire(request)) {
      long balance = accounts.read(FencedWrite.ACCOUNT).balance();
      parent.emit("READ", balance);
      parent.nextCommand(WORK);
      // However short the way from here to the database is: a process may stop on it. So the write
      // carries the token, and the database judges.
      boolean written =
          fenced
              ? accounts.writeFenced(FencedWrite.ACCOUNT, balance + added, lease.fencingToken())
              : accounts.writeUnfenced(FencedWrite.ACCOUNT, balance + added);
      parent.emit(written ? "WRITTEN" : "REFUSED", lease.fencingToken());
      parent.emit("HELD", lease.isHeld());
    }
  }
}
