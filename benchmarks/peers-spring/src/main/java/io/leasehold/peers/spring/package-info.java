/** Spring Integration's lock registry on Redis. */
@NullMarked
package io.leasehold.peers.spring;

import org.jspecify.annotations.NullMarked;
