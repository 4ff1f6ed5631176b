package io.leasehold.tck.cli;

import io.leasehold.tck.run.Verdict;

/** The exit codes, which scripts rely on. */
final class Exit {

  /** No rule failed and none is unknown. */
  static final int PASS = 0;

  /** At least one rule failed. */
  static final int FAIL = 1;

  /** No rule failed, and at least one is unknown, or nothing at all could be judged. */
  static final int UNKNOWN = 2;

  /** What was asked for makes no sense, or the store cannot be opened. */
  static final int USAGE = 3;

  /** The kit itself failed. */
  static final int FAULT = 4;

  private Exit() {}

  static int of(Verdict verdict) {
    return switch (verdict) {
      case PASS, NOT_APPLICABLE, NOT_OFFERED, WAIVED -> PASS;
      case FAIL -> FAIL;
      case UNKNOWN -> UNKNOWN;
    };
  }
}
