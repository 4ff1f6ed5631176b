package io.leasehold.redis;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.security.GeneralSecurityException;
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
  private final int port;
  private final int connectMillis;
  private final @Nullable SSLSocketFactory tls;
  private final boolean verifyHost;

  BoundedSocketFactory(
      String host, int port, int connectMillis, @Nullable SSLSocketFactory tls, boolean verify) {
    this.host = host;
    this.port = port;
    this.connectMillis = connectMillis;
    this.tls = tls;
    this.verifyHost = verify;
  }

  @Override
  public Socket createSocket() {
    JedisConnectionException failed = null;
    try {
      for (InetAddress address : InetAddress.getAllByName(host)) {
        try {
          return connect(address);
        } catch (IOException | GeneralSecurityException e) {
          if (failed == null) {
            failed = new JedisConnectionException("no connection to " + host + ":" + port, e);
          } else {
            failed.addSuppressed(e);
          }
        }
      }
    } catch (IOException e) {
      throw new JedisConnectionException("host " + host + " has no address", e);
    }
    throw failed != null
        ? failed
        : new JedisConnectionException("host " + host + " has no address");
  }

  private Socket connect(InetAddress address) throws IOException, GeneralSecurityException {
    Socket socket = new BoundedSocket();
    boolean done = false;
    try {
      socket.setTcpNoDelay(true);
      socket.setKeepAlive(true);
      socket.setSendBufferSize(SEND_BUFFER);
      socket.setSoLinger(true, 0); // a broken connection leaves nothing behind
      socket.connect(new InetSocketAddress(address, port), CallBound.millisLeft(connectMillis));
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
