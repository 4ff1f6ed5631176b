package io.leasehold.memory;

import io.leasehold.spi.LeaseName;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Everything that can go wrong between a client and the store, brought about on purpose. Of {@link
 * MemoryStore#faults()}; thread-safe.
 */
public final class MemoryFaults {

  /** The kinds of call. */
  public enum Op {
    /** {@code acquire}. */
    ACQUIRE,
    /** {@code renewIfOwner}, and each grant of {@code renewAllIfOwner}. */
    RENEW,
    /** {@code releaseIfOwner}. */
    RELEASE,
    /** {@code abandon}. */
    ABANDON,
    /** {@code revoke}. */
    REVOKE,
    /** {@code holder}. */
    HOLDER
  }

  private final MemoryStore store;
  private final Hints hints;

  private final ReentrantLock lock = new ReentrantLock();
  private final List<InjectedFault> planned = new ArrayList<>();
  private final Map<String, List<Call<?>>> frozen = new HashMap<>();

  MemoryFaults(MemoryStore store, Hints hints) {
    this.store = store;
    this.hints = hints;
  }

  /**
   * Starts to plan a fault for the next call.
   *
   * @param ops of which kind; none means any
   */
  public NextCalls next(Op... ops) {
    return new NextCalls(
        this, ops.length == 0 ? EnumSet.allOf(Op.class) : EnumSet.copyOf(Set.of(ops)));
  }

  /**
   * Runs a hook in the next call of a kind, in its thread, just before it is executed.
   *
   * @param op the kind
   * @param hook what to do
   */
  public InjectedFault before(Op op, Runnable hook) {
    return next(op).before(hook);
  }

  /**
   * Runs a hook in the next call of a kind, in its thread, between execution and reply.
   *
   * @param op the kind
   * @param hook what to do
   */
  public InjectedFault after(Op op, Runnable hook) {
    return next(op).after(hook);
  }

  /**
   * A part of the store stands still: every call of this renewal domain times out.
   *
   * @param domain its label, "" where the store was given no {@link MemoryStore#domains}
   */
  public void freeze(String domain) {
    locked(() -> frozen.computeIfAbsent(domain, d -> new ArrayList<>()));
  }

  /**
   * A frozen part goes on.
   *
   * @param domain its label
   * @param execute whether it now executes what was sent to it meanwhile, as a stopped process
   *     does, or never got it
   * @return how many requests it executed
   */
  public int thaw(String domain, boolean execute) {
    List<Call<?>> waiting = locked(() -> frozen.remove(domain));
    int executed = 0;
    if (waiting != null && execute) {
      for (Call<?> call : waiting) {
        executed += call.executeLate() == null ? 0 : 1;
      }
    }
    return executed;
  }

  /**
   * The store ends the session of a connection, and with it all its grants. The connection stays
   * usable; its next acquire opens a new session.
   *
   * @param connection one that declares the ttl scope SESSION
   * @throws IllegalArgumentException if it declares another
   */
  public void endSession(MemoryBackend connection) {
    store.endSession(connection, "the session was ended by the store");
  }

  /**
   * A record vanishes at the server.
   *
   * @param name the lease
   * @return whether there was one
   */
  public boolean delete(String name) {
    LeaseName lease = new LeaseName(name);
    return store.step((table, now) -> table.delete(now, lease));
  }

  /** All records and tombstones vanish at the server; the fence counter stays. */
  public void wipe() {
    store.wipe(false);
  }

  /**
   * Vacancy and suspect hints are lost from now on, or no more.
   *
   * @param value true to lose them
   */
  public void loseHints(boolean value) {
    hints.lose(value);
  }

  /** Heals everything: no plan and no hook is left, nothing is frozen, hints arrive. */
  public void clear() {
    locked(
        () -> {
          planned.forEach(InjectedFault::cancel);
          planned.clear();
          frozen.clear();
          return planned;
        });
    hints.lose(false);
  }

  InjectedFault plan(InjectedFault fault) {
    locked(() -> planned.add(fault));
    return fault;
  }

  /** What is planned for a call and taken by it, or null if it can go straight to the store. */
  @Nullable Consumer<Call<?>> troubleFor(Call<?> call) {
    if (freezes(call)) {
      return Call::noAnswer;
    }
    InjectedFault fault = locked(() -> firstTaking(call));
    return fault == null ? null : fault::apply;
  }

  void runHooks(Call<?> call, InjectedFault.When when) {
    List<InjectedFault> hooks =
        locked(
            () -> {
              List<InjectedFault> taking = new ArrayList<>();
              for (InjectedFault fault : planned) {
                if (fault.takes(call, when)) {
                  taking.add(fault);
                }
              }
              planned.removeIf(InjectedFault::spent);
              return taking;
            });
    hooks.forEach(hook -> hook.apply(call));
  }

  private boolean freezes(Call<?> call) {
    return locked(
        () -> {
          List<Call<?>> waiting = frozen.get(call.domain());
          return waiting != null && waiting.add(call);
        });
  }

  private @Nullable InjectedFault firstTaking(Call<?> call) {
    for (Iterator<InjectedFault> each = planned.iterator(); each.hasNext(); ) {
      InjectedFault fault = each.next();
      if (fault.takes(call, InjectedFault.When.ON_THE_WAY)) {
        if (fault.spent()) {
          each.remove();
        }
        return fault;
      }
    }
    return null;
  }

  private <T extends @Nullable Object> T locked(Supplier<T> body) {
    lock.lock();
    try {
      return body.get();
    } finally {
      lock.unlock();
    }
  }
}
