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
import java.util.concurrent.CompletionException;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

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
    } catch (CompletionException e) {
      throw new UnknownHostException(e.getCause().getMessage());
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
      assertThatThrownBy(() -> within(Duration.ofMillis(200)))
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
    Duration left =
        CallBound.within(
            LeaseClock.system(),
            Duration.ofSeconds(2),
            bound -> {
              assertThat(lookup.addresses(0)).containsExactly(address(1));
              return bound.left();
            });
    assertThat(left).as("time to connect").isPositive();
  }

  /** As the JDK reports a silent name server, at first and then from what it remembers. */
  @ParameterizedTest
  @ValueSource(strings = {"redis.internal: Temporary failure in name resolution", "redis.internal"})
  void whatIsNoDefiniteAnswerIsSilence(String words) throws Exception {
    servers = CompletableFuture.failedFuture(new IllegalStateException(words));
    assertThatThrownBy(() -> within(PATIENCE))
        .isInstanceOf(UnknownHostException.class)
        .hasMessageContaining(words);
    servers = CompletableFuture.completedFuture(address(1));
    assertThat(within(PATIENCE)).containsExactly(address(1));
    servers = CompletableFuture.failedFuture(new IllegalStateException(words));
    assertThat(within(PATIENCE)).containsExactly(address(1));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "redis.internal: Name or service not known",
        "redis.internal: No address associated with hostname"
      })
  void thatThereIsNoSuchHostCountsAtOnce(String words) throws Exception {
    servers.complete(address(1));
    assertThat(within(PATIENCE)).containsExactly(address(1));
    servers = CompletableFuture.failedFuture(new IllegalStateException(words));
    assertThatThrownBy(() -> within(PATIENCE))
        .isInstanceOf(UnknownHostException.class)
        .hasMessageContaining(words);
    servers = CompletableFuture.completedFuture(address(3));
    assertThat(within(PATIENCE)).containsExactly(address(3));
  }

  @Test
  void anAddressIsAskedForNowhere() throws Exception {
    for (String host : new String[] {"127.0.0.1", "::1"}) {
      Thread.currentThread().interrupt();
      assertThat(new HostLookup(host, InetAddress::getAllByName).addresses(0))
          .containsExactly(InetAddress.getByName(host));
      assertThat(Thread.interrupted()).isTrue();
    }
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
