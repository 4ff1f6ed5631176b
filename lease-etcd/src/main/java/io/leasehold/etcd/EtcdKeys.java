package io.leasehold.etcd;

import com.google.protobuf.ByteString;
import io.leasehold.spi.LeaseName;

/**
 * Where a lease lies: one key per name, below the namespace. Only whole keys are ever read or
 * written, never a range, so that no name and no foreign key can stand in the way of another.
 */
final class EtcdKeys {

  private final String prefix;

  EtcdKeys(String namespace) {
    this.prefix = namespace + "/lease/";
  }

  ByteString of(LeaseName name) {
    return ByteString.copyFromUtf8(shown(name));
  }

  /** The key as people read it. */
  String shown(LeaseName name) {
    return prefix + name.value();
  }
}
