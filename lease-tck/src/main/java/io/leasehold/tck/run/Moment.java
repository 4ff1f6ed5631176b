package io.leasehold.tck.run;

/**
 * A moment in the history of a scenario.
 *
 * @param scenario its name
 * @param seed of the play; together with the scenario it names one history
 * @param at nanoseconds on the history's clock
 * @param lease the lease's name
 * @param by the contender
 */
public record Moment(String scenario, long seed, long at, String lease, String by) {}
