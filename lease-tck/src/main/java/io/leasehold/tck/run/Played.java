package io.leasehold.tck.run;

import io.leasehold.tck.history.History;
import io.leasehold.tck.scenario.Scenario;
import java.time.Duration;
import java.util.Optional;

/**
 * One play of a scenario.
 *
 * @param scenario what was played
 * @param seed of its chances
 * @param history what was seen; empty if it could not be played
 * @param why why not, or why it was broken off; empty if nothing was wrong
 * @param took how long it lasted
 */
public record Played(
    Scenario scenario, long seed, Optional<History> history, String why, Duration took) {}
