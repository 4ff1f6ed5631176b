/**
 * For authors of a backend: {@link io.leasehold.spi.support.CasLeaseBackend} turns any linearizable
 * compare-and-set register into a conformant backend. The author writes a {@link
 * io.leasehold.spi.support.CasRegister} of two steps; docs/writing-a-backend.md is the guide.
 */
@NullMarked
package io.leasehold.spi.support;

import org.jspecify.annotations.NullMarked;
