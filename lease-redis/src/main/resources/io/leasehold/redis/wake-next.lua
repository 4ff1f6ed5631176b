-- Wakes one client that waits for the name: the one that has waited longest and still listens.
-- A client that has gone has no subscriber; then the next one is woken. (On a cluster PUBLISH counts
-- only the subscribers of this node, so there the first is taken as it is.)
local function wake_next(waiters, channels, name)
  for _ = 1, 16 do
    local next = redis.call('ZPOPMIN', waiters)
    if #next == 0 then
      return
    end
    if redis.call('PUBLISH', channels .. next[1], name) > 0 then
      return
    end
  end
end

