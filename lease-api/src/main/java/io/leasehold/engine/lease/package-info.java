/**
 * What a lease is while it is held: its status, its transitions, its listeners. No I/O, no threads.
 */
@NullMarked
package io.leasehold.engine.lease;

import org.jspecify.annotations.NullMarked;
