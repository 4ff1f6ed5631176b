/**
 * The demo that {@code scripts/demo.sh} runs: a process loses its lease while it is stopped, and
 * its late write is rejected. Read {@link io.leasehold.examples.demo.CounterWorker} first, the
 * application; {@link io.leasehold.examples.demo.DemoRun} stops it and looks at what follows.
 */
@NullMarked
package io.leasehold.examples.demo;

import org.jspecify.annotations.NullMarked;
