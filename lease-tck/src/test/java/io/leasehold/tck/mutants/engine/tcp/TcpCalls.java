package io.leasehold.tck.mutants.engine.tcp;

import io.leasehold.spi.Cause;
import io.leasehold.spi.LeaseClock;
import java.io.IOException;
import java.net.SocketTimeoutException;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.ConcurrentLinkedDeque;

/** Calls over a pool of connections, each within the bound. Thread-safe. */
final class TcpCalls {

  /**
   * What came back.
   *
   * @param words the answer's; the first is {@code refused} or {@code unknown} if there is none
   * @param cause why there is none
   * @param took how long it took, in nanoseconds
   */
  record Answer(List<String> words, Cause cause, long took) {
    /** The first word: what it says. */
    String word() {
      return words.get(0);
    }
  }

  private static final LeaseClock CLOCK = LeaseClock.system();
  private static final Cause NO_CAUSE = Cause.of(Cause.Kind.UNAVAILABLE, "the store cannot say");

  private final String host;
  private final int port;
  private final long bound;
  private final TcpFlaw flaw;
  private final ConcurrentLinkedDeque<TcpConnection> idle = new ConcurrentLinkedDeque<>();
  private volatile boolean closed;
  private volatile boolean failed;

  TcpCalls(String host, int port, long bound, TcpFlaw flaw) {
    this.host = host;
    this.port = port;
    this.bound = bound;
    this.flaw = flaw;
  }

  /** Asks; answers something for each line, whatever happens. */
  List<Answer> ask(List<String> lines) {
    long begin = CLOCK.nanos();
    long end = begin + bound;
    TcpConnection connection;
    try {
      connection = connection(end);
    } catch (IOException e) {
      Cause.Kind kind = closed ? Cause.Kind.CLOSED : Cause.Kind.UNAVAILABLE;
      return all(lines, "refused", new Cause(kind, "no connection", e), begin);
    }
    try {
      List<String> answers = connection.ask(lines, end, flaw != TcpFlaw.NO_BOUND);
      giveBack(connection);
      long took = CLOCK.nanos() - begin;
      return answers.stream()
          .map(line -> new Answer(List.of(line.split(" ", -1)), NO_CAUSE, took))
          .toList();
    } catch (SocketTimeoutException e) {
      if (flaw == TcpFlaw.KEEPS_LATE_CONNECTIONS) {
        idle.push(connection);
      } else {
        drop(connection);
      }
      return all(lines, "unknown", new Cause(Cause.Kind.TIMEOUT, "no answer", e), begin);
    } catch (IOException e) {
      drop(connection);
      Cause cause = new Cause(Cause.Kind.UNAVAILABLE, "the connection broke", e);
      return switch (flaw) {
        case RESET_IS_REFUSED -> all(lines, "refused", cause, begin);
        case RESET_IS_ABSENT -> all(lines, "no ABSENT", cause, begin);
        default -> all(lines, "unknown", cause, begin);
      };
    }
  }

  private static List<Answer> all(List<String> lines, String words, Cause cause, long begin) {
    return Collections.nCopies(
        lines.size(), new Answer(List.of(words.split(" ")), cause, CLOCK.nanos() - begin));
  }

  private TcpConnection connection(long end) throws IOException {
    if (closed || (failed && flaw == TcpFlaw.NEVER_CONNECTS_AGAIN)) {
      throw new IOException("closed");
    }
    TcpConnection connection = idle.poll();
    return connection != null ? connection : new TcpConnection(host, port, end);
  }

  private void giveBack(TcpConnection connection) {
    idle.push(connection);
    if (closed) {
      close();
    }
  }

  private void drop(TcpConnection connection) {
    failed = true;
    connection.close();
  }

  void close() {
    closed = true;
    for (TcpConnection one = idle.poll(); one != null; one = idle.poll()) {
      one.close();
    }
  }
}
