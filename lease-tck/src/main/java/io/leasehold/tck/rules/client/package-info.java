/** Rules about clients over time: many grants, one hint after the other, and after the end. */
@NullMarked
package io.leasehold.tck.rules.client;

import org.jspecify.annotations.NullMarked;
