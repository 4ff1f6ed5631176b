package io.leasehold.tck.net;

/** One way through the proxy. */
public enum Direction {
  /** From the client to the store. */
  REQUESTS,
  /** From the store to the client. */
  REPLIES
}
