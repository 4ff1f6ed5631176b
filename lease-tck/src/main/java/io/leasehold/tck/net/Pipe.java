package io.leasehold.tck.net;

import io.leasehold.spi.LeaseClock;
import java.io.IOException;
import java.net.Socket;
import java.util.Arrays;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;

/**
 * One direction of one connection: a thread that reads and one that writes, with a queue between
 * them, so that delays of pieces that follow each other overlap.
 */
final class Pipe {

  private static final int PIECE = 64 * 1024;

  private final Direction way;
  private final Socket from;
  private final Socket to;
  private final Weather weather;
  private final Runnable ended;
  private final long number;
  private final LeaseClock clock = LeaseClock.system();
  private final BlockingQueue<Piece> queue = new LinkedBlockingQueue<>();
  private final AtomicBoolean lossy;

  /** Data and when it is due; without data: the end of the stream. */
  private static final class Piece {
    final byte[] data;
    final long due;
    final @Nullable HeldData held;

    Piece(byte[] data, long due, @Nullable HeldData held) {
      this.data = data;
      this.due = due;
      this.held = held;
    }
  }

  /**
   * @param lossy set once bytes of this connection are gone: from then on it makes no sense
   * @param ended called when the last piece has been written
   */
  Pipe(
      Direction way,
      Socket from,
      Socket to,
      Weather weather,
      long number,
      AtomicBoolean lossy,
      Runnable ended) {
    this.way = way;
    this.from = from;
    this.to = to;
    this.weather = weather;
    this.number = number;
    this.lossy = lossy;
    this.ended = ended;
  }

  void start() {
    start("reads", this::read);
    start("writes", this::write);
  }

  private void start(String what, Runnable work) {
    Thread thread = new Thread(work, "leasehold-tck-proxy-" + number + "-" + way + "-" + what);
    thread.setDaemon(true);
    thread.start();
  }

  private void read() {
    byte[] buffer = new byte[PIECE];
    Jitter.Source delays = weather.jitter().source(number);
    long due = clock.nanos();
    try {
      int length;
      while ((length = from.getInputStream().read(buffer)) >= 0) {
        byte[] data = Arrays.copyOf(buffer, length);
        if (!delays.jitter().equals(weather.jitter())) {
          delays = weather.jitter().source(number);
        }
        long then = clock.nanos() + delays.next();
        due = then - due < 0 ? due : then; // pieces never overtake each other
        queue.add(new Piece(data, due, weather.take(number, way, data)));
      }
    } catch (IOException e) {
      // the same as the end of the stream: the writer passes it on
    }
    queue.add(new Piece(new byte[0], due, null));
  }

  private void write() {
    try {
      for (Piece piece = queue.take(); piece.data.length > 0; piece = queue.take()) {
        for (long left = piece.due - clock.nanos(); left > 0; left = piece.due - clock.nanos()) {
          TimeUnit.NANOSECONDS.sleep(left);
        }
        HeldData held = piece.held;
        if (held != null) {
          held.caught();
          held.awaitFree();
        }
        weather.awaitFlow(way);
        if (weather.drops(way) || lossy.get()) {
          lossy.set(true);
        } else {
          write(piece);
        }
        if (held != null) {
          held.gone(true);
        }
        if (passing(piece) < piece.data.length) {
          break;
        }
      }
      weather.awaitFlow(way);
    } catch (IOException e) {
      // the other side is gone
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    finish();
  }

  private void write(Piece piece) throws IOException {
    boolean done = false;
    try {
      to.getOutputStream().write(piece.data, 0, passing(piece));
      done = true;
    } finally {
      if (!done && piece.held != null) {
        piece.held.gone(false);
      }
    }
  }

  private static int passing(Piece piece) {
    return piece.held == null ? piece.data.length : piece.held.passing(piece.data.length);
  }

  /** What one side ended is ended for the other, when everything before it has arrived. */
  private void finish() {
    try {
      to.shutdownOutput();
    } catch (IOException e) {
      // it is gone already
    }
    ended.run();
  }
}
