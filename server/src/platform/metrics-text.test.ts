import { Counter, Gauge, Histogram, Registry } from 'prom-client'
import { expect, it } from 'vitest'
import { joinMetrics } from './metrics-text.ts'

function registryOf(process: string): Registry {
  const registry = new Registry()
  registry.setDefaultLabels({ process })
  const registers = [registry]
  new Counter({
    name: 'orders_total',
    help: 'Orders # HELP and such',
    labelNames: ['tenant'],
    registers,
  }).inc({ tenant: 'a\n# HELP b' }, Number(process))
  new Gauge({ name: 'unset', help: 'Has no series yet', labelNames: ['cell'], registers })
  new Histogram({ name: 'seconds', help: 'Time', buckets: [1], registers }).observe(Number(process))
  return registry
}

it('puts the series of each metric below one head', async () => {
  const first = registryOf('1')
  const second = registryOf('2')
  new Gauge({ name: 'only_here', help: 'Of the second', registers: [second] }).set(7)
  expect(joinMetrics([await first.metrics(), await second.metrics()])).toBe(`\
# HELP orders_total Orders # HELP and such
# TYPE orders_total counter
orders_total{tenant="a\\n# HELP b",process="1"} 1
orders_total{tenant="a\\n# HELP b",process="2"} 2

# HELP unset Has no series yet
# TYPE unset gauge


# HELP seconds Time
# TYPE seconds histogram
seconds_bucket{le="1",process="1"} 1
seconds_bucket{le="+Inf",process="1"} 1
seconds_sum{process="1"} 1
seconds_count{process="1"} 1
seconds_bucket{le="1",process="2"} 0
seconds_bucket{le="+Inf",process="2"} 1
seconds_sum{process="2"} 2
seconds_count{process="2"} 1

# HELP only_here Of the second
# TYPE only_here gauge
only_here{process="2"} 7
`)
})

it('is the same page for one process, and empty for none or for one that did not answer', async () => {
  const page = await registryOf('1').metrics()
  const lines = (text: string): string[] => text.split('\n').filter((line) => line !== '')
  expect(lines(joinMetrics([page, '']))).toEqual(lines(page))
  expect(joinMetrics([])).toBe('')
})
