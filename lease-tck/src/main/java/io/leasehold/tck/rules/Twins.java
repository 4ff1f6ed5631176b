package io.leasehold.tck.rules;

import io.leasehold.spi.LeaseName;
import io.leasehold.tck.rule.Checks;
import io.leasehold.tck.rule.Client;
import io.leasehold.tck.rule.Held;
import io.leasehold.tck.rule.Race;
import io.leasehold.tck.rule.RuleContext;
import java.util.List;
import java.util.Optional;

/**
 * Two different names whose 32-bit hash is one number. All are ASCII, so that UTF-8, Latin-1 and
 * ASCII give the same bytes to be hashed; of a digest it is the first four bytes.
 *
 * @param function the hash in words
 * @param one a name, or its beginning
 * @param other the other one, of the same length
 * @param continued whether the two hashes stay equal with any one ending behind both
 */
record Twins(String function, String one, String other, boolean continued) {

  /** Found by trying many words; a test computes each hash. */
  static final List<Twins> ALL =
      List.of(
          continued("String.hashCode", "AaAaAa", "AaBBBB"),
          continued("CRC-32", "plumless", "buckeroo"),
          continued("CRC-32", "bidisadu", "nuberobu"),
          continued("CRC-32C", "turifuva", "hupepiro"),
          continued("CRC-32C", "luhonuba", "cetuzoci"),
          continued("Adler-32", "rumehaku", "romapoki"),
          continued("Adler-32", "ravunote", "ririsumi"),
          continued("Murmur3-32 with seed 0", "zunopipu", "doferiku"),
          continued("Murmur3-32 with seed 0", "pacunibo", "faheluna"),
          continued("FNV-1a-32", "vahefoto", "fafifebi"),
          continued("FNV-1a-32", "melogofa", "curucaru"),
          whole("MD5, its first 4 bytes", "tck-md5-38015", "tck-md5-70572"),
          whole("SHA-1, its first 4 bytes", "tck-sha1-53199", "tck-sha1-79355"),
          whole("SHA-256, its first 4 bytes", "tck-sha256-52151", "tck-sha256-86168"));

  private static Twins continued(String function, String one, String other) {
    return new Twins(function, one, other, true);
  }

  private static Twins whole(String function, String one, String other) {
    return new Twins(function, one, other, false);
  }

  /** While one name of a pair is held the other one is vacant, and has a record of its own. */
  static void apart(RuleContext ctx) {
    Client a = ctx.client();
    Client b = ctx.client();
    Race.each(ALL, pair -> pair.apart(ctx, a, b));
  }

  private Twins apart(RuleContext ctx, Client a, Client b) {
    String end = continued ? ctx.unique() : "";
    LeaseName name = NameRules.unused(b, new LeaseName(one + end));
    LeaseName twin = NameRules.unused(b, new LeaseName(other + end));
    String because = "it differs from the other one, although " + function + " is the same of both";
    Held first = a.acquire(name);
    Optional<Held> got = b.tryAcquire(twin);
    ctx.expect(
        got.isPresent(),
        "\"" + twin + "\" to be granted while \"" + name + "\" is held: " + because,
        "Busy");
    Held second = got.orElseThrow();
    Checks.owned(ctx, first, because);
    first.release();
    Checks.owned(ctx, second, "only \"" + name + "\" was released; " + because);
    Checks.vacant(ctx, a, name, "it was released; only \"" + twin + "\" is held, and " + because);
    second.release();
    return this;
  }
}
