package io.leasehold.spi;

import org.jspecify.annotations.Nullable;

/**
 * Why a call was refused or why its outcome is not known.
 *
 * @param kind the class of the fault, for programs
 * @param message the fault in words, with the numbers; for people
 * @param error what the driver threw, if it threw
 */
public record Cause(Kind kind, String message, @Nullable Throwable error) {

  /** The classes of fault that callers treat differently. */
  public enum Kind {
    /** No answer within the bound. */
    TIMEOUT,
    /** The store or the way to it is down, or it said that it cannot serve now. */
    UNAVAILABLE,
    /** The store or the client's pool has too much to do; trying later can help. */
    OVERLOADED,
    /** Wrong password, missing right, unsuitable setting: trying again cannot help. */
    MISCONFIGURED,
    /** The calling thread was interrupted during the call. */
    INTERRUPTED,
    /** The backend or the client is closed. */
    CLOSED
  }

  /** A cause without an exception. */
  public static Cause of(Kind kind, String message) {
    return new Cause(kind, message, null);
  }

  @Override
  public String toString() {
    return error == null ? kind + ": " + message : kind + ": " + message + " (" + error + ")";
  }
}
