package io.leasehold.redis;

import io.leasehold.spi.LeaseName;
import io.leasehold.spi.OwnerToken;
import java.nio.charset.StandardCharsets;
import java.util.zip.CRC32;

/**
 * The keys of a lease. All of them carry the hash tag of its bucket, so that on a cluster each
 * script finds its keys in one slot, and the fencing counters are {@value #BUCKETS} at most.
 *
 * <p>Names are UTF-8; the last part of a key is the name as it is, so that two names never share a
 * key. Part of the format: changing it changes what running clients agree on.
 */
final class RedisKeys {

  static final int BUCKETS = 1024;

  private final String namespace;

  RedisKeys(String namespace) {
    this.namespace = namespace;
  }

  private String tag(byte[] name) {
    CRC32 crc = new CRC32();
    crc.update(name);
    return "{" + namespace + ":" + crc.getValue() % BUCKETS + "}";
  }

  /** The keys of one lease. */
  Of of(LeaseName name) {
    byte[] bytes = name.value().getBytes(StandardCharsets.UTF_8);
    return new Of(tag(bytes), name.value());
  }

  /** Where the clients that wait are woken; the client's id follows. */
  String channels() {
    return namespace + ":wake:";
  }

  /** The keys of one lease, made when they are asked for. */
  record Of(String tag, String name) {
    byte[] lease() {
      return bytes(tag + ":lease:" + name);
    }

    byte[] fence() {
      return bytes(tag + ":fence");
    }

    byte[] waiters() {
      return bytes(tag + ":wait:" + name);
    }

    byte[] tombstone(OwnerToken owner) {
      return bytes(tag + ":abandoned:" + owner);
    }

    /** Never written: what deletes it learns whether this server takes writes. */
    byte[] absent() {
      return bytes(tag + ":absent");
    }

    /** The lease's key as people see it, for messages. */
    String shown() {
      return tag + ":lease:" + name;
    }
  }

  static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }
}
