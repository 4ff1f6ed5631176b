package io.leasehold.engine.proof;

import java.util.Map;
import java.util.function.BiFunction;

/** What mutants call where the engine takes one atomic step. */
public final class NotAtomic {

  private NotAtomic() {}

  /** Reads, then writes. */
  public static <K, V> void compute(Map<K, V> map, K key, BiFunction<K, V, V> change) {
    V before = map.get(key);
    map.put(key, change.apply(key, before));
  }
}
