-- Takes the name for one attempt if nobody holds it, with an expiry and a greater fencing token.
-- KEYS  1 lease  2 fence of the bucket  3 tombstone of this attempt  4 waiters for the name
--       5 a key that never exists
-- ARGV  1 owner (32 hex digits)  2 ttl in ms  3 fence floor  4 rest of the record
--       5 id of the client if it waits, else empty  6 how long a place in line is kept, in ms
-- Answers {1, token} granted, {0, record, ms left} busy, {-1} this attempt was abandoned before.
local record = redis.call('GET', KEYS[1])
if record then
  local replica = if_replica(KEYS[5])
  if replica then
    return replica
  end
  if ARGV[5] ~= '' then
    -- Losing the place costs one poll, so that trouble here (no memory left) changes no answer.
    local now = redis.call('TIME')
    redis.pcall('ZADD', KEYS[4], 'NX', string.format('%.0f', now[1] * 1000000 + now[2]), ARGV[5])
    redis.pcall('PEXPIRE', KEYS[4], ARGV[6])
  end
  return {0, record, redis.call('PTTL', KEYS[1])}
end
if redis.call('EXISTS', KEYS[3]) == 1 then
  return {-1}
end
local token, fault = next_token(KEYS[2], ARGV[3])
if fault then
  return fault
end
redis.call('SET', KEYS[1], ARGV[1] .. ' h ' .. token .. ' ' .. ARGV[4], 'PX', ARGV[2])
if ARGV[5] ~= '' then
  redis.pcall('ZREM', KEYS[4], ARGV[5])
end
return {1, token}
