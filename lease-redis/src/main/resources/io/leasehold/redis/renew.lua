-- Lets the full ttl run again if this acquisition still holds the name.
-- KEYS  1 lease  2 a key that never exists
-- ARGV  1 owner  2 ttl in ms
-- Answers 1 renewed, 0 no record, -1 another owner, -2 revoked.
local record = redis.call('GET', KEYS[1])
if not record then
  return if_replica(KEYS[2]) or 0
elseif string.sub(record, 1, 32) ~= ARGV[1] then
  return if_replica(KEYS[2]) or -1
elseif string.sub(record, 34, 34) == 'r' then
  return if_replica(KEYS[2]) or -2
end
redis.call('PEXPIRE', KEYS[1], ARGV[2])
return 1
