import { Registry } from 'prom-client'
import { expect, it } from 'vitest'
import { BusiestTenants } from './busiest-tenants.ts'

it('shows the busiest hundred, and a merchant that comes back with all that it has ever had', async () => {
  const registry = new Registry()
  const counted = new BusiestTenants(registry, { name: 'requests_total', help: 'Requests', label: 'status' })
  const shown = async (): Promise<string[]> =>
    (await registry.metrics()).split('\n').filter((line) => line.startsWith('requests_total{'))
  counted.add(7, '2xx')
  counted.add(7, '5xx', 2)
  expect(await shown()).toEqual([
    'requests_total{tenant="7",status="2xx"} 1',
    'requests_total{tenant="7",status="5xx"} 2',
  ])
  for (let tenant = 100; tenant < 200; tenant += 1) counted.add(tenant, '2xx', 10)
  const others = await shown()
  expect(others).toHaveLength(100)
  expect(others.filter((line) => line.includes('tenant="7"'))).toEqual([])
  counted.add(7, '5xx', 20)
  expect(await shown()).toContain('requests_total{tenant="7",status="5xx"} 22')
  expect(await shown()).toContain('requests_total{tenant="7",status="2xx"} 1')
})
