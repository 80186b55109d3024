-- Redemptions for wrk: each request is another customer's, with a key of its own. Its arguments: run, a file with
-- one reward id and one Authorization header a line, customers a merchant.
dofile(debug.getinfo(1, 'S').source:match('@(.*/)') .. 'answers.lua')

function init(args)
  run = args[1]
  merchants = {}
  for line in io.lines(args[2]) do
    local reward, header = line:match('^(%d+) (.*)$')
    merchants[#merchants + 1] = { reward = reward, header = header }
  end
  customers = tonumber(args[3])
  good = { '"TotalItemCount":1' }
  math.randomseed(os.time())
  count = math.random(0, #merchants * customers)
end

function request()
  count = count + 1
  local merchant = merchants[count % #merchants + 1]
  local customer = math.floor(count / #merchants) % customers + 1
  local body = '{"CustomerId":"r' .. customer .. '","OriginalKey":"' .. run .. '-' .. count .. '"}'
  return 'POST /v1/pvt/RewardConfigurations/' .. merchant.reward .. '/redeem HTTP/1.1\r\nHost: bench\r\nAuthorization: ' ..
    merchant.header .. '\r\nContent-Type: application/json\r\nContent-Length: ' .. #body .. '\r\n\r\n' .. body
end
