package io.leasehold.engine.time;

import java.util.concurrent.Executor;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The engine's log lines, written on a thread of their own: an appender is user code that may
 * block, and the watchdog must not wait for it. Lines keep their order.
 */
public final class EngineLog {

  private static final Logger LOG = LoggerFactory.getLogger("io.leasehold");

  private final Executor thread;

  /**
   * @param thread runs one line at a time
   */
  public EngineLog(Executor thread) {
    this.thread = thread;
  }

  public void warn(String format, @Nullable Object... arguments) {
    thread.execute(() -> LOG.warn(format, arguments));
  }

  public void error(String message, Throwable error) {
    thread.execute(() -> LOG.error(message, error));
  }
}
