package io.leasehold.tck.process;

import io.leasehold.spi.Durations;
import java.io.IOException;
import java.lang.ProcessBuilder.Redirect;
import java.time.Duration;
import java.util.concurrent.TimeUnit;

/**
 * Sends signals that Java cannot send. Through the shell's own {@code kill}: small systems come
 * without a program of that name. The values are arguments, never part of the script.
 */
public final class Signals {

  private Signals() {}

  /**
   * Sends one. It has been sent when this returns, and may still have to take effect.
   *
   * @param signal its name without SIG, for instance STOP
   * @param bound how long sending may take
   * @throws ChildFailedException if it cannot be sent
   */
  public static void send(String signal, long pid, Duration bound) throws InterruptedException {
    Process kill;
    try {
      kill =
          new ProcessBuilder("/bin/sh", "-c", "kill -s \"$1\" \"$2\"", "kill", signal, "" + pid)
              .redirectOutput(Redirect.DISCARD)
              .redirectError(Redirect.DISCARD)
              .start();
    } catch (IOException e) {
      throw new ChildFailedException("SIG" + signal + " cannot be sent: /bin/sh did not start", e);
    }
    try {
      if (!kill.waitFor(bound.toNanos(), TimeUnit.NANOSECONDS)) {
        throw new ChildFailedException(
            "SIG" + signal + " to pid " + pid + " was not sent within " + Durations.format(bound));
      }
    } finally {
      kill.destroyForcibly();
    }
    if (kill.exitValue() != 0) {
      throw new ChildFailedException("SIG" + signal + " to pid " + pid + " was refused");
    }
  }
}
