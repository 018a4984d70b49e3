-- Requests of which none is like the one before: each of 20,000 visitors has a cookie of their own.
local heads, number = {}, 0

init = function()
  for visitor = 1, 20000 do
    wrk.headers["Cookie"] = "theme=dark; visitor=" .. visitor
    heads[visitor] = wrk.format()
  end
end

request = function()
  number = number % #heads + 1
  return heads[number]
end
