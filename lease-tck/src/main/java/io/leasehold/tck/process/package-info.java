/**
 * Real child JVMs that can be stopped, continued and killed, for scenarios that an in-process test
 * cannot show. Needs Linux: states are read back from {@code /proc}.
 *
 * <p>The parent uses {@link io.leasehold.tck.process.ChildCommand} and {@link
 * io.leasehold.tck.process.ChildJvm}; the child's main class begins with {@link
 * io.leasehold.tck.process.ChildMain#start()}.
 */
@NullMarked
package io.leasehold.tck.process;

import org.jspecify.annotations.NullMarked;
