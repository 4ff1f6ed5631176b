package io.leasehold.tck.report;

import io.leasehold.tck.run.Played;
import java.nio.file.Path;
import java.util.Optional;
import java.util.function.Function;

/**
 * Where a reader of a text finds the rest.
 *
 * @param historyOf a play's history, if there is a file of it
 * @param page the HTML page, if there is one
 */
public record Places(Function<Played, Optional<String>> historyOf, Optional<String> page) {

  /** Nothing was written. */
  public static final Places NONE = new Places(play -> Optional.empty(), Optional.empty());

  /** As {@link Reports#write} wrote them into this folder. */
  public static Places in(Path folder) {
    return new Places(
        play -> Reports.historyFile(play).map(file -> folder.resolve(file).toString()),
        Optional.of(folder.resolve(Reports.HTML).toString()));
  }
}
