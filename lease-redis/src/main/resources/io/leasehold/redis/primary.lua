-- A replica may lack what its primary has, or keep what is gone there: what it reads decides nothing.
-- Who takes writes decides. Deleting a key that never exists changes nothing, and a replica refuses.
-- Answers the server's error on a replica, else nil.
local function if_replica(absent)
  local answer = redis.pcall('DEL', absent)
  if type(answer) == 'table' and answer.err and string.find(answer.err, 'READONLY', 1, true) then
    return answer
  end
  return nil
end

