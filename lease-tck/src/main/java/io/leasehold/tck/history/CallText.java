package io.leasehold.tck.history;

import io.leasehold.HolderInfo;
import io.leasehold.spi.AcquireAttempt;
import io.leasehold.spi.AcquireOutcome;
import io.leasehold.spi.Durations;
import io.leasehold.spi.Grant;
import io.leasehold.spi.LeaseName;
import io.leasehold.spi.OwnerToken;
import io.leasehold.spi.RenewOutcome;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** The kit's short way to write requests and answers. */
public final class CallText {

  private static final int SHOWN = 48;

  private CallText() {}

  /** An attempt: name, owner, ttl, floor. */
  public static String of(AcquireAttempt attempt) {
    return of(attempt.name())
        + ", "
        + of(attempt.owner())
        + ", ttl "
        + of(attempt.ttl())
        + (attempt.fenceFloor() == 0 ? "" : ", floor " + attempt.fenceFloor());
  }

  /** A grant: name, owner, token, ttl. */
  public static String of(Grant grant) {
    return of(grant.name())
        + ", "
        + of(grant.owner())
        + ", token "
        + grant.fencingToken()
        + ", ttl "
        + of(grant.ttl());
  }

  /** A name, cut where it is long. */
  public static String of(LeaseName name) {
    String value = name.value();
    return value.length() <= SHOWN
        ? "\"" + value + "\""
        : "\"" + value.substring(0, SHOWN) + "...\" (" + value.length() + " characters)";
  }

  /** An owner's first digits. */
  public static String of(OwnerToken owner) {
    return owner(owner.toString());
  }

  /** A time in milliseconds or seconds, whichever reads better. */
  public static String of(Duration time) {
    return Durations.show(time);
  }

  /** Who holds a name. */
  public static String of(HolderInfo info) {
    return "holder "
        + owner(info.owner())
        + ", token "
        + info.fencingToken()
        + info.remaining().map(left -> ", " + of(left) + " left").orElse("")
        + (info.revoked() ? ", revoked" : "")
        + (info.metadata().isEmpty() ? "" : ", " + info.metadata());
  }

  /** Any answer of the SPI. */
  public static String answer(@Nullable Object answer) {
    if (answer instanceof AcquireOutcome.Granted granted) {
      return "Granted(" + of(granted.grant()) + age(granted.age()) + ")";
    } else if (answer instanceof AcquireOutcome.Busy busy) {
      return "Busy(" + of(busy.holder()) + ")";
    } else if (answer instanceof RenewOutcome.Renewed renewed) {
      return "Renewed" + age(renewed.age());
    } else if (answer instanceof Optional<?> optional) {
      return optional.map(CallText::answer).orElse("nobody");
    } else if (answer instanceof HolderInfo info) {
      return of(info);
    } else if (answer instanceof List<?> list) {
      return list.stream().map(CallText::answer).collect(Collectors.joining(", ", "[", "]"));
    }
    return String.valueOf(answer).replace("[cause=", "[");
  }

  private static String age(Duration age) {
    return age.isZero() ? "" : ", age " + of(age);
  }

  private static String owner(String hex) {
    return "owner " + (hex.length() > 8 ? hex.substring(0, 8) : "\"" + hex + "\"");
  }
}
