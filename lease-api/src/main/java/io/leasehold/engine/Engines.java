package io.leasehold.engine;

import io.leasehold.LeaseClient;

/** The one door from the API to the engine. */
public final class Engines {

  private Engines() {}

  /** Connects as the settings say and starts a client. */
  public static LeaseClient open(EngineSettings settings) {
    throw new UnsupportedOperationException("the engine arrives with the next commits");
  }
}
