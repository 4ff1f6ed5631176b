/**
 * What a rule is made of, and the hands with which its code asks a backend and judges the answers.
 */
@NullMarked
package io.leasehold.tck.rule;

import org.jspecify.annotations.NullMarked;
