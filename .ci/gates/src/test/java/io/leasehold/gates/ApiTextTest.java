package io.leasehold.gates;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What the text of a public API says, and that it shows each kind of change. */
class ApiTextTest {
  private static final String SHAPE =
      """
      package planted;

      import java.io.IOException;
      import java.util.List;
      import java.util.Map;
      import org.jspecify.annotations.Nullable;

      public sealed interface Shape<T extends Comparable<T>> extends AutoCloseable
          permits Shape.Circle, Shape.Other {
        int LIMIT = 3;

        <X extends Exception> @Nullable T find(List<? super T> in, Map<String, int[]> by) throws X;

        default String[] names(String... more) {
          return more;
        }

        @Override
        void close() throws IOException;

        @Deprecated
        static void old() {}

        record Circle<T extends Comparable<T>>(double radius, @Nullable String name)
            implements Shape<T> {
          public <X extends Exception> T find(List<? super T> in, Map<String, int[]> by) {
            return null;
          }

          public void close() {}
        }

        abstract non-sealed class Other<T extends Comparable<T>> extends Hidden implements Shape<T> {
          protected final Colour colour = Colour.RED;
          private int secret;

          protected Other(int size) {}

          int alsoSecret() {
            return secret;
          }
        }

        enum Colour {
          RED,
          BLUE
        }
      }
      """;

  private static final String HIDDEN =
      """
      package planted;

      class Hidden {
        public final void inherited() {}
      }
      """;

  private static String reviewed;

  @TempDir Path folder;

  @BeforeAll
  static void writeTheReviewedText(@TempDir Path own) throws IOException {
    reviewed = ApiText.of(new Plant(own).classes(SHAPE, HIDDEN));
  }

  @Test
  void writesTheWholeVisibleSurface() {
    assertThat(reviewed)
        .isEqualTo(
            """
            package planted

            public sealed interface planted.Shape<T extends Comparable<T>> extends AutoCloseable permits planted.Shape.Circle, planted.Shape.Other
              public static final int LIMIT
              void close() throws java.io.IOException
              <X extends Exception> @Nullable T find(java.util.List<? super T>, java.util.Map<String, int[]>) throws X
              default String[] names(String...)
              @Deprecated static void old()

            public static record planted.Shape.Circle<T extends Comparable<T>>(double radius, @Nullable String name) implements planted.Shape<T>
              public Circle(double, @Nullable String)
              public void close()
              public <X extends Exception> T find(java.util.List<? super T>, java.util.Map<String, int[]>)

            public static enum planted.Shape.Colour
              constant RED
              constant BLUE

            public static abstract class planted.Shape.Other<T extends Comparable<T>> extends planted.Hidden implements planted.Shape<T>
              protected final planted.Shape.Colour colour
              protected Other(int)
              public final void inherited()
            """);
  }

  @ParameterizedTest(name = "{0} -> {1}")
  @CsvSource(
      delimiter = '|',
      value = {
        "int LIMIT = 3;            | int LIMIT = 3; int MORE = 4;",
        "@Nullable T find          | T find",
        "double radius, @Nullable  | double radius,",
        "protected Other(int size) | protected Other(long size)",
        "close() throws IOException| close()",
        "protected final Colour    | public final Colour",
        "RED,                      | RED, GREEN,",
        "@Deprecated               | ",
        "default String[] names(String... more) | default String[] names(String[] more)",
      })
  void showsEachKindOfChange(String before, String after) throws IOException {
    String changed = SHAPE.replace(before, after == null ? "" : after);
    assertThat(changed).isNotEqualTo(SHAPE);
    assertThat(ApiText.of(new Plant(folder).classes(changed, HIDDEN))).isNotEqualTo(reviewed);
  }

  @Test
  void listsExportedPackagesOnly() throws IOException {
    Plant plant = new Plant(folder);
    Files.createDirectories(plant.sources());
    String exported = "package open;\npublic class Seen {}\n";
    String inside = "package shut;\npublic class Unseen {}\n";
    Path classes = plant.classes(exported, inside);
    assertThat(ApiText.of(classes)).contains("open.Seen", "shut.Unseen");
    plant.module("module planted {\n  exports open;\n}\n");
    assertThat(ApiText.of(classes))
        .startsWith("module planted\n  exports open\n")
        .contains("open.Seen")
        .doesNotContain("Unseen");
  }

  @Test
  void aDiffNamesWhatChangedAndWhere() {
    String before = "package p\n\nclass A\n  int a()\n  int b()\n\nclass B\n  int c()\n";
    String after = "package p\n\nclass A\n  int a()\n  long b()\n\nclass B\n  int c()\n  int d()\n";
    assertThat(TextDiff.of(before, before)).isEmpty();
    assertThat(TextDiff.of(before, after))
        .containsExactly("  class A", "-   int b()", "+   long b()", "  class B", "+   int d()");
  }
}
