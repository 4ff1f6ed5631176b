package io.leasehold.servers;

import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import java.util.regex.Pattern;
import org.testcontainers.DockerClientFactory;

/**
 * Finds a way to get a server: the one that the environment names, else a program on the PATH, else
 * a container, if a Docker engine answers; its client program alone does not count. Else it fails,
 * and says what to install. It never skips, and there is no imitation of a server. Thread-safe.
 */
public final class TestServers {

  private static final TestServers HERE =
      new TestServers(System.getenv(), () -> DockerClientFactory.instance().isDockerAvailable());

  private final Map<String, String> environment;
  private final BooleanSupplier dockerAnswers;

  TestServers(Map<String, String> environment, BooleanSupplier dockerAnswers) {
    this.environment = environment;
    this.dockerAnswers = dockerAnswers;
  }

  /** Those that this machine offers. */
  public static TestServers here() {
    return HERE;
  }

  /**
   * The server that the environment names, if it names one; else as {@link #start}. For tests that
   * do no harm to a server nor to what else is in it.
   */
  public TestServer givenOrStarted(ServerSpec spec) {
    return isGiven(spec) ? GivenServer.of(spec, given(spec)) : start(spec);
  }

  /** Whether the environment names one. */
  public boolean isGiven(ServerSpec spec) {
    return !given(spec).isEmpty();
  }

  private String given(ServerSpec spec) {
    return environment.getOrDefault(spec.variable(), "").strip();
  }

  /**
   * A server of the test's own, which answers.
   *
   * @throws IllegalStateException if there is no way to get one, or it does not start
   */
  public TestServer start(ServerSpec spec) {
    Optional<Path> program = find(spec.program());
    if (program.isPresent()) {
      return LocalServer.start(spec, program.get());
    }
    if (dockerAnswers.getAsBoolean()) {
      return ContainerServer.start(spec);
    }
    throw new IllegalStateException(
        String.format(
            "no %s on the PATH and no Docker engine answers; install one: sudo apt-get install -y %s",
            spec.program(), spec.debianPackage()));
  }

  private Optional<Path> find(String program) {
    return Pattern.compile(File.pathSeparator, Pattern.LITERAL)
        .splitAsStream(environment.getOrDefault("PATH", ""))
        .filter(folder -> !folder.isEmpty())
        .map(folder -> Path.of(folder, program))
        .filter(Files::isExecutable)
        .findFirst();
  }
}
