/**
 * Scenes that need no look below an engine: what applications asked, got, read and let go says all.
 */
@NullMarked
package io.leasehold.peers.scene;

import org.jspecify.annotations.NullMarked;
