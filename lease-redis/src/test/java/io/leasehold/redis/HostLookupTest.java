package io.leasehold.redis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.leasehold.spi.LeaseClock;
import java.net.InetAddress;
import java.net.SocketTimeoutException;
import java.net.UnknownHostException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** Name servers that answer, err or are silent; a silent one costs a call its time at most. */
class HostLookupTest {

  private static final Duration PATIENCE = Duration.ofSeconds(20);

  /** What the name servers answer, when they do. */
  private volatile CompletableFuture<InetAddress[]> servers = new CompletableFuture<>();

  private final AtomicInteger asked = new AtomicInteger();
  private final HostLookup lookup = new HostLookup("redis.internal", this::resolve);

  private InetAddress[] resolve(String host) throws UnknownHostException {
    asked.incrementAndGet();
    try {
      return servers.join();
    } catch (RuntimeException e) {
      throw new UnknownHostException(host);
    }
  }

  private List<InetAddress> within(Duration bound) throws Exception {
    return CallBound.within(LeaseClock.system(), bound, left -> lookup.addresses(0));
  }

  private static InetAddress[] address(int last) {
    try {
      return new InetAddress[] {InetAddress.getByAddress(new byte[] {10, 0, 0, (byte) last})};
    } catch (UnknownHostException e) {
      throw new AssertionError(e);
    }
  }

  @Test
  void theAnswerIsUsedAndAskedForAnewEachTime() throws Exception {
    servers = CompletableFuture.completedFuture(address(1));
    assertThat(within(PATIENCE)).containsExactly(address(1));
    servers = CompletableFuture.completedFuture(address(2));
    assertThat(within(PATIENCE)).containsExactly(address(2));
  }

  @Test
  void silenceEndsWithTheCallAndOneQuestionIsEnough() throws Exception {
    for (int i = 0; i < 3; i++) {
      assertThatThrownBy(() -> within(Duration.ofMillis(20)))
          .isInstanceOf(SocketTimeoutException.class)
          .hasMessageContaining("redis.internal");
    }
    servers.complete(address(1));
    assertThat(within(PATIENCE)).containsExactly(address(1));
    assertThat(asked.get()).as("one was under way, perhaps one more after it").isBetween(1, 2);
  }

  @Test
  void whileNameServersAreSilentTheLastAnswerStands() throws Exception {
    servers.complete(address(1));
    assertThat(within(PATIENCE)).containsExactly(address(1));
    servers = new CompletableFuture<>();
    assertThat(within(Duration.ofMillis(80))).containsExactly(address(1));
  }

  @Test
  void whatNameServersSayCountsAlsoThatThereIsNoSuchHost() throws Exception {
    servers.complete(address(1));
    assertThat(within(PATIENCE)).containsExactly(address(1));
    servers = CompletableFuture.failedFuture(new IllegalStateException());
    assertThatThrownBy(() -> within(PATIENCE)).isInstanceOf(UnknownHostException.class);
    servers = CompletableFuture.completedFuture(address(3));
    assertThat(within(PATIENCE)).containsExactly(address(3));
  }

  @Test
  void anInterruptEndsTheWaitAndIsKept() {
    Thread.currentThread().interrupt();
    assertThatThrownBy(() -> within(PATIENCE))
        .isInstanceOf(SocketTimeoutException.class)
        .hasCauseInstanceOf(InterruptedException.class);
    assertThat(Thread.interrupted()).isTrue();
  }
}
