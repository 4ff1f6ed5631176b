package io.leasehold.redis;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.security.GeneralSecurityException;
import java.util.List;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.SSLSocket;
import javax.net.ssl.SSLSocketFactory;
import org.jspecify.annotations.Nullable;
import redis.clients.jedis.JedisSocketFactory;
import redis.clients.jedis.exceptions.JedisConnectionException;

/** Connects within the {@link CallBound} of the thread; over TLS if there is a factory for it. */
final class BoundedSocketFactory implements JedisSocketFactory {

  /**
   * A write has no timeout in Java. The kernel takes this much at once even if nothing is
   * acknowledged, and the largest batch with its scripts (see RedisTraits) is half of it.
   */
  static final int SEND_BUFFER = 256 * 1024;

  private final String host;
  private final HostLookup lookup;
  private final int port;
  private final int connectMillis;
  private final @Nullable SSLSocketFactory tls;
  private final boolean verifyHost;

  BoundedSocketFactory(
      HostLookup lookup,
      String host,
      int port,
      int connectMillis,
      @Nullable SSLSocketFactory tls,
      boolean verify) {
    this.lookup = lookup;
    this.host = host;
    this.port = port;
    this.connectMillis = connectMillis;
    this.tls = tls;
    this.verifyHost = verify;
  }

  @Override
  public Socket createSocket() {
    JedisConnectionException failed = null;
    List<InetAddress> addresses = addresses();
    for (int i = 0; i < addresses.size(); i++) {
      try {
        return connect(addresses.get(i), addresses.size() - i);
      } catch (IOException | GeneralSecurityException e) {
        if (failed == null) {
          failed = noConnection(e);
        } else {
          failed.addSuppressed(e);
        }
      }
    }
    throw failed != null
        ? failed
        : new JedisConnectionException("host " + host + " has no address");
  }

  private List<InetAddress> addresses() {
    try {
      return lookup.addresses(connectMillis);
    } catch (IOException e) {
      throw noConnection(e);
    }
  }

  private JedisConnectionException noConnection(Exception e) {
    return new JedisConnectionException(
        "no connection to " + host + ":" + port + ": " + e.getMessage(), e);
  }

  /**
   * Connects to one of several addresses.
   *
   * @param untried how many there are still, this one included: one that is silent must not take
   *     the time of the others
   */
  private Socket connect(InetAddress address, int untried)
      throws IOException, GeneralSecurityException {
    Socket socket = new BoundedSocket();
    boolean done = false;
    try {
      socket.setTcpNoDelay(true);
      socket.setKeepAlive(true);
      socket.setSendBufferSize(SEND_BUFFER);
      socket.setSoLinger(true, 0); // a broken connection leaves nothing behind
      socket.connect(
          new InetSocketAddress(address, port),
          Math.max(1, CallBound.millisLeft(connectMillis) / untried));
      Socket result = tls == null ? socket : secured(tls, socket);
      done = true;
      return result;
    } finally {
      if (!done) {
        socket.close();
      }
    }
  }

  private SSLSocket secured(SSLSocketFactory factory, Socket socket) throws IOException {
    SSLSocket secured = (SSLSocket) factory.createSocket(socket, host, port, true);
    if (verifyHost) {
      SSLParameters parameters = secured.getSSLParameters();
      parameters.setEndpointIdentificationAlgorithm("HTTPS");
      secured.setSSLParameters(parameters);
    }
    secured.startHandshake();
    return secured;
  }
}
