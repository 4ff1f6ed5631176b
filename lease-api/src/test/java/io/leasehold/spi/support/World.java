package io.leasehold.spi.support;

import io.leasehold.spi.OwnerToken;
import io.leasehold.spi.support.Actor.Belief;
import io.leasehold.spi.support.Actor.Request;
import io.leasehold.spi.support.CasRecord.Mark;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** One state of an {@link Exploration}: the register, the line, and what everybody believes. */
final class World {

  /** A write that was given up by its actor and may still take effect. */
  record LateWrite(int actor, Request.Swap swap) {}

  /** What an actor believes to hold, by its own clock. */
  private record Held(OwnerToken owner, int until) {}

  /** A promise that does not hold. */
  static final class Broken extends RuntimeException {
    private static final long serialVersionUID = 1L;

    Broken(String promise) {
      super(promise);
    }
  }

  /** By actor: the number of its history, and the record whose reading is on its way back. */
  final int[] histories;

  final CasRecord[] replies;
  final List<LateWrite> lateWrites = new ArrayList<>();
  CasRecord current;
  int time;
  int faults;

  private final Map<Integer, Held> held = new HashMap<>();
  private final Set<OwnerToken> dead = new HashSet<>();
  private final Map<OwnerToken, Integer> lastWrite = new HashMap<>();
  private long lastToken;

  World(int actors) {
    histories = new int[actors];
    replies = new CasRecord[actors];
  }

  World copy() {
    World copy = new World(histories.length);
    System.arraycopy(histories, 0, copy.histories, 0, histories.length);
    System.arraycopy(replies, 0, copy.replies, 0, replies.length);
    copy.lateWrites.addAll(lateWrites);
    copy.current = current;
    copy.time = time;
    copy.faults = faults;
    copy.held.putAll(held);
    copy.dead.addAll(dead);
    copy.lastWrite.putAll(lastWrite);
    copy.lastToken = lastToken;
    return copy;
  }

  /** Drops what cannot matter any more, so that more states are the same. */
  void forget() {
    held.values().removeIf(h -> time >= h.until());
    lastWrite.keySet().removeAll(dead);
    Set<OwnerToken> writing = new HashSet<>();
    lateWrites.forEach(late -> writing.add(late.swap().next().owner()));
    dead.retainAll(writing);
  }

  /** All of it but the late writes, whose order does not matter. */
  List<Object> parts() {
    List<Object> parts = new ArrayList<>();
    for (int i = 0; i < histories.length; i++) {
      parts.add(histories[i]);
      parts.add(replies[i] == null ? "" : replies[i]);
    }
    parts.add(current == null ? "" : current);
    parts.addAll(List.of(time, faults, (int) lastToken));
    parts.add(List.of(Map.copyOf(held), Set.copyOf(dead), Map.copyOf(lastWrite)));
    return parts;
  }

  /** A write takes effect. True: it was a grant. */
  boolean write(int actor, CasRecord next) {
    CasRecord before = current;
    require(before == null || next.version() == before.version() + 1, "the version rises by one");
    require(before == null || next.fence() >= before.fence(), "the counter never falls");
    if (before != null && next.mark() != Mark.REVOKED) {
      held.forEach(
          (holder, h) ->
              require(
                  holder == actor || !h.owner().equals(before.owner()) || time >= h.until(),
                  "nobody else touches the record of a live holder"));
    }
    current = next;
    if (next.mark() != Mark.HELD) {
      return false;
    }
    require(!dead.contains(next.owner()), "an owner that was given up never writes again");
    held.forEach(
        (holder, h) ->
            require(
                h.owner().equals(next.owner()) || time >= h.until(),
                "nobody is granted while another believes to hold"));
    lastWrite.put(next.owner(), time);
    if (before != null && before.heldBy(next.owner())) {
      return false;
    }
    require(next.fence() > lastToken, "every grant's token is above all earlier ones");
    lastToken = next.fence();
    return true;
  }

  /** An actor has learned something. */
  void believe(int actor, Belief belief) {
    if (belief instanceof Belief.Holds holds) {
      Integer written = lastWrite.get(holds.owner());
      require(written != null && written >= holds.sentAt(), "what counts was written since sent");
      require(holds.fence() <= lastToken, "the token is the store's");
      held.put(actor, new Held(holds.owner(), holds.until()));
      require(
          held.values().stream().filter(h -> time < h.until()).count() <= 1,
          "at most one believes to hold");
    } else if (belief instanceof Belief.LetGo) {
      held.remove(actor);
    } else if (belief instanceof Belief.Dead gone) {
      dead.add(gone.owner());
      require(
          !gone.recordGone() || current == null || !current.heldBy(gone.owner()),
          "who is told that it has nothing has nothing");
    }
  }

  private static void require(boolean holds, String promise) {
    if (!holds) {
      throw new Broken(promise);
    }
  }
}
