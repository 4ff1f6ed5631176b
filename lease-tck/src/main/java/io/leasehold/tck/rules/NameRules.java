package io.leasehold.tck.rules;

import static io.leasehold.tck.rule.Guarantee.G1;
import static io.leasehold.tck.rule.Guarantee.G10;

import io.leasehold.HolderInfo;
import io.leasehold.spi.AcquireAttempt;
import io.leasehold.spi.AcquireOutcome;
import io.leasehold.spi.LeaseName;
import io.leasehold.tck.history.CallText;
import io.leasehold.tck.rule.Checks;
import io.leasehold.tck.rule.Client;
import io.leasehold.tck.rule.Held;
import io.leasehold.tck.rule.Race;
import io.leasehold.tck.rule.Rule;
import io.leasehold.tck.rule.RuleContext;
import io.leasehold.tck.rule.RuleStop;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;

/** What names have to keep to: equal code points are one lease, all others are different ones. */
final class NameRules {

  /** So often a name is refused, and a plain one granted beside it: that is no bad luck. */
  private static final int REFUSALS = 4;

  static final List<Rule> RULES =
      List.of(
          distinct("NAM-01", "Names that differ in case only are different leases.")
              .check("Lower-casing; case-insensitive collations and file systems.")
              .judge(
                  ctx ->
                      apart(ctx, "job", "JOB", "Job", "joB", "stra\u00dfe", "STRASSE", "strasse")),
          distinct("NAM-02", "Names that look alike in Unicode are different leases.")
              .check(
                  "Normalization; collations that skip accents or invisible signs; Latin-1, ASCII.")
              .judge(NameRules::lookAlikes),
          distinct("NAM-03", "Separators in names are kept: a/b, a:b, a.b and a%2Fb differ.")
              .check("Separators replaced or escaped without escaping the escape sign.")
              .judge(NameRules::separators),
          distinct("NAM-04", "Dots, spaces and slashes at either end of a name count.")
              .check("Trimming, path normalization, empty path segments.")
              .judge(NameRules::ends),
          Rule.must("NAM-05", G10, "A name and the names that continue it are independent.")
              .why("A record found by prefix blocks, or frees, names that only begin alike.")
              .check("Prefix queries, child nodes, deleting with children.")
              .judge(NameRules::prefixes),
          distinct("NAM-06", "Names of 512 bytes are usable, and differ in every byte.")
              .check("Truncated columns or keys; file name limits of 255 bytes.")
              .judge(NameRules::longNames),
          distinct("NAM-07", "Names with equal hashes are different leases.")
              .check("Hashes as keys: keep the name itself and compare it; see also ACQ-11.")
              .judge(NameRules::hashes),
          distinct("NAM-08", "Names that mean something to a store are names like any other.")
              .check("Patterns, quotes and paths put together as text.")
              .judge(NameRules::specials),
          Rule.must("NAM-09", G1, "The name is given back exactly as it was asked for.")
              .why("A changed name sends the renewal to another record.")
              .check("Whether Grant and HolderInfo carry the name or the store's key.")
              .judge(NameRules::exact));

  private NameRules() {}

  private static Rule.Draft distinct(String id, String text) {
    return Rule.must(id, G1, text)
        .why("Two names on one record block each other; a name that is refused never runs.");
  }

  private static void lookAlikes(RuleContext ctx) {
    apart(
        ctx,
        "caf\u00e9", // composed
        "cafe\u0301", // decomposed
        "cafe",
        "\u00c5", // A with ring
        "\u212b", // angstrom sign
        "A\u030a",
        "\ufb01le", // ligature fi
        "file",
        "\u0430", // Cyrillic a
        "a",
        "\u0131", // dotless i
        "i",
        "\u0130",
        "\u4e2d", // a Chinese character
        "\u6587",
        "na\u00efve",
        "naive",
        "na\u200bive", // zero-width space
        "na\u200cive",
        "na\u200dive",
        "na\u2060ive", // word joiner
        "na\ufeffive", // byte order mark
        "na\u00adive", // soft hyphen
        "na\u200eive"); // left-to-right mark
  }

  private static void separators(RuleContext ctx) {
    apart(
        ctx, "a/b", "a:b", "a.b", "a%2Fb", "a%2fb", "a%252Fb", "a\\b", "a_b", "a-b", "a b", "a+b",
        "a//b", "a/./b", "a/../b", "a%3Ab", "a;b", "a,b", "a|b", "ab");
  }

  private static void ends(RuleContext ctx) {
    apart(ctx, "x", "x.", "x ", "x/", "x..", "x//", "x%20", "x+", "x-", "x:");
    String x = ctx.unique();
    apartExactly(ctx, List.of(x, "." + x, " " + x, "/" + x, ".." + x, "//" + x, "-" + x, ":" + x));
  }

  private static void prefixes(RuleContext ctx) {
    Client a = ctx.client();
    Client b = ctx.client();
    String x = ctx.unique();
    List<Held> held = new ArrayList<>();
    for (String form : List.of("", "/", "/1", "/1/2", ":", ":1", "1", ".lock", "-fence", "*")) {
      Optional<Held> got = a.tryAcquire(new LeaseName(x + form));
      ctx.expect(
          got.isPresent(),
          CallText.of(new LeaseName(x + form)) + " to be granted although names like it are held",
          "Busy");
      got.ifPresent(held::add);
    }
    Held root = held.remove(0);
    root.release();
    Checks.vacant(ctx, b, root.name(), "it was released; only names that continue it are held");
    held.forEach(one -> Checks.owned(ctx, one, "only " + root.name() + " was released"));
    Held again = b.acquire(root.name());
    held.forEach(Held::release);
    Checks.owned(ctx, again, "only names that continue it were released");
  }

