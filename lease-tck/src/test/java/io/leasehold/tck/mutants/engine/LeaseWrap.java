package io.leasehold.tck.mutants.engine;

import io.leasehold.Lease;
import io.leasehold.LeaseEnd;
import io.leasehold.LeaseState;
import io.leasehold.Loss;
import io.leasehold.ReleaseResult;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;

/** Passes everything on; a mutant overrides what it breaks. */
class LeaseWrap implements Lease {

  final Lease real;

  LeaseWrap(Lease real) {
    this.real = real;
  }

  @Override
  public String name() {
    return real.name();
  }

  @Override
  public long fencingToken() {
    return real.fencingToken();
  }

  @Override
  public String owner() {
    return real.owner();
  }

  @Override
  public LeaseState state() {
    return real.state();
  }

  @Override
  public boolean isHeld() {
    return real.isHeld();
  }

  @Override
  public Duration remaining() {
    return real.remaining();
  }

  @Override
  public void ensureHeld() {
    real.ensureHeld();
  }

  @Override
  public void ensureHeld(Duration needed) {
    real.ensureHeld(needed);
  }

  @Override
  public boolean confirmHeld() {
    return real.confirmHeld();
  }

  @Override
  public void onLost(Consumer<Loss> listener) {
    real.onLost(listener);
  }

  @Override
  public void onOverdue(Runnable listener) {
    real.onOverdue(listener);
  }

  @Override
  public CompletableFuture<LeaseEnd> whenEnded() {
    return real.whenEnded();
  }

  @Override
  public void renew() {
    real.renew();
  }

  @Override
  public ReleaseResult release() {
    return real.release();
  }

  @Override
  public void close() {
    real.close();
  }
}
