package io.leasehold.memory;

import io.leasehold.memory.InjectedFault.When;
import io.leasehold.memory.MemoryFaults.Op;
import io.leasehold.spi.Cause;
import io.leasehold.spi.LeaseName;
import java.time.Duration;
import java.util.Set;
import java.util.function.BiConsumer;
import java.util.function.Predicate;
import java.util.function.Supplier;

/**
 * Says which calls a fault is meant for and what happens to them. Starts with {@link
 * MemoryFaults#next}, is narrowed, and ends with the fault; not thread-safe.
 *
 * <pre>{@code
 * InjectedFault zombie = store.faults().next(Op.ACQUIRE).lease("orders").holdRequest();
 * }</pre>
 *
 * <p>Each call meets at most one fault, the first planned that fits, besides all hooks that fit. A
 * batch counts as one call per grant, all of which share one time bound.
 */
public final class NextCalls {

  private final MemoryFaults faults;
  private Predicate<Call<?>> match;
  private int times = 1;

  NextCalls(MemoryFaults faults, Set<Op> ops) {
    this.faults = faults;
    this.match = call -> ops.contains(call.op());
  }

  /**
   * For more than the next one call.
   *
   * @param calls how many
   */
  public NextCalls times(int calls) {
    if (calls < 1) {
      throw new IllegalArgumentException("a fault for " + calls + " calls; plan 1 or more");
    }
    times = calls;
    return this;
  }

  /** For every call until {@link InjectedFault#cancel()} or {@link MemoryFaults#clear()}. */
  public NextCalls always() {
    return times(Integer.MAX_VALUE);
  }

  /**
   * Only for calls that name this lease.
   *
   * @param name the lease
   */
  public NextCalls lease(String name) {
    LeaseName wanted = new LeaseName(name);
    return narrow(call -> call.name().equals(wanted));
  }

  /**
   * Only for calls of one renewal domain.
   *
   * @param domain its label
   */
  public NextCalls domain(String domain) {
    return narrow(call -> call.domain().equals(domain));
  }

  /**
   * Only for calls made through one connection.
   *
   * @param connection the connection
   */
  public NextCalls connection(MemoryBackend connection) {
    return narrow(call -> call.connection() == connection);
  }

  /** The request is held back and the caller has no answer, until the handle lets it go. */
  public InjectedFault holdRequest() {
    return plan(
        (call, fault) -> {
          fault.hold(call);
          call.noAnswer();
        });
  }

  /** The request is lost: never executed, no answer. */
  public InjectedFault loseRequest() {
    return plan((call, fault) -> call.noAnswer());
  }

  /** The reply is lost or comes too late: executed, no answer; the handle knows the outcome. */
  public InjectedFault loseReply() {
    return plan(
        (call, fault) -> {
          fault.note(call.execute());
          call.noAnswer();
        });
  }

  /** Executed and answered; the handle holds a copy that is executed again when let go. */
  public InjectedFault duplicate() {
    return plan(
        (call, fault) -> {
          fault.note(call.execute());
          fault.hold(call);
        });
  }

  /**
   * Not executed, and the caller is told so.
   *
   * @param cause the cause in the answer
   */
  public InjectedFault refuse(Cause cause) {
    return plan((call, fault) -> call.refuse(cause));
  }

  /**
   * Not executed; an exception escapes from the call instead of an answer.
   *
   * @param exception makes it
   */
  public InjectedFault throwing(Supplier<? extends RuntimeException> exception) {
    return plan(
        (call, fault) -> {
          throw exception.get();
        });
  }

  /**
   * The request takes this long to the store. From the call timeout on there is no answer, and it
   * is executed at the end of the bound.
   *
   * @param time how long
   */
  public InjectedFault delayRequest(Duration time) {
    return plan(
        (call, fault) -> {
          boolean answered = time.compareTo(call.bound()) < 0;
          Cause cut = call.spend(answered ? time : call.bound());
          if (cut != null) {
            call.refuse(cut);
            return;
          }
          fault.note(call.execute());
          if (!answered) {
            call.noAnswer();
          }
        });
  }

  /**
   * Executed at once; the reply takes this long. From the call timeout on there is no answer.
   *
   * @param time how long
   */
  public InjectedFault delayReply(Duration time) {
    return plan(
        (call, fault) -> {
          fault.note(call.execute());
          if (time.compareTo(call.bound()) >= 0) {
            call.noAnswer();
            return;
          }
          Cause cut = call.spend(time);
          if (cut != null) {
            call.leaveUnknown(cut);
          }
        });
  }

  /**
   * Runs in the thread of the call just before the request is executed at the store. May call the
   * store itself; a hook planned for {@link #always()} then meets its own calls. What it throws
   * escapes from the call. An empty hook counts calls ({@link InjectedFault#hits()}).
   *
   * @param hook what to do
   */
  public InjectedFault before(Runnable hook) {
    return plan(When.BEFORE, (call, fault) -> hook.run());
  }

  /**
   * Runs in the thread of the call after the request was executed and before the reply is returned.
   *
   * @param hook what to do
   */
  public InjectedFault after(Runnable hook) {
    return plan(When.AFTER, (call, fault) -> hook.run());
  }

  private NextCalls narrow(Predicate<Call<?>> condition) {
    match = match.and(condition);
    return this;
  }

  private InjectedFault plan(BiConsumer<Call<?>, InjectedFault> effect) {
    return plan(When.ON_THE_WAY, effect);
  }

  private InjectedFault plan(When when, BiConsumer<Call<?>, InjectedFault> effect) {
    return faults.plan(new InjectedFault(when, times, match, effect));
  }
}
