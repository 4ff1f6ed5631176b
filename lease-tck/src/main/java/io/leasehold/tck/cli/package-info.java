/** The command line: {@link io.leasehold.tck.cli.Main} is the main class of the runnable jar. */
@NullMarked
package io.leasehold.tck.cli;

import org.jspecify.annotations.NullMarked;
