package io.leasehold.servers;

import com.github.dockerjava.api.DockerClient;
import java.nio.file.Path;
import org.testcontainers.containers.GenericContainer;
import org.testcontainers.utility.DockerImageName;
import org.testcontainers.utility.MountableFile;

/**
 * The same server in a container. It shares the network of the machine: then its port outlives a
 * restart, and servers of one test reach each other as local programs do.
 */
final class ContainerServer implements TestServer {

  private final ServerSpec spec;
  private final int port = Ports.free();
  private final GenericContainer<?> container;

  private ContainerServer(ServerSpec spec) {
    this.spec = spec;
    this.container =
        new GenericContainer<>(DockerImageName.parse(spec.image()))
            .withNetworkMode("host")
            .withCommand(spec.arguments().apply(port).toArray(String[]::new));
    for (Path file : spec.files()) {
      container.withCopyFileToContainer(MountableFile.forHostPath(file), file.toString());
    }
  }

  static ContainerServer start(ServerSpec spec) {
    ContainerServer server = new ContainerServer(spec);
    try {
      server.container.start();
      server.awaitReady();
      return server;
    } catch (RuntimeException e) {
      server.close();
      throw e;
    }
  }

  private DockerClient docker() {
    return container.getDockerClient();
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
    docker().pauseContainerCmd(container.getContainerId()).exec();
  }

  @Override
  public void thaw() {
    docker().unpauseContainerCmd(container.getContainerId()).exec();
  }

  @Override
  public void stop() {
    docker().killContainerCmd(container.getContainerId()).exec();
    if (!Waiting.until(() -> !container.isRunning())) {
      throw new IllegalStateException("the container of " + spec.image() + " does not end");
    }
  }

  @Override
  public void launch() {
    docker().startContainerCmd(container.getContainerId()).exec();
  }

  @Override
  public void awaitReady() {
    boolean ready =
        Waiting.until(() -> !container.isRunning() || spec.answers().test(host(), port));
    if (!ready || !container.isRunning()) {
      throw new IllegalStateException(
          spec.image() + (ready ? " has ended: " : " does not answer: ") + log());
    }
  }

  @Override
  public String log() {
    return container.getLogs();
  }

  @Override
  public void close() {
    container.close();
  }
}
