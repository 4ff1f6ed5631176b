package io.leasehold.engine.lease;

import io.leasehold.LeaseEvent.Kind;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/**
 * The last few events of one lease, packed into longs, for error messages. Written by any thread
 * without locking: two writers get two slots, and a reader may miss the event being written.
 */
public final class EventTrail {

  private static final int SIZE = 8;
  private static final Kind[] KINDS = Kind.values();
  private static final String[] OUTCOMES = {
    "", "RENEWED", "NOT_OWNER", "REFUSED", "UNKNOWN", "RELEASED", "GRANTED"
  };
  private static final VarHandle NEXT;
  private static final VarHandle SLOT = MethodHandles.arrayElementVarHandle(long[].class);

  static {
    try {
      NEXT = MethodHandles.lookup().findVarHandle(EventTrail.class, "next", int.class);
    } catch (ReflectiveOperationException e) {
      throw new ExceptionInInitializerError(e);
    }
  }

  private final long origin;
  private final long[] slots = new long[SIZE];

  @SuppressWarnings("UnusedVariable") // through NEXT
  private int next;

  public EventTrail(long origin) {
    this.origin = origin;
  }

  /** Notes an event; the outcome is kept if it is one of the call outcomes. */
  @SuppressWarnings("EnumOrdinal") // packed for this process only
  public void note(long now, Kind kind, String outcome) {
    int slot = (int) NEXT.getAndAdd(this, 1) & (SIZE - 1);
    long micros = Math.max(0, now - origin) / 1000;
    SLOT.setRelease(slots, slot, micros << 16 | (kind.ordinal() + 1L) << 8 | indexOf(outcome));
  }

  private static int indexOf(String outcome) {
    for (int i = 1; i < OUTCOMES.length; i++) {
      if (OUTCOMES[i].equals(outcome)) {
        return i;
      }
    }
    return 0;
  }

  /** One event a line, oldest first, with the time since the lease was granted. */
  @Override
  public String toString() {
    StringBuilder text = new StringBuilder();
    int start = (int) NEXT.getVolatile(this);
    for (int i = 0; i < SIZE; i++) {
      long packed = (long) SLOT.getAcquire(slots, (start + i) & (SIZE - 1));
      if (packed != 0) {
        text.append(text.length() == 0 ? "" : System.lineSeparator());
        time(text, (packed >>> 16) / 1000);
        text.append(KINDS[(int) (packed >>> 8 & 0xff) - 1]);
        String outcome = OUTCOMES[(int) (packed & 0xff)];
        text.append(outcome.isEmpty() ? "" : " ").append(outcome);
      }
    }
    return text.toString();
  }

  /** By hand: the watchdog does this for every lost lease, of which there may be thousands. */
  private static void time(StringBuilder text, long millis) {
    long rest = millis % 1000;
    text.append("  +").append(millis / 1000).append('.');
    text.append(rest < 100 ? "0" : "").append(rest < 10 ? "0" : "").append(rest).append(" s ");
  }
}
