-- Gives up an attempt: frees what it got, and marks it so that a copy under way is never granted.
-- KEYS  1 lease  2 tombstone of this attempt  3 waiters for the name
-- ARGV  1 owner  2 how long the tombstone stays, in ms  3 prefix of the clients' channels  4 name
-- Answers 1 if it held the name, else 0.
local record = redis.pcall('GET', KEYS[1])
if type(record) == 'table' and not string.find(record.err, 'WRONGTYPE', 1, true) then
  return record
end
local held = type(record) == 'string' and string.sub(record, 1, 32) == ARGV[1]
if held then
  -- First: with its memory full a server still deletes, and lets a script that has written write on.
  redis.call('DEL', KEYS[1])
end
redis.call('SET', KEYS[2], '', 'PX', ARGV[2])
if held then
  wake_next(KEYS[3], ARGV[3], ARGV[4])
  return 1
end
return 0
