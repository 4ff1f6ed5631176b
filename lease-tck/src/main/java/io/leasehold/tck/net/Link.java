package io.leasehold.tck.net;

import java.io.IOException;
import java.net.Socket;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;

/** One connection through the proxy: a socket to either side, and a pipe each way. */
final class Link {

  private final Socket client;
  private final Socket store;
  private final AtomicBoolean lossy = new AtomicBoolean();
  private final AtomicInteger open = new AtomicInteger(2);
  private final Consumer<Link> ended;

  Link(Socket client, Socket store, Consumer<Link> ended) {
    this.client = client;
    this.store = store;
    this.ended = ended;
  }

  void start(Weather weather, long number) {
    new Pipe(Direction.REQUESTS, client, store, weather, number, lossy, this::end).start();
    new Pipe(Direction.REPLIES, store, client, weather, number, lossy, this::end).start();
  }

  /** Bytes are missing in it. */
  boolean isLossy() {
    return lossy.get();
  }

  /** One way has ended. The other goes on: what is held back there still has to arrive. */
  private void end() {
    if (open.decrementAndGet() == 0) {
      close(client);
      close(store);
      ended.accept(this);
    }
  }

  /** Ends both sides at once, as a firewall does: the next thing either hears is a reset. */
  void reset() {
    abort(client);
    abort(store);
    ended.accept(this);
  }

  private static void abort(Socket socket) {
    try {
      socket.setSoLinger(true, 0);
    } catch (IOException e) {
      // closed already
    }
    close(socket);
  }

  private static void close(Socket socket) {
    try {
      socket.close();
    } catch (IOException e) {
      // nothing is left to be done
    }
  }
}
