package io.leasehold.tck.judge.process;

import io.leasehold.tck.history.Acquisition;
import io.leasehold.tck.history.Event;
import io.leasehold.tck.history.History;
import io.leasehold.tck.history.What;
import io.leasehold.tck.judge.Judgement;
import io.leasehold.tck.judge.Text;

/** Nobody renews for the dead: the store forgets a killed owner after ttl and takeover lag. */
public final class DeadOwners {

  private DeadOwners() {}

  /** Judges; each look at the store after that time is decisive. */
  public static Judgement judge(History history) {
    Judgement.Sheet sheet = new Judgement.Sheet();
    Halt.doubts(history, sheet);
    for (Halt halt : Halt.killed(history)) {
      for (Acquisition one : halt.alive(history)) {
        long ttl = one.ttl() > 0 ? one.ttl() : history.nanos("ttl");
        long gone =
            halt.lastExecution(one, history.nanos("callTimeout"))
                + ttl
                + history.nanos("lag")
                + history.error();
        for (Event look : history.all(What.STORE)) {
          if (look.name().equals(one.name()) && look.number("asked") > gone) {
            sheet.expect(
                !look.owner().equals(one.owner()),
                look.at(),
                one,
                "the store to have forgotten an owner that was killed, after ttl and takeover lag",
                "still the holder " + Text.ms(look.number("asked") - gone) + " later");
          }
        }
      }
    }
    return sheet.judgement();
  }
}
