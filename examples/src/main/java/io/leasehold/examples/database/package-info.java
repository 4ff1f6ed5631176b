/**
 * A late write to a database, with the fencing token and without. Read {@link
 * io.leasehold.examples.database.Clerk} first, the application.
 */
@NullMarked
package io.leasehold.examples.database;

import org.jspecify.annotations.NullMarked;
