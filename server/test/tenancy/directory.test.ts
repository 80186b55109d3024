/** The directory has connections of its own, also in the cell “main”: nothing else goes through them. */
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { createTill } from '../../src/accounts/till/till.ts'
import { verifyMerchant } from '../../src/app/verify.ts'
import { createApi } from '../../src/http/private-api.ts'
import { createLogger } from '../../src/platform/log.ts'
import { createMetrics } from '../../src/platform/metrics.ts'
import { systemClock } from '../../src/platform/system-clock.ts'
import { MAIN_CELL, openCells } from '../../src/tenancy/cells.ts'
import { createKey, createTenant, tenantOf } from '../../src/tenancy/manage/tenants.ts'
import { TABLE_KINDS } from '../../src/tenancy/table-kinds.ts'
import { DEFAULTS } from '../../src/tenancy/tenant.ts'
import { addTiers } from '../../src/tiers/commands.ts'
import { runDaily } from '../../src/worker/daily.ts'
import { clientOf } from '../support/client-of.ts'
import { orderToSend } from '../support/order-to-send.ts'
import { basic } from '../support/test-api.ts'
import { cloneDatabase, openTestDatabase } from '../support/test-database.ts'

const DIRECTORY_TABLES = ['tenant', 'tenant_zone', 'api_key', 'key_use', 'directory_generation']
const log = createLogger({ level: 'silent', destination: process.stderr })

let urls: { directory: string; cell: string }
const drops: (() => Promise<void>)[] = []
beforeAll(async () => {
  const [directory, cell] = [await cloneDatabase(), await cloneDatabase()]
  urls = { directory: directory.url, cell: cell.url }
  drops.push(directory.drop, cell.drop)
})
afterAll(async () => {
  for (const drop of drops) await drop()
})

/** The tables that hold anything, of a database that was new. */
async function filledTables(url: string): Promise<string[]> {
  const client = clientOf(url)
  await client.connect()
  const filled: string[] = []
  for (const table of Object.keys(TABLE_KINDS)) {
    const { rowCount } = await client.query(`select from ${table} limit 1`)
    if (rowCount !== 0) filled.push(table)
  }
  await client.end()
  return filled.filter((table) => !['migration', 'event_partition', 'directory_generation'].includes(table))
}

describe('a merchant of the cell “main”', () => {
  it('can be served with the directory in one database and everything else in another', async () => {
    const cells = openCells(new Map([[MAIN_CELL, urls.cell]]), openTestDatabase, () =>
      openTestDatabase(urls.directory),
    )
    const options = {
      redis: null,
      log,
      metrics: createMetrics(),
      clock: systemClock,
      requestTimeoutMs: 10_000,
    }
    const api = await createApi({ ...options, cells, rateLimitPerSecond: 1_000_000, trustProxy: 0 })
    onTestFinished(async () => {
      await api.server.close()
      await cells.close()
    })

    const id = await createTenant(cells, { ...DEFAULTS, name: 'Shop', isSandbox: false })
    const { token, secret } = await createKey(cells.directory, id, 'test')
    await addTiers(cells, await tenantOf(cells.directory, id), [{ name: 'Base', order: 1, isBase: true }])
    const tenant = await tenantOf(cells.directory, id)
    const headers = { authorization: basic(token, secret) }
    const requests = [
      { method: 'PUT', url: '/v1/pvt/Product/p', payload: { OriginalId: 'p', Title: 'T' } },
      { method: 'POST', url: '/v1/pvt/POS/orders', payload: orderToSend('o1', 'ana', 10) },
      { method: 'GET', url: '/v1/pvt/RewardConfigurations' },
      { method: 'GET', url: '/v1/pvt/Customer/ana' },
    ] as const
    for (const request of requests) {
      const answer = await api.server.inject({ ...request, headers })
      expect({ status: answer.statusCode, body: answer.json() }).toMatchObject({ status: 200 })
      expect(answer.json().HasError ?? false).toBe(false)
    }
    const till = createTill({ database: cells.of(tenant), clock: systemClock })
    const signal = new AbortController().signal
    const context = {
      cells,
      cell: MAIN_CELL,
      till,
      clock: systemClock,
      log,
      signal,
      onDone: () => {},
      onBacktestDifferences: () => {},
      onEventRoom: () => {},
    }
    await runDaily(context, id)
    expect((await verifyMerchant(cells.of(tenant), tenant, cells.directory)).differences).toEqual([])

    const inDirectory = await filledTables(urls.directory)
    expect(inDirectory).toEqual(expect.arrayContaining(['tenant', 'api_key']))
    expect(inDirectory.filter((table) => !DIRECTORY_TABLES.includes(table))).toEqual([])
    const inCell = await filledTables(urls.cell)
    expect(inCell).toEqual(
      expect.arrayContaining(['customer', 'customer_order', 'product', 'tenant_home', 'tier']),
    )
    expect(inCell.filter((table) => DIRECTORY_TABLES.includes(table))).toEqual([])
  })
})
