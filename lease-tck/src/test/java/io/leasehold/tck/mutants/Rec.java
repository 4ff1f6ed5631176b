package io.leasehold.tck.mutants;

import io.leasehold.spi.LeaseName;
import io.leasehold.spi.OwnerToken;
import java.time.Duration;
import java.util.Map;

/** One grant as {@link Model} keeps it; guarded by the model's lock. */
final class Rec {
  LeaseName name;
  OwnerToken owner;
  long token;
  Duration ttl;
  long deadline;
  boolean revoked;
  Map<String, String> metadata;
  final Conn client;

  Rec(
      LeaseName name,
      OwnerToken owner,
      long token,
      Duration ttl,
      long deadline,
      Map<String, String> metadata,
      Conn client) {
    this.name = name;
    this.owner = owner;
    this.token = token;
    this.ttl = ttl;
    this.deadline = deadline;
    this.metadata = metadata;
    this.client = client;
  }
}
