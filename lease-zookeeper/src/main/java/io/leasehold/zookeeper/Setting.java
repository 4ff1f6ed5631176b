package io.leasehold.zookeeper;

import io.leasehold.spi.Cause;
import io.leasehold.spi.LeaseClock;
import java.time.Duration;
import java.util.concurrent.Executor;
import java.util.function.BiConsumer;

/**
 * What the sessions of one backend have in common.
 *
 * @param clock to measure with
 * @param paths where nodes are
 * @param connector makes connections
 * @param tick the servers' tickTime
 * @param closers runs what may block while a session ends
 * @param doubts hears when a session's connection breaks or the session ends
 */
record Setting(
    LeaseClock clock,
    Paths paths,
    Connector connector,
    Duration tick,
    Executor closers,
    BiConsumer<LeaseSession, Cause> doubts) {}
