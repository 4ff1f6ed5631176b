package io.leasehold.redis;

import java.util.List;

/**
 * What a user of Redis must be allowed; docs/backends/redis.md quotes it, and a test lives by it.
 */
final class RedisAcl {

  /**
   * For the namespace {@code leasehold}: its keys, its channels, and the commands that the scripts
   * and the connections use. {@code info} is for the look at what the server is, at the start.
   */
  static final List<String> RULES =
      List.of(
          "~{leasehold:*}:*",
          "&leasehold:wake:*",
          "-@all",
          "+eval",
          "+evalsha",
          "+get",
          "+set",
          "+del",
          "+exists",
          "+pexpire",
          "+pttl",
          "+time",
          "+zadd",
          "+zrem",
          "+zpopmin",
          "+publish",
          "+pubsub|numsub",
          "+subscribe",
          "+ping",
          "+select",
          "+info",
          "+client|setname");

  private RedisAcl() {}
}
