package io.leasehold.tck.rules.client;

import static io.leasehold.tck.rule.Guarantee.G7;
import static io.leasehold.tck.rule.Guarantee.G9;

import io.leasehold.spi.BackendTraits.TtlScope;
import io.leasehold.tck.rule.Client;
import io.leasehold.tck.rule.Held;
import io.leasehold.tck.rule.Rule;
import io.leasehold.tck.rule.RuleContext;
import io.leasehold.tck.rule.Takeover;
import java.util.List;

/** What is left of a client once it is closed. */
public final class ClosedClientRules {

  /** The rules. */
  public static final List<Rule> RULES =
      List.of(
          Rule.must("TRT-15", G7, "A closed client leaves no thread behind.")
              .why("An application that opens a client now and then ends with thousands.")
              .check("Keep-alives, watchers and pools that close() does not end.")
              .alone()
              .judge(LeftThreads::judge),
          Rule.must("TRT-17", G9, "Nothing renews the grants of a closed client.")
              .why("They are nobody's, and end with their ttl: else they are held for ever.")
              .check("Keep-alives of a driver, and tasks that outlive close().")
              .onlyIf("ttlScope is LEASE", traits -> traits.ttlScope() == TtlScope.LEASE)
              .judge(ClosedClientRules::renewsNothing));

  private ClosedClientRules() {}

  private static void renewsNothing(RuleContext ctx) {
    Client a = ctx.client();
    Client b = ctx.client();
    Held held = a.acquire(ctx.name(), ctx.ttl());
    held.renew();
    a.close();
    ctx.expect(
        Takeover.when(ctx, b, held, ctx.ttl(), false).isPresent(),
        "the name to be free one ttl and the takeover lag after the latest renewal of "
            + held
            + ", whose client is closed",
        "Busy");
  }
}
