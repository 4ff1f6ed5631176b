package io.leasehold.peers;

import static io.leasehold.peers.scene.CallerScenes.CLOSE;
import static io.leasehold.peers.scene.CallerScenes.HAND_OVER;
import static io.leasehold.peers.scene.CallerScenes.INTERRUPT;
import static io.leasehold.peers.scene.CallerScenes.IN_VAIN;
import static io.leasehold.peers.scene.CutScenes.BLINK;
import static io.leasehold.peers.scene.CutScenes.CUT;
import static io.leasehold.peers.scene.CutScenes.GONE;
import static io.leasehold.peers.scene.CutScenes.LATE;
import static io.leasehold.peers.scene.StoreScenes.FREEZE;
import static io.leasehold.peers.scene.StoreScenes.POISON;
import static io.leasehold.tck.scenario.RaceScenario.RACE;

import io.leasehold.peers.judge.Closing;
import io.leasehold.peers.judge.Finality;
import io.leasehold.peers.judge.Orphans;
import io.leasehold.peers.judge.Successor;
import io.leasehold.peers.judge.Survival;
import io.leasehold.peers.judge.Takeover;
import io.leasehold.peers.judge.Tokens;
import io.leasehold.peers.judge.Waits;
import io.leasehold.tck.judge.Exclusion;
import java.util.List;
import java.util.Set;

/** The rules that any library can be asked. */
final class Bouts {

  private static final List<Bout> ALL =
      List.of(
          new Bout(
              "RACE-01",
              Set.of(),
              "Clients take turns; a holder is cut off, or its messages come late, or the store"
                  + " stands still, until another takes over. Nobody may be granted what another"
                  + " relies on by all that it was told.",
              Exclusion::judge,
              List.of(RACE, CUT, LATE, FREEZE)),
          new Bout(
              "RACE-02",
              Set.of(Has.TOKEN),
              "The same; the tokens of each name are compared in the order of the grants.",
              Tokens::judge,
              List.of(RACE, CUT, LATE, FREEZE)),
          new Bout(
              "LATE-11",
              Set.of(),
              "200 callers are interrupted within 1 ms of asking for a free name. One ttl and three"
                  + " call timeouts later each name has to be free.",
              Orphans::judge,
              List.of(INTERRUPT)),
          new Bout(
              "LATE-03",
              Set.of(),
              "A holder's renewals and its release are held back until another is granted the name."
                  + " When they arrive a third may not be granted it.",
              Successor::undisturbed,
              List.of(LATE)),
          new Bout(
              "PART-05",
              Set.of(),
              "A holder is cut off until another is granted its name, comes back and releases. A"
                  + " third may not be granted it.",
              Successor::undisturbed,
              List.of(CUT)),
          new Bout(
              "LOST-09",
              Set.of(Has.HELD_READ),
              "A holder that is cut off, or whose store stands still, asks all the time whether it"
                  + " still holds its lock. After a no there may be no yes.",
              Finality::judge,
              List.of(CUT, FREEZE)),
          new Bout(
              "LATE-06",
              Set.of(Has.RELEASE_RESULT),
              "A holder that comes back after another was granted the name releases it. It may not"
                  + " be told that it freed it.",
              Successor::told,
              List.of(CUT, LATE, FREEZE)),
          new Bout(
              "LATE-07",
              Set.of(),
              "A holder's network is away over one renewal, and back while its ttl lasts. Nobody"
                  + " else may be granted the name before the holder lets it go.",
              Survival::judge,
              List.of(BLINK)),
          new Bout(
              "TRT-25",
              Set.of(),
              "The record of one of nine locks of a client is replaced by one of another kind."
                  + " Nobody else may be granted one of the other eight.",
              Survival::judge,
              List.of(POISON)),
          new Bout(
              "PART-02",
              Set.of(),
              "A holder's network goes away, as if it had been killed, while another waits or asks"
                  + " for its name.",
              Takeover::judge,
              List.of(GONE, CUT)),
          new Bout(
              "CLOSE-03",
              Set.of(),
              "A client that holds three locks is closed. The names have to be free when their ttl"
                  + " is over.",
              Closing::judge,
              List.of(CLOSE)),
          new Bout(
              "WAK-01",
              Set.of(Has.WAITING),
              "A holder releases while another waits, who has to be served within one poll interval"
                  + " and one call timeout.",
              Waits::served,
              List.of(HAND_OVER)),
          new Bout(
              "WAK-04",
              Set.of(Has.WAITING),
              "Callers wait for a name that is kept for longer.",
              Waits::inTime,
              List.of(IN_VAIN)));

  private Bouts() {}

  /** All of them, in the order of the page. */
  static List<Bout> all() {
    return ALL;
  }
}
