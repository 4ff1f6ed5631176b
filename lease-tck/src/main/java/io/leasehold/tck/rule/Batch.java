package io.leasehold.tck.rule;

import io.leasehold.spi.Grant;
import io.leasehold.spi.RenewOutcome;
import java.time.Duration;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.function.IntFunction;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** Leases of one client that may be renewed together. */
public final class Batch {

  private Batch() {}

  /**
   * Acquires names and returns those that are in one renewal domain, as many as the backend takes
   * in one batch.
   *
   * @param wanted how many at most
   */
  public static List<Held> acquire(RuleContext ctx, Client client, int wanted, Duration ttl) {
    return acquire(ctx, client, wanted, place -> ttl);
  }

  /**
   * The same with a ttl for each place; a backend whose domains go by ttl leaves those of one ttl.
   *
   * @param wanted how many at most
   * @param ttls the ttl by place, from 0
   */
  public static List<Held> acquire(
      RuleContext ctx, Client client, int wanted, IntFunction<Duration> ttls) {
    int size = Math.min(wanted, ctx.traits().maxBatch());
    List<Held> all =
        IntStream.range(0, size).mapToObj(i -> client.acquire(ctx.name(), ttls.apply(i))).toList();
    Collection<List<Held>> domains =
        all.stream().collect(Collectors.groupingBy(held -> client.domain(held))).values();
    return domains.stream().max(Comparator.comparingInt(List::size)).orElseThrow();
  }

  /** Renews a batch; the outcomes as the backend gave them. */
  public static List<RenewOutcome> renew(RuleContext ctx, Client client, List<Held> batch) {
    List<Grant> grants = batch.stream().map(Held::grant).toList();
    long begin = ctx.clock().nanos();
    List<RenewOutcome> outcomes = client.call(() -> client.spi().renewAllIfOwner(grants));
    ctx.expect(
        outcomes.size() == batch.size(),
        "one outcome per grant of the batch, " + batch.size(),
        outcomes.size());
    for (int i = 0; i < outcomes.size(); i++) {
      if (outcomes.get(i) instanceof RenewOutcome.Renewed renewed) {
        batch.get(i).renewed(begin - renewed.age().toNanos());
      }
    }
    return outcomes;
  }
}
