/** Pure functions that judge a history: each knows one rule and nothing else. */
@NullMarked
package io.leasehold.tck.judge;

import org.jspecify.annotations.NullMarked;
