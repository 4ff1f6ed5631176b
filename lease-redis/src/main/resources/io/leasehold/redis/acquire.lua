-- Takes the name for one attempt if nobody holds it, with an expiry and a greater fencing token.
-- KEYS  1 lease  2 fence of the bucket  3 tombstone of this attempt  4 waiters for the name
-- ARGV  1 owner (32 hex digits)  2 ttl in ms  3 fence floor  4 rest of the record
--       5 id of the client if it waits, else empty  6 how long a place in line is kept, in ms
-- Answers {1, token} granted, {0, record, ms left} busy, {-1} this attempt was abandoned before.
local record = redis.call('GET', KEYS[1])
if record then
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
local now = redis.call('TIME')
local last = tonumber(redis.call('GET', KEYS[2]) or '0')
-- tostring() would lose digits: 1.8e+15
local token = string.format('%.0f', math.max(last + 1, ARGV[3] + 1, now[1] * 1000000 + now[2]))
redis.call('SET', KEYS[2], token)
redis.call('SET', KEYS[1], ARGV[1] .. ' h ' .. token .. ' ' .. ARGV[4], 'PX', ARGV[2])
if ARGV[5] ~= '' then
  redis.call('ZREM', KEYS[4], ARGV[5])
end
return {1, token}
