/** Which backend to use: what is on the classpath and what was asked for. */
@NullMarked
package io.leasehold.engine.select;

import org.jspecify.annotations.NullMarked;
