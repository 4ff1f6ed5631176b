-- Reads the record and how long it lasts, as of one moment.
-- KEYS  1 lease  2 a key that never exists
-- Answers {record, ms left}; nil if nobody holds the name.
local replica = if_replica(KEYS[2])
if replica then
  return replica
end
local record = redis.call('GET', KEYS[1])
if not record then
  return nil
end
return {record, redis.call('PTTL', KEYS[1])}
