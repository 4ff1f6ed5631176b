package io.leasehold.examples.demo;

import io.leasehold.LeaseClient;
import io.leasehold.LeaseException;
import io.leasehold.spi.BackendConfig;
import io.leasehold.spi.BackendTraits;
import io.leasehold.tck.process.ChildFailedException;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;

/** The demo's main class. */
public final class Demo {

  /** Every step happened, and the counter is intact. */
  static final int OK = 0;

  /** A step did not happen. */
  static final int FAILED = 1;

  /** Wrong command line, or the store cannot be used. */
  static final int UNUSABLE = 2;

  /** Every step happened, and the unfenced counter is corrupt. */
  static final int CORRUPT = 3;

  /** Set by Ctrl-C: what fails from now on fails because the children are being killed. */
  private static final AtomicBoolean ENDING = new AtomicBoolean();

  private static final String INTRODUCTION =
      """

        A lease says who may write. It ends by itself when its time to live (ttl) passes without
        a renewal, so a dead process blocks nobody. But a process may also just stand still, and
        go on later as if nothing had happened. Each grant therefore has a number, the fencing
        token, and every later grant has a greater one.

        The demo only stops a process and continues it. What follows is read from the store, from
        the kernel (/proc), and from the counter itself.""";

  /** For each question of the observer, who holds no lease and can wait for an answer. */
  private static final Duration PATIENCE = Duration.ofSeconds(8);

  private Demo() {}

  /** See {@link DemoOptions#USAGE}. */
  public static void main(String[] args) throws InterruptedException {
    if (List.of(args).contains("--help") || List.of(args).contains("-h")) {
      System.out.println(DemoOptions.USAGE);
      return;
    }
    int code;
    try (Scratch scratch = new Scratch()) {
      Runtime.getRuntime().addShutdownHook(new Thread(() -> cleanUp(scratch), "clean-up"));
      code = run(DemoOptions.parse(args), scratch, new Narrator(System.out, isColoured()));
    } catch (DemoOptions.UsageException | LeaseException e) {
      code = failed(System.err, "" + e.getMessage(), UNUSABLE);
    } catch (StepFailedException | ChildFailedException | IOException e) {
      code = failed(System.out, "FAILED: " + e.getMessage(), FAILED);
    }
    System.exit(code);
  }

  /** After Ctrl-C, too; the children are killed by a hook of their own. */
  private static void cleanUp(Scratch scratch) {
    ENDING.set(true);
    scratch.close();
  }

  static LeaseClient open(String uri, Duration ttl, Duration callTimeout) {
    return LeaseClient.builder()
        .uri(uri)
        .callTimeout(callTimeout)
        .pollInterval(ttl.dividedBy(10))
        .open();
  }

  private static int run(DemoOptions options, Scratch scratch, Narrator out)
      throws IOException, InterruptedException, StepFailedException {
    String uri =
        options.uri().isPresent()
            ? options.uri().get()
            // Deleted at the end: nothing has to survive a power cut.
            : Files.createDirectory(scratch.resolve("leases")).toUri() + "?sync=false";
    // Room for two calls also on ZooKeeper, where a renewal proves what was so one interval ago.
    Duration callTimeout = options.ttl().dividedBy(6);
    try (LeaseClient client = open(uri, options.ttl(), PATIENCE)) {
      BackendTraits traits = client.traits();
      Duration ttl = atLeast(options.ttl(), traits);
      Setting setting =
          new Setting(
              uri,
              "demo/counter-" + ProcessHandle.current().pid(),
              ttl,
              callTimeout,
              // One more ttl for what the machine does besides.
              ttl.multipliedBy(2).plus(traits.takeoverLag()),
              scratch.resolve("counter"),
              options.fenced());
      introduce(setting, out);
      return conclude(new DemoRun(setting, out, client).run(), out);
    }
  }

  private static Duration atLeast(Duration ttl, BackendTraits traits) {
    Duration possible = ttl.compareTo(traits.minTtl()) < 0 ? traits.minTtl() : ttl;
    long step = traits.ttlStep().toNanos();
    return Duration.ofNanos((possible.toNanos() + step - 1) / step * step);
  }

  private static void introduce(Setting setting, Narrator out) {
    out.title("Leasehold demo: two processes, one counter, one lease");
    out.text(INTRODUCTION);
    out.text("");
    out.text("  store    " + BackendConfig.mask(setting.uri()));
    out.text(
        "  lease    \""
            + setting.leaseName()
            + "\", ttl "
            + Narrator.seconds(setting.ttl())
            + ", renewed every third of it");
    out.text(
        "  counter  "
            + (setting.fenced()
                ? "fenced: refuses a token below the highest it has seen"
                : "UNFENCED: takes every write"));
  }

  private static int conclude(boolean intact, Narrator out) {
    if (intact) {
      out.good(
          "All steps happened. The lease changed hands while its holder stood still, and nothing\n"
              + "was written twice or undone. See what the token is good for: add --unfenced");
      return OK;
    }
    out.verdict(
        "All steps happened, and the counter is corrupt: a write that was under way when its\n"
            + "process was stopped came after later ones. No check before the write can prevent"
            + " it,\nfor the stop can come after the check. Run it again without --unfenced.");
    return CORRUPT;
  }

  /** The script says whether there is a terminal: newer JDKs have a console even without one. */
  private static boolean isColoured() {
    String noColor = System.getenv("NO_COLOR");
    return Boolean.getBoolean("demo.terminal") && (noColor == null || noColor.isEmpty());
  }

  private static int failed(PrintStream where, String message, int code) {
    if (!ENDING.get()) {
      where.println();
      where.println(message);
    }
    return code;
  }
}
