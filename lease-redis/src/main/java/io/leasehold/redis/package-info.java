/**
 * Leases on a Redis server. Start reading at {@link io.leasehold.redis.RedisLeaseBackend}; what the
 * server does is in the {@code .lua} files beside it.
 */
@NullMarked
package io.leasehold.redis;

import org.jspecify.annotations.NullMarked;
