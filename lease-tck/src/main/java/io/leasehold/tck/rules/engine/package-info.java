/** The rules of an engine on a backend, judged by the histories of scenarios. */
@NullMarked
package io.leasehold.tck.rules.engine;

import org.jspecify.annotations.NullMarked;
