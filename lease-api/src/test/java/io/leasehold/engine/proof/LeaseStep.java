package io.leasehold.engine.proof;

/** What can happen to one lease, at its store, and to its process. */
enum LeaseStep {
  GRANTED("the store grants the lease at once"),
  GRANTED_EARLY("the store grants the lease at once, its answer takes 2 ticks"),
  GRANTED_LATE("the request takes 2 ticks, then the store grants the lease"),

  TICK("one tick passes"),
  PAUSE("the process stands still for more than a ttl"),

  RENEW("a renewal is begun"),
  OLDER_RUNS("the store runs the older renewal"),
  NEWER_RUNS("the store runs the newer renewal"),
  OLDER_ANSWERED("the store's answer to the older renewal arrives"),
  NEWER_ANSWERED("the store's answer to the newer renewal arrives"),
  OLDER_UNKNOWN("the older renewal times out"),
  NEWER_UNKNOWN("the newer renewal times out"),
  OLDER_REFUSED("the older renewal is refused"),
  NEWER_REFUSED("the newer renewal is refused"),
  LATE_RENEWAL_RUNS("the store runs a renewal that had timed out"),

  DOUBT("the backend raises a doubt"),
  WATCHDOG_LOOKS("the watchdog looks at the lease"),
  READER_LOOKS("a reader asks isHeld and notices"),
  ANOTHER_READS("another thread reads the status"),
  ANOTHER_DECIDES("that thread decides on the status it had read"),

  RELEASE("release begins, by the owner or for a dropped handle"),
  RELEASE_SENT("the release is sent"),
  RELEASE_RUNS("the store runs the release"),
  RELEASE_ANSWERED("the store's answer to the release arrives"),
  RELEASE_TIMES_OUT("the release times out"),
  RELEASE_REFUSED("the release is refused"),
  LATE_RELEASE_RUNS("the store runs a release that had timed out"),

  CLIENT_CLOSED("the client is closed"),
  WORK_DONE("the guarded work ends"),
  INTERRUPT("the interrupt that follows the loss is delivered"),

  RECORD_LOST("the store loses the record (a declared fault)"),
  REVOKED("the lease is revoked at the store"),
  RIVAL_GRANTED("a rival is granted the name");

  private final String words;

  LeaseStep(String words) {
    this.words = words;
  }

  @Override
  public String toString() {
    return words;
  }
}
