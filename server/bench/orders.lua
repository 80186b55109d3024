-- The orders of load-process.ts for wrk, which spends a fifth of the time on each: the cores are shared with
-- what is measured. Its arguments: run, a file with one Authorization header a line, customers a merchant, hot (0/1),
-- refused of a thousand, a file with the order.
dofile(debug.getinfo(1, 'S').source:match('@(.*/)') .. 'answers.lua')

function init(args)
  run = args[1]
  headers = {}
  for line in io.lines(args[2]) do headers[#headers + 1] = line end
  customers = tonumber(args[3])
  hot = args[4] == '1'
  refused = tonumber(args[5])
  good = { '"HasError":false', refused > 0 and '"ErrorCode":99' or nil }
  count = 0
  math.randomseed(os.time() + number * 7919)
  local file = io.open(args[6])
  template = file:read('*a'):gsub('%%', '%%%%'):gsub('@ORDER@', '%%s'):gsub('@CUSTOMER@', '%%s'):gsub('@TOTAL@', '%%s')
  file:close()
end

function request()
  count = count + 1
  local tenant = hot and 1 or math.random(#headers)
  local customer = 'c' .. (hot and 1 or math.random(customers))
  local order = run .. '-' .. number .. '-' .. count
  if refused > 0 and math.random(1000) <= refused then
    order = 'taken'
    customer = 'c2'
  end
  local total = string.format('%.2f', math.random(0, 19999) / 100)
  local body = string.format(template, order, total, customer, customer, customer)
  return 'POST /v1/pvt/POS/orders HTTP/1.1\r\nHost: bench\r\nAuthorization: ' .. headers[tenant] ..
    '\r\nContent-Type: application/json\r\nContent-Length: ' .. #body .. '\r\n\r\n' .. body
end
