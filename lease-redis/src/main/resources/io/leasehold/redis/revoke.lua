-- Takes the name from its holder: marks the record, or deletes it at once.
-- KEYS  1 lease  2 fence of the bucket  3 waiters for the name  4 a key that never exists
-- ARGV  1 owner  2 '1' for at once, else '0'  3 prefix of the clients' channels  4 name
-- Answers the barrier token, above the holder's and below every later one; nil if nobody holds it;
-- 0 if the key holds something that is no lease, which is left alone; -1 another owner: a request
-- that comes late must not hit the holder after the one it was meant for.
local record = redis.call('GET', KEYS[1])
if not record then
  return if_replica(KEYS[4])
end
local held = string.match(record, '^%x+ [hr] (%d+) ')
if not held or #held > 16 then
  return 0
elseif string.sub(record, 1, 32) ~= ARGV[1] then
  return if_replica(KEYS[4]) or -1
end
local barrier, fault = next_token(KEYS[2], held)
if fault then
  return fault
end
if ARGV[2] == '1' then
  redis.call('DEL', KEYS[1])
  wake_next(KEYS[3], ARGV[3], ARGV[4])
else
  redis.call('SET', KEYS[1], string.sub(record, 1, 33) .. 'r' .. string.sub(record, 35), 'KEEPTTL')
end
return barrier
