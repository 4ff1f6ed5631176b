package io.leasehold.hazelcast;

import com.hazelcast.client.HazelcastClientOfflineException;
import com.hazelcast.core.HazelcastInstanceNotActiveException;
import com.hazelcast.core.HazelcastOverloadException;
import com.hazelcast.core.IndeterminateOperationStateException;
import com.hazelcast.core.OperationTimeoutException;
import com.hazelcast.nio.serialization.HazelcastSerializationException;
import com.hazelcast.partition.NoDataMemberInClusterException;
import com.hazelcast.splitbrainprotection.SplitBrainProtectionException;
import io.leasehold.spi.Cause;
import io.leasehold.spi.Cause.Kind;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutionException;

/** What an error of the driver means: whether the step surely did not run, and why. */
final class HazelcastFault {

  private static final String WITHOUT_CLASSES =
      "the members cannot read the lease's step: put lease-hazelcast and lease-api of this"
          + " version on the class path of every member";

  private HazelcastFault() {}

  /**
   * Sorts an error.
   *
   * @param atOnce whether it was there before the request can have left: then nothing was sent
   */
  static CallFailedException of(Throwable thrown, boolean atOnce) {
    Throwable error = bare(thrown);
    if (isMissingClass(error)) {
      return failed(true, Kind.MISCONFIGURED, WITHOUT_CLASSES, error);
    } else if (error instanceof SplitBrainProtectionException) {
      return failed(true, Kind.UNAVAILABLE, "too few members are left to decide", error);
    } else if (error instanceof HazelcastOverloadException) {
      return failed(true, Kind.OVERLOADED, "too many calls are under way in the driver", error);
    } else if (error instanceof NoDataMemberInClusterException) {
      return failed(true, Kind.UNAVAILABLE, "no member keeps data", error);
    } else if (error instanceof IndeterminateOperationStateException) {
      return failed(false, Kind.UNAVAILABLE, "a copy of the record was not confirmed", error);
    } else if (error instanceof OperationTimeoutException) {
      return failed(false, Kind.TIMEOUT, "the driver got no answer", error);
    } else if (error instanceof HazelcastClientOfflineException) {
      return failed(atOnce, Kind.UNAVAILABLE, "no connection to the cluster", error);
    } else if (error instanceof HazelcastInstanceNotActiveException) {
      return failed(atOnce, Kind.UNAVAILABLE, "the driver is shut down", error);
    }
    return failed(atOnce, Kind.UNAVAILABLE, "the driver failed", error);
  }

  private static CallFailedException failed(
      boolean refused, Kind kind, String message, Throwable error) {
    return new CallFailedException(refused, new Cause(kind, message, error));
  }

  /** Where a member cannot make an object of the step, it cannot have run it. */
  private static boolean isMissingClass(Throwable error) {
    if (!(error instanceof HazelcastSerializationException)) {
      return false;
    }
    for (Throwable each = error; each != null; each = each.getCause()) {
      if (each instanceof ClassNotFoundException || each instanceof NoClassDefFoundError) {
        return true;
      }
    }
    return String.valueOf(error.getMessage()).contains("ClassNotFoundException");
  }

  private static Throwable bare(Throwable thrown) {
    Throwable error = thrown;
    while ((error instanceof ExecutionException || error instanceof CompletionException)
        && error.getCause() != null) {
      error = error.getCause();
    }
    return error;
  }
}
