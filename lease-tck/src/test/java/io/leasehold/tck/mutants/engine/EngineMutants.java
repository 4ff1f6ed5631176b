package io.leasehold.tck.mutants.engine;

import java.util.List;
import java.util.stream.Stream;

/** All broken engines; each list stands beside the rules it proves. */
public final class EngineMutants {

  /** Every one. */
  public static final List<EngineMutant> ALL =
      Stream.of(
              RaceEngineMutants.ALL,
              LossEngineMutants.ALL,
              RetakeEngineMutants.ALL,
              LateEngineMutants.ALL,
              TtlEngineMutants.ALL,
              LifeEngineMutants.ALL,
              PartEngineMutants.ALL,
              ProcessEngineMutants.ALL)
          .flatMap(List::stream)
          .toList();

  private EngineMutants() {}
}
