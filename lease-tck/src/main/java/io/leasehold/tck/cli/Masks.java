package io.leasehold.tck.cli;

import io.leasehold.spi.BackendConfig;
import java.util.List;
import java.util.stream.Collectors;

/** Keeps secrets out of everything that is printed or written. */
final class Masks {

  private Masks() {}

  /** A text, with every argument in it that holds a secret replaced. */
  static String masked(String text, List<String> args) {
    String masked = text;
    for (String arg : args) {
      String safe = BackendConfig.mask(arg);
      if (!safe.equals(arg)) {
        masked = masked.replace(arg, safe);
      }
    }
    return masked;
  }

  /** The whole command as one would type it. */
  static String command(List<String> args) {
    return args.stream()
        .map(BackendConfig::mask)
        .map(arg -> arg.matches("[\\w@%+=:,./*-]+") ? arg : "'" + arg.replace("'", "'\\''") + "'")
        .collect(Collectors.joining(" ", "lease-tck ", ""));
  }
}
