package io.leasehold.spi.support;

import io.leasehold.spi.Grant;
import java.lang.reflect.Field;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * All that a backend and a grant remember, read out of their fields, so that an exploration can
 * tell that two pasts lead to the same future. A new field has to be looked at here: it fails until
 * it is named.
 */
final class Memory {

  private Memory() {}

  static Object of(CasLeaseBackend backend) {
    requireFields(
        CasLeaseBackend.class,
        "register traits clock writeIds watches contender owner closed"); // closed: never here
    requireFields(CasContender.class, "watches attempts");
    requireFields(CasOwner.class, "writeIds");
    requireFields(WatchTable.class, "MAX_NAMES IDLE lock watches");
    requireFields(WatchTable.Watch.class, "record since now kept"); // kept: never full here
    requireFields(
        AttemptTable.class, "MAX_OPEN MAX_ABANDONED REMEMBERED FORGOTTEN lock open abandoned");
    requireFields(AttemptTable.Open.class, "sent base since"); // since: never full here
    List<Object> watched = new ArrayList<>();
    Map<?, ?> watches = (Map<?, ?>) get(get(backend, "watches"), "watches");
    for (Object value : watches.values()) {
      // Its last field only serves to drop what is idle for an hour.
      WatchTable.Watch watch = (WatchTable.Watch) value;
      watched.add(List.of(watch.record(), watch.since()));
    }
    // The abandoned attempts only stop a script from sending one of them again, which none does.
    Object open = get(get(get(backend, "contender"), "attempts"), "open");
    Map<Object, Object> attempts = new HashMap<>();
    ((Map<?, ?>) open)
        .forEach(
            (owner, value) -> {
              AttemptTable.Open attempt = (AttemptTable.Open) value;
              attempts.put(owner, Arrays.asList(attempt.sent(), attempt.base()));
            });
    return List.of(watched, attempts);
  }

  static Object of(Grant grant) {
    requireFields(Hold.class, "owner known releaseInDoubt");
    Hold hold = (Hold) grant.cookie();
    List<Object> memory = new ArrayList<>();
    memory.add(grant.owner());
    memory.add(grant.fencingToken()); // not in "known" while that is in doubt
    memory.add(hold.known());
    memory.add(hold.releaseInDoubt());
    return memory;
  }

  private static void requireFields(Class<?> type, String known) {
    for (Field field : type.getDeclaredFields()) {
      if (!field.isSynthetic() && !List.of(known.split(" ")).contains(field.getName())) {
        throw new AssertionError(field + " is new: say here whether it is part of the memory");
      }
    }
  }

  private static Object get(Object object, String name) {
    try {
      Field field = object.getClass().getDeclaredField(name);
      field.setAccessible(true);
      return field.get(object);
    } catch (ReflectiveOperationException e) {
      throw new LinkageError(e.getMessage(), e);
    }
  }
}
