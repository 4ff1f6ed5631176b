/** Where everything that happens is noted. */
@NullMarked
package io.leasehold.engine.events;

import org.jspecify.annotations.NullMarked;
