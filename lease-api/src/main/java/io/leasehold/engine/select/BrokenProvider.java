package io.leasehold.engine.select;

import io.leasehold.ErrorCode;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Something that announces a backend and cannot be used.
 *
 * @param code {@link ErrorCode#BROKEN_BACKEND} or {@link ErrorCode#SPI_MISMATCH}
 * @param what the class, or what else there is to name
 * @param location the jar, folder or module
 * @param reason what is wrong and, where it is known, what mends it
 * @param schemes the schemes that it would serve; empty if it could not even say that
 * @param error what was thrown, if anything was
 */
record BrokenProvider(
    ErrorCode code,
    String what,
    String location,
    String reason,
    Set<String> schemes,
    @Nullable Throwable error)
    implements Finding {

  static BrokenProvider broken(
      String what, String location, String reason, @Nullable Throwable error) {
    return new BrokenProvider(ErrorCode.BROKEN_BACKEND, what, location, reason, Set.of(), error);
  }

  @Override
  public String toString() {
    return what
        + (schemes.isEmpty() ? "" : " (schemes " + String.join(", ", schemes) + ")")
        + " in "
        + location
        + ": "
        + reason;
  }
}
