package io.leasehold.redis.handover;

/** One client of one way of waiting. For one thread. */
interface Contestant extends AutoCloseable {

  /** Waits until it has the name. */
  void acquire() throws Exception;

  void release() throws Exception;

  @Override
  void close();
}
