package io.leasehold.tck.process;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/** Reads lines of bounded length: what is beyond is dropped, so a child cannot fill our memory. */
final class LineReader {

  static final int MAX_LENGTH = 8192;

  private final BufferedReader in;

  LineReader(InputStream in) {
    this.in = new BufferedReader(new InputStreamReader(in, StandardCharsets.UTF_8));
  }

  /** The next line; null at the end of the stream, or once the child is gone. */
  @Nullable String next() {
    StringBuilder line = new StringBuilder();
    try {
      int c = in.read();
      if (c < 0) {
        return null;
      }
      for (; c >= 0 && c != '\n'; c = in.read()) {
        if (line.length() < MAX_LENGTH) {
          line.append((char) c);
        }
      }
    } catch (IOException e) {
      // The pipe was closed by close(): the same as its end.
      return line.isEmpty() ? null : line.toString();
    }
    return line.toString();
  }
}
