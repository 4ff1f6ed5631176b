package io.leasehold.tck.net;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.leasehold.spi.LeaseClock;
import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Each fault of the proxy, seen from a plain client and a plain server. */
class FaultProxyTest {

  private static final Duration PATIENCE = EchoClient.PATIENCE;

  private final EchoServer server = new EchoServer();
  private final FaultProxy proxy = FaultProxy.to("127.0.0.1", server.port());

  @AfterEach
  void end() {
    proxy.close();
    server.close();
  }

  private static void until(String what, BooleanSupplier holds) {
    LeaseClock clock = LeaseClock.system();
    long begin = clock.nanos();
    while (!holds.getAsBoolean()) {
      assertThat(clock.nanos() - begin).as(what).isLessThan(PATIENCE.toNanos());
      LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(1));
    }
  }

  @Test
  void withoutAFaultEverythingPassesUnchangedBothWays() throws IOException {
    try (EchoClient client = new EchoClient(proxy)) {
      String text = "0123456789".repeat(20_000);
      client.say(text);
      assertThat(client.hear(text.length())).isEqualTo(text);
      assertThat(proxy.open()).isEqualTo(1);
      assertThat(proxy.accepted()).isEqualTo(1);
    }
    until("the connection is gone", () -> proxy.open() == 0);
  }

  @Test
  void aHeldRequestStaysWhileOtherConnectionsGoOn() throws Exception {
    try (EchoClient client = new EchoClient(proxy);
        EchoClient other = new EchoClient(proxy)) {
      HeldData held = proxy.holdNext(Direction.REQUESTS, "secret");
      client.say("a secret;");
      assertThat(held.awaitCaught(PATIENCE)).isTrue();
      client.say("next;");
      other.say("other;");
      assertThat(other.hear(6)).isEqualTo("other;");
      assertThat(client.hearsNothing()).isTrue();
      assertThat(server.heard()).isEqualTo("other;");

      assertThat(held.letGo(PATIENCE)).isTrue();
      assertThat(client.hear(14)).isEqualTo("a secret;next;");
    }
  }

  @Test
  void aHeldRequestReachesTheServerAfterItsClientHasClosed() throws Exception {
    HeldData held = proxy.holdNext(Direction.REQUESTS, "late");
    try (EchoClient client = new EchoClient(proxy)) {
      client.say("late");
      assertThat(held.awaitCaught(PATIENCE)).isTrue();
    }
    assertThat(server.heard()).isEmpty();
    assertThat(held.letGo(PATIENCE)).isTrue();
    until("the server has heard it", () -> server.heard().equals("late"));
  }

  /** A first piece may still be taken by the system of a side that has closed. */
  @Test
  void aHeldReplyToAClientThatHasClosedIsSaidToReachNobody() throws Exception {
    boolean delivered = true;
    for (int i = 0; i < 1_000 && delivered; i++) {
      HeldData held = proxy.holdNext(Direction.REPLIES, "late");
      try (EchoClient client = new EchoClient(proxy)) {
        client.say("late");
        assertThat(held.awaitCaught(PATIENCE)).isTrue();
        client.abort();
      }
      delivered = held.letGo(PATIENCE);
    }
    assertThat(delivered).isFalse();
  }

  @Test
  void aHeldReplyStaysAlthoughTheServerHasDoneItsWork() throws Exception {
    try (EchoClient client = new EchoClient(proxy)) {
      HeldData held = proxy.holdNext(Direction.REPLIES, "done");
      client.say("done");
      assertThat(held.awaitCaught(PATIENCE)).isTrue();
      assertThat(server.heard()).isEqualTo("done");
      assertThat(client.hearsNothing()).isTrue();
      assertThat(held.letGo(PATIENCE)).isTrue();
      assertThat(client.hear(4)).isEqualTo("done");
    }
  }

  @Test
  void ofAHeldReplyThatIsCutTheBeginningComesAndThenTheEnd() throws Exception {
    try (EchoClient client = new EchoClient(proxy);
        EchoClient other = new EchoClient(proxy)) {
      HeldData held = proxy.holdAnswer("whole");
      client.say("the whole of it");
      assertThat(held.awaitCaught(PATIENCE)).isTrue();
      assertThat(held.letGoOnly(4, PATIENCE)).isTrue();
      assertThat(client.hear(4)).isEqualTo("the ");
      assertThat(client.isOver()).isTrue();
      assertThat(server.heard()).isEqualTo("the whole of it");
      other.say("as ever");
      assertThat(other.hear(7)).isEqualTo("as ever");
    }
  }

  @Test
  void theAnswerToARequestIsHeldAndNoOther() throws Exception {
    try (EchoClient client = new EchoClient(proxy);
        EchoClient other = new EchoClient(proxy)) {
      HeldData held = proxy.holdAnswer("secret");
      client.say("first;");
      assertThat(client.hear(6)).isEqualTo("first;");
      client.say("a secret;");
      assertThat(held.awaitCaught(PATIENCE)).isTrue();
      assertThat(server.heard()).isEqualTo("first;a secret;");
      other.say("another secret;");
      assertThat(other.hear(15)).isEqualTo("another secret;");
      assertThat(client.hearsNothing()).isTrue();

      assertThat(held.letGo(PATIENCE)).isTrue();
      assertThat(client.hear(9)).isEqualTo("a secret;");
      client.say("a secret again;");
      assertThat(client.hear(15)).isEqualTo("a secret again;");
    }
  }

  @Test
  void anOrderThatIsLetGoBeforeAnythingCameTakesNothingFromTheNext() throws Exception {
    try (EchoClient client = new EchoClient(proxy)) {
      HeldData withdrawn = proxy.holdNext(Direction.REQUESTS, "x");
      assertThat(withdrawn.letGo(Duration.ZERO)).isFalse();
      HeldData standing = proxy.holdNext(Direction.REQUESTS, "x");
      client.say("x1;");
      assertThat(standing.awaitCaught(PATIENCE)).isTrue();
      assertThat(withdrawn.awaitCaught(Duration.ZERO)).isFalse();
      assertThat(standing.letGo(PATIENCE)).isTrue();
      assertThat(client.hear(3)).isEqualTo("x1;");
    }
  }

  @Test
  void eachOrderHoldsOnePieceAndSeveralMayStand() throws Exception {
    try (EchoClient client = new EchoClient(proxy);
        EchoClient other = new EchoClient(proxy)) {
      HeldData answer = proxy.holdAnswer("x");
      HeldData first = proxy.holdNext(Direction.REQUESTS, "x");
      HeldData second = proxy.holdNext(Direction.REQUESTS, "x");
      client.say("x1;");
      assertThat(first.awaitCaught(PATIENCE)).isTrue();
      other.say("x2;");
      assertThat(second.awaitCaught(PATIENCE)).isTrue();
      assertThat(server.heard()).isEmpty();
      assertThat(second.letGo(PATIENCE)).isTrue();
      assertThat(other.hear(3)).isEqualTo("x2;");

      assertThat(first.letGo(PATIENCE)).isTrue();
      assertThat(answer.awaitCaught(PATIENCE)).isTrue();
      assertThat(client.hearsNothing()).isTrue();
      assertThat(answer.letGo(PATIENCE)).isTrue();
      assertThat(client.hear(3)).isEqualTo("x1;");
      client.say("x3;");
      assertThat(client.hear(3)).isEqualTo("x3;");
    }
  }

  @Test
  void aStallDeliversEverythingInOrderWhenItEnds() throws Exception {
    try (EchoClient client = new EchoClient(proxy)) {
      proxy.stall();
      client.say("one;");
      client.say("two;");
      assertThat(client.hearsNothing()).isTrue();
      assertThat(server.heard()).isEmpty();
      proxy.heal();
      assertThat(client.hear(8)).isEqualTo("one;two;");
    }
  }

  @Test
  void aStallOfRepliesLetsTheServerWork() throws Exception {
    try (EchoClient client = new EchoClient(proxy)) {
      proxy.stall(Direction.REPLIES);
      client.say("work");
      until("the server has heard it", () -> server.heard().equals("work"));
      assertThat(client.hearsNothing()).isTrue();
      proxy.heal();
      assertThat(client.hear(4)).isEqualTo("work");
    }
  }

  @Test
  void aBlackHoleAcceptsAndSwallowsAndIsResetWhenItEnds() throws Exception {
    try (EchoClient before = new EchoClient(proxy)) {
      before.say("a");
      assertThat(before.hear(1)).isEqualTo("a");
      proxy.blackHole();
      try (EchoClient within = new EchoClient(proxy)) {
        before.say("lost");
        within.say("lost too");
        assertThat(before.hearsNothing()).isTrue();
        assertThat(within.hearsNothing()).isTrue();
        assertThat(server.heard()).isEqualTo("a");
        proxy.heal();
        assertThat(before.isReset()).isTrue();
        assertThat(within.isReset()).isTrue();
      }
      try (EchoClient after = new EchoClient(proxy)) {
        after.say("b");
        assertThat(after.hear(1)).isEqualTo("b");
      }
    }
  }

  @Test
  void aConnectionThatLostNothingSurvivesABlackHole() throws Exception {
    try (EchoClient client = new EchoClient(proxy)) {
      client.say("a");
      assertThat(client.hear(1)).isEqualTo("a");
      proxy.blackHole();
      proxy.heal();
      client.say("b");
      assertThat(client.hear(1)).isEqualTo("b");
    }
  }

  @Test
  void halfOpenOneSideHearsAndIsNotHeard() throws Exception {
    try (EchoClient client = new EchoClient(proxy)) {
      proxy.halfOpen(Direction.REPLIES);
      client.say("heard");
      until("the server has heard it", () -> server.heard().equals("heard"));
      assertThat(client.hearsNothing()).isTrue();
      proxy.heal();
      assertThat(client.isReset()).isTrue();
    }
  }

  @Test
  void aResetCutsWhatIsOpenAndLetsNewOnesIn() throws Exception {
    try (EchoClient client = new EchoClient(proxy)) {
      client.say("a");
      assertThat(client.hear(1)).isEqualTo("a");
      proxy.reset();
      assertThat(client.isReset()).isTrue();
      assertThat(proxy.open()).isZero();
    }
    try (EchoClient client = new EchoClient(proxy)) {
      client.say("b");
      assertThat(client.hear(1)).isEqualTo("b");
    }
  }

  @Test
  void aDelayHoldsForEachWayAndPiecesDoNotOvertake() throws Exception {
    Duration delay = Duration.ofMillis(50);
    try (EchoClient client = new EchoClient(proxy)) {
      proxy.delay(new Jitter(delay, delay, 0, 3));
      StringBuilder said = new StringBuilder();
      for (int i = 0; i < 20; i++) {
        client.say(i + ";");
        said.append(i).append(';');
      }
      assertThat(client.hear(said.length())).isEqualTo(said.toString());

      proxy.delay(Jitter.constant(delay));
      LeaseClock clock = LeaseClock.system();
      long begin = clock.nanos();
      client.say("there and back");
      assertThat(client.hear(14)).isEqualTo("there and back");
      assertThat(clock.nanos() - begin).isGreaterThanOrEqualTo(2 * delay.toNanos());
    }
  }

  @Test
  void aServerThatIsNotThereEndsTheConnection() throws Exception {
    server.close();
    try (EchoClient client = new EchoClient(proxy)) {
      assertThat(client.isOver()).isTrue();
    }
    assertThat(proxy.open()).isZero();
  }

  @Test
  void newConnectionsAreLedElsewhereAndOpenOnesStay() throws Exception {
    try (EchoServer other = new EchoServer();
        EchoClient early = new EchoClient(proxy)) {
      early.say("a");
      assertThat(early.hear(1)).isEqualTo("a");
      proxy.lead("127.0.0.1", other.port());
      try (EchoClient late = new EchoClient(proxy)) {
        late.say("b");
        assertThat(late.hear(1)).isEqualTo("b");
      }
      early.say("c");
      assertThat(early.hear(1)).isEqualTo("c");
      assertThat(server.heard()).isEqualTo("ac");
      assertThat(other.heard()).isEqualTo("b");
    }
  }

  @Test
  void closeCutsEverythingEvenWhatIsStalled() throws Exception {
    try (EchoClient client = new EchoClient(proxy)) {
      client.say("a");
      assertThat(client.hear(1)).isEqualTo("a");
      proxy.stall();
      client.say("b");
      proxy.close();
      assertThat(client.isOver()).isTrue();
      assertThatThrownBy(() -> new EchoClient(proxy)).hasMessageContaining("refused");
    }
  }
}
