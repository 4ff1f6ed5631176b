package io.leasehold.gates;

import static org.assertj.core.api.Assertions.fail;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The public API is a reviewed file: a change of it needs a change of that file. */
class PublicApiTest {
  private static final String UPDATE =
      "mvn -q test -pl .ci/gates -am -Dtest=PublicApiTest"
          + " -Dsurefire.failIfNoSpecifiedTests=false -Dapi.update=true";

  private static final Path ROOT = Path.of(System.getProperty("leasehold.root")).normalize();

  @ParameterizedTest
  @ValueSource(
      strings = {
        "lease-api",
        "lease-redis",
        "lease-etcd",
        "lease-hazelcast",
        "lease-zookeeper",
        "lease-tck"
      })
  void isWhatWasReviewed(String module) throws IOException {
    Path file = ROOT.resolve("docs/api").resolve(module + ".txt");
    String actual =
        "# The public API of "
            + module
            + ". Reviewed: a change here is a change for users.\n"
            + "# To rewrite it: make api-update\n\n"
            + ApiText.of(ROOT.resolve(module).resolve("target/classes"));
    if (Boolean.getBoolean("api.update")) {
      Files.createDirectories(file.getParent());
      Files.writeString(file, actual);
      return;
    }
    String reviewed = Files.exists(file) ? Files.readString(file) : "";
    List<String> diff = TextDiff.of(reviewed, actual);
    if (!diff.isEmpty()) {
      fail(
          "The public API of %s is not what docs/api/%s.txt says (- file, + code):%n%n%s%n%n"
              + "If the change is meant, rewrite the file and commit it:%n%n  %s%n",
          module, module, String.join("\n", diff), UPDATE);
    }
  }
}
