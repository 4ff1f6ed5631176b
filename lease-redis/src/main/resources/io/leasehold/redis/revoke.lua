-- Takes the name from its holder: marks the record, or deletes it at once.
-- KEYS  1 lease  2 fence of the bucket  3 waiters for the name
-- ARGV  1 '1' for at once, else '0'  2 prefix of the clients' channels  3 name
-- Answers the barrier token, above the holder's and below every later one; nil if nobody holds it.
local record = redis.call('GET', KEYS[1])
if not record then
  return nil
end
local now = redis.call('TIME')
local last = tonumber(redis.call('GET', KEYS[2]) or '0')
local held = tonumber(string.match(record, '^%x+ %a (%d+)') or '0')
local barrier = string.format('%.0f', math.max(last + 1, held + 1, now[1] * 1000000 + now[2]))
redis.call('SET', KEYS[2], barrier)
if ARGV[1] == '1' then
  redis.call('DEL', KEYS[1])
  wake_next(KEYS[3], ARGV[2], ARGV[3])
else
  redis.call('SET', KEYS[1], string.sub(record, 1, 33) .. 'r' .. string.sub(record, 35), 'KEEPTTL')
end
return barrier
