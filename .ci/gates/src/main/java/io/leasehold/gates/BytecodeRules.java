package io.leasehold.gates;

import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;
import java.util.regex.Pattern;

/** What compiled main code must not do, whatever its source looks like. */
public final class BytecodeRules {
  /** The only class that may read the wall clock. */
  static final String WALL_CLOCK = "io.leasehold.spi.WallClock";

  /** The only class of lease-api that may read the monotonic clock. */
  static final String MONOTONIC_CLOCK = "io.leasehold.spi.SystemLeaseClock";

  private static final Set<String> MONITORS =
      Set.of(CodeScan.MONITOR, CodeScan.SYNCHRONIZED_METHOD);

  private static final Pattern BLOCKING =
      Pattern.compile(
          "java\\.lang\\.Thread\\.(sleep|stop|suspend|resume)\\(.*"
              + "|java\\.util\\.concurrent\\.TimeUnit\\.(sleep|timedWait)\\(.*"
              + "|java\\.lang\\.Object\\.(wait|notify|notifyAll)\\(.*");

  /**
   * A {@code now} or a {@code tick} that is given a Clock is fine; waiting until a date and
   * java.util.Timer follow the wall clock without naming it.
   */
  private static final Pattern WALL =
      Pattern.compile(
          "java\\.lang\\.System\\.currentTimeMillis\\(.*"
              + "|java\\.time\\.(chrono\\.)?\\w+\\.now\\((?!.*Ljava/time/Clock;).*"
              + "|java\\.time\\.Clock\\.(system|tick)\\w*\\((?!Ljava/time/Clock;).*"
              + "|java\\.time\\.InstantSource\\.system\\(.*"
              + "|java\\.util\\.Date\\.<init>\\(\\)V"
              + "|java\\.util\\.Calendar\\.getInstance\\(.*"
              + "|java\\.util\\.GregorianCalendar\\.<init>\\((?!I).*"
              + "|java\\.util\\.Timer\\.<init>\\(.*"
              + "|java\\.util\\.concurrent\\.locks\\.\\w+\\.(awaitUntil|parkUntil)\\(.*");

  private static final Pattern MONOTONIC = Pattern.compile("java\\.lang\\.System\\.nanoTime\\(.*");

  private BytecodeRules() {}

  /** No monitor: it would pin a virtual thread to its carrier on JDK 17 to 23. */
  public static List<Violation> monitors(Path classFolder) {
    return check("no-monitor", classFolder, site -> MONITORS.contains(site.target()));
  }

  /** No sleep and no Object.wait: threads wait on conditions and queues that an event can end. */
  public static List<Violation> blockingWaits(Path classFolder) {
    return check("no-sleep", classFolder, site -> matches(BLOCKING, site));
  }

  /** The wall clock is read in one class. */
  public static List<Violation> wallClock(Path classFolder) {
    return check(
        "wall-clock",
        classFolder,
        site -> matches(WALL, site) && !site.topLevelType().equals(WALL_CLOCK));
  }

  /** The monotonic clock is read in one class, so that tests can replace it. */
  public static List<Violation> monotonicClock(Path classFolder) {
    return check(
        "monotonic-clock",
        classFolder,
        site -> matches(MONOTONIC, site) && !site.topLevelType().equals(MONOTONIC_CLOCK));
  }

  private static List<Violation> check(
      String rule, Path classFolder, Predicate<CodeScan.Site> broken) {
    return CodeScan.of(classFolder).stream().filter(broken).map(site -> site.breaks(rule)).toList();
  }

  private static boolean matches(Pattern pattern, CodeScan.Site site) {
    return pattern.matcher(site.target()).matches();
  }
}
