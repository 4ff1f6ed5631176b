/** What came out of a run, for people and for machines: console, JUnit XML, JSON, Markdown. */
@NullMarked
package io.leasehold.tck.report;

import org.jspecify.annotations.NullMarked;
