package io.leasehold.tck.rules;

import io.leasehold.tck.rule.Race;
import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;

/**
 * The answers of two steps that met.
 *
 * @param one the answer of the first step
 * @param other the answer of the second step
 */
record Met<A, B>(A one, B other) {

  /** Enough for each of two racing steps to be the faster one, now and then. */
  static final int ROUNDS = 10;

  /**
   * Lets two steps meet: in round 0 the first runs before the second, in round 1 after it, and from
   * then on they race.
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
    // Whoever is the last to be ready is mostly the first to run, so they take turns.
    int place = round % 2;
    CompletableFuture<A> first = new CompletableFuture<>();
    CompletableFuture<B> second = new CompletableFuture<>();
    Race.run(2, i -> i == place ? first.complete(one.get()) : second.complete(other.get()));
    return new Met<>(first.join(), second.join());
  }
}