  private static void longNames(RuleContext ctx) {
    String x = ctx.unique();
    String filler = "n".repeat(LeaseName.MAX_BYTES - x.length() - 1);
    List<String> names = new ArrayList<>();
    names.add(x + filler + "0");
    names.add(x + filler + "1");
    for (int at : new int[] {63, 64, 100, 127, 128, 250, 255, 256, 400}) {
      StringBuilder other = new StringBuilder(x + filler + "0");
      other.setCharAt(at, 'm');
      names.add(other.toString());
    }
    names.add(x + filler);
    int twoBytes = (LeaseName.MAX_BYTES - x.length()) / 2;
    names.add(x + "\u00e9".repeat(twoBytes));
    names.add(x + "\u00e9".repeat(twoBytes - 1) + "\u00e8");
    apartExactly(ctx, names);
  }

  private static void hashes(RuleContext ctx) {
    Twins.apart(ctx);
    // So many that a short hash, of 16 bits or of 1,024 buckets, has to meet.
    String x = ctx.unique();
    apartExactly(ctx, IntStream.range(0, 600).mapToObj(i -> x + Integer.toString(i, 36)).toList());
  }

  private static void specials(RuleContext ctx) {
    apart(
        ctx, "*", "?", "[a]", "%", "%s", "%00", "\\", "'", "\"", "`", "$", "~", "#", "&", "=", "<>",
        "'; --", "$(x)", "null", "\u00a0", "^", "!", "@", "()", "lock", "fence", "\u2028");
    apartExactly(
        ctx,
        List.of(
            "0",
            "-1",
            "null",
            "true",
            ".",
            "..",
            "*",
            "/",
            "//",
            " ",
            "%",
            "\\",
            "'",
            "__proto__"));
  }

  private static void exact(RuleContext ctx) {
    Client a = ctx.client();
    Client b = ctx.client();
    for (String form : List.of(" A/b:C%2Fd. ", "caf\u00e9-cafe\u0301", "x\\y\"z'", "a  b")) {
      LeaseName name = new LeaseName(ctx.unique() + form);
      Held held = granted(ctx, a, name);
      ctx.expect(
          held.name().equals(name), "the grant to name " + CallText.of(name), held.name().value());
      Optional<HolderInfo> info = b.holder(name);
      ctx.expect(
          info.map(HolderInfo::leaseName).equals(Optional.of(name.value())),
          "the holder's lease name to be " + CallText.of(name),
          info.map(HolderInfo::leaseName).orElse("nobody"));
    }
  }

  /** Each form behind a text of its own that all share. */
  private static void apart(RuleContext ctx, String... forms) {
    String x = ctx.unique();
    List<String> names = new ArrayList<>();
    for (String form : forms) {
      names.add(x + form);
    }
    apartExactly(ctx, names);
  }

  /** All are held at once, each by its own owner, and each is freed by its own release alone. */
  private static void apartExactly(RuleContext ctx, List<String> names) {
    Client a = ctx.client();
    Client b = ctx.client();
    List<LeaseName> all = names.stream().map(LeaseName::new).toList();
    Race.each(all, name -> unused(b, name));
    List<Held> held = new ArrayList<>(Race.each(all, name -> granted(ctx, a, name)));
    Race.each(held, one -> byItsOwner(ctx, b, one));
    Held first = held.remove(0);
    first.release();
    Checks.vacant(ctx, b, first.name(), "it was released");
    String because = "only " + CallText.of(first.name()) + " was released";
    Race.each(held, one -> busy(ctx, b, one, because));
    Race.each(held, Held::release);
  }

  static LeaseName unused(Client eye, LeaseName name) {
    if (eye.holder(name).isPresent()) {
      throw new RuleStop.Inconclusive(
          "somebody else holds the name \"" + name.value() + "\"", null);
    }
    return name;
  }

  private static Held granted(RuleContext ctx, Client client, LeaseName name) {
    Optional<Held> got = unlessRefused(ctx, client, name);
    ctx.expect(
        got.isPresent(),
        CallText.of(name) + " to be granted: only different names are held, such as those before",
        "Busy");
    return got.orElseThrow();
  }

  /** A name that is refused while others are granted is one that the store does not take. */
  private static Optional<Held> unlessRefused(RuleContext ctx, Client client, LeaseName name) {
    AcquireAttempt attempt = client.attempt(name);
    Client.Sent sent = client.send(attempt);
    for (int i = 1; i < REFUSALS && sent.outcome() instanceof AcquireOutcome.Refused; i++) {
      client.acquire(ctx.name()).release();
      attempt = client.attempt(name);
      sent = client.send(attempt);
    }
    ctx.expect(
        !(sent.outcome() instanceof AcquireOutcome.Refused),
        CallText.of(name)
            + " to be granted: whatever LeaseName allows has to be kept in every store, and plain"
            + " names are granted",
        sent.outcome());
    if (sent.outcome() instanceof AcquireOutcome.Unknown) {
      client.abandon(attempt); // it may have run
      return client.tryAcquire(name);
    }
    return sent.held();
  }

  private static Held byItsOwner(RuleContext ctx, Client eye, Held held) {
    Optional<String> owner = eye.holder(held.name()).map(HolderInfo::owner);
    if (owner.isEmpty()) {
      Checks.mustBeAlive(ctx, held);
    }
    ctx.expect(
        owner.equals(Optional.of(held.grant().owner().toString())),
        CallText.of(held.name()) + " to be held by its own owner " + held.grant().owner(),
        owner.orElse("nobody"));
    return held;
  }

  private static Held busy(RuleContext ctx, Client client, Held held, String because) {
    Checks.busy(ctx, client, held, because);
    return held;
  }
}
