/** ShedLock on Redis. */
@NullMarked
package io.leasehold.peers.shedlock;

import org.jspecify.annotations.NullMarked;
