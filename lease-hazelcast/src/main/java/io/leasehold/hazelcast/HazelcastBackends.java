package io.leasehold.hazelcast;

import com.hazelcast.config.Config;
import com.hazelcast.config.EvictionPolicy;
import com.hazelcast.config.MapConfig;
import com.hazelcast.config.MergePolicyConfig;
import com.hazelcast.config.SplitBrainProtectionConfig;
import com.hazelcast.core.HazelcastInstance;
import io.leasehold.ErrorCode;
import io.leasehold.LeaseConfigurationException;
import io.leasehold.spi.BackendUnavailableException;
import io.leasehold.spi.Durations;
import io.leasehold.spi.LeaseBackend;
import io.leasehold.spi.LeaseClock;
import io.leasehold.spi.support.UriReader;
import java.time.Duration;
import java.util.Objects;

/** Backends on a Hazelcast instance that the application already has, and what members need. */
public final class HazelcastBackends {

  private static final Duration LEAST_BOUND = Duration.ofMillis(1);
  private static final Duration LARGEST_BOUND = Duration.ofHours(1);
  private static final Duration START = Duration.ofSeconds(20);
  private static final int MERGE_BATCH = 100;

  private HazelcastBackends() {}

  /**
   * {@link #of(HazelcastInstance, Duration, String)} with the namespace {@code leasehold}.
   *
   * @param instance stays the application's: it is not shut down with the backend
   * @param callTimeout the bound for every call
   */
  public static LeaseBackend of(HazelcastInstance instance, Duration callTimeout) {
    return of(instance, callTimeout, HazelcastOptions.DEFAULT_NAMESPACE);
  }

  /**
   * Uses a member or a client for leases by entry processors. Every member needs lease-hazelcast on
   * its class path, and the configuration of {@link #prepare}. The instance is not shut down with
   * the backend; close the backend (or the LeaseClient that has it) first. A client should have
   * {@code setBackupAckToClientEnabled(false)}: else a step waits 5 s where it is not connected to
   * the member with the copy yet.
   *
   * @param instance a member or a client
   * @param callTimeout the bound for every call; the engine reckons with it
   * @param namespace the prefix of the map's name; 1 to 64 letters, digits, dots, underscores and
   *     hyphens
   * @throws LeaseConfigurationException BAD_OPTION; MISCONFIGURED if the members lack the classes
   * @throws BackendUnavailableException if the cluster does not answer
   */
  public static LeaseBackend of(
      HazelcastInstance instance, Duration callTimeout, String namespace) {
    Objects.requireNonNull(instance, "instance");
    UriReader.checkNamespace(Objects.requireNonNull(namespace, "namespace"));
    checkBound(Objects.requireNonNull(callTimeout, "callTimeout"));
    String where = "cluster of " + instance.getName();
    return HazelcastAssembly.within(
        START,
        where,
        () ->
            HazelcastAssembly.processor(
                instance, false, namespace, LeaseClock.system(), callTimeout));
  }

  /**
   * Prepares the configuration of a member that keeps leases: nothing is evicted, writes whose
   * copies were not confirmed are said to be so, and of two records that a split left behind the
   * one with the higher token stays.
   *
   * @param config of every member, before it is started
   * @param namespace as the clients have it
   * @param backups how many other members keep a copy of each record
   * @param minMembers with fewer members calls are refused, so that the smaller part of a split
   *     grants nothing once it has noticed; 1 for never
   */
  public static void prepare(Config config, String namespace, int backups, int minMembers) {
    UriReader.checkNamespace(namespace);
    config.setProperty("hazelcast.operation.fail.on.indeterminate.state", "true");
    String name = HazelcastAssembly.leases(namespace);
    MapConfig map =
        new MapConfig(name)
            .setBackupCount(backups)
            .setReadBackupData(false)
            .setMergePolicyConfig(
                new MergePolicyConfig(HigherTokenMergePolicy.class.getName(), MERGE_BATCH));
    map.getEvictionConfig().setEvictionPolicy(EvictionPolicy.NONE);
    if (minMembers > 1) {
      String protection = name + "-protection";
      config.addSplitBrainProtectionConfig(
          new SplitBrainProtectionConfig(protection, true, minMembers));
      map.setSplitBrainProtectionName(protection);
    }
    config.addMapConfig(map);
  }

  private static void checkBound(Duration callTimeout) {
    if (callTimeout.compareTo(LEAST_BOUND) < 0 || callTimeout.compareTo(LARGEST_BOUND) > 0) {
      throw new LeaseConfigurationException(
          ErrorCode.BAD_OPTION,
          "callTimeout "
              + Durations.format(callTimeout)
              + " must be from "
              + Durations.format(LEAST_BOUND)
              + " to "
              + Durations.format(LARGEST_BOUND));
    }
  }
}
