package io.leasehold.etcd;

import io.etcd.jetcd.ByteSequence;
import io.etcd.jetcd.ClientBuilder;
import io.grpc.ManagedChannel;
import io.grpc.Metadata;
import io.grpc.netty.NegotiationType;
import io.grpc.netty.NettyChannelBuilder;
import io.grpc.stub.MetadataUtils;
import io.netty.channel.ChannelOption;
import io.netty.handler.ssl.SslContext;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import java.util.stream.Stream;

/**
 * Makes channels from a jetcd builder. jetcd's own client cannot be used: its calls wait for ever,
 * are tried again, its keepalives run by themselves or need a stream each, and its channel cannot
 * be reached. Answers are handled on the network threads, which hand them over and do no more.
 */
final class Channels {

  private static final String LIST = "ip:///";
  private static final Duration PING = Duration.ofSeconds(10);

  private Channels() {}

  /** One per member, if the builder's target is a list of them; else one. */
  static List<Supplier<ManagedChannel>> of(ClientBuilder builder, Duration callTimeout) {
    String target = builder.target();
    Stream<String> targets =
        target.startsWith(LIST)
            ? Stream.of(target.substring(LIST.length()).split(",")).map(one -> LIST + one)
            : Stream.of(target);
    return targets
        .<Supplier<ManagedChannel>>map(one -> () -> channel(builder, one, callTimeout))
        .toList();
  }

  /** One per member of a URI. */
  static List<Supplier<ManagedChannel>> of(
      List<String> members, ClientBuilder builder, Duration callTimeout) {
    return members.stream()
        .<Supplier<ManagedChannel>>map(
            member -> () -> channel(builder, "dns:///" + member, callTimeout))
        .toList();
  }

  private static ManagedChannel channel(ClientBuilder from, String target, Duration callTimeout) {
    NettyChannelBuilder channel =
        NettyChannelBuilder.forTarget(target)
            .directExecutor()
            .disableRetry()
            .disableServiceConfigLookUp()
            .defaultLoadBalancingPolicy("pick_first")
            .withOption(
                ChannelOption.CONNECT_TIMEOUT_MILLIS, (int) Math.max(1, callTimeout.toMillis()))
            .keepAliveTime(PING.toMillis(), TimeUnit.MILLISECONDS)
            .keepAliveTimeout(Math.max(1, callTimeout.toMillis()), TimeUnit.MILLISECONDS);
    SslContext tls = from.sslContext();
    if (tls == null) {
      channel.negotiationType(NegotiationType.PLAINTEXT);
    } else {
      channel.negotiationType(NegotiationType.TLS).sslContext(tls);
    }
    if (from.authority() != null) {
      channel.overrideAuthority(from.authority());
    }
    if (from.maxInboundMessageSize() != null) {
      channel.maxInboundMessageSize(from.maxInboundMessageSize());
    }
    if (from.headers() != null) {
      channel.intercept(MetadataUtils.newAttachHeadersInterceptor(metadata(from.headers())));
    }
    if (from.interceptors() != null) {
      channel.intercept(from.interceptors());
    }
    return channel.build();
  }

  @SuppressWarnings("unchecked") // jetcd keeps keys and values apart from their types
  private static Metadata metadata(Map<Metadata.Key<?>, Object> headers) {
    Metadata metadata = new Metadata();
    headers.forEach((key, value) -> metadata.put((Metadata.Key<Object>) key, value));
    return metadata;
  }

  static EtcdLogin login(ClientBuilder builder) {
    ByteSequence user = builder.user();
    ByteSequence password = builder.password();
    return user == null || password == null
        ? EtcdLogin.anonymous()
        : EtcdLogin.as(
            user.toString(StandardCharsets.UTF_8), password.toString(StandardCharsets.UTF_8));
  }
}
