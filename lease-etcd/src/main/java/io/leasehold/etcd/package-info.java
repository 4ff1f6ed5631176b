/**
 * Leases on an etcd cluster. Start with {@link io.leasehold.etcd.EtcdBackendProvider}, or with
 * {@link io.leasehold.etcd.EtcdBackends} for a client builder of your own.
 */
@NullMarked
package io.leasehold.etcd;

import org.jspecify.annotations.NullMarked;
