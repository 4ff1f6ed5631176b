package io.leasehold.etcd;

import io.etcd.jetcd.api.AuthGrpc;
import io.etcd.jetcd.api.AuthenticateRequest;
import io.grpc.CallOptions;
import io.grpc.Channel;
import io.grpc.ClientCall;
import io.grpc.ClientInterceptor;
import io.grpc.ForwardingClientCall;
import io.grpc.Metadata;
import io.grpc.MethodDescriptor;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Who this client says it is: the server gives a token for user and password, and each request
 * carries it. Without a user nothing is added. Thread-safe.
 */
final class EtcdLogin implements ClientInterceptor {

  private static final Metadata.Key<String> TOKEN =
      Metadata.Key.of("token", Metadata.ASCII_STRING_MARSHALLER);

  private final @Nullable AuthenticateRequest credentials;
  private volatile @Nullable String token;

  private EtcdLogin(@Nullable AuthenticateRequest credentials) {
    this.credentials = credentials;
  }

  static EtcdLogin anonymous() {
    return new EtcdLogin(null);
  }

  static EtcdLogin as(String user, String password) {
    return new EtcdLogin(
        AuthenticateRequest.newBuilder().setName(user).setPassword(password).build());
  }

  /** What has to be sent first, if there is no token yet. */
  Optional<AuthenticateRequest> due() {
    return token == null ? Optional.ofNullable(credentials) : Optional.empty();
  }

  MethodDescriptor<AuthenticateRequest, io.etcd.jetcd.api.AuthenticateResponse> method() {
    return AuthGrpc.getAuthenticateMethod();
  }

  void loggedIn(String newToken) {
    token = newToken;
  }

  /** The server does not know the token any more; it was restarted, or the token is old. */
  boolean forget() {
    boolean had = token != null;
    token = null;
    return had;
  }

  @Override
  public <Q, R> ClientCall<Q, R> interceptCall(
      MethodDescriptor<Q, R> method, CallOptions options, Channel next) {
    String present = token;
    ClientCall<Q, R> call = next.newCall(method, options);
    if (present == null) {
      return call;
    }
    return new ForwardingClientCall.SimpleForwardingClientCall<>(call) {
      @Override
      public void start(Listener<R> listener, Metadata headers) {
        headers.put(TOKEN, present);
        super.start(listener, headers);
      }
    };
  }
}
