/**
 * Leases on a Hazelcast cluster: one record per name in a map, changed by entry processors on the
 * member that owns it. Users name it by a URI, or hand over an instance they have: {@link
 * io.leasehold.hazelcast.HazelcastBackends}.
 */
@NullMarked
package io.leasehold.hazelcast;

import org.jspecify.annotations.NullMarked;
