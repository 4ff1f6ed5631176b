package io.leasehold.tck.net;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;

/** One connection to the proxy; every read is bounded. */
final class EchoClient implements AutoCloseable {

  static final Duration PATIENCE = Duration.ofSeconds(10);

  /** So long a silence is waited for where silence is what has to be seen. */
  private static final Duration SILENCE = Duration.ofMillis(100);

  private final Socket socket;

  EchoClient(FaultProxy proxy) {
    try {
      socket = new Socket(InetAddress.getLoopbackAddress(), proxy.port());
      socket.setTcpNoDelay(true);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  void say(String text) throws IOException {
    socket.getOutputStream().write(text.getBytes(StandardCharsets.US_ASCII));
  }

  /** Reads so many characters. */
  String hear(int length) throws IOException {
    socket.setSoTimeout((int) PATIENCE.toMillis());
    byte[] data = socket.getInputStream().readNBytes(length);
    return new String(data, StandardCharsets.US_ASCII);
  }

  boolean hearsNothing() throws IOException {
    socket.setSoTimeout((int) SILENCE.toMillis());
    try {
      int read = socket.getInputStream().read();
      throw new AssertionError(read < 0 ? "it was closed" : "it heard " + (char) read);
    } catch (SocketTimeoutException e) {
      return true;
    }
  }

  /** The next thing it hears is that the connection was reset, not that it ended. */
  boolean isReset() throws IOException {
    socket.setSoTimeout((int) PATIENCE.toMillis());
    try {
      int read = socket.getInputStream().read();
      throw new AssertionError(read < 0 ? "it ended in order" : "it heard " + (char) read);
    } catch (SocketTimeoutException e) {
      throw e;
    } catch (IOException e) {
      return true;
    }
  }

  /** The connection ends, in whichever way and after whatever it still hears. */
  boolean isOver() throws IOException {
    socket.setSoTimeout((int) PATIENCE.toMillis());
    try {
      socket.getInputStream().readAllBytes();
      return true;
    } catch (SocketTimeoutException e) {
      throw e;
    } catch (IOException e) {
      return true;
    }
  }

  /** Closes as a client does that gives up: the other side is told at once. */
  void abort() throws IOException {
    socket.setSoLinger(true, 0);
    socket.close();
  }

  @Override
  public void close() throws IOException {
    socket.close();
  }
}
