package io.leasehold.redis;

import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.Socket;
import java.net.SocketException;
import java.net.SocketTimeoutException;

/**
 * A socket each of whose reads ends with the {@link CallBound} of its thread. Writes need no bound:
 * a batch is smaller than {@link BoundedSocketFactory#SEND_BUFFER}, and a connection that ran into
 * its bound is never used again.
 */
final class BoundedSocket extends Socket {

  /** For threads without a call: what the driver asked for. The subscriber asks for "for ever". */
  private volatile int asked;

  @Override
  @SuppressWarnings("UnsynchronizedOverridesSynchronized") // one write; the rest is the super's
  public void setSoTimeout(int millis) throws SocketException {
    asked = millis;
    super.setSoTimeout(millis);
  }

  private void bound() throws SocketException, SocketTimeoutException {
    super.setSoTimeout(CallBound.millisLeft(asked));
  }

  @Override
  public InputStream getInputStream() throws IOException {
    return new FilterInputStream(super.getInputStream()) {
      @Override
      public int read() throws IOException {
        bound();
        return super.read();
      }

      @Override
      public int read(byte[] buffer, int offset, int length) throws IOException {
        bound();
        return super.read(buffer, offset, length);
      }
    };
  }
}
