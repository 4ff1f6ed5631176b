package io.leasehold.tck.cli;

import java.util.List;
import picocli.CommandLine;
import picocli.CommandLine.IFactory;

/** Makes the commands, each with the console that it writes to. */
record Commands(Terminal terminal, List<String> args) implements IFactory {

  @Override
  public <K> K create(Class<K> type) throws Exception {
    if (type == RunCommand.class) {
      return type.cast(new RunCommand(terminal, args));
    }
    if (type == RecheckCommand.class) {
      return type.cast(new RecheckCommand(terminal, args));
    }
    if (type == ListCommand.class) {
      return type.cast(new ListCommand(terminal));
    }
    if (type == ReportCommand.class) {
      return type.cast(new ReportCommand(terminal));
    }
    return CommandLine.defaultFactory().create(type);
  }
}
