/**
 * Judges that read only what applications asked, got, were told and let go, so that they can judge
 * any library. Pure.
 */
@NullMarked
package io.leasehold.peers.judge;

import org.jspecify.annotations.NullMarked;
