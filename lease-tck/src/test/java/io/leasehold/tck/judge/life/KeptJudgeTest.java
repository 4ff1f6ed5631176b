package io.leasehold.tck.judge.life;

import io.leasehold.tck.history.What;
import org.junit.jupiter.api.Test;

/** What is kept, told and limited, judged on histories that are made by hand. */
class KeptJudgeTest {

  private static Story role(Story story, String by, String role) {
    return story.client(1, by, What.ROLE, "role", role);
  }

  private static Story sound() {
    return role(new Story(), "A", Roles.SOUND).taken(10, "a1");
  }

  @Test
  void aSoundLeaseIsRenewedInTime() {
    sound().renewed("a1", 300, 600, 900).until(1200).passes(KeptJudge::sound);
    sound().renewed("a1", 300, 900).until(1200).fails(KeptJudge::sound);
    sound()
        .renewed("a1", 300, 600)
        .lost(800, "a1", "UNREACHABLE")
        .until(900)
        .fails(KeptJudge::sound);
    sound()
        .renewed("a1", 300, 900)
        .client(880, "kit", What.STALL, "took", 200 * Story.MS)
        .until(1200)
        .passes(KeptJudge::sound);
    new Story().taken(10, "a1").until(3000).saysNothing(KeptJudge::sound);
  }

  @Test
  void noneButThePoisonedAreLost() {
    tally("lost", 1).passes(KeptJudge::sound);
    tally("lost", 2).fails(KeptJudge::sound);
    tally("lost", 2)
        .taken(10, "a1")
        .client(800, "kit", What.STALL, "took", 400 * Story.MS)
        .saysNothing(KeptJudge::sound);
  }

  @Test
  void renewalsAreSparing() {
    tally("renewals", 400).passes(KeptJudge::sparing);
    tally("renewals", 500).fails(KeptJudge::sparing);
  }

  private static Story tally(String fact, int value) {
    return new Story()
        .client(900, "A", What.TALLY, "leases", 100, "due", 120, "poisoned", 1, fact, value);
  }

  @Test
  void aCrowdIsJudgedBesideAControl() {
    crowd().until(900).passes(KeptJudge::besideACrowd);
    crowd().lost(800, "a1", "UNREACHABLE").fails(KeptJudge::besideACrowd);
    crowd()
        .lost(800, "a1", "UNREACHABLE")
        .lost(800, "c1", "LOCAL_PAUSE")
        .saysNothing(KeptJudge::besideACrowd);
  }

  private static Story crowd() {
    return role(role(new Story(), "A", Roles.BESIDE), "C", Roles.CONTROL)
        .taken(10, "a1")
        .taken(20, "c1");
  }

  @Test
  void whoIsNotRenewedIsTold() {
    new Story().taken(10, "a1").lost(990, "a1", "UNREACHABLE").until(2000).passes(ToldJudge::all);
    new Story().taken(10, "a1").until(2000).fails(ToldJudge::all);
    new Story().taken(10, "a1").lost(1100, "a1", "UNREACHABLE").until(2000).fails(ToldJudge::all);
    new Story()
        .taken(10, "a1")
        .lost(990, "a1", "UNREACHABLE")
        .lost(995, "a1", "UNREACHABLE")
        .until(2000)
        .fails(ToldJudge::all);
    new Story().taken(10, "a1").event(500, "a1", What.LET).until(2000).saysNothing(ToldJudge::all);
  }

  @Test
  void thePoisonedAreTold() {
    role(new Story(), "A", Roles.POISONED).taken(10, "a1").until(2000).fails(ToldJudge::poisoned);
    role(new Story(), "A", Roles.POISONED)
        .taken(10, "a1")
        .lost(980, "a1", "UNREACHABLE")
        .until(2000)
        .passes(ToldJudge::poisoned);
    new Story().taken(10, "a1").until(2000).saysNothing(ToldJudge::poisoned);
  }

  @Test
  void aSickEngineHoldsNothingTooLong() {
    sick().event(900, "a1", What.HELD).lost(991, "a1", "ENGINE_FAILURE").passes(ToldJudge::sick);
    sick().event(1020, "a1", What.HELD).lost(991, "a1", "ENGINE_FAILURE").fails(ToldJudge::sick);
    sick().lost(991, "a1", "REVOKED").fails(ToldJudge::sick);
    sick().fails(ToldJudge::sick);
  }

