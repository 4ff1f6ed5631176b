-- Gives up an attempt: frees what it got, and marks it so that a copy under way is never granted.
-- KEYS  1 lease  2 tombstone of this attempt  3 waiters for the name
-- ARGV  1 owner  2 how long the tombstone stays, in ms  3 prefix of the clients' channels  4 name
-- Answers 1 if it held the name, else 0.
redis.call('SET', KEYS[2], '', 'PX', ARGV[2])
local record = redis.call('GET', KEYS[1])
if record and string.sub(record, 1, 32) == ARGV[1] then
  redis.call('DEL', KEYS[1])
  wake_next(KEYS[3], ARGV[3], ARGV[4])
  return 1
end
return 0
