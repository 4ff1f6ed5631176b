/** The API: what an application uses. */
@NullMarked
package io.leasehold;

import org.jspecify.annotations.NullMarked;
