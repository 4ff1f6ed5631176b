package io.leasehold.tck.cli;

import java.nio.file.Path;
import java.util.Optional;

/**
 * Keeps the log of engine and drivers off the console: losses are what scenarios are made of, and
 * each would be a warning there. Has no effect on any other logger than the jar's own.
 */
final class Logs {

  private static final String PREFIX = "org.slf4j.simpleLogger.";

  private Logs() {}

  /** To a file in the folder, or nowhere; before the first line is logged. */
  static void to(Optional<Path> folder) {
    if (System.getProperty(PREFIX + "logFile") != null
        || System.getProperty(PREFIX + "defaultLogLevel") != null) {
      return;
    }
    System.setProperty(PREFIX + "showDateTime", "true");
    folder.ifPresentOrElse(
        out -> System.setProperty(PREFIX + "logFile", out.resolve("log.txt").toString()),
        () -> System.setProperty(PREFIX + "defaultLogLevel", "off"));
  }
}
