/**
 * For authors of a backend: {@link io.leasehold.spi.support.CasLeaseBackend} turns any linearizable
 * compare-and-set register into a conformant backend. The author writes a {@link
 * io.leasehold.spi.support.CasRegister} of two steps; docs/writing-a-backend.md is the guide.
 * {@link io.leasehold.spi.support.UriReader} and {@link io.leasehold.spi.support.TrialLease} are
 * for the start of any backend.
 */
@NullMarked
package io.leasehold.spi.support;

import org.jspecify.annotations.NullMarked;
