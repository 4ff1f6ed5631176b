package io.leasehold.servers;

import io.leasehold.tck.process.ProcStat;
import io.leasehold.tck.process.Signals;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/** A process of a local program, in a folder of its own. Ends with this JVM. */
final class LocalServer implements TestServer {

  private static final int PORTS_TRIED = 5;

  private final ServerSpec spec;
  private final Path program;
  private final Path folder;
  private final int port;
  private final Thread atExit = new Thread(this::kill, "kill-test-server");
  private volatile Process process;

  private LocalServer(ServerSpec spec, Path program) {
    this.spec = spec;
    this.program = program;
    this.port = Ports.free();
    try {
      this.folder = Files.createTempDirectory(spec.program());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    Runtime.getRuntime().addShutdownHook(atExit);
    this.process = process();
  }

  static LocalServer start(ServerSpec spec, Path program) {
    for (int tried = 1; ; tried++) {
      LocalServer server = new LocalServer(spec, program);
      try {
        server.awaitReady();
        return server;
      } catch (IllegalStateException e) {
        server.close();
        // Another process was faster to take the port.
        if (tried == PORTS_TRIED || !String.valueOf(e.getMessage()).contains("already in use")) {
          throw e;
        }
      }
    }
  }

  private Process process() {
    List<String> command = new ArrayList<>(List.of(program.toString()));
    command.addAll(spec.arguments().apply(port));
    try {
      return new ProcessBuilder(command)
          .directory(folder.toFile())
          .redirectErrorStream(true)
          .redirectOutput(logFile().toFile())
          .start();
    } catch (IOException e) {
      throw new UncheckedIOException(program + " does not start", e);
    }
  }

  private Path logFile() {
    return folder.resolve("log");
  }

  @Override
  public String host() {
    return "127.0.0.1";
  }

  @Override
  public int port() {
    return port;
  }

  @Override
  public boolean isOwn() {
    return true;
  }

  @Override
  public void freeze() {
    signal("STOP", true);
  }

  @Override
  public void thaw() {
    signal("CONT", false);
  }

  private void signal(String name, boolean stopped) {
    try {
      Signals.send(name, process.pid(), Waiting.PATIENCE);
    } catch (InterruptedException e) {
      throw Waiting.interrupted(e);
    }
    if (!Waiting.until(() -> isStopped() == stopped)) {
      throw new IllegalStateException("SIG" + name + " has no effect on " + program);
    }
  }

  private boolean isStopped() {
    return ProcStat.of(process.pid()).map(ProcStat::isStopped).orElse(false);
  }

  @Override
  public void stop() {
    kill();
  }

  @Override
  public void launch() {
    if (process.isAlive()) {
      throw new IllegalStateException(program + " runs; stop it first");
    }
    process = process();
  }

  @Override
  public void awaitReady() {
    boolean ready = Waiting.until(() -> !process.isAlive() || spec.answers().test(host(), port));
    if (!ready || !process.isAlive()) {
      throw new IllegalStateException(
          program + (ready ? " has ended: " : " does not answer: ") + log());
    }
  }

  @Override
  public String log() {
    try {
      return Files.readString(logFile());
    } catch (IOException e) {
      return e.toString();
    }
  }

  private void kill() {
    process.destroyForcibly();
    try {
      if (!process.waitFor(Waiting.PATIENCE.toNanos(), TimeUnit.NANOSECONDS)) {
        throw new IllegalStateException(program + " survives SIGKILL");
      }
    } catch (InterruptedException e) {
      throw Waiting.interrupted(e);
    }
  }

  @Override
  public void close() {
    kill();
    try {
      Runtime.getRuntime().removeShutdownHook(atExit);
    } catch (IllegalStateException e) {
      // This JVM is leaving; the hook finds nothing to do.
    }
    try (Stream<Path> files = Files.walk(folder)) {
      for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
        Files.delete(file);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
