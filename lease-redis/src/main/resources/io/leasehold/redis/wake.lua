-- Passes on a wake-up that nobody in this client needs any more.
-- KEYS  1 lease  2 waiters for the name
-- ARGV  1 prefix of the clients' channels  2 name
-- Answers 0.
if redis.call('EXISTS', KEYS[1]) == 0 then
  wake_next(KEYS[2], ARGV[1], ARGV[2])
end
return 0
