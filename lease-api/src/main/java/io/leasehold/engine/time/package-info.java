/** How the engine waits and on what threads: due times, pace, executors. */
@NullMarked
package io.leasehold.engine.time;

import org.jspecify.annotations.NullMarked;
