/** Redisson's locks. */
@NullMarked
package io.leasehold.peers.redisson;

import org.jspecify.annotations.NullMarked;
