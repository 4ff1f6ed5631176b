-- Wakes one client that waits for the name: the one that has waited longest and still listens.
-- A client that has gone has no subscriber; then the next one is woken. (On a cluster PUBLISH counts
-- only the subscribers of this node, so there the first is taken as it is.)
-- What goes wrong here costs a poll; it must not make an error of a release that has been done.
local function wake_next(waiters, channels, name)
  for _ = 1, 1000 do
    local next = redis.pcall('ZPOPMIN', waiters)
    if next.err or #next == 0 then
      return
    end
    local told = redis.pcall('PUBLISH', channels .. next[1], name)
    if type(told) ~= 'number' or told > 0 then
      return
    end
  end
end

