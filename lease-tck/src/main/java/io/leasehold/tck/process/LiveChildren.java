package io.leasehold.tck.process;

import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicBoolean;

/** All children of this JVM that may be alive; killed when it shuts down. */
final class LiveChildren {

  private static final LiveChildren INSTANCE = new LiveChildren();

  private final Set<Process> alive = ConcurrentHashMap.newKeySet();
  private final AtomicBoolean ended = new AtomicBoolean();

  private LiveChildren() {
    Runtime.getRuntime().addShutdownHook(new Thread(this::killAll, "kill-child-jvms"));
  }

  static LiveChildren instance() {
    return INSTANCE;
  }

  void add(Process child) {
    alive.add(child);
    // The hook may have run between the start and the line above: then nobody else kills it.
    if (ended.get()) {
      child.destroyForcibly();
    }
  }

  void remove(Process child) {
    alive.remove(child);
  }

  private void killAll() {
    ended.set(true);
    alive.forEach(Process::destroyForcibly);
  }
}
