package io.leasehold.zookeeper;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.LockSupport;
import org.apache.zookeeper.server.quorum.QuorumPeerMain;

/** A ZooKeeper server as a process of its own, with its data in the working directory. */
final class ServerMain {

  private static final Duration LOOK = Duration.ofMillis(500);

  private ServerMain() {}

  /** The port, the server's number, and the other lines of its configuration. */
  public static void main(String[] args) throws Exception {
    endWith(parent());
    Files.createDirectories(Path.of("data"));
    Files.writeString(Path.of("data", "myid"), args[1]);
    List<String> lines = new ArrayList<>(List.of("dataDir=data", "clientPortAddress=127.0.0.1"));
    lines.add("clientPort=" + args[0]);
    lines.addAll(List.of(args).subList(2, args.length));
    Path configuration = Files.write(Path.of("zoo.cfg"), lines);
    QuorumPeerMain.main(new String[] {configuration.toString()});
  }

  /** Whoever started it may be killed, and cannot stop it then. */
  private static void endWith(long parent) {
    Thread watch =
        new Thread(
            () -> {
              while (parent() == parent) {
                LockSupport.parkNanos(LOOK.toNanos());
              }
              Runtime.getRuntime().halt(1);
            },
            "parent");
    watch.setDaemon(true);
    watch.start();
  }

  private static long parent() {
    return ProcessHandle.current().parent().map(ProcessHandle::pid).orElse(-1L);
  }
}
