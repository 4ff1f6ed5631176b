package io.leasehold.tck.mutants;

import java.util.List;
import java.util.stream.Stream;

/** All broken backends. */
final class Mutants {

  static final List<Mutant> ALL =
      Stream.of(
              AcquireMutants.ALL,
              RenewMutants.ALL,
              ReleaseMutants.ALL,
              AbandonMutants.ALL,
              FenceMutants.ALL,
              ExpiryMutants.ALL,
              NameMutants.ALL,
              InspectionMutants.ALL,
              RevokeMutants.ALL,
              CallMutants.ALL,
              ClientMutants.ALL,
              TraitMutants.ALL,
              BatchMutants.ALL)
          .flatMap(List::stream)
          .toList();

  private Mutants() {}
}
