package io.leasehold.servers;

/** A server that somebody else runs. */
final class GivenServer implements TestServer {

  private final ServerSpec spec;
  private final String host;
  private final int port;

  private GivenServer(ServerSpec spec, String host, int port) {
    this.spec = spec;
    this.host = host;
    this.port = port;
  }

  static GivenServer of(ServerSpec spec, String address) {
    int colon = address.lastIndexOf(':');
    try {
      int port = Integer.parseInt(address.substring(colon + 1));
      if (colon > 0 && port > 0 && port < 65_536) {
        GivenServer server = new GivenServer(spec, address.substring(0, colon), port);
        server.awaitReady();
        return server;
      }
    } catch (NumberFormatException e) {
      // said below
    }
    throw new IllegalArgumentException(
        spec.variable() + " is \"" + address + "\"; write host:port, for instance 127.0.0.1:6379");
  }

  @Override
  public String host() {
    return host;
  }

  @Override
  public int port() {
    return port;
  }

  @Override
  public boolean isOwn() {
    return false;
  }

  @Override
  public void freeze() {
    throw notOurs("frozen");
  }

  @Override
  public void thaw() {
    throw notOurs("frozen and thawed");
  }

  @Override
  public void stop() {
    throw notOurs("stopped");
  }

  @Override
  public void launch() {
    throw notOurs("started");
  }

  @Override
  public void awaitReady() {
    if (!Waiting.until(() -> spec.answers().test(host, port))) {
      throw new IllegalStateException(
          "no "
              + spec.program()
              + " answers at "
              + host
              + ":"
              + port
              + ", named by "
              + spec.variable());
    }
  }

  @Override
  public String log() {
    return "";
  }

  @Override
  public void close() {
    // Not ours: it stays.
  }

  private UnsupportedOperationException notOurs(String what) {
    return new UnsupportedOperationException(
        "a server named by "
            + spec.variable()
            + " is not "
            + what
            + " by tests; unset the variable");
  }
}
