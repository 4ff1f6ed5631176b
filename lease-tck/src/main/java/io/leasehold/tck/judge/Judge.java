package io.leasehold.tck.judge;

import io.leasehold.tck.history.History;

/** Judges one rule over one history. Pure: the same history, the same judgement. */
@FunctionalInterface
public interface Judge {

  /** Judges; throws nothing. */
  Judgement judge(History history);
}
