package io.leasehold.engine.proof;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;

/**
 * Takes a world through every order of its steps, the shortest first, so that what it finds is a
 * shortest trace. Deterministic. A world is not copied but replayed from its beginning; two ways to
 * the same {@link World#key} are followed once.
 */
public final class Explorer<S> {

  private static final int NOWHERE = -1;

  private final Supplier<? extends World<S>> fresh;
  private final int depth;
  private final Map<String, Integer> known = new HashMap<>();
  private final List<Node<S>> nodes = new ArrayList<>();
  private int transitions;
  private int deepest;
  private boolean cut;

  /**
   * @param fresh makes the world as it is in the beginning
   * @param depth how many steps to take at most
   */
  public Explorer(Supplier<? extends World<S>> fresh, int depth) {
    this.fresh = fresh;
    this.depth = depth;
  }

  /** One state, how it is reached first, and from where it is reached at all. */
  private static final class Node<S> {
    final int parent;
    final S step;
    final int depth;
    final boolean ended;
    final List<Integer> from = new ArrayList<>(2);

    Node(int parent, S step, int depth, boolean ended) {
      this.parent = parent;
      this.step = step;
      this.depth = depth;
      this.ended = ended;
    }
  }

  /**
   * What an exploration found.
   *
   * @param states different ones
   * @param transitions steps taken, those that changed nothing included
   * @param depth of the deepest state, in steps
   * @param complete whether there was nothing left to explore at that depth
   * @param trace the shortest way to a broken invariant, empty if none was found
   * @param broken which invariant, empty if none
   */
  public record Result<S>(
      int states, int transitions, int depth, boolean complete, List<S> trace, String broken) {

    public boolean sound() {
      return broken.isEmpty();
    }

    @Override
    public String toString() {
      String size =
          String.format(
              "%d states, %d transitions, depth %d%s",
              states, transitions, depth, complete ? ", nothing left to explore" : "");
      if (sound()) {
        return size;
      }
      StringBuilder text = new StringBuilder(broken).append(" (").append(size).append(")\n");
      for (int i = 0; i < trace.size(); i++) {
        text.append(String.format("  %2d. %s%n", i + 1, trace.get(i)));
      }
      return text.toString();
    }
  }

  /** Explores until an invariant breaks, the depth is reached, or nothing is left. */
  public Result<S> explore() {
    World<S> first = fresh.get();
    reach(first, NOWHERE, null, 0);
    for (int i = 0; i < nodes.size(); i++) {
      Node<S> node = nodes.get(i);
      if (node.depth == depth) {
        cut = true;
        continue;
      }
      List<S> way = way(i);
      World<S> world = replay(way);
      for (S step : world.possible()) {
        World<S> next = world == null ? replay(way) : world;
        world = null;
        transitions++;
        try {
          next.take(step);
          reach(next, i, step, node.depth + 1);
        } catch (World.Broken e) {
          return found(way, step, e.getMessage());
        } catch (RuntimeException e) {
          return found(way, step, "threw " + e);
        }
      }
    }
    return stuck();
  }

  private void reach(World<S> world, int from, S step, int atDepth) {
    String key = world.key();
    Integer at = known.get(key);
    if (at == null) {
      at = nodes.size();
      known.put(key, at);
      nodes.add(new Node<>(from, step, atDepth, world.isEnded()));
      deepest = Math.max(deepest, atDepth);
      world.bringToAnEnd();
    }
    if (from != at && from != NOWHERE) {
      nodes.get(at).from.add(from);
    }
  }

  private List<S> way(int to) {
    List<S> way = new ArrayList<>();
    for (int i = to; nodes.get(i).parent != NOWHERE; i = nodes.get(i).parent) {
      way.add(nodes.get(i).step);
    }
    Collections.reverse(way);
    return way;
  }

  private World<S> replay(List<S> way) {
    World<S> world = fresh.get();
    way.forEach(world::repeat);
    return world;
  }

  private Result<S> found(List<S> way, S last, String broken) {
    List<S> trace = new ArrayList<>(way);
    if (last != null) {
      trace.add(last);
    }
    return new Result<>(nodes.size(), transitions, trace.size(), false, trace, broken);
  }

  /** Goes backwards from every end; what is not met has no way to an end. */
  private Result<S> stuck() {
    boolean[] met = new boolean[nodes.size()];
    ArrayDeque<Integer> open = new ArrayDeque<>();
    for (int i = 0; i < nodes.size(); i++) {
      // What lies beyond the depth was not looked at, so nothing is said about those states.
      if (nodes.get(i).ended || nodes.get(i).depth == depth) {
        met[i] = true;
        open.add(i);
      }
    }
    while (!open.isEmpty()) {
      for (int from : nodes.get(open.poll()).from) {
        if (!met[from]) {
          met[from] = true;
          open.add(from);
        }
      }
    }
    for (int i = 0; i < met.length; i++) {
      if (!met[i]) {
        return found(way(i), null, "I8: from here no way leads to a terminal state");
      }
    }
    return new Result<>(nodes.size(), transitions, deepest, !cut, List.of(), "");
  }
}
