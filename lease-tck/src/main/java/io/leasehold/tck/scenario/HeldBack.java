package io.leasehold.tck.scenario;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.function.Predicate;

/** Requests that were given up by their callers and have not arrived yet. Thread-safe. */
final class HeldBack {

  private record Request(String name, Runnable arrives) {}

  private final ConcurrentLinkedQueue<Request> requests = new ConcurrentLinkedQueue<>();

  HeldBack() {}

  void add(String name, Runnable arrives) {
    requests.add(new Request(name, arrives));
  }

  int size() {
    return requests.size();
  }

  int size(String name) {
    return (int) requests.stream().filter(request -> request.name().equals(name)).count();
  }

  /** Lets those that are wanted arrive, each once, on this thread; says how many there were. */
  int letGo(Predicate<String> wanted) {
    List<Request> now = new ArrayList<>();
    for (Request request : requests) {
      if (wanted.test(request.name()) && requests.remove(request)) {
        now.add(request);
      }
    }
    now.forEach(request -> request.arrives().run());
    return now.size();
  }
}
