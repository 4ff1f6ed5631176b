package io.leasehold.tck.rules;

import io.leasehold.tck.rule.Race;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;

/**
 * The answers of two steps that met.
 *
 * @param one the answer of the first step
 * @param other the answer of the second step
 */
record Met<A, B>(A one, B other) {

  /** Enough for each of two racing steps to be the faster one, now and then. */
  static final int ROUNDS = 12;

  private static final int PATIENCE = 1_000;

  /**
   * Lets two steps meet: in round 0 the first runs before the second, in round 1 after it, and from
   * then on they race: together, or one a moment behind the other.
   */
  static <A, B> Met<A, B> of(int round, Supplier<A> one, Supplier<B> other) {
    if (round == 0) {
      A first = one.get();
      return new Met<>(first, other.get());
    }
    if (round == 1) {
      B first = other.get();
      return new Met<>(one.get(), first);
    }
    CompletableFuture<A> first = new CompletableFuture<>();
    CompletableFuture<B> second = new CompletableFuture<>();
    AtomicInteger begun = new AtomicInteger();
    int follower = round % 3; // none, the first, the second
    Race.run(
        2,
        i -> {
          if (follower == i + 1) {
            awaitOther(begun);
          }
          begun.incrementAndGet();
          return i == 0 ? first.complete(one.get()) : second.complete(other.get());
        });
    return new Met<>(first.join(), second.join());
  }

  /** So that the other one has read what it is going to write, if it does that in two steps. */
  private static void awaitOther(AtomicInteger begun) {
    for (int i = 0; i < PATIENCE && begun.get() == 0; i++) {
      Race.pause();
    }
    Race.pause();
  }
}
