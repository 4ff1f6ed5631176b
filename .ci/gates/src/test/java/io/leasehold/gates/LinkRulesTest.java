package io.leasehold.gates;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LinkRulesTest {
  @TempDir Path root;

  @Test
  void seesEveryLinkThatLeadsNowhere() throws IOException {
    write("docs/other.md", "# Other page\n");
    Path page =
        write(
            "docs/page.md",
            """
            # Page

            [missing](missing.md), [here](other.md) and [up](../../outside.md)
            [heading](other.md#other-pages) or [own](#nowhere)
            ![picture](picture.png)
            [by reference]

            [by reference]: gone.md
            [in a table](code.java#L1)
            """);
    write("docs/code.java", "class Code {}\n");
    assertThat(LinkRules.broken(root, List.of(page)))
        .extracting(Violation::toString)
        .containsExactly(
            "[link] docs/page.md:3: missing.md: no such file",
            "[link] docs/page.md:3: ../../outside.md: leads out of the repository",
            "[link] docs/page.md:4: other.md#other-pages: no such heading",
            "[link] docs/page.md:4: #nowhere: no such heading",
            "[link] docs/page.md:5: picture.png: no such file",
            "[link] docs/page.md:8: gone.md: no such file",
            "[link] docs/page.md:9: code.java#L1: an anchor in something that is no page");
  }

  @Test
  void acceptsWhatResolvesAndLeavesTheWebAndCodeAlone() throws IOException {
    write("docs/other.md", "# Other: `memory:` & \"more\", 2 s\n\n## Twice\n\n## Twice\n");
    Path page =
        write(
            "README.md",
            """
            [a](docs/other.md) [b](docs) [c](#own) [d](docs/other.md#other-memory--more-2-s)
            [e](docs/other.md#twice) [f](docs/other.md#twice-1) [g](https://example.org/x#y)
            `[no link](nowhere.md)`

            ```text
            [no link](nowhere.md)
            # no heading
            ```

            # Own
            """);
    assertThat(LinkRules.broken(root, List.of(page))).isEmpty();
    assertThat(LinkRules.anchors(page)).containsExactly("own");
  }

  @Test
  void seesAPageThatASourceNamesAndThatIsNotThere() throws IOException {
    write("docs/there.md", "");
    write(
        "src/A.java",
        """
        /** See docs/there.md and docs/gone.md. */
        class A {
          String message = "docs/gone.md says more";
        }
        """);
    assertThat(LinkRules.missingPages(root, root.resolve("src")))
        .extracting(Violation::toString)
        .containsExactly("[link] src/A.java: docs/gone.md: no such page");
  }

  private Path write(String name, String text) throws IOException {
    Path file = root.resolve(name);
    Files.createDirectories(file.getParent());
    return Files.writeString(file, text);
  }
}
