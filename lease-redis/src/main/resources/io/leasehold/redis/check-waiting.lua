-- Tries at start what the other scripts do for waiters, where they let no error show.
-- KEYS  1 waiters for a name that nobody else uses
-- ARGV  1 id of the client  2 prefix of the clients' channels
-- Answers 0.
redis.call('ZADD', KEYS[1], 'NX', '1', ARGV[1])
redis.call('PEXPIRE', KEYS[1], 1000)
redis.call('ZREM', KEYS[1], ARGV[1])
redis.call('ZPOPMIN', KEYS[1])
redis.call('PUBSUB', 'NUMSUB', ARGV[2] .. ARGV[1])
redis.call('PUBLISH', ARGV[2] .. ARGV[1], '')
return 0
