package io.leasehold.tck.mutants;

import io.leasehold.spi.LeaseName;
import io.leasehold.spi.support.CasRead;
import io.leasehold.spi.support.CasRecord;
import io.leasehold.spi.support.CasRegister;
import io.leasehold.spi.support.CasSwap;
import java.util.Map;

/** A register on a shared map, for the kit's run on the compare-and-set helper. */
public record MapRegister(Map<LeaseName, CasRecord> records) implements CasRegister {

  @Override
  public CasRead read(LeaseName name) {
    CasRecord record = records.get(name);
    return record == null ? new CasRead.NeverWritten() : new CasRead.Found(record);
  }

  @Override
  public CasSwap compareAndSet(LeaseName name, CasRecord expected, CasRecord next) {
    boolean swapped =
        expected == null
            ? records.putIfAbsent(name, next) == null
            : records.replace(name, expected, next);
    return swapped ? new CasSwap.Swapped() : new CasSwap.Conflict();
  }

  @Override
  public void close() {}
}
