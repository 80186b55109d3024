-- Looks at every answer, and prints what a run has measured. An answer is good that holds one of the texts `good`.
local threads = {}

function setup(thread)
  thread:set('number', #threads)
  threads[#threads + 1] = thread
end

failures = 0
first_failure = ''
good = {}

function response(status, _, body)
  for _, text in ipairs(status == 200 and good or {}) do
    if body:find(text, 1, true) then return end
  end
  failures = failures + 1
  if failures == 1 then first_failure = (status .. ' ' .. body):gsub('[%c"\\]', "'") end
end

function done(summary, latency)
  local errors = summary.errors
  local failed = errors.connect + errors.read + errors.write + errors.timeout
  local first = ''
  if failed > 0 then first = 'no answer' end
  for _, thread in ipairs(threads) do
    failed = failed + thread:get('failures')
    if first == '' then first = thread:get('first_failure') end
  end
  io.stderr:write(string.format(
    '{"requests":%d,"microseconds":%d,"failures":%d,"firstFailure":"%s","medianMs":%.3f,"p99Ms":%.3f}\n',
    summary.requests, summary.duration, failed, first, latency:percentile(50) / 1000, latency:percentile(99) / 1000))
end
