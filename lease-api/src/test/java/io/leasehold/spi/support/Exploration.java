package io.leasehold.spi.support;

import io.leasehold.spi.support.Actor.Answer;
import io.leasehold.spi.support.Actor.Belief;
import io.leasehold.spi.support.Actor.Request;
import io.leasehold.spi.support.Actor.Script;
import io.leasehold.spi.support.Actor.Segment;
import io.leasehold.spi.support.World.LateWrite;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.BiPredicate;
import java.util.function.Consumer;
import java.util.function.Supplier;
import java.util.stream.Collectors;

/**
 * Tries every schedule of some actors on one register, to a stated depth, and checks the promises
 * in each state (see {@link World}).
 *
 * <p>One event at a time: an actor's turn begins; its request takes effect at the register; the
 * reply that shows a held record arrives; a request or its reply is lost, and the actor gets
 * "unknown" (its write may take effect at any later time, or never); the clock ticks.
 *
 * <p>What keeps the number of states small, and loses no behaviour: a reply in which the actor does
 * not look at the clock arrives at once (a later turn stands for a late reply); two pasts that an
 * actor remembers in the same way are one (see {@link Memory}); a late write whose expected record
 * is gone for good is dropped.
 */
final class Exploration {

  private final List<Script> scripts;
  private final int[] speeds;
  private final int ticks;
  private final int faults;
  private final BiPredicate<CasRecord, CasRecord> compare;

  /** By number: what an actor was answered so far. Number 0 is the empty one. */
  private final List<List<Answer>> histories = new ArrayList<>(List.of(List.of()));

  private final Map<List<Object>, Integer> numbers = new HashMap<>();
  private final Map<List<Object>, Integer> remembered = new HashMap<>();
  private final Map<List<Integer>, Segment> segments = new HashMap<>();
  private final Map<Object, Integer> ids = new HashMap<>();
  private final Set<List<Integer>> seen = new HashSet<>();
  private final Deque<Supplier<String>> trace = new ArrayDeque<>();
  private final Map<String, Integer> counts = new TreeMap<>();

  private Exploration(
      int ticks,
      int faults,
      BiPredicate<CasRecord, CasRecord> compare,
      int[] speeds,
      List<Script> scripts) {
    this.ticks = ticks;
    this.faults = faults;
    this.compare = compare;
    this.speeds = speeds;
    this.scripts = scripts;
  }

  /**
   * Everything is as it should be.
   *
   * @param ticks how far time goes; a ttl is two
   * @param faults how many messages are lost at most
   */
  static Exploration of(int ticks, int faults, Script... scripts) {
    int[] right = new int[scripts.length];
    Arrays.fill(right, 1);
    return new Exploration(ticks, faults, Objects::equals, right, List.of(scripts));
  }

  /** With a register that compares in its own way. */
  Exploration comparing(BiPredicate<CasRecord, CasRecord> wrong) {
    return new Exploration(ticks, faults, wrong, speeds, scripts);
  }

  /** With clocks that run in their own way; 1 is right. */
  Exploration clocks(int... wrong) {
    return new Exploration(ticks, faults, compare, wrong, scripts);
  }

  /**
   * How many states there are, and how many events of each kind lead to one.
   *
   * @throws AssertionError at the first broken promise, with the schedule that breaks it
   */
  Map<String, Integer> run() {
    try {
      explore(new World(scripts.size()));
    } catch (World.Broken e) {
      throw new AssertionError(
          "broken: "
              + e.getMessage()
              + ", by\n  "
              + trace.stream().map(Supplier::get).collect(Collectors.joining("\n  ")),
          e);
    }
    counts.put("states", seen.size());
    return counts;
  }

  private void explore(World world) {
    dropHopeless(world);
    world.forget();
    if (!seen.add(key(world))) {
      return;
    }
    boolean done = true;
    for (int actor = 0; actor < scripts.size(); actor++) {
      Request request = segment(world.histories[actor], actor).request();
      if (request != null) {
        done = false;
        step(world, actor, request);
      }
    }
    for (LateWrite late : Set.copyOf(world.lateWrites)) {
      go(
          world,
          () -> "the lost write of " + late.actor() + " takes effect: " + late.swap(),
          next -> {
            next.lateWrites.remove(late);
            count(write(next, late.actor(), late.swap()) ? "late writes" : "late conflicts");
            explore(next);
          });
    }
    if (!done && world.time < ticks) {
      go(
          world,
          () -> "the clock ticks",
          next -> {
            next.time++;
            explore(next);
          });
    }
  }

