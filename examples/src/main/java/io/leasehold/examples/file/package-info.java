/**
 * A backend written by following docs/writing-a-backend.md: leases in a directory shared by the
 * processes of one machine. {@link io.leasehold.examples.file.FileRegister} is the heart; {@link
 * io.leasehold.examples.file.FileBackendProvider} makes it known.
 */
@NullMarked
package io.leasehold.examples.file;

import org.jspecify.annotations.NullMarked;
