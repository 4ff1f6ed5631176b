package io.leasehold.redis;

import java.io.IOException;
import java.net.InetAddress;
import java.net.SocketTimeoutException;
import java.net.UnknownHostException;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicReference;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The addresses of a host. The JDK's own lookup has no bound: with name servers that are silent it
 * takes 10 s and more. So a thread of its own asks, one at a time, and who waits for it waits
 * within the {@link CallBound}.
 *
 * <p>Name servers that are silent, or not there, do not take a server away: the addresses of the
 * last answer are used then. That there is no such host counts at once. (The JDK reports silence as
 * an unknown host, too, "temporary failure" at first and then for 10 s nothing but the name; so
 * only a definite answer counts as one.)
 */
final class HostLookup {

  /** Of a call's time, so that addresses of earlier can still be tried. */
  private static final int PART = 4;

  /** How what is thrown begins when no answer came. */
  static final String SILENT = "no name server answered in time";

  private static final Pattern LITERAL = Pattern.compile("[0-9.]+|.*:.*");

  /** {@link InetAddress#getAllByName}, or a test's. */
  interface Resolver {
    InetAddress[] addresses(String host) throws UnknownHostException;
  }

  private final String host;
  private final Resolver resolver;
  private final AtomicReference<@Nullable CompletableFuture<List<InetAddress>>> asked =
      new AtomicReference<>();
  private volatile List<InetAddress> last = List.of();

  HostLookup(String host, Resolver resolver) {
    this.host = host;
    this.resolver = resolver;
  }

  /**
   * Looks the host up.
   *
   * @param unbounded how many milliseconds to wait on a thread that runs no call
   * @throws SocketTimeoutException if no answer came and none ever did
   * @throws UnknownHostException if there is no such host
   */
  List<InetAddress> addresses(int unbounded) throws IOException {
    if (LITERAL.matcher(host).matches()) {
      return List.of(resolver.addresses(host)); // nobody is asked
    }
    int left = CallBound.millisLeft(unbounded);
    List<InetAddress> earlier = last;
    try {
      return answer().get(earlier.isEmpty() ? left : left / PART, TimeUnit.MILLISECONDS);
    } catch (TimeoutException e) {
      if (!earlier.isEmpty()) {
        return earlier;
      }
      throw silent(e);
    } catch (ExecutionException e) {
      Throwable why = Objects.requireNonNull(e.getCause());
      if (!earlier.isEmpty() && !isDefinite(why)) {
        return earlier;
      }
      UnknownHostException unknown =
          new UnknownHostException(host + " has no address: " + why.getMessage());
      unknown.initCause(why);
      throw unknown;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw silent(e);
    }
  }

  /** As the C library words it (gai_strerror), in English. */
  private static boolean isDefinite(Throwable error) {
    String message = error instanceof UnknownHostException ? error.getMessage() : null;
    return message != null
        && (message.contains("not known") || message.contains("No address associated"));
  }

  private SocketTimeoutException silent(Exception e) {
    SocketTimeoutException timeout = new SocketTimeoutException(SILENT + " where " + host + " is");
    timeout.initCause(e);
    return timeout;
  }

  /** The answer that is under way; asks if none is. */
  private CompletableFuture<List<InetAddress>> answer() {
    CompletableFuture<List<InetAddress>> fresh = new CompletableFuture<>();
    while (true) {
      CompletableFuture<List<InetAddress>> present = asked.get();
      if (present != null && !present.isDone()) {
        return present;
      } else if (asked.compareAndSet(present, fresh)) {
        Thread thread = new Thread(() -> ask(fresh), "leasehold-redis-lookup");
        thread.setDaemon(true);
        try {
          thread.start();
        } catch (OutOfMemoryError e) { // no thread can be made: the next one asks again
          fresh.completeExceptionally(e);
        }
        return fresh;
      }
    }
  }

  private void ask(CompletableFuture<List<InetAddress>> answer) {
    try {
      List<InetAddress> found = List.of(resolver.addresses(host));
      last = found;
      answer.complete(found);
    } catch (UnknownHostException | RuntimeException | Error e) {
      answer.completeExceptionally(e);
    }
  }
}
