package io.leasehold.zookeeper;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.apache.zookeeper.server.quorum.QuorumPeerMain;

/** A ZooKeeper server as a process of its own, with its data in the working directory. */
final class ServerMain {

  private ServerMain() {}

  /** The lines of its configuration, beside the port and the folder. */
  public static void main(String[] args) throws Exception {
    List<String> lines = new ArrayList<>(List.of("dataDir=data", "clientPortAddress=127.0.0.1"));
    lines.add("clientPort=" + args[0]);
    lines.addAll(List.of(args).subList(1, args.length));
    Path configuration = Files.write(Path.of("zoo.cfg"), lines);
    QuorumPeerMain.main(new String[] {configuration.toString()});
  }
}
