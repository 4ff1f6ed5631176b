package io.leasehold.examples.file;

import io.leasehold.spi.Cause;
import io.leasehold.spi.Cause.Kind;
import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.NotDirectoryException;

/** Puts what a file system throws into the vocabulary of the SPI. */
final class Faults {

  private Faults() {}

  static Cause cause(String step, IOException e) {
    // A missing right stays missing; a full disk may have room later.
    boolean permanent = e instanceof AccessDeniedException || e instanceof NotDirectoryException;
    return new Cause(permanent ? Kind.MISCONFIGURED : Kind.UNAVAILABLE, step + " failed", e);
  }
}
