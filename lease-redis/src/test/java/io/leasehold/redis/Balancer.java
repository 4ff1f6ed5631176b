package io.leasehold.redis;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;

/** One address before several servers: each connection is led to the next one of a list. */
final class Balancer implements AutoCloseable {

  private final ServerSocket front;
  private final List<RedisServer> turns;
  private final Set<Socket> open = ConcurrentHashMap.newKeySet();
  private final AtomicInteger accepted = new AtomicInteger();

  /** Leads to those in turn, and then begins again. */
  Balancer(List<RedisServer> turns) {
    this.turns = List.copyOf(turns);
    try {
      front = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    thread(this::accept);
  }

  String uri() {
    return "redis://127.0.0.1:" + front.getLocalPort();
  }

  int accepted() {
    return accepted.get();
  }

  private void accept() {
    try {
      for (int i = 0; ; i = (i + 1) % turns.size()) {
        Socket client = front.accept();
        accepted.incrementAndGet();
        Socket server = new Socket(turns.get(i).host(), turns.get(i).port());
        open.addAll(List.of(client, server));
        thread(() -> pump(client, server));
        thread(() -> pump(server, client));
      }
    } catch (IOException e) {
      close(front); // the end of the test
    }
  }

  private static void pump(Socket from, Socket to) {
    try (InputStream in = from.getInputStream();
        OutputStream out = to.getOutputStream()) {
      in.transferTo(out);
    } catch (IOException e) {
      close(to); // one side has gone, and so does the other
    }
  }

  private static void thread(Runnable work) {
    Thread thread = new Thread(work, "balancer");
    thread.setDaemon(true);
    thread.start();
  }

  private static void close(AutoCloseable socket) {
    try {
      socket.close();
    } catch (Exception e) {
      throw new AssertionError(e);
    }
  }

  @Override
  public void close() {
    close(front);
    open.forEach(Balancer::close);
  }
}
