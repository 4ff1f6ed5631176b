package io.leasehold.engine;

import io.leasehold.LeaseException;
import io.leasehold.spi.LeaseBackend;
import io.leasehold.spi.LeaseClock;
import java.time.Duration;

/**
 * The program that the classpath tests run in a JVM of their own: chooses a backend once per
 * argument ("-" for: no URI given), prints what came of it, and ends with the last error.
 */
public final class ChooseMain {

  private ChooseMain() {}

  /** Chooses for each argument. */
  public static void main(String[] uris) {
    LeaseException last = null;
    for (int i = 0; i < uris.length; i++) {
      System.out.println("== " + i);
      String uri = uris[i].equals("-") ? null : uris[i];
      try {
        LeaseBackend backend =
            ProviderSelector.connect(uri, Duration.ofSeconds(1), LeaseClock.system());
        System.out.println("connected " + backend.traits().backend());
      } catch (LeaseException e) {
        last = e;
        System.out.println("refused " + e.getClass().getSimpleName() + " " + e.code());
        System.out.println(e.getMessage());
        for (Throwable cause = e.getCause(); cause != null; cause = cause.getCause()) {
          System.out.println("caused by " + cause);
        }
      }
    }
    System.out.println("== end");
    if (last != null) {
      throw last;
    }
  }
}
