package io.leasehold.redis;

import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.Socket;

/**
 * A socket each of whose reads ends with the {@link CallBound} of its thread. Writes need no bound:
 * a batch is smaller than {@link BoundedSocketFactory#SEND_BUFFER}, and a connection that ran into
 * its bound is never used again.
 */
final class BoundedSocket extends Socket {

  /** For threads without a call: the subscriber waits for as long as nothing comes. */
  private static final int FOR_EVER = 0;

  @Override
  public InputStream getInputStream() throws IOException {
    return new FilterInputStream(super.getInputStream()) {
      @Override
      public int read() throws IOException {
        setSoTimeout(CallBound.millisLeft(FOR_EVER));
        return super.read();
      }

      @Override
      public int read(byte[] buffer, int offset, int length) throws IOException {
        setSoTimeout(CallBound.millisLeft(FOR_EVER));
        return super.read(buffer, offset, length);
      }
    };
  }
}
