-- Frees the name if this acquisition still holds it, and wakes one waiter.
-- KEYS  1 lease  2 waiters for the name  3 a key that never exists
-- ARGV  1 owner  2 prefix of the clients' channels  3 name
-- Answers 1 released, 0 no record, -1 another owner.
local record = redis.call('GET', KEYS[1])
if not record then
  return if_replica(KEYS[3]) or 0
elseif string.sub(record, 1, 32) ~= ARGV[1] then
  return if_replica(KEYS[3]) or -1
end
redis.call('DEL', KEYS[1])
wake_next(KEYS[2], ARGV[2], ARGV[3])
return 1
