package io.leasehold.tck.mutants;

import io.leasehold.HolderInfo;
import io.leasehold.spi.AcquireAttempt;
import io.leasehold.spi.AcquireOutcome;
import io.leasehold.spi.Grant;
import io.leasehold.spi.LeaseName;
import java.time.Duration;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/** Mutants that tell wrongly who holds a name. */
final class InspectionMutants {

  static final List<Mutant> ALL =
      List.of(
          Mutant.of(
              "TELLS_THE_COUNTER",
              "holder() tells the store's counter instead of the holder's token",
              () ->
                  new Model() {
                    @Override
                    Optional<HolderInfo> holder(Conn client, LeaseName name) {
                      counter++;
                      return super.holder(client, name)
                          .map(i -> with(i, i.owner(), counter, i.remaining(), i.metadata()));
                    }
                  }),
          Mutant.of(
              "TELLS_UPPER_CASE_OWNERS",
              "holder() tells the owner in upper case",
              () ->
                  new Model() {
                    @Override
                    Optional<HolderInfo> holder(Conn client, LeaseName name) {
                      return super.holder(client, name)
                          .map(
                              i ->
                                  with(
                                      i,
                                      "0x" + i.owner(),
                                      i.fencingToken(),
                                      i.remaining(),
                                      i.metadata()));
                    }
                  }),
          Mutant.of(
              "DROPS_EMPTY_METADATA",
              "metadata with an empty value is dropped",
              () ->
                  new Model() {
                    @Override
                    HolderInfo info(Rec rec) {
                      HolderInfo i = super.info(rec);
                      Map<String, String> kept =
                          i.metadata().entrySet().stream()
                              .filter(e -> !e.getValue().isEmpty())
                              .collect(Collectors.toMap(Map.Entry::getKey, Map.Entry::getValue));
                      return with(i, i.owner(), i.fencingToken(), i.remaining(), kept);
                    }
                  }),
          Mutant.of(
              "ONE_LINE_METADATA",
              "line breaks in metadata become spaces",
              () ->
                  new Model() {
                    @Override
                    HolderInfo info(Rec rec) {
                      HolderInfo i = super.info(rec);
                      Map<String, String> kept = new HashMap<>();
                      i.metadata().forEach((k, v) -> kept.put(k, v.replace('\n', ' ')));
                      return with(i, i.owner(), i.fencingToken(), i.remaining(), kept);
                    }
                  }),
          Mutant.of(
              "REMEMBERS_THE_FORMER_HOLDER",
              "holder() still tells the last holder of a released name",
              () ->
                  new Model() {
                    private final Map<LeaseName, HolderInfo> last = new HashMap<>();

                    @Override
                    void remove(Rec rec) {
                      last.put(rec.name, info(rec));
                      super.remove(rec);
                    }

                    @Override
                    Optional<HolderInfo> holder(Conn client, LeaseName name) {
                      return super.holder(client, name)
                          .or(() -> Optional.ofNullable(last.get(name)));
                    }
                  }),
          Mutant.of(
              "TELLS_THE_EXPIRED_HOLDER",
              "holder() does not look at the expiry",
              () ->
                  new Model() {
                    @Override
                    Optional<HolderInfo> holder(Conn client, LeaseName name) {
                      return Optional.ofNullable(records.get(key(name))).map(this::info);
                    }
                  }),
          Mutant.of(
              "HOLDER_RENEWS",
              "holder() lets the ttl run again",
              () ->
                  new Model() {
                    @Override
                    Optional<HolderInfo> holder(Conn client, LeaseName name) {
                      Rec rec = living(name);
                      if (rec != null) {
                        rec.deadline = clock.nanos() + rec.ttl.toNanos();
                      }
                      return super.holder(client, name);
                    }
                  }),
          Mutant.of(
              "TELLS_THE_WHOLE_TTL",
              "holder() tells the ttl instead of what is left",
              () ->
                  new Model() {
                    @Override
                    Optional<Duration> remaining(Rec rec) {
                      return Optional.of(rec.ttl);
                    }
                  }),
          Mutant.of(
              "TELLS_SECONDS",
              "holder() tells whole seconds, rounded down",
              () ->
                  new Model() {
                    @Override
                    Optional<Duration> remaining(Rec rec) {
                      return super.remaining(rec).map(d -> Duration.ofSeconds(d.toSeconds()));
                    }
                  }),
          Mutant.of(
              "BUSY_NAMES_THE_ASKER",
              "a Busy answer tells the asker's own owner token",
              () ->
                  new Model() {
                    @Override
                    AcquireOutcome busy(AcquireAttempt attempt, Rec present) {
                      HolderInfo i = info(present);
                      return new AcquireOutcome.Busy(
                          with(
                              i,
                              attempt.owner().toString(),
                              i.fencingToken(),
                              i.remaining(),
                              i.metadata()));
                    }
                  }),
          Mutant.of(
              "READS_A_REPLICA",
              "holder() answers what was so before the latest grant or release of the name",
              () ->
                  new Model() {
                    private final Map<LeaseName, Optional<HolderInfo>> replica = new HashMap<>();

                    @Override
                    AcquireOutcome grant(Conn client, AcquireAttempt attempt) {
                      replica.put(attempt.name(), super.holder(client, attempt.name()));
                      return super.grant(client, attempt);
                    }

                    @Override
                    void remove(Rec rec) {
                      replica.put(rec.name, Optional.of(info(rec)));
                      super.remove(rec);
                    }

                    @Override
                    Optional<HolderInfo> holder(Conn client, LeaseName name) {
                      Optional<HolderInfo> stale = replica.remove(name);
                      return stale == null ? super.holder(client, name) : stale;
                    }
                  }),
          Mutant.of(
              "LOWER_CASE_METADATA",
              "keys of the metadata are told in lower case",
              () ->
                  new Model() {
                    @Override
                    HolderInfo info(Rec rec) {
                      Map<String, String> lower = new HashMap<>();
                      rec.metadata.forEach((k, v) -> lower.put(k.toLowerCase(Locale.ROOT), v));
                      HolderInfo i = super.info(rec);
                      return new HolderInfo(
                          i.leaseName(),
                          i.owner(),
                          i.fencingToken(),
                          i.remaining(),
                          i.revoked(),
                          lower);
                    }
                  }),
          Mutant.of(
              "TELLS_THE_WHOLE_TTL_ONCE_RENEWED",
              "after a renewal holder() always tells the whole ttl as left",
              () ->
                  new Model() {
                    private final Set<Rec> renewed = new HashSet<>();

                    @Override
                    void extend(Rec rec, Grant grant) {
                      super.extend(rec, grant);
                      renewed.add(rec);
                    }

                    @Override
                    Optional<Duration> remaining(Rec rec) {
                      return renewed.contains(rec) ? Optional.of(rec.ttl) : super.remaining(rec);
                    }
                  }));

  private InspectionMutants() {}

  private static HolderInfo with(
      HolderInfo i,
      String owner,
      long token,
      Optional<Duration> remaining,
      Map<String, String> metadata) {
    return new HolderInfo(i.leaseName(), owner, token, remaining, i.revoked(), metadata);
  }
}
