package io.leasehold.peers.shedlock;

import io.leasehold.peers.Has;
import io.leasehold.peers.Peer;
import io.leasehold.peers.PeerLocks;
import java.util.EnumSet;
import java.util.Set;

/** The same with {@code safeUpdate}, which looks at the record's owner first. */
public final class ShedLockSafePeer implements Peer {

  /** As {@link java.util.ServiceLoader} needs it. */
  public ShedLockSafePeer() {}

  @Override
  public String id() {
    return "shedlock-safe";
  }

  @Override
  public String title() {
    return "ShedLock with safeUpdate";
  }

  @Override
  public String library() {
    return ShedLockPeer.version();
  }

  @Override
  public String configuration() {
    return ShedLockPeer.COMMON + "; safeUpdate is on";
  }

  @Override
  public String ownWords() {
    return ShedLockPeer.OWN_WORDS;
  }

  @Override
  public Set<Has> has() {
    return EnumSet.noneOf(Has.class);
  }

  @Override
  public String key(String name) {
    return "job-lock:" + ShedLockPeer.ENVIRONMENT + ":" + name;
  }

  @Override
  public PeerLocks connect(Setup setup) {
    return new ShedLocks(setup, true);
  }
}
