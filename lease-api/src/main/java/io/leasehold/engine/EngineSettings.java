package io.leasehold.engine;

import io.leasehold.LeaseObserver;
import io.leasehold.spi.LeaseBackend;
import io.leasehold.spi.LeaseClock;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * What {@link io.leasehold.LeaseClientBuilder} collected; documented there.
 *
 * @param callTimeout null for the default
 * @param defaultTtlGiven whether it was chosen, and has to work
 * @param closeTimeout null for the default
 * @param observer null if nobody observes
 */
public record EngineSettings(
    @Nullable String uri,
    @Nullable LeaseBackend backend,
    @Nullable Duration callTimeout,
    Duration defaultTtl,
    boolean defaultTtlGiven,
    Duration defaultMaxHold,
    Duration renewalWindow,
    Duration backoff,
    Duration pollInterval,
    @Nullable Duration closeTimeout,
    boolean acquisitionStacks,
    @Nullable LeaseObserver observer,
    LeaseClock clock) {}
