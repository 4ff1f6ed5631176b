package io.leasehold.tck.mutants.engine;

import java.util.List;
import java.util.stream.Stream;

/** Broken closing, waiting, crowds, sick engines, and stores that begin anew. */
final class LifeEngineMutants {

  static final List<EngineMutant> ALL =
      Stream.of(
              CloseEngineMutants.ALL,
              WaitEngineMutants.ALL,
              ScaleEngineMutants.ALL,
              SickEngineMutants.ALL,
              ThrowEngineMutants.ALL,
              CloseReleaseMutants.ALL)
          .flatMap(List::stream)
          .toList();

  private LifeEngineMutants() {}
}
