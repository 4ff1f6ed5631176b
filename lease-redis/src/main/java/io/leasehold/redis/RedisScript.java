package io.leasehold.redis;

import io.leasehold.redis.ConnectionShares.Purpose;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.List;
import redis.clients.jedis.CommandArguments;
import redis.clients.jedis.Protocol.Command;

/** The scripts: one file per operation, whose head says what keys and arguments it takes. */
enum RedisScript {
  ACQUIRE(Purpose.OTHER, 5, "primary.lua", "next-token.lua", "acquire.lua"),
  RENEW(Purpose.RENEWAL, 2, "primary.lua", "renew.lua"),
  RELEASE(Purpose.END, 3, "primary.lua", "wake-next.lua", "release.lua"),
  ABANDON(Purpose.END, 3, "wake-next.lua", "abandon.lua"),
  REVOKE(Purpose.OTHER, 4, "primary.lua", "next-token.lua", "wake-next.lua", "revoke.lua"),
  HOLDER(Purpose.OTHER, 2, "primary.lua", "holder.lua"),
  WAKE(Purpose.END, 2, "wake-next.lua", "wake.lua"),
  CHECK_WAITING(Purpose.OTHER, 1, "check-waiting.lua");

  /** What it needs a connection for. */
  final Purpose purpose;

  private final String source;
  private final String sha;
  private final int keys;

  RedisScript(Purpose purpose, int keys, String... files) {
    this.purpose = purpose;
    StringBuilder text = new StringBuilder();
    List.of(files).forEach(file -> text.append(read(file)));
    this.source = text.toString();
    this.sha = HexFormat.of().formatHex(sha1(RedisKeys.bytes(source)));
    this.keys = keys;
  }

  /** The call by digest; answered NOSCRIPT, without running, where the server does not know it. */
  CommandArguments bySha(byte[]... keysAndArguments) {
    return command(Command.EVALSHA, sha, keysAndArguments);
  }

  /** The call with the whole text, which the server knows from then on. */
  CommandArguments byText(byte[]... keysAndArguments) {
    return command(Command.EVAL, source, keysAndArguments);
  }

  private CommandArguments command(Command command, String script, byte[]... rest) {
    CommandArguments arguments = new CommandArguments(command).add(script).add(keys);
    for (int i = 0; i < rest.length; i++) {
      if (i < keys) {
        arguments.key(rest[i]);
      } else {
        arguments.add(rest[i]);
      }
    }
    return arguments;
  }

  private static String read(String file) {
    try (InputStream in = RedisScript.class.getResourceAsStream(file)) {
      if (in == null) {
        throw new IllegalStateException(file + " is missing in the jar of lease-redis");
      }
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** What EVALSHA identifies a script by; no secret depends on it. */
  private static byte[] sha1(byte[] text) {
    try {
      return MessageDigest.getInstance("SHA-1").digest(text);
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException(e);
    }
  }
}
