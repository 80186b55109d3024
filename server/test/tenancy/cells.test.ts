import { PassThrough } from 'node:stream'
import type pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createLogger } from '../../src/platform/log.ts'
import { openCells } from '../../src/tenancy/cells.ts'
import { expectFailure } from '../edge/failure.ts'
import { clientOf } from '../support/client-of.ts'
import { type ShopKey, useTestApi } from '../support/test-api.ts'
import { cloneDatabase, openTestDatabase } from '../support/test-database.ts'
import { startAnotherApi } from './another-api.ts'

const test = useTestApi()
let otherUrl: string
let dropOther: () => Promise<void>
let main: pg.Client
let other: pg.Client

beforeAll(async () => {
  const database = await cloneDatabase()
  otherUrl = database.url
  main = clientOf(test.api.databaseUrl)
  other = clientOf(otherUrl)
  await Promise.all([main.connect(), other.connect()])
  dropOther = database.drop
})
afterAll(async () => {
  await Promise.all([main.end(), other.end()])
  await dropOther()
})

/** A merchant whose directory entry says that it lives in this cell. */
async function shopIn(cell: string): Promise<ShopKey> {
  const shop = await test.api.openShop()
  await main.query('update tenant set cell = $1 where id = $2', [cell, shop.tenantId])
  return shop
}

async function titlesOf(client: pg.Client, table: 'product' | 'reward_configuration', { tenantId }: ShopKey) {
  const { rows } = await client.query<{ title: string }>(`select title from ${table} where tenant_id = $1`, [
    tenantId,
  ])
  return rows.map(({ title }) => title)
}

describe('a tenant in another cell', () => {
  it('writes and reads there, and leaves no trace in the main one', async () => {
    const { server } = await startAnotherApi({ main: test.api.databaseUrl, other: otherUrl })
    const [here, there] = [test.api.key, await shopIn('other')]
    await other.query(
      `insert into reward_configuration (tenant_id, key, title, reward_type) values ($1, 'there', 'there', 4)`,
      [there.tenantId],
    )
    await main.query(
      `insert into reward_configuration (tenant_id, key, title, reward_type) values ($1, 'here', 'here', 4)`,
      [here.tenantId],
    )

    for (const shop of [here, there]) {
      const { authorization } = shop
      const payload = { OriginalId: 'p', Title: shop === here ? 'here' : 'there' }
      const saved = await server.inject({
        method: 'PUT',
        url: '/v1/pvt/Product/p',
        headers: { authorization },
        payload,
      })
      expect(saved.json()).toMatchObject({ Code: '06' })
    }
    expect([await titlesOf(main, 'product', here), await titlesOf(other, 'product', here)]).toEqual([
      ['here'],
      [],
    ])
    expect([await titlesOf(main, 'product', there), await titlesOf(other, 'product', there)]).toEqual([
      [],
      ['there'],
    ])

    const lists = await Promise.all(
      Array.from({ length: 20 }, (_, count) => {
        const { authorization } = count % 2 === 0 ? here : there
        return server.inject({ url: '/v1/pvt/RewardConfigurations', headers: { authorization } })
      }),
    )
    for (const [count, list] of lists.entries()) {
      const Title = count % 2 === 0 ? 'here' : 'there'
      expect(list.json()).toMatchObject({ Items: [{ Title }], TotalItemCount: 1 })
    }
  })

  it('that came after the start gets a 503 that the log explains, and the others go on', async () => {
    const logged = new PassThrough()
    const { server } = await startAnotherApi(
      { main: test.api.databaseUrl },
      { log: createLogger({ level: 'error', destination: logged }) },
    )
    const { authorization } = await shopIn('nowhere')
    const requests = [
      { url: '/v1/pvt/RewardConfigurations' },
      { url: '/v1/pvt/RewardConfigurations/1' },
      { method: 'PUT', url: '/v1/pvt/Product/p', payload: { OriginalId: 'p', Title: 'T' } },
    ] as const
    for (const request of requests) {
      const answer = await server.inject({ ...request, headers: { authorization } })
      expectFailure(
        answer,
        503,
        'Your data is at a place that this server does not know yet: send the request again.',
      )
      expect(String(logged.read())).toContain(
        'No database is configured for the cell “nowhere”: set PUNCHCARD_CELL_NOWHERE.',
      )
    }
    const headers = { authorization: test.api.key.authorization }
    expect((await server.inject({ url: '/v1/pvt/RewardConfigurations', headers })).statusCode).toBe(200)
  })

  it('is refused while its database cannot be reached, and stops no other cell', async () => {
    const { server } = await startAnotherApi({
      main: test.api.databaseUrl,
      other: 'postgres://postgres@127.0.0.1:1/x',
    })
    const UNREACHABLE = 'The database cannot be reached: send the request again.'
    expect((await server.inject({ url: '/readyz' })).statusCode).toBe(200)
    const { authorization } = await shopIn('other')
    const theirs = await server.inject({ url: '/v1/pvt/RewardConfigurations', headers: { authorization } })
    expectFailure(theirs, 503, UNREACHABLE)
    const headers = { authorization: test.api.key.authorization }
    expect((await server.inject({ url: '/v1/pvt/RewardConfigurations', headers })).statusCode).toBe(200)
  })
})

describe('cells', () => {
  it('cannot be opened without the main one, where the directory is', () => {
    expect(() => openCells(new Map([['other', otherUrl]]), openTestDatabase)).toThrow(
      'No database is configured for the cell “main”: set DATABASE_URL.',
    )
  })
})
