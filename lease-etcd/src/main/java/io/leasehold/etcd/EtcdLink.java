package io.leasehold.etcd;

import io.grpc.Channel;
import io.grpc.ClientInterceptors;
import io.grpc.ManagedChannel;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;

/** A connection to one member: its channel, and the streams that live on it. Thread-safe. */
final class EtcdLink {

  private final ManagedChannel managed;
  private final Channel channel;
  private final AtomicReference<KeepAliveStream> keepAlives;

  private final AtomicLong answers = new AtomicLong();

  EtcdLink(ManagedChannel managed, EtcdLogin login) {
    this.managed = managed;
    this.channel = ClientInterceptors.intercept(managed, login);
    this.keepAlives = new AtomicReference<>(new KeepAliveStream(channel, this::heard));
  }

  Channel channel() {
    return channel;
  }

  /** The channel as it is before anybody has logged in. */
  Channel bare() {
    return managed;
  }

  /** Something has come from the member. */
  void heard() {
    answers.incrementAndGet();
  }

  /** How often something has come from the member. */
  long answers() {
    return answers.get();
  }

  /** The stream for keepalives; a new one if the last has ended. */
  KeepAliveStream keepAlives() {
    KeepAliveStream stream = keepAlives.get();
    if (!stream.isEnded()) {
      return stream;
    }
    KeepAliveStream next = new KeepAliveStream(channel, this::heard);
    return keepAlives.compareAndSet(stream, next) ? next : keepAlives.get();
  }

  /** Calls under way end by themselves, no new ones begin. */
  void retire() {
    keepAlives.get().retire();
    managed.shutdown();
  }

  /** Ends everything at once. */
  void close() {
    managed.shutdownNow();
  }
}
