package io.leasehold.examples.database;

import io.leasehold.examples.SharedStore;
import io.leasehold.tck.process.ChildCommand;
import io.leasehold.tck.process.ChildJvm;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;
import org.h2.tools.Server;

/**
 * A late write to a real database, H2 in a file. One process reads a balance under a lease and is
 * stopped (SIGSTOP) before it writes. Its lease runs out; a second process takes the lease, adds 10
 * and gives it back. Then the first goes on and writes what it had worked out.
 *
 * <p>With the fencing token in the UPDATE the database refuses that write. Without it, everything
 * else being equal, the 10 are lost.
 */
public final class FencedWrite {

  static final int ACCOUNT = 42;

  private static final Duration TTL = Duration.ofSeconds(6);
  private static final Duration BOUND = Duration.ofMinutes(1);
  private static final long BEFORE = 100;
  private static final long FIRST_ADDS = 1;
  private static final long SECOND_ADDS = 10;

  private final String store;
  private final String database;
  private final boolean fenced;

  private FencedWrite(String store, String database, boolean fenced) {
    this.store = store;
    this.database = database;
    this.fenced = fenced;
  }

  /** Runs both, and fails if the one loses an addition or the other does not. */
  public static void main(String[] args) throws Exception {
    Path folder = Files.createTempDirectory("fenced-write");
    Server server =
        Server.createTcpServer("-tcpPort", "0", "-baseDir", folder.toString(), "-ifNotExists");
    try {
      String url = "jdbc:h2:" + server.start().getURL() + "/./";
      String store = SharedStore.uri(args, "file:" + folder.resolve("leases") + "?create=true");
      Accounts.Row guarded = new FencedWrite(store, url + "fenced", true).run();
      check(guarded.balance() == BEFORE + SECOND_ADDS, "the fence did not hold: " + guarded);
      System.out.println("fenced:   balance " + guarded.balance() + ", the late write was refused");

      Accounts.Row control = new FencedWrite(store, url + "unfenced", false).run();
      check(control.balance() == BEFORE + FIRST_ADDS, "no harm was done this time: " + control);
      System.out.println(
          "unfenced: balance " + control.balance() + ", the " + SECOND_ADDS + " added are lost");
    } finally {
      server.stop();
      delete(folder);
    }
  }

  /** What the account is in the end. */
  private Accounts.Row run() throws SQLException, InterruptedException {
    try (Accounts accounts = new Accounts(database)) {
      accounts.create(ACCOUNT, BEFORE);
      firstIsLate(accounts);
      return accounts.read(ACCOUNT);
    }
  }

  private void firstIsLate(Accounts accounts) throws SQLException, InterruptedException {
    try (ChildJvm first = clerk(FIRST_ADDS)) {
      first.await("READ", BOUND);
      first.stop(BOUND);

      long taken = secondAdds();
      check(first.state().orElseThrow().isStopped(), "the first process did not stay stopped");
      check(accounts.read(ACCOUNT).balance() == BEFORE + SECOND_ADDS, "the second did not write");

      first.resume(BOUND);
      first.send("write");
      long token = Long.parseLong(first.await(fenced ? "REFUSED" : "WRITTEN", BOUND).value());
      check(token < taken, "token " + taken + " is not greater than " + token);
      check(first.await("HELD", BOUND).value().equals("false"), "it still believes in its lease");
    }
  }

  /** Returns the token of its lease. */
  private long secondAdds() throws InterruptedException {
    try (ChildJvm second = clerk(SECOND_ADDS)) {
      second.await("READ", BOUND);
      second.send("write");
      long token = Long.parseLong(second.await("WRITTEN", BOUND).value());
      check(second.awaitExit(BOUND) == 0, "the second process did not end well");
      return token;
    }
  }

  private ChildJvm clerk(long adds) {
    return ChildCommand.main(Clerk.class)
        .args(store, database, "" + TTL.toMillis(), "" + adds, "" + fenced)
        .start();
  }

  private static void delete(Path folder) throws IOException {
    List<Path> files;
    try (Stream<Path> all = Files.walk(folder)) {
      files = all.sorted(Comparator.reverseOrder()).toList();
    }
    for (Path file : files) {
      Files.delete(file);
    }
  }

  private static void check(boolean holds, String fault) {
    if (!holds) {
      throw new IllegalStateException(fault);
    }
  }
}
