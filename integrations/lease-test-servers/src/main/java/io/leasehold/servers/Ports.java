package io.leasehold.servers;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.util.concurrent.ThreadLocalRandom;

/**
 * Free ports below those that systems give to outgoing connections (Linux: 32768 and above, {@code
 * ip_local_port_range}). A server that is restarted finds its port free again; one from the other
 * range may meanwhile be the near end of somebody's connection.
 */
public final class Ports {

  private static final int FIRST = 15_000;
  private static final int END = 32_000;
  private static final int TRIES = 1_000;

  private Ports() {}

  /** A port of the loopback address on which nobody listens now. */
  public static int free() {
    for (int n = 0; n < TRIES; n++) {
      int port = ThreadLocalRandom.current().nextInt(FIRST, END);
      if (isFree(port)) {
        return port;
      }
    }
    throw new IllegalStateException(
        "found no free port between " + FIRST + " and " + END + " in " + TRIES + " tries");
  }

  private static boolean isFree(int port) {
    try (ServerSocket socket = new ServerSocket(port, 1, InetAddress.getLoopbackAddress())) {
      return socket.isBound();
    } catch (IOException e) {
      return false;
    }
  }
}
