package io.leasehold.engine.deferred;

import io.reactivex.rxjava3.core.SingleSource;
import org.reactivestreams.Publisher;

/** Results of the kinds that begin when somebody subscribes, as deep in a hierarchy as they are. */
public class Deferred {

  private Deferred() {}

  private abstract static class Single<T> implements SingleSource<T> {}

  /** As Single.just(1). */
  public static final class OfRxJava extends Single<String> {}

  private interface CorePublisher<T> extends Publisher<T> {}

  private abstract static class Mono<T> implements CorePublisher<T> {}

  /** As Mono.just(1). */
  public static final class OfReactor extends Mono<String> {}
}
