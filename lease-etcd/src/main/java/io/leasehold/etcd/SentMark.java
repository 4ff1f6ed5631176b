package io.leasehold.etcd;

import io.grpc.ClientStreamTracer;
import io.grpc.Metadata;

/**
 * Notes whether a request was handed to a connection. One that never was is known not to have run.
 */
final class SentMark extends ClientStreamTracer.Factory {

  private volatile boolean sent;

  boolean isSent() {
    return sent;
  }

  @Override
  public ClientStreamTracer newClientStreamTracer(
      ClientStreamTracer.StreamInfo info, Metadata headers) {
    return new ClientStreamTracer() {
      @Override
      public void outboundMessage(int number) {
        sent = true;
      }
    };
  }
}
