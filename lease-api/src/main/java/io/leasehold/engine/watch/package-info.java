/** What happens to a lease: renewed by the watchdog, lost, or released. */
@NullMarked
package io.leasehold.engine.watch;

import org.jspecify.annotations.NullMarked;
