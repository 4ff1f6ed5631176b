/** The engine. Not exported: nothing outside lease-api may use it. */
@NullMarked
package io.leasehold.engine;

import org.jspecify.annotations.NullMarked;
