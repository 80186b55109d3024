-- Redemptions for wrk: each request is another customer's, with a key of its own. Its arguments: a file with one
-- Authorization header and one reward id a line, customers a merchant, run.
function init(args)
  merchants = {}
  for line in io.lines(args[1]) do
    local reward, header = line:match('^(%d+) (.*)$')
    merchants[#merchants + 1] = { reward = reward, header = header }
  end
  customers = tonumber(args[2])
  run = args[3]
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

function done(summary, latency)
  local errors = summary.errors
  io.stderr:write(string.format('{"requests":%d,"microseconds":%d,"failures":%d,"medianMs":%.3f,"p99Ms":%.3f}\n',
    summary.requests, summary.duration, errors.connect + errors.read + errors.write + errors.status + errors.timeout,
    latency:percentile(50) / 1000, latency:percentile(99) / 1000))
end
