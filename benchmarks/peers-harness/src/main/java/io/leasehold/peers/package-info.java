/**
 * Locks of other libraries under the rules of the kit: thin adapters, what each library offers, the
 * scenarios that need no look below an engine, and the page of the results.
 */
@NullMarked
package io.leasehold.peers;

import org.jspecify.annotations.NullMarked;
