/**
 * Leases on ZooKeeper; see docs/backends/zookeeper.md. To read first: {@code
 * ZooKeeperLeaseBackend}, then {@code LeaseSession} and {@code Proof}.
 */
@NullMarked
package io.leasehold.zookeeper;

import org.jspecify.annotations.NullMarked;
