package io.leasehold.tck.scenario;

import io.leasehold.tck.scenario.FaultyBackend.Call;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BiPredicate;
import org.jspecify.annotations.Nullable;

/** Which calls are to meet which fate; the earliest order that wants a call counts. Thread-safe. */
final class Orders {

  static final int FOR_EVER = Integer.MAX_VALUE;

  private record Order(Fate fate, BiPredicate<Call, String> wanted, AtomicInteger left) {

    /** Two callers may want one order at once: each takes one of its times. */
    boolean take() {
      return left.getAndUpdate(Order::less) > 0;
    }

    private static int less(int times) {
      return times == FOR_EVER ? FOR_EVER : Math.max(0, times - 1);
    }

    boolean wants(Call call, String name) {
      return left.get() > 0 && wanted.test(call, name);
    }
  }

  private final ConcurrentLinkedQueue<Order> orders = new ConcurrentLinkedQueue<>();

  Orders() {}

  void add(Fate fate, int times, BiPredicate<Call, String> wanted) {
    orders.removeIf(order -> order.left().get() == 0);
    orders.add(new Order(fate, wanted, new AtomicInteger(times)));
  }

  void clear() {
    orders.clear();
  }

  /** Whether some order wants this call. */
  boolean want(Call call, String name) {
    return orders.stream().anyMatch(order -> order.wants(call, name));
  }

  /** The fate of a call that is made now; null if it is to meet none. */
  @Nullable Fate take(Call call, String name) {
    for (Order order : orders) {
      if (order.wants(call, name) && order.take()) {
        return order.fate();
      }
    }
    return null;
  }
}