  private static Story sick() {
    return role(new Story(), "A", Roles.SICK).taken(10, "a1").until(2000);
  }

  @Test
  void whatFailsOnceCostsNoLease() {
    healing().renewed("a1", 350, 700, 1050, 1400).passes(ToldJudge::sick);
    healing().lost(991, "a1", "ENGINE_FAILURE").fails(ToldJudge::sick); // in time, and yet
    healing().fails(ToldJudge::sick);
  }

  private static Story healing() {
    return role(new Story(), "A", Roles.HEALING).taken(10, "a1").until(2000);
  }

  @Test
  void aHoldHasItsLimit() {
    limited()
        .event(512, "a1", What.OVERDUE)
        .lost(1290, "a1", "HOLD_LIMIT")
        .passes(LimitJudge::maxHold);
    limited().lost(1290, "a1", "HOLD_LIMIT").fails(LimitJudge::maxHold);
    limited()
        .event(512, "a1", What.OVERDUE)
        .event(513, "a1", What.OVERDUE)
        .lost(1290, "a1", "HOLD_LIMIT")
        .fails(LimitJudge::maxHold);
    limited()
        .event(512, "a1", What.OVERDUE)
        .lost(1290, "a1", "UNREACHABLE")
        .fails(LimitJudge::maxHold);
    limited()
        .event(512, "a1", What.OVERDUE)
        .renewed("a1", 700)
        .lost(1690, "a1", "HOLD_LIMIT")
        .fails(LimitJudge::maxHold);
    limited().event(512, "a1", What.OVERDUE).fails(LimitJudge::maxHold);
    limited().lost(1290, "a1", "LOCAL_PAUSE").fails(LimitJudge::maxHold);
  }

  private static Story limited() {
    return new Story().taken(10, "a1", "maxHold", 500 * Story.MS).renewed("a1", 300).until(3000);
  }

  @Test
  void aDroppedHandleIsReleased() {
    dropped().call(520, 1, "a1", "release", "RELEASED").passes(LimitJudge::dropped);
    dropped().fails(LimitJudge::dropped);
    dropped()
        .call(520, 1, "a1", "release", "RELEASED")
        .renewed("a1", 900)
        .fails(LimitJudge::dropped);
  }

  private static Story dropped() {
    return new Story().taken(10, "a1").event(500, "a1", What.DROPPED).until(2000);
  }

  private static Story wiped(Object... facts) {
    Object[] begin = {"fault", StoreLifeJudge.WIPE, "phase", "begin"};
    Object[] end = {"fault", StoreLifeJudge.WIPE, "phase", "end"};
    return new Story()
        .taken(10, "a1", facts)
        .add(400, "kit", What.FAULT, "", "", begin)
        .add(401, "kit", What.FAULT, "", "", end);
  }

  @Test
  void clientsGoOnAfterAWipe() {
    wiped()
        .asked(500, "A", 5, 3000)
        .event(520, "a2", What.GOT, "ask", 5)
        .passes(StoreLifeJudge::worksAgain);
    wiped()
        .asked(500, "A", 5, 3000)
        .event(1900, "a2", What.GOT, "ask", 5)
        .fails(StoreLifeJudge::worksAgain);
    wiped()
        .asked(500, "A", 5, 3000)
        .failed(3500, "A", 5, "UNAVAILABLE")
        .fails(StoreLifeJudge::worksAgain);
  }

  @Test
  void tokensRiseOverAWipe() {
    wiped().taken(500, "b1").passes(StoreLifeJudge::tokensRise);
    wiped()
        .call(500, 1, "b1", "acquire", "GRANTED", "token", 3)
        .event(502, "b1", What.GOT, "token", 3)
        .fails(StoreLifeJudge::tokensRise);
  }

  @Test
  void aFormerHolderRenewsNobodyElse() {
    wiped().taken(450, "b1").lost(600, "a1", "NOT_OWNER").passes(StoreLifeJudge::formerHolders);
    wiped()
        .taken(450, "b1")
        .renewed("a1", 600)
        .lost(700, "a1", "NOT_OWNER")
        .fails(StoreLifeJudge::formerHolders);
    wiped().taken(450, "b1").fails(StoreLifeJudge::formerHolders);
  }
}
