-- Wakes one client that waits for the name: the one that has waited longest and still listens.
-- A client that has gone has no subscriber; then the next one is woken. Who listens to a pattern is no
-- client: NUMSUB leaves them out, PUBLISH counts them. (On a cluster both see only this node.)
-- What goes wrong here costs a poll; it must not make an error of a release that has been done.
local function wake_next(waiters, channels, name)
  for _ = 1, 1000 do
    local next = redis.pcall('ZPOPMIN', waiters)
    if next.err or #next == 0 then
      return
    end
    local channel = channels .. next[1]
    local listening = redis.pcall('PUBSUB', 'NUMSUB', channel)
    if listening.err or listening[2] > 0 then
      redis.pcall('PUBLISH', channel, name)
      return
    end
  end
end

