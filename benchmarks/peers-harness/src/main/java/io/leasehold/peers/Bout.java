package io.leasehold.peers;

import io.leasehold.tck.judge.Judge;
import io.leasehold.tck.rule.Proof;
import io.leasehold.tck.rule.Rule;
import io.leasehold.tck.rules.RuleCatalogue;
import io.leasehold.tck.scenario.Scenario;
import java.util.List;
import java.util.Set;

/**
 * A rule of the kit that any library can be asked, and how: by scenes and a judge that need no look
 * below its client.
 *
 * @param id of the rule
 * @param needs what a library has to offer for the rule to say something about it
 * @param how what is looked at, in one sentence
 * @param judge reads the histories
 * @param scenes whose histories it reads
 */
record Bout(String id, Set<Has> needs, String how, Judge judge, List<Scenario> scenes) {

  /** The rule of the kit, with this bout's proof in place of its own. */
  Rule rule() {
    Rule kits = RuleCatalogue.rule(id);
    return new Rule(
        id,
        kits.level(),
        kits.guarantee(),
        kits.text(),
        kits.intent(),
        kits.check(),
        scenes.get(0).needs(),
        kits.alone(),
        "",
        traits -> true,
        new Proof.Histories(judge, scenes));
  }
}
