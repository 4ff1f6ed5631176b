-- A token above the bucket's last one, the floor and the server's time; kept before it is given out.
-- Answers token, or nil and an error if the counter is not one of ours.
local function next_token(fence, floor)
  local last = redis.call('GET', fence) or '0'
  -- From 2^53 on a double skips numbers, and two grants would share one.
  if not string.match(last, '^%d+$') or #last > 16 or tonumber(last) >= 9007199254740992 then
    return nil, redis.error_reply('BADFENCE the counter ' .. fence .. ' is no number below 2^53')
  end
  local now = redis.call('TIME')
  -- tostring() would lose digits: 1.8e+15
  local number = math.max(last + 1, floor + 1, now[1] * 1000000 + now[2])
  if number >= 9007199254740992 then
    return nil, redis.error_reply('BADFENCE the token after counter ' .. fence .. ' and floor ' .. floor .. ' is no number below 2^53')
  end
  local token = string.format('%.0f', number)
  redis.call('SET', fence, token)
  return token
end

