/** Rules that are judged with contenders in processes of their own. */
@NullMarked
package io.leasehold.tck.rules.process;

import org.jspecify.annotations.NullMarked;
