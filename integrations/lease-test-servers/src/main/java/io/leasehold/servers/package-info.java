/**
 * Real servers for tests. {@link io.leasehold.servers.TestServers} finds a way to get one, {@link
 * io.leasehold.servers.ServerSpec} says which; {@link io.leasehold.servers.BackendsPage} holds a
 * page to what their backends declare.
 */
@NullMarked
package io.leasehold.servers;

import org.jspecify.annotations.NullMarked;
