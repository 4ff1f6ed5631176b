/** The catalogue: every rule of the SPI, one class per group, the sentences first. */
@NullMarked
package io.leasehold.tck.rules;

import org.jspecify.annotations.NullMarked;
