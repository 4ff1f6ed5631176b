package io.leasehold.tck.judge;

import static org.assertj.core.api.Assertions.assertThat;

import io.leasehold.tck.history.Event;
import io.leasehold.tck.history.History;
import io.leasehold.tck.history.What;
import io.leasehold.tck.judge.loss.AfterLoss;
import io.leasehold.tck.judge.loss.Notice;
import io.leasehold.tck.judge.loss.Readings;
import io.leasehold.tck.judge.loss.Reasons;
import io.leasehold.tck.judge.loss.Told;
import io.leasehold.tck.judge.loss.Undisturbed;
import io.leasehold.tck.judge.race.Endings;
import io.leasehold.tck.judge.race.Fencing;
import io.leasehold.tck.judge.race.NothingLeft;
import io.leasehold.tck.judge.race.Progress;
import io.leasehold.tck.judge.race.Refusals;
import io.leasehold.tck.judge.race.StoreWord;
import io.leasehold.tck.judge.race.Takeovers;
import io.leasehold.tck.judge.race.TerminalRelease;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** What has to hold of every judge, on many random histories. */
class JudgePropertiesTest {

  private static final int HISTORIES = 100;
  private static final long MS = 1_000_000;
  private static final long ERROR = 5;

  private static final Map<String, Judge> JUDGES = new LinkedHashMap<>();

  /** Those that compare what two contenders, or a contender and the eye, have seen. */
  private static final List<String> OF_TWO =
      List.of("exclusion", "rises", "unique", "word", "takeovers", "refusals");

  static {
    JUDGES.put("exclusion", Exclusion::judge);
    JUDGES.put("rises", Fencing::rises);
    JUDGES.put("unique", Fencing::isUnique);
    JUDGES.put("endings", Endings::judge);
    JUDGES.put("word", StoreWord::judge);
    JUDGES.put("progress", Progress::judge);
    JUDGES.put("left", NothingLeft::judge);
    JUDGES.put("release", TerminalRelease::judge);
    JUDGES.put("takeovers", Takeovers::judge);
    JUDGES.put("refusals", Refusals::judge);
    JUDGES.put("told", Told::judge);
    JUDGES.put("in time", Notice::inTime);
    JUDGES.put("at once", Notice::atOnce);
    JUDGES.put("honest", Readings::areHonest);
    JUDGES.put("final", Readings::areFinal);
    JUDGES.put("given", Readings::areGivenOutValid);
    JUDGES.put("not renewed", AfterLoss::isNotRenewed);
    JUDGES.put("freed", AfterLoss::isFreed);
    JUDGES.put("reasons", Reasons::judge);
    JUDGES.put("undisturbed", Undisturbed::judge);
    JUDGES.put("after a bad end", Undisturbed::afterABadEnd);
  }

  @Test
  void everyJudgeDecidesSomethingInTheseHistories() {
    Map<String, Integer> decisive = new LinkedHashMap<>();
    for (int seed = 0; seed < HISTORIES; seed++) {
      History history = new RandomTenures(seed).story().history();
      JUDGES.forEach(
          (name, judge) -> decisive.merge(name, judge.judge(history).decisive(), Integer::sum));
    }
    assertThat(decisive).allSatisfy((name, times) -> assertThat(times).as(name).isPositive());
  }

  @Test
  void soundHistoriesAreSound() {
    for (int seed = 0; seed < HISTORIES; seed++) {
      isSound(new RandomTenures(seed).story().history(), seed);
    }
  }

  private static void isSound(History history, int seed) {
    JUDGES.forEach(
        (name, judge) ->
            assertThat(judge.judge(history).findings()).as(name + ", seed " + seed).isEmpty());
  }

  @Test
  void theOrderInWhichEventsWereWrittenDownChangesNothing() {
    for (int seed = 0; seed < HISTORIES; seed++) {
      Story story = new RandomTenures(seed).story();
      List<Event> shuffled = new ArrayList<>(story.events());
      Collections.shuffle(shuffled, new Random(seed));
      History other = story.of(shuffled);
      isSound(other, seed);
      int at = seed;
      JUDGES.forEach(
          (name, judge) ->
              assertThat(judge.judge(other).decisive())
                  .as(name + ", seed " + at)
                  .isEqualTo(judge.judge(story.history()).decisive()));
    }
  }

  @Test
  void aClockThatIsOffByLessThanItsErrorIsExcused() {
    for (int seed = 0; seed < HISTORIES; seed++) {
      long off = (new Random(seed).nextInt(3) - 1) * (ERROR - 1) * MS;
      History history = shifted(new RandomTenures(seed).story(), off);
      int at = seed;
      OF_TWO.forEach(
          name ->
              assertThat(JUDGES.get(name).judge(history).findings())
                  .as(name + ", seed " + at)
                  .isEmpty());
    }
  }

  @Test
  void aClockThatIsOffByMoreIsFound() {
    int found = 0;
    for (int seed = 0; seed < HISTORIES; seed++) {
      History history = shifted(new RandomTenures(seed).story(), -300 * MS);
      found += Exclusion.judge(history).findings().isEmpty() ? 0 : 1;
    }
    assertThat(found).isGreaterThan(HISTORIES / 2);
  }

  /** Contender B is a process of its own, whose clock is ahead by so much. */
  private static History shifted(Story story, long off) {
    List<Event> events = new ArrayList<>();
    story
        .events()
        .forEach(event -> events.add(event.by().equals("B") ? event.at(event.at() + off) : event));
    events.add(new Event(0, "B", What.CLOCK, "", "", Map.of("offset", "0")));
    return story.of(events);
  }

  @Test
  void aGapNeverMakesAFailure() {
    for (int seed = 0; seed < HISTORIES; seed++) {
      Random random = new Random(seed);
      String whose = "ABC".substring(seed % 3, seed % 3 + 1);
      Story story = new RandomTenures(seed).story().gap(whose);
      double lost = random.nextDouble();
      List<Event> rest =
          story.without(
              event ->
                  event.by().equals(whose)
                      && event.what() != What.GAP
                      && random.nextDouble() < lost);
      isSound(story.of(rest), seed);
    }
  }

  @Test
  void aGapNeverTurnsAFailureIntoAPassUnseen() {
    int failures = 0;
    for (int seed = 0; seed < HISTORIES; seed++) {
      Story story = new RandomTenures(seed).broken().story();
      for (Map.Entry<String, Judge> one : JUDGES.entrySet()) {
        if (one.getValue().judge(story.history()).findings().isEmpty()) {
          continue;
        }
        failures++;
        for (String whose : List.of("A", "B", "C")) {
          List<Event> with = new ArrayList<>(story.events());
          with.add(new Event(0, whose, What.GAP, "", "", Map.of()));
          Judgement judgement = one.getValue().judge(story.of(with));
          assertThat(judgement.findings().size() + judgement.doubts().size())
              .as(one.getKey() + ", seed " + seed)
              .isPositive();
        }
      }
    }
    assertThat(failures).isGreaterThan(HISTORIES);
  }
}
