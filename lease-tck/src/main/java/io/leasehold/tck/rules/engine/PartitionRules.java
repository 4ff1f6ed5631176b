package io.leasehold.tck.rules.engine;

import static io.leasehold.tck.rule.Guarantee.G10;
import static io.leasehold.tck.rule.Guarantee.G2;
import static io.leasehold.tck.rule.Guarantee.G3;
import static io.leasehold.tck.rule.Guarantee.G4;
import static io.leasehold.tck.rule.Guarantee.G7;
import static io.leasehold.tck.rule.Guarantee.G8;
import static io.leasehold.tck.rule.Rule.must;
import static io.leasehold.tck.scenario.cut.NetworkScenario.NETWORK;
import static io.leasehold.tck.scenario.cut.PartitionScenario.PARTITION;
import static io.leasehold.tck.scenario.cut.SlowScenario.FAR;
import static io.leasehold.tck.scenario.cut.SlowScenario.JITTER;

import io.leasehold.tck.judge.cut.BoundedCalls;
import io.leasehold.tck.judge.cut.FormerHolder;
import io.leasehold.tck.judge.cut.ShortCuts;
import io.leasehold.tck.judge.cut.SlowWays;
import io.leasehold.tck.judge.cut.Takeovers;
import io.leasehold.tck.judge.cut.ToldInTime;
import io.leasehold.tck.judge.cut.TrueAnswers;
import io.leasehold.tck.judge.cut.WorksAgain;
import io.leasehold.tck.rule.Rule;
import java.util.List;

/** A holder that is cut off from its store, or has a slow way to it. */
final class PartitionRules {

  static final List<Rule> RULES =
      List.of(
          must("PART-01", G3, "Who is cut off is told before anybody else can have the name.")
              .why("It goes on writing while another holder writes too.")
              .check(
                  "The clock that ends validity must need no answer; an answer that never came"
                      + " must not be taken for a renewal.")
              .judge(ToldInTime::judge, PARTITION, NETWORK),
          must("PART-02", G8, "A rival gets the name soon after the last possible renewal's ttl.")
              .why("Work stands still for as long as a name stays with somebody who is gone.")
              .check("What renews besides the engine; polling of waiters; the takeover lag.")
              .judge(Takeovers::judge, PARTITION, NETWORK),
          must("PART-03", G7, "Whatever the network does, every call returns within its bound.")
              .why("A thread that hangs renews nothing, and cannot be closed.")
              .check("Time limits for connecting, for reading, for waiting for a connection.")
              .judge(BoundedCalls::judge, NETWORK, JITTER, FAR),
          must("PART-04", G7, "When the network is mended the same client works again.")
              .why("Nobody restarts every process after each fault of the network.")
              .check("Broken connections have to leave the pool; new ones have to be made.")
              .judge(WorksAgain::judge, PARTITION, NETWORK),
          must("PART-05", G4, "A former holder never has its lease again and disturbs nobody.")
              .why("What was sent before the cut arrives when another has the name.")
              .check("The owner check of each call; late answers to renewals of lost leases.")
              .judge(FormerHolder::judge, PARTITION, NETWORK),
          must("PART-06", G7, "On a broken network every definite answer is true at the store.")
              .why("A lease is given up, or believed in, because of what nobody has said.")
              .check(
                  "What a reset or a timeout is told as: what was sent is unknown; a connection"
                      + " whose answer is late must not be used again.")
              .judge(TrueAnswers::judge, NETWORK),
          must("PART-07", G2, "A cut that is shorter than a call's bound costs no lease.")
              .why("The network of every day would end leases that nobody else wants.")
              .check("The next try after a renewal without an answer; the first sign of doubt.")
              .judge(ShortCuts::judge, PARTITION, NETWORK),
          must(
                  "PART-08",
                  G10,
                  "Delays that vary cost no lease as long as calls have room for them.")
              .why("One slow answer must not be taken for a loss.")
              .check("Batches whose slowest answer counts for all; limits below callTimeout.")
              .judge(SlowWays::varying, JITTER),
          must("PART-09", G3, "A store that is suddenly too far away is told as a loss in time.")
              .why("Requests arrive and answers do not: the store may give the name away.")
              .check("Validity must count from answers that came within their bound.")
              .judge(ToldInTime::tooFar, FAR),
          must("PART-10", G10, "A long way costs no lease as long as calls have room for it.")
              .why("A store in another region is slow and not gone.")
              .check("Time limits below callTimeout; several round trips for one renewal.")
              .judge(SlowWays::steady, FAR),
          must("PART-11", G7, "What is too far away is told as unavailable, and leaves no orphan.")
              .why("Requests arrive and answers do not: the name is taken by nobody.")
              .check("Abandoning after an unknown acquire, also when that has no answer.")
              .judge(SlowWays::notCovered, FAR));

  private PartitionRules() {}
}
