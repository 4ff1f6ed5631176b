/**
 * Scenarios: what contenders do and what happens to them and their store, on real time, written
 * down as a history. They judge nothing.
 */
@NullMarked
package io.leasehold.tck.scenario;

import org.jspecify.annotations.NullMarked;
