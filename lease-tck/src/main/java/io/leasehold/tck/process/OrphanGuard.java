package io.leasehold.tck.process;

import java.io.IOException;
import java.lang.ProcessBuilder.Redirect;

/**
 * Kills a stopped child if its parent dies. A running child sees the end of its standard input and
 * leaves by itself; a stopped one sees nothing, and the parent's shutdown hook does not run if the
 * parent is killed. So for as long as a child is stopped a tiny helper process waits for the end of
 * its own standard input, a pipe that only the parent's death closes.
 */
final class OrphanGuard implements AutoCloseable {

  private final Process helper;

  private OrphanGuard(Process helper) {
    this.helper = helper;
  }

  static OrphanGuard over(long pid) {
    try {
      // Ctrl-C in a terminal reaches the helper too; the child still has to die after its parent.
      String script = "trap '' INT TERM HUP; read -r _; kill -s KILL \"$1\"";
      return new OrphanGuard(
          new ProcessBuilder("/bin/sh", "-c", script, "orphan-guard", "" + pid)
              .redirectOutput(Redirect.DISCARD)
              .redirectError(Redirect.DISCARD)
              .start());
    } catch (IOException e) {
      throw new ChildFailedException("pid " + pid + " is not stopped: /bin/sh did not start", e);
    }
  }

  /** Dismisses the helper; SIGKILL, because the end of its input would be the order to act. */
  @Override
  public void close() {
    helper.destroyForcibly();
  }
}
