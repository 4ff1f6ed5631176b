package io.leasehold.servers;

/**
 * A server that a test works on. Its port stays the same over {@link #stop()} and {@link
 * #launch()}, and so does what it has written to its disk. For one thread at a time.
 */
public interface TestServer extends AutoCloseable {

  /** Where clients connect to; never null. */
  String host();

  /** The port of {@link #host()}. */
  int port();

  /**
   * Whether it was started for this test alone. If not, every fault below throws {@link
   * UnsupportedOperationException}, and its data are somebody's.
   */
  boolean isOwn();

  /** Stops it in its tracks; it keeps its connections. Returns once it stands still. */
  void freeze();

  /** Lets it go on. */
  void thaw();

  /** Ends it as {@code kill -9} does. */
  void stop();

  /** Starts it again, on the same port and disk, and does not wait until it answers. */
  void launch();

  /**
   * Waits until it answers.
   *
   * @throws IllegalStateException with its log, if it has ended or does not answer in time
   */
  void awaitReady();

  /** What it has printed; never null. */
  String log();

  /** Ends it, if it is ours, and deletes what it has written. */
  @Override
  void close();
}
