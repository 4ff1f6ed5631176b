package io.leasehold.tck.mutants;

import io.leasehold.HolderInfo;
import io.leasehold.spi.AcquireAttempt;
import io.leasehold.spi.AcquireOutcome;
import io.leasehold.spi.Cause;
import io.leasehold.spi.LeaseName;
import io.leasehold.tck.rules.Hashes;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.text.Normalizer;
import java.util.List;
import java.util.Locale;
import java.util.function.Function;
import java.util.function.UnaryOperator;
import java.util.zip.Adler32;
import java.util.zip.CRC32;
import java.util.zip.CRC32C;

/** Mutants that take different names for one, or change a name. */
final class NameMutants {

  static final List<Mutant> ALL =
      List.of(
          keyed(
              "LOWER_CASE",
              "names are folded to lower case",
              name -> name.toLowerCase(Locale.ROOT)),
          keyed(
              "COMPOSED",
              "names are composed (NFC)",
              name -> Normalizer.normalize(name, Normalizer.Form.NFC)),
          keyed(
              "COMPATIBLE",
              "names are made compatible (NFKC)",
              name -> Normalizer.normalize(name, Normalizer.Form.NFKC)),
          keyed(
              "ASCII",
              "names are kept as ASCII",
              name ->
                  new String(name.getBytes(StandardCharsets.US_ASCII), StandardCharsets.US_ASCII)),
          keyed(
              "WITHOUT_ACCENTS",
              "names are compared without accents",
              name -> Normalizer.normalize(name, Normalizer.Form.NFD).replaceAll("\\p{M}", "")),
          keyed(
              "WITHOUT_INVISIBLE_SIGNS",
              "signs without a width are dropped",
              name -> name.replaceAll("[\\u200b-\\u200d\\u2060\\ufeff]", "")),
          keyed("SLASH_TO_COLON", "slashes become colons", name -> name.replace('/', ':')),
          keyed("DOT_TO_UNDERSCORE", "dots become underscores", name -> name.replace('.', '_')),
          keyed("DECODED", "names are decoded as in a URL", NameMutants::decoded),
          keyed("NORMAL_PATH", "names are normalized as paths", NameMutants::normalPath),
          keyed("TRIMMED", "names are trimmed", String::strip),
          keyed("TRAILING_DOT", "trailing dots are dropped", name -> name.replaceAll("\\.+$", "")),
          keyed(
              "TRAILING_SLASH", "trailing slashes are dropped", name -> name.replaceAll("/+$", "")),
          keyed("LEADING_SLASH", "leading slashes are dropped", name -> name.replaceAll("^/+", "")),
          keyed("CUT_AT_255", "names are cut at 255 characters", name -> cut(name, 255)),
          keyed("CUT_AT_64", "names are cut at 64 characters", name -> cut(name, 64)),
          keyed("CUT_AT_511", "names are cut at 511 bytes", NameMutants::cutBytes),
          keyed("JAVA_HASH", "names are kept by String.hashCode", n -> "" + n.hashCode()),
          keyed("CRC", "names are kept by CRC-32", n -> "" + Hashes.sum(new CRC32(), n)),
          keyed("FNV", "names are kept by FNV-1a", n -> "" + Hashes.fnv(n)),
          keyed("SLOTS", "names are kept in 16,384 slots", NameMutants::slot),
          keyed(
              "UNQUOTED",
              "quotes and backslashes are dropped",
              n -> n.replaceAll("[\"'`\\\\]", "")),
          keyed("PATTERN", "stars and question marks are one thing", n -> n.replace('?', '*')),
          keyed("DOTS_ARE_DOT", "the names . and .. are one", n -> n.equals("..") ? "." : n),
          keyed(
              "SPACES",
              "all kinds of space are one",
              n -> n.replaceAll("[\\s\\u00a0\\u2028]", " ")),
          Mutant.of(
              "PREFIX_BLOCKS",
              "a name is busy while a name that continues it behind a slash is held",
              () ->
                  new Model() {
                    @Override
                    Rec living(LeaseName name) {
                      Rec own = super.living(name);
                      return own != null
                          ? own
                          : records.values().stream()
                              .filter(rec -> rec.name.value().startsWith(name.value() + "/"))
                              .filter(this::alive)
                              .findFirst()
                              .orElse(null);
                    }
                  }),
          Mutant.of(
              "DELETES_CHILDREN",
              "a release removes the names that continue the released one",
              () ->
                  new Model() {
                    @Override
                    void remove(Rec rec) {
                      super.remove(rec);
                      records.values().removeIf(o -> o.name.value().startsWith(rec.name.value()));
                    }
                  }),
          Mutant.of(
              "TELLS_A_TRIMMED_NAME",
              "holder() tells the name trimmed",
              () ->
                  new Model() {
                    @Override
                    HolderInfo info(Rec rec) {
                      HolderInfo i = super.info(rec);
                      return new HolderInfo(
                          i.leaseName().strip(),
                          i.owner(),
                          i.fencingToken(),
                          i.remaining(),
                          i.revoked(),
                          i.metadata());
                    }
                  }),
          keyed("CRC32C", "names are kept by CRC-32C", n -> "" + Hashes.sum(new CRC32C(), n)),
          keyed("ADLER", "names are kept by Adler-32", n -> "" + Hashes.sum(new Adler32(), n)),
          keyed("MURMUR", "names are kept by Murmur3-32", n -> "" + Hashes.murmur(n)),
          keyed(
              "MD5_OF_FOUR_BYTES",
              "names are kept by the first 4 bytes of MD5",
              n -> "" + Hashes.digest("MD5", n)),
          keyed(
              "SHA1_OF_FOUR_BYTES",
              "names are kept by the first 4 bytes of SHA-1",
              n -> "" + Hashes.digest("SHA-1", n)),
          keyed(
              "SHA256_OF_FOUR_BYTES",
              "names are kept by the first 4 bytes of SHA-256",
              n -> "" + Hashes.digest("SHA-256", n)),
          Mutant.of(
              "SPACES_ARE_REFUSED",
              "names with a space are refused",
              () ->
                  new Model() {
                    @Override
                    AcquireOutcome acquire(Conn client, AcquireAttempt attempt) {
                      return attempt.name().value().contains(" ")
                          ? new AcquireOutcome.Refused(
                              Cause.of(Cause.Kind.MISCONFIGURED, "no spaces"))
                          : super.acquire(client, attempt);
                    }
                  }));

