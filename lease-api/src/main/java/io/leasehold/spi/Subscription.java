package io.leasehold.spi;

/** A registration that can be ended. */
@FunctionalInterface
public interface Subscription extends AutoCloseable {

  /** A subscription to nothing: the backend sends no such hints. */
  Subscription NONE = () -> {};

  /** Ends it; idempotent, does not block, throws nothing. A hint under way may still arrive. */
  @Override
  void close();
}
