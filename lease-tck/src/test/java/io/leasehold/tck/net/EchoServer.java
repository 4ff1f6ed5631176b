package io.leasehold.tck.net;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.atomic.AtomicReference;

/** Sends back what it gets, and remembers it: of all its connections, in the order of arrival. */
final class EchoServer implements AutoCloseable {

  private final ServerSocket server;
  private final Thread acceptor;
  private final AtomicReference<String> heard = new AtomicReference<>("");

  EchoServer() {
    try {
      server = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    acceptor = start(this::accept);
  }

  int port() {
    return server.getLocalPort();
  }

  String heard() {
    return heard.get();
  }

  private void accept() {
    while (!server.isClosed()) {
      try {
        Socket client = server.accept();
        start(() -> echo(client));
      } catch (IOException e) {
        return; // closed
      }
    }
  }

  private void echo(Socket client) {
    byte[] buffer = new byte[8192];
    try (client) {
      int length;
      while ((length = client.getInputStream().read(buffer)) >= 0) {
        String piece = new String(buffer, 0, length, StandardCharsets.US_ASCII);
        heard.accumulateAndGet(piece, String::concat);
        client.getOutputStream().write(buffer, 0, length);
      }
    } catch (IOException e) {
      // its client is gone
    }
  }

  private static Thread start(Runnable work) {
    Thread thread = new Thread(work, "echo");
    thread.setDaemon(true);
    thread.start();
    return thread;
  }

  /** The port listens until the thread in accept() has noticed. */
  @Override
  public void close() {
    try {
      server.close();
      acceptor.join(EchoClient.PATIENCE.toMillis());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
