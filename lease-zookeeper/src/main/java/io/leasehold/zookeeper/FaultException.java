package io.leasehold.zookeeper;

/** Ends a call because of an answer that is none of those it can use. */
final class FaultException extends RuntimeException {

  private static final long serialVersionUID = 1L;

  private final transient ZooKeeperFault fault;

  FaultException(ZooKeeperFault fault) {
    super(fault.cause().toString(), fault.cause().error(), false, false);
    this.fault = fault;
  }

  ZooKeeperFault fault() {
    return fault;
  }
}
