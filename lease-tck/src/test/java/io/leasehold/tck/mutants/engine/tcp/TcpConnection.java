package io.leasehold.tck.mutants.engine.tcp;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.leasehold.spi.LeaseClock;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.util.ArrayList;
import java.util.List;

/** One connection to the store with a network; used by one call at a time. */
final class TcpConnection {

  private static final LeaseClock CLOCK = LeaseClock.system();

  private final Socket socket = new Socket();

  /** Connects by an instant on the system's lease clock. */
  TcpConnection(String host, int port, long end) throws IOException {
    try {
      socket.setTcpNoDelay(true);
      socket.connect(new InetSocketAddress(host, port), left(end));
    } catch (IOException e) {
      close();
      throw e;
    }
  }

  private static int left(long end) throws SocketTimeoutException {
    long left = (end - CLOCK.nanos()) / 1_000_000;
    if (left <= 0) {
      throw new SocketTimeoutException("the call's time is over");
    }
    return (int) left;
  }

  /**
   * Sends requests at once and reads an answer to each.
   *
   * @param end when to give up
   * @param bounded false to wait for ever
   */
  List<String> ask(List<String> requests, long end, boolean bounded) throws IOException {
    socket.getOutputStream().write((String.join("\n", requests) + "\n").getBytes(UTF_8));
    List<String> answers = new ArrayList<>();
    while (answers.size() < requests.size()) {
      answers.add(line(end, bounded));
    }
    return answers;
  }

  private String line(long end, boolean bounded) throws IOException {
    ByteArrayOutputStream line = new ByteArrayOutputStream();
    while (true) {
      socket.setSoTimeout(bounded ? left(end) : 0);
      int next = socket.getInputStream().read();
      if (next < 0) {
        throw new IOException("the connection has ended");
      }
      if (next == '\n') {
        return line.toString(UTF_8);
      }
      line.write(next);
    }
  }

  void close() {
    try {
      socket.close();
    } catch (IOException e) {
      // it is gone
    }
  }
}
