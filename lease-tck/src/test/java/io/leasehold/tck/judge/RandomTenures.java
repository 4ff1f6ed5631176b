package io.leasehold.tck.judge;

import io.leasehold.tck.history.What;
import java.util.List;
import java.util.Random;

/**
 * Random histories of one name: contenders A, B and C hold it in turn, renew it, let it go or are
 * cut off, while others ask and the eye looks. Made by the book, or broken at random.
 */
final class RandomTenures {

  private static final long TTL = 900;
  private static final long MARGIN = 20;
  private static final long INTERVAL = 300;
  private static final List<String> WHO = List.of("A", "B", "C");

  private final Random random;
  private final Story story = new Story();
  private boolean breaks;
  private long now = 10;
  private long token;
  private int owners;

  RandomTenures(long seed) {
    this.random = new Random(seed);
  }

  /** Some tenures end for the next contender before they end for their holder. */
  RandomTenures broken() {
    breaks = true;
    return this;
  }

  Story story() {
    int tenures = 3 + random.nextInt(5);
    for (int i = 0; i < tenures; i++) {
      tenure();
      now += random.nextInt(50);
    }
    now += TTL;
    WHO.forEach(who -> story.closed(who, now));
    return story.look(now + 10, now + 11, "", 0).watchedUntil(now + 2 * TTL);
  }

  private void tenure() {
    String who = WHO.get(random.nextInt(WHO.size()));
    String owner = who + "/" + ++owners;
    story.event(
        now, who, What.ASKED, "n", "", "wait", 0, "maxHold", 0, "byHand", false, "ttl", TTL);
    story.got(owner, now, now + 2, ++token);
    long sent = now;
    long renewals = random.nextInt(9);
    others(owner, now + 10, now + INTERVAL - 40);
    for (int i = 0; i < renewals; i++) {
      sent += INTERVAL - random.nextInt(30);
      story.renewed(owner, sent);
      story.seen(sent + 5, What.HELD, owner);
      others(owner, sent + 10, sent + INTERVAL - 40);
    }
    if (random.nextBoolean()) {
      release(owner, sent + INTERVAL - 30);
    } else {
      cutOff(owner, sent);
    }
    if (breaks && random.nextBoolean()) {
      now = sent + 20 + random.nextInt(100);
    }
  }

  /** Meanwhile others find it busy, and the store names its owner. */
  private void others(String owner, long from, long to) {
    long at = from + random.nextInt((int) (to - from));
    String other = WHO.get((WHO.indexOf(owner.substring(0, 1)) + 1) % WHO.size());
    long asked = Math.max(from, at - 20);
    story.event(asked, other, What.ASKED, "n", "", "wait", 10_000_000);
    story.call(other + "/" + ++owners, "acquire", asked, at, "BUSY");
    story.event(at + 1, other, What.FAILED, "n", "", "code", "CONTENDED");
    story.look(at, at + 2, owner, token);
  }

  private void release(String owner, long at) {
    story.released(owner, at);
    story.seen(at + 2, What.NOT_HELD, owner);
    story.seen(at + 9, What.NOT_HELD, owner);
    now = at + 3;
  }

  private void cutOff(String owner, long proven) {
    long end = proven + TTL - MARGIN;
    for (long at = proven + INTERVAL; at < end; at += 100) {
      story.event(
          at,
          owner.substring(0, 1),
          What.FAULT,
          "n",
          owner,
          "fault",
          "LOSE_REQUEST",
          "phase",
          "call");
      story.call(owner, "renew", at, at + 1, "UNKNOWN", "reason", "TIMEOUT");
    }
    story.seen(end - 1, What.HELD, owner);
    story.lost(owner, end + 1, "UNREACHABLE");
    story.seen(end + 2, What.NOT_HELD, owner);
    story.seen(end + 30, What.NOT_HELD, owner);
    story.call(owner, "release", end + 2, end + 3, "UNKNOWN", "reason", "TIMEOUT");
    story.call(owner, "release", end + 300, end + 301, "NOT_OWNER", "reason", "ABSENT");
    now = proven + TTL + 2;
  }
}
