package io.leasehold.tck.mutants.engine;

import io.leasehold.spi.AcquireAttempt;
import io.leasehold.spi.Grant;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/** What the rules TTL catch. */
final class TtlEngineMutants {

  static final List<EngineMutant> ALL =
      List.of(
          on(
                  "UNCONDITIONAL_RENEWAL",
                  "acquire and renew write whatever is there: oscillation and split brain",
                  new SmallStore() {
                    @Override
                    @Nullable Entry met(Entry present, AcquireAttempt attempt, long now) {
                      return null;
                    }

                    @Override
                    Entry renewedByAnother(Entry present, Grant grant, long now) {
                      return present.until(now + grant.ttl().toNanos());
                    }

                    @Override
                    boolean tellsEveryRenewalAsDone() {
                      return true;
                    }
                  },
                  "RACE-01",
                  "RACE-05",
                  "RACE-09",
                  "TTL-01",
                  "TTL-03")
              .perhaps("TTL-02", "TTL-04", "TTL-05"),
          on(
                  "BUSY_LEAVES_ITS_TTL",
                  "an acquire that is refused leaves its own ttl on the record",
                  new SmallStore() {
                    @Override
                    Entry met(Entry present, AcquireAttempt attempt, long now) {
                      return present.until(now + attempt.ttl().toNanos());
                    }
                  },
                  "TTL-01",
                  "TTL-03")
              .perhaps("TTL-02", "TTL-04"),
          on(
                  "BUSY_LENGTHENS",
                  "an acquire that is refused renews the record, if that lengthens it",
                  new SmallStore() {
                    @Override
                    Entry met(Entry present, AcquireAttempt attempt, long now) {
                      return longer(present, now + attempt.ttl().toNanos());
                    }
                  },
                  "TTL-03")
              .perhaps("TTL-02", "TTL-04"),
          on(
                  "RENEWS_A_THIRD",
                  "a renewal sets the ttl to a third",
                  new SmallStore() {
                    @Override
                    Entry renewed(Entry own, Grant grant, long now) {
                      return own.until(now + grant.ttl().toNanos() / 3);
                    }
                  },
                  "TTL-01",
                  "TTL-02")
              .perhaps("TTL-03", "TTL-04"),
          on(
                  "EVERY_OTHER_RENEWAL_DOUBLES",
                  "every other renewal gives two ttls",
                  new SmallStore() {
                    private final Map<Object, Boolean> odd = new ConcurrentHashMap<>();

                    @Override
                    Entry renewed(Entry own, Grant grant, long now) {
                      boolean doubles = odd.merge(own.owner(), true, (was, value) -> !was);
                      return own.until(now + grant.ttl().toNanos() * (doubles ? 2 : 1));
                    }
                  },
                  "TTL-02",
                  "TTL-04")
              .perhaps("TTL-03"),
          on(
                  "LATE_RENEWAL_LENGTHENS_ANY",
                  "a renewal by another lengthens the record, though it is told as refused",
                  new SmallStore() {
                    @Override
                    Entry renewedByAnother(Entry present, Grant grant, long now) {
                      return longer(present, now + grant.ttl().toNanos());
                    }
                  },
                  "TTL-04")
              .perhaps("TTL-03"),
          on(
                  "LATE_RENEWAL_HITS_ANY",
                  "a renewal by another sets its own ttl, though it is told as refused",
                  new SmallStore() {
                    @Override
                    Entry renewedByAnother(Entry present, Grant grant, long now) {
                      return present.until(now + grant.ttl().toNanos());
                    }
                  },
                  "TTL-01",
                  "TTL-04")
              .perhaps("TTL-03"),
          on(
              "LATE_RENEWAL_RESURRECTS",
              "a renewal of what is not there writes the record again",
              new SmallStore() {
                @Override
                Entry renewedWhereNothingIs(Grant grant, long now) {
                  return new Entry(
                      grant.owner(),
                      grant.fencingToken(),
                      grant.ttl(),
                      now + grant.ttl().toNanos());
                }
              },
              "TTL-05"));

  private TtlEngineMutants() {}

  private static EngineMutant on(String name, String fault, SmallStore store, String... fails) {
    return EngineMutant.onBackend(name, fault, store::behind, fails);
  }

  private static SmallStore.Entry longer(SmallStore.Entry present, long end) {
    return end - present.end() > 0 ? present.until(end) : present;
  }
}
