package io.leasehold.gates;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DocRulesTest {
  @TempDir Path folder;

  @Test
  void rejectsEveryVisibleElementWithoutAComment() throws IOException {
    Plant plant = new Plant(folder);
    plant.write(
        """
        package open;

        public interface Undocumented {
          int LIMIT = 1;

          void inInterface();

          record Nested(int a) {
            public Nested(int b, int c) {
              this(b);
            }
          }

          /** Has one. */
          enum Colour {
            /** Has one. */
            RED,
            BLUE
          }
        }
        """);
    plant.write("package shut;\npublic class Ignored {\n}\n");
    assertThat(DocRules.undocumented(plant.sources(), name -> name.equals("open")))
        .extracting(Violation::toString)
        .containsExactly(
            "[documented] open/Undocumented.java:3: Undocumented has no comment",
            "[documented] open/Undocumented.java:4: LIMIT has no comment",
            "[documented] open/Undocumented.java:6: inInterface() has no comment",
            "[documented] open/Undocumented.java:8: Nested has no comment",
            "[documented] open/Undocumented.java:9: <init>() has no comment",
            "[documented] open/Undocumented.java:18: BLUE has no comment");
  }

  @Test
  void acceptsWhatIsHiddenInheritedOrSaidByTheRecord() throws IOException {
    Plant plant = new Plant(folder);
    plant.write(
        """
        package open;

        /** Documented. */
        public record Documented(int a) {
          public Documented {
            hidden();
          }

          static void hidden() {}

          @Override
          public String toString() {
            return "";
          }

          private interface Inside {
            void alsoHidden();
          }
        }
        """);
    assertThat(DocRules.undocumented(plant.sources(), name -> true)).isEmpty();
  }
}
