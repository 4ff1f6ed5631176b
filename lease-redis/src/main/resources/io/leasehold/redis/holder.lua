-- Reads the record and how long it lasts, as of one moment.
-- KEYS  1 lease
-- Answers {record, ms left}; nil if nobody holds the name.
local record = redis.call('GET', KEYS[1])
if not record then
  return nil
end
return {record, redis.call('PTTL', KEYS[1])}
