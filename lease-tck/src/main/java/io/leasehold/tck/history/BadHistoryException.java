package io.leasehold.tck.history;

/** A file is no history: says in which line, and what is wrong there. */
public final class BadHistoryException extends IllegalArgumentException {

  private static final long serialVersionUID = 1L;

  private final int line;

  /**
   * Makes one.
   *
   * @param line counted from 1
   * @param what is wrong there
   */
  public BadHistoryException(int line, String what) {
    super("line " + line + ": " + what);
    this.line = line;
  }

  /** The line, counted from 1. */
  public int line() {
    return line;
  }
}
