/** The report as one HTML page that needs nothing but a browser. */
@NullMarked
package io.leasehold.tck.report.html;

import org.jspecify.annotations.NullMarked;
