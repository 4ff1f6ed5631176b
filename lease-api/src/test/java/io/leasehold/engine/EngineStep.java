package io.leasehold.engine;

/** What can happen to a lease in an engine, a whole step of the engine at a time. */
enum EngineStep {
  TIME("5 seconds pass"),
  PAUSE("the process stands still for 31 seconds"),
  ROUND("the watchdog makes a round"),
  READ("a reader asks isHeld"),

  RENEWAL("a worker renews"),
  RENEWAL_REQUEST_LOST("a worker renews, the request is lost"),
  RENEWAL_REPLY_LOST("a worker renews, the reply is lost"),
  RENEWAL_REFUSED("a worker renews and is refused"),
  RENEWAL_AND_CLOSE("a worker renews, and before its answer comes the client is closed"),
  RENEWAL_AND_PAUSE("a worker renews, and the process stands still before its answer is read"),
  RENEWAL_OVERRUN("a worker renews, 2 seconds pass, another round and worker go first"),

  DOUBT("the backend raises a doubt"),
  RELEASE("the lease is released"),
  RELEASE_REPLY_LOST("the lease is released, the first reply is lost"),
  RELEASE_UNANSWERED("the lease is released, no request arrives"),
  RELEASE_REFUSED("the lease is released and the store refuses"),
  RELEASE_AND_EXPIRY("the lease is released, the first request takes longer than the ttl"),
  CLOSE("the client is closed"),

  CLEANUP("the clean-up works"),
  CLEANUP_UNANSWERED("the clean-up works, no request arrives"),
  SIGNALS("the signal threads work"),

  REVOKED("the lease is revoked"),
  RECORD_LOST("the store loses the record (a declared fault)"),
  RIVAL("a rival is granted the name");

  private final String words;

  EngineStep(String words) {
    this.words = words;
  }

  @Override
  public String toString() {
    return words;
  }
}
