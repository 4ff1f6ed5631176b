package io.leasehold.examples.demo;

import java.nio.file.Path;
import java.time.Duration;

/**
 * What all processes of one demo share.
 *
 * @param uri the store
 * @param leaseName the lease that guards the counter
 * @param ttl the lease's ttl
 * @param callTimeout the bound for each call to the store
 * @param takeoverBound when a rival must have the lease of a holder that stands still
 * @param counter where the counter is
 * @param fenced whether the counter looks at fencing tokens
 */
record Setting(
    String uri,
    String leaseName,
    Duration ttl,
    Duration callTimeout,
    Duration takeoverBound,
    Path counter,
    boolean fenced) {}
