/**
 * The in-process backend: a store in this JVM's memory, for tests and for programs that run alone.
 *
 * <p>It keeps the contract of {@link io.leasehold.spi.LeaseBackend} exactly, and everything that
 * can go wrong between a client and a store can be brought about on purpose. {@link
 * io.leasehold.memory.MemoryStore} is the server, {@link io.leasehold.memory.MemoryBackend} one
 * client's connection to it, {@link io.leasehold.memory.MemoryFaults} the control panel of the
 * faults, {@link io.leasehold.memory.ManualClock} the clock that stands still until it is told
 * otherwise. Chosen only explicitly, never by being on the classpath.
 */
@NullMarked
package io.leasehold.memory;

import org.jspecify.annotations.NullMarked;