  private NameMutants() {}

  private static Mutant keyed(String name, String fault, UnaryOperator<String> key) {
    return Mutant.of(
        name,
        fault,
        () ->
            new Model() {
              @Override
              String key(LeaseName lease) {
                return key.apply(lease.value());
              }
            });
  }

  private static String decoded(String name) {
    Function<String, String> decode = n -> URLDecoder.decode(n, StandardCharsets.UTF_8);
    return name.matches(".*%(?![0-9a-fA-F]{2}).*") ? name : decode.apply(name.replace("+", "%2B"));
  }

  private static String normalPath(String name) {
    return name.replaceAll("/(\\./)+", "/").replaceAll("(?<!^)//+", "/");
  }

  private static String cut(String name, int length) {
    return name.length() <= length ? name : name.substring(0, length);
  }

  private static String cutBytes(String name) {
    byte[] bytes = name.getBytes(StandardCharsets.UTF_8);
    int length = Math.min(bytes.length, 511);
    return new String(bytes, 0, length, StandardCharsets.ISO_8859_1);
  }

  /** The run's random prefix stays outside: it is a constant which names meet, not chance. */
  private static String slot(String name) {
    return "" + Math.abs(mixed(name.replaceAll("tck-[0-9a-f]{10}", "")) % 16_384);
  }

  /** Well spread, so that only many names meet. */
  private static int mixed(String name) {
    long hash = 1125899906842597L;
    for (int i = 0; i < name.length(); i++) {
      hash = 31 * hash + name.charAt(i);
    }
    hash ^= hash >>> 33;
    hash *= 0xff51afd7ed558ccdL;
    return (int) (hash >>> 32);
  }
}
