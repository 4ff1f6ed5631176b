package io.leasehold.hazelcast;

import static org.assertj.core.api.Assertions.assertThat;

import io.leasehold.spi.AcquireOutcome;
import io.leasehold.spi.Grant;
import io.leasehold.spi.LeaseBackend;
import io.leasehold.spi.NotOwnerReason;
import io.leasehold.spi.ReleaseOutcome;
import io.leasehold.spi.RenewOutcome;
import io.leasehold.tck.net.FaultProxy;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Two members that cannot hear each other. */
class HazelcastSplitTest {

  private static final String GIVEN = "routing=given&connect-timeout=1m";

  /** Members that know each other by the addresses of proxies only. */
  private static final class Pair implements AutoCloseable {

    private final FaultProxy toLeft = FaultProxy.to("127.0.0.1", 1);
    private final FaultProxy toRight = FaultProxy.to("127.0.0.1", 1);
    private final HazelcastServer left;
    private final HazelcastServer right;

    Pair(String... settings) {
      left = member(toLeft, toRight, settings);
      toLeft.lead(left.host(), left.port());
      right = member(toRight, toLeft, settings);
      toRight.lead(right.host(), right.port());
    }

    private static HazelcastServer member(FaultProxy self, FaultProxy other, String... settings) {
      return HazelcastServer.start(
          List.of("127.0.0.1:" + other.port()),
          Stream.of(
                  Arrays.stream(Members.ALERT),
                  Arrays.stream(settings),
                  Stream.of("public-address=127.0.0.1:" + self.port()))
              .flatMap(one -> one)
              .toArray(String[]::new));
    }

    void split() {
      toLeft.blackHole();
      toRight.blackHole();
    }

    void heal() {
      toLeft.heal();
      toRight.heal();
    }

    @Override
    public void close() {
      left.close();
      right.close();
      toLeft.close();
      toRight.close();
    }
  }

  @Test
  void bothPartsGrantAndOfTwoRecordsTheOneWithTheHigherTokenStays() {
    try (Pair pair = new Pair();
        LeaseBackend left = Members.connect(pair.left, GIVEN);
        LeaseBackend right = Members.connect(pair.right, GIVEN)) {
      Grant before = Members.acquire(left, "before");
      Members.until("there are two members", () -> domains(left) == 2);
      pair.split();
      Members.until("there are two clusters", () -> domains(left) == 1 && domains(right) == 1);
      assertThat(Members.renewedInTheEnd(left, before)).isEqualTo(RenewOutcome.Renewed.NOW);
      assertThat(right.acquire(Members.attempt("before"))).isInstanceOf(AcquireOutcome.Busy.class);
      List<Grant> lower = new ArrayList<>();
      List<Grant> higher = new ArrayList<>();
      for (int i = 0; i < 10; i++) {
        Grant one = Members.acquire(i % 2 == 0 ? left : right, "both/" + i);
        LeaseBackend there = i % 2 == 0 ? right : left;
        Grant other = Members.acquire(there, "both/" + i);
        if (other.fencingToken() == one.fencingToken()) { // in the same millisecond of two clocks
          assertThat(there.releaseIfOwner(other)).isInstanceOf(ReleaseOutcome.Released.class);
          other = Members.acquire(there, "both/" + i);
        }
        boolean rises = other.fencingToken() > one.fencingToken(); // two clocks
        lower.add(rises ? one : other);
        higher.add(rises ? other : one);
      }
      pair.heal();
      Members.until("there is one cluster again", () -> domains(left) == 2 && domains(right) == 2);
      assertThat(Members.renewedInTheEnd(left, before)).isEqualTo(RenewOutcome.Renewed.NOW);
      for (int i = 0; i < lower.size(); i++) {
        assertThat(lower.get(i).fencingToken()).isLessThan(higher.get(i).fencingToken());
        assertThat(Members.renewedInTheEnd(right, lower.get(i)))
            .isEqualTo(new RenewOutcome.NotOwner(NotOwnerReason.FOREIGN));
        assertThat(left.releaseIfOwner(higher.get(i))).isInstanceOf(ReleaseOutcome.Released.class);
        assertThat(Members.acquire(left, "both/" + i).fencingToken())
            .isGreaterThan(higher.get(i).fencingToken());
      }
    }
  }

  @Test
  void withFewerMembersThanAskedForNothingIsGrantedAndNothingIsLost() {
    try (Pair pair = new Pair("min-members=2");
        LeaseBackend left = Members.connect(pair.left, GIVEN);
        LeaseBackend right = Members.connect(pair.right, GIVEN)) {
      Grant grant = Members.acquire(left, "before");
      pair.split();
      Members.until(
          "each has noticed",
          () ->
              left.renewIfOwner(grant) instanceof RenewOutcome.Refused
                  && right.acquire(Members.attempt("new")) instanceof AcquireOutcome.Refused);
      assertThat(left.acquire(Members.attempt("new"))).isInstanceOf(AcquireOutcome.Refused.class);
      assertThat(right.renewIfOwner(grant)).isInstanceOf(RenewOutcome.Refused.class);
      pair.heal();
      assertThat(Members.renewedInTheEnd(left, grant)).isEqualTo(RenewOutcome.Renewed.NOW);
      assertThat(right.releaseIfOwner(grant)).isInstanceOf(ReleaseOutcome.Released.class);
    }
  }

  /** How many members decide about some names. */
  private static long domains(LeaseBackend client) {
    return Stream.iterate(0, i -> i < 30, i -> i + 1)
        .map(i -> Members.attempt("domain/" + i))
        .map(it -> client.renewalDomain(new Grant(it.name(), it.owner(), it.ttl(), 1, null)))
        .distinct()
        .count();
  }
}
