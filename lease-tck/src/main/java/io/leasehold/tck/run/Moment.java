package io.leasehold.tck.run;

/**
 * A moment in the history of a scenario.
 *
 * @param scenario its name
 * @param at nanoseconds on the history's clock
 * @param lease the lease's name
 * @param by the contender
 */
public record Moment(String scenario, long at, String lease, String by) {}