  private void step(World world, int actor, Request request) {
    if (request instanceof Request.Turn turn) {
      for (int i = 0; i < turn.ways(); i++) {
        int way = i;
        go(world, () -> actor + " begins, way " + way, next -> answer(next, actor, way));
      }
    } else if (request instanceof Request.Swap swap) {
      go(
          world,
          () -> actor + " swaps: " + swap,
          next ->
              answer(
                  next,
                  actor,
                  write(next, actor, swap) ? new CasSwap.Swapped() : new CasSwap.Conflict()));
      lose(world, actor, swap);
    } else if (world.replies[actor] != null) {
      go(
          world,
          () -> actor + " gets " + world.replies[actor],
          next -> {
            CasRecord record = next.replies[actor];
            next.replies[actor] = null;
            answer(next, actor, new CasRead.Found(record));
          });
    } else {
      go(world, () -> actor + " reads " + world.current, next -> read(next, actor));
      lose(world, actor, null);
    }
  }

  private void read(World next, int actor) {
    if (next.current == null) {
      answer(next, actor, new CasRead.NeverWritten());
    } else if (next.current.vacant()) {
      answer(next, actor, new CasRead.Found(next.current));
    } else {
      next.replies[actor] = next.current;
      explore(next);
    }
  }

  private void lose(World world, int actor, Request.Swap swap) {
    if (world.faults == faults) {
      return;
    }
    go(
        world,
        () -> actor + " gets no answer",
        next -> {
          next.faults++;
          if (swap != null) {
            next.lateWrites.add(new LateWrite(actor, swap));
          }
          answer(
              next,
              actor,
              swap == null
                  ? new CasRead.Failed(RegisterInMemory.LOST)
                  : new CasSwap.Unknown(RegisterInMemory.LOST));
        });
  }

  private boolean write(World world, int actor, Request.Swap swap) {
    CasRecord before = world.current;
    if (!compare.test(swap.expected(), before)) {
      return false;
    }
    if (world.write(actor, swap.next())) {
      count(before != null && !before.vacant() ? "takeovers" : "grants of free names");
    }
    return true;
  }

  private void answer(World next, int actor, Object value) {
    int before = next.histories[actor];
    int time = looksAtTheClock(value) ? next.time : lastTime(before);
    int history = extend(before, new Answer(value, time));
    Segment segment = segment(history, actor);
    next.histories[actor] =
        segment.memory() == null
            ? history
            : remembered.computeIfAbsent(List.of(actor, segment.memory()), key -> history);
    for (Belief belief : segment.beliefs()) {
      count(belief.getClass().getSimpleName());
      next.believe(actor, belief);
    }
    explore(next);
  }

  /** A call looks when it begins and when it has read a held record. */
  private static boolean looksAtTheClock(Object answer) {
    return answer instanceof Integer
        || (answer instanceof CasRead.Found found && !found.record().vacant());
  }

  private int lastTime(int history) {
    List<Answer> answers = histories.get(history);
    return answers.isEmpty() ? 0 : answers.get(answers.size() - 1).time();
  }

  private int extend(int history, Answer answer) {
    return numbers.computeIfAbsent(
        List.of(history, answer),
        key -> {
          List<Answer> longer = new ArrayList<>(histories.get(history));
          longer.add(answer);
          histories.add(List.copyOf(longer));
          return histories.size() - 1;
        });
  }

  private Segment segment(int history, int actor) {
    return segments.computeIfAbsent(
        List.of(actor, history),
        key -> Actor.replay(scripts.get(actor), actor, speeds[actor], histories.get(history)));
  }

  /** Versions only rise (World checks it), so what is behind can never be expected again. */
  private void dropHopeless(World world) {
    boolean dropped =
        world.lateWrites.removeIf(
            late ->
                world.current != null
                    && (late.swap().expected() == null
                        || late.swap().expected().version() < world.current.version()));
    if (dropped) {
      count("late writes without a chance");
    }
  }

  /** Small numbers: a great many keys are kept and compared. */
  private List<Integer> key(World world) {
    List<Integer> key = new ArrayList<>();
    for (Object part : world.parts()) {
      key.add(part instanceof Integer number ? number : id(part));
    }
    world.lateWrites.stream().map(this::id).sorted().forEach(key::add);
    return key;
  }

  /** Equal parts have one number. */
  private int id(Object part) {
    Integer id = ids.putIfAbsent(part, ids.size());
    return id == null ? ids.size() - 1 : id;
  }

  private void go(World from, Supplier<String> event, Consumer<World> branch) {
    trace.addLast(event);
    branch.accept(from.copy());
    // Not in a finally block: after a broken promise the trace is the message.
    trace.removeLast();
  }

  private void count(String what) {
    counts.merge(what, 1, Integer::sum);
  }
}
