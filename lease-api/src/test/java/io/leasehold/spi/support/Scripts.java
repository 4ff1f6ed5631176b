package io.leasehold.spi.support;

import io.leasehold.spi.AbandonOutcome;
import io.leasehold.spi.AcquireAttempt;
import io.leasehold.spi.AcquireOutcome;
import io.leasehold.spi.Grant;
import io.leasehold.spi.NotOwnerReason;
import io.leasehold.spi.OwnerToken;
import io.leasehold.spi.ReleaseOutcome;
import io.leasehold.spi.RenewOutcome;
import io.leasehold.spi.support.Actor.Belief;
import io.leasehold.spi.support.Actor.Script;
import java.util.List;

/** What the actors of an exploration do. Each call of the backend may begin at any time. */
final class Scripts {

  private Scripts() {}

  /**
   * Wants the lease; once it has it, renews, releases or dies as the schedule says; abandons what
   * it does not know. Ends after so many calls.
   */
  static Script contender(int calls) {
    return actor -> new Contender(actor, calls, true).run();
  }

  /** The same with a defect: it takes every abandon for done without asking the store. */
  static Script contenderThatForgets(int calls) {
    return actor -> new Contender(actor, calls, false).run();
  }

  /** Revokes the lease, without hurry, as often as given. */
  static Script revoker(int calls) {
    return actor -> {
      for (int i = 0; i < calls; i++) {
        actor.turn(1, i);
        actor.backend.revoke(Actor.NAME, false);
      }
    };
  }

  private static final class Contender {
    private final Actor actor;
    private final boolean abandons;
    private int calls;

    Contender(Actor actor, int calls, boolean abandons) {
      this.actor = actor;
      this.calls = calls;
      this.abandons = abandons;
    }

    void run() {
      while (calls > 0) {
        AcquireAttempt attempt = actor.attempt();
        begin(1, "acquire", attempt);
        int sentAt = actor.time();
        AcquireOutcome outcome = actor.backend.acquire(attempt);
        if (outcome instanceof AcquireOutcome.Granted granted) {
          holds(granted.grant(), sentAt);
          if (!hold(granted.grant())) {
            return;
          }
        } else if (outcome instanceof AcquireOutcome.Unknown) {
          abandon(attempt);
        } else {
          dead(attempt.owner(), true);
        }
      }
    }

    /** False: the process died. */
    private boolean hold(Grant grant) {
      while (calls > 0) {
        int way = begin(3, "hold", Memory.of(grant));
        if (way == 2) {
          return false;
        } else if (way == 1) {
          release(grant);
          return true;
        }
        int sentAt = actor.time();
        RenewOutcome outcome = actor.backend.renewIfOwner(grant);
        if (outcome instanceof RenewOutcome.Renewed) {
          holds(grant, sentAt);
        } else if (outcome instanceof RenewOutcome.NotOwner lost) {
          actor.believe(new Belief.LetGo());
          dead(grant.owner(), lost.reason() != NotOwnerReason.REVOKED);
          return true;
        }
      }
      return false;
    }

    private void release(Grant grant) {
      actor.believe(new Belief.LetGo());
      for (boolean first = true; first || calls > 0; first = false) {
        if (!first) {
          begin(1, "release", Memory.of(grant));
        }
        ReleaseOutcome outcome = actor.backend.releaseIfOwner(grant);
        if (outcome instanceof ReleaseOutcome.Released
            || outcome instanceof ReleaseOutcome.NotOwner) {
          dead(grant.owner(), true);
          return;
        }
      }
    }

    private void abandon(AcquireAttempt attempt) {
      while (calls > 0) {
        begin(1, "abandon", attempt);
        if (!abandons || actor.backend.abandon(attempt) instanceof AbandonOutcome.Abandoned) {
          dead(attempt.owner(), true);
          return;
        }
      }
    }

    private int begin(int ways, Object... now) {
      calls--;
      return actor.turn(ways, calls, List.of(now));
    }

    private void holds(Grant grant, int sentAt) {
      int until = sentAt + (int) grant.ttl().toMillis();
      actor.believe(new Belief.Holds(grant.owner(), grant.fencingToken(), sentAt, until));
    }

    private void dead(OwnerToken owner, boolean recordGone) {
      actor.believe(new Belief.Dead(owner, recordGone));
    }
  }
}
