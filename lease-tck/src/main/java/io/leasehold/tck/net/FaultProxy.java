package io.leasehold.tck.net;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.EnumSet;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;

/**
 * A TCP proxy between a client and its store, which makes the faults that networks make. It knows
 * no protocol: a "request" is what a client writes at once. Listens on the loopback address. All
 * methods are thread-safe and return at once.
 */
public final class FaultProxy implements AutoCloseable {

  private static final int CONNECT_MILLIS = 5_000;

  private volatile InetSocketAddress store;
  private final ServerSocket server;
  private final Thread acceptor;
  private final Weather weather = new Weather();
  private final Set<Link> links = ConcurrentHashMap.newKeySet();
  private final AtomicLong accepted = new AtomicLong();

  private FaultProxy(InetSocketAddress store) throws IOException {
    this.store = store;
    this.server = new ServerSocket(0, 1_000, InetAddress.getLoopbackAddress());
    this.acceptor = new Thread(this::accept, "leasehold-tck-proxy-" + port());
    acceptor.setDaemon(true);
    acceptor.start();
  }

  /**
   * Starts a proxy.
   *
   * @param host of the store
   * @param port of the store
   */
  public static FaultProxy to(String host, int port) {
    try {
      return new FaultProxy(new InetSocketAddress(host, port));
    } catch (IOException e) {
      throw new UncheckedIOException("the proxy to " + host + ":" + port + " cannot listen", e);
    }
  }

  /**
   * Leads connections that are made from now on to another store, as a balancer or a fail-over
   * does; those that are open stay where they are.
   */
  public void lead(String host, int port) {
    store = new InetSocketAddress(host, port);
  }

  /** Where clients connect, on the loopback address. */
  public int port() {
    return server.getLocalPort();
  }

  /** How many connections it has accepted since it began. */
  public long accepted() {
    return accepted.get();
  }

  /** How many connections are open. */
  public int open() {
    return links.size();
  }

  /** Delays everything that comes from now on. */
  public void delay(Jitter jitter) {
    weather.jitter(jitter);
  }

  /** Keeps everything back, in both directions; {@link #heal()} delivers it. */
  public void stall() {
    weather.stall(EnumSet.allOf(Direction.class));
  }

  /** Keeps one direction back; {@link #heal()} delivers it. */
  public void stall(Direction way) {
    weather.stall(EnumSet.of(way));
  }

  /** Swallows everything; connections stay open, new ones are accepted and hear nothing. */
  public void blackHole() {
    weather.drop(EnumSet.allOf(Direction.class));
  }

  /** Swallows one direction: the other side hears, and is not heard. */
  public void halfOpen(Direction swallowed) {
    weather.drop(EnumSet.of(swallowed));
  }

  /**
   * Ends stall, black hole, half-open and delays. What was stalled is delivered; connections that
   * lost something are reset, because nothing sensible can follow.
   */
  public void heal() {
    weather.clear();
    links.stream().filter(Link::isLossy).forEach(Link::reset);
  }

  /** Resets all connections; new ones are accepted. */
  public void reset() {
    links.forEach(Link::reset);
  }

  /**
   * Keeps back the next piece of data that contains the text. Several orders may stand at the same
   * time; a piece that more than one of them wants is the oldest one's.
   *
   * @param way in which direction to look
   * @param marker a text that the piece contains, in UTF-8
   */
  public HeldData holdNext(Direction way, String marker) {
    return weather.hold(HeldData.next(way, marker));
  }

  /**
   * Keeps back the answer to the next request that contains the text: what comes back first on that
   * request's connection after it. The request itself passes.
   *
   * @param marker a text that the request contains, in UTF-8
   */
  public HeldData holdAnswer(String marker) {
    return weather.hold(HeldData.answerTo(marker));
  }

  private void accept() {
    while (!server.isClosed()) {
      try {
        Socket client = server.accept();
        connect(client);
      } catch (IOException e) {
        // closed; or this one connection failed
      }
    }
  }

  private void connect(Socket client) throws IOException {
    Socket there = new Socket();
    try {
      client.setTcpNoDelay(true);
      there.setTcpNoDelay(true);
      there.connect(store, CONNECT_MILLIS);
    } catch (IOException e) {
      client.close(); // as refused, for who was accepted already
      there.close();
      throw e;
    }
    Link link = new Link(client, there, links::remove);
    links.add(link);
    link.start(weather, accepted.incrementAndGet());
  }

  /** Ends all connections and listens no more. */
  @Override
  public void close() {
    try {
      server.close();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    awaitAcceptor();
    weather.clear();
    reset();
  }

  /** The port listens until the thread in accept() has noticed; and it may just have accepted. */
  private void awaitAcceptor() {
    try {
      acceptor.join(CONNECT_MILLIS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
