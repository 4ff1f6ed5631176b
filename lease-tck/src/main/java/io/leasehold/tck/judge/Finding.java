package io.leasehold.tck.judge;

/**
 * A place where a history breaks a rule.
 *
 * @param at the moment, on the history's clock
 * @param name the lease
 * @param by the contender
 * @param expected what the rule asks for
 * @param seen what the history shows
 */
public record Finding(long at, String name, String by, String expected, String seen) {}
