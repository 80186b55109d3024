import { setTimeout as sleep } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import type { Database } from '../../src/platform/postgres/database.ts'
import { insertReward } from '../../src/rewards/store/rewards.ts'
import { createKey, revokeKey } from '../../src/tenancy/manage/tenants.ts'
import { expectFailure } from '../edge/failure.ts'
import { clientOf } from '../support/client-of.ts'
import { patient } from '../support/patience.ts'
import { basic, type ShopKey, useTestApi } from '../support/test-api.ts'
import { openTestDatabase } from '../support/test-database.ts'
import { startAnotherApi } from './another-api.ts'

const test = useTestApi()

/** Answered without a look at the database: what is asked there, authentication asks. */
const ASKS_NOTHING = '/v1/pvt/RewardConfigurations/none'

/** A database that counts what it is asked about each tenant, and can be unplugged. */
function watched(url: string) {
  const real = openTestDatabase(url)
  const watch = { questions: 0, polls: 0, isUnplugged: false }
  const watching =
    (ask: Database['read']): Database['read'] =>
    (tenants, work) => {
      if (tenants.length > 0) watch.questions += 1
      else watch.polls += 1
      if (watch.isUnplugged) {
        return Promise.reject(Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' }))
      }
      return ask(tenants, work)
    }
  const database: Database = {
    ...real,
    read: watching(real.read),
    transaction: watching(real.transaction),
  }
  return { watch, database }
}

async function startWatchedApi() {
  const { watch, database } = watched(test.api.databaseUrl)
  const { server } = await startAnotherApi({ main: test.api.databaseUrl }, { open: () => database })
  const statusOf = async ({ authorization }: Pick<ShopKey, 'authorization'>): Promise<number> =>
    (await server.inject({ url: ASKS_NOTHING, headers: { authorization } })).statusCode
  return { watch, server, statusOf }
}

async function newKey(): Promise<{ token: string; secret: string; authorization: string }> {
  const { token, secret } = await createKey(test.api.cells.directory, test.api.key.tenantId, 'test')
  return { token, secret, authorization: basic(token, secret) }
}

describe('a key that was read', () => {
  it('is not read again', async () => {
    const { watch, statusOf } = await startWatchedApi()
    expect(await statusOf(test.api.key)).toBe(200)
    expect(watch.questions).toBe(1)
    const pollsBefore = watch.polls
    const startedAt = performance.now()
    for (let count = 0; count < 100; count += 1) expect(await statusOf(test.api.key)).toBe(200)
    expect(watch.questions).toBe(1)
    // Beside the beat of 300 ms, nothing.
    const beats = (performance.now() - startedAt) / 300
    expect(watch.polls - pollsBefore).toBeLessThanOrEqual(beats + 2)
  })

  it('is read once for all who ask at the same time', async () => {
    const { watch, statusOf } = await startWatchedApi()
    const statuses = await Promise.all(Array.from({ length: 50 }, () => statusOf(test.api.key)))
    expect(new Set(statuses)).toEqual(new Set([200]))
    expect(watch.questions).toBe(1)
    // Beside the first, at most one on the beat.
    expect(watch.polls).toBeLessThanOrEqual(2)
  })

  it('is read again after a change of the directory, and once', async () => {
    const { watch, statusOf } = await startWatchedApi()
    const { token } = await newKey()
    await statusOf(test.api.key)
    await revokeKey(test.api.cells.directory, token, Date.now())
    await expect
      .poll(
        async () => {
          await statusOf(test.api.key)
          return watch.questions
        },
        { timeout: patient(3_000) },
      )
      .toBe(2)
    for (let count = 0; count < 20; count += 1) await statusOf(test.api.key)
    expect(watch.questions).toBe(2)
  })

  it('is trusted for a second while the directory cannot be asked, and not longer', async () => {
    const { watch, server, statusOf } = await startWatchedApi()
    expect(await statusOf(test.api.key)).toBe(200)
    watch.isUnplugged = true
    expect(await statusOf(test.api.key)).toBe(200)
    await sleep(1_050)
    const answer = await server.inject({
      url: ASKS_NOTHING,
      headers: { authorization: test.api.key.authorization },
    })
    expectFailure(answer, 503, 'The database cannot be reached: send the request again.')
    watch.isUnplugged = false
    expect(await statusOf(test.api.key)).toBe(200)
  })

  it('is refused within a second after it was revoked', async () => {
    const { statusOf } = await startWatchedApi()
    for (let count = 0; count < 3; count += 1) {
      const key = await newKey()
      expect(await statusOf(key)).toBe(200)
      await revokeKey(test.api.cells.directory, key.token, Date.now())
      const revokedAt = performance.now()
      await expect.poll(() => statusOf(key), { timeout: patient(1_000), interval: 10 }).toBe(401)
      expect(performance.now() - revokedAt).toBeLessThan(patient(1_000))
      expect(await statusOf(key)).toBe(401)
    }
  })

  it('brings a change of its tenant within a second', async () => {
    const shop = await test.api.openShop()
    const id = await test.api.cells.directory.transaction([shop.tenantId], (tx) =>
      insertReward(tx, shop.tenantId, { title: 'T', type: 4, isActive: false }),
    )
    const { server } = await startWatchedApi()
    const reason = async (): Promise<unknown> => {
      const url = `/v1/pvt/RewardConfigurations/${id}`
      const answer = await server.inject({ url, headers: { authorization: shop.authorization } })
      return answer.json<{ Result: { DisabledReason: string } }>().Result.DisabledReason
    }
    expect(await reason()).toBe('Esta recompensa não está ativa.')
    const operator = clientOf(test.api.databaseUrl)
    await operator.connect()
    await operator.query(`update tenant set locale = 'en' where id = $1`, [shop.tenantId])
    await operator.end()
    await expect.poll(reason, { timeout: patient(1_000), interval: 20 }).toBe('This reward is not active.')
  })
})

describe('failed logins', () => {
  interface Attempt {
    readonly token: string
    readonly secret: string
    readonly address?: string
    readonly forwardedFor?: string
  }

  async function startApi(trustProxy: number | readonly string[] = 0) {
    const { server } = await startAnotherApi({ main: test.api.databaseUrl }, { trustProxy })
    const attempt = ({ token, secret, address = '10.0.0.1', forwardedFor }: Attempt) =>
      server.inject({
        url: ASKS_NOTHING,
        remoteAddress: address,
        headers: {
          authorization: basic(token, secret),
          ...(forwardedFor === undefined ? {} : { 'x-forwarded-for': forwardedFor }),
        },
      })
    const statusOf = async (one: Attempt): Promise<number> => (await attempt(one)).statusCode
    /** Statuses of so many attempts, one after the other. */
    async function statusesOf(count: number, one: Attempt): Promise<number[]> {
      const statuses: number[] = []
      for (let made = 0; made < count; made += 1) statuses.push(await statusOf(one))
      return statuses
    }
    return { attempt, statusOf, statusesOf }
  }

  const repeated = (status: number, count: number): number[] => Array.from({ length: count }, () => status)

  it('are refused ten times, and then told to wait', async () => {
    const { attempt, statusesOf } = await startApi()
    const { token } = await newKey()
    const wrong = { token, secret: test.api.key.secret }
    expect(await statusesOf(12, wrong)).toEqual([...repeated(401, 10), 429, 429])
    const answer = await attempt(wrong)
    expectFailure(answer, 429, 'Too many failed logins with this token: wait, and check the API key.', 103)
    expect(Number(answer.headers['retry-after'])).toBeGreaterThan(55)
    expect(Number(answer.headers['retry-after'])).toBeLessThanOrEqual(60)
  })

  it('count for their token and address, and for no others', async () => {
    const { statusOf, statusesOf } = await startApi()
    const [first, second] = [await newKey(), await newKey()]
    const wrong = { token: first.token, secret: second.secret }
    expect((await statusesOf(11, wrong)).at(-1)).toBe(429)
    expect(await statusOf({ ...wrong, address: '10.0.0.2' })).toBe(401)
    expect(await statusOf({ ...first, address: '10.0.0.2' })).toBe(200)
    expect(await statusOf({ token: second.token, secret: first.secret })).toBe(401)
    expect(await statusOf(second)).toBe(200)
  })

  it('do not stop the right key, whether it was in use before or not', async () => {
    const { statusOf, statusesOf } = await startApi()
    for (const isInUse of [true, false]) {
      const key = await newKey()
      if (isInUse) expect(await statusOf(key)).toBe(200)
      expect((await statusesOf(11, { ...key, secret: test.api.key.secret })).at(-1)).toBe(429)
      expect(await statusesOf(20, key)).toEqual(repeated(200, 20))
    }
  })

  it('do not stop the right key when the directory changes meanwhile', async () => {
    const { watch, server } = await startWatchedApi()
    const statusOf = async ({ token, secret }: Attempt): Promise<number> =>
      (await server.inject({ url: ASKS_NOTHING, headers: { authorization: basic(token, secret) } }))
        .statusCode
    const [key, another] = [await newKey(), await newKey()]
    expect(await statusOf(key)).toBe(200)
    for (let count = 0; count < 11; count += 1) await statusOf({ ...key, secret: another.secret })
    await revokeKey(test.api.cells.directory, another.token, Date.now())
    const { questions } = watch
    await expect
      .poll(async () => [await statusOf(key), watch.questions], { timeout: patient(3_000) })
      .toEqual([200, questions + 1])
    expect(await statusOf({ ...key, secret: another.secret })).toBe(429)
  })

  it('of a key that was revoked are throttled like any other', async () => {
    const { statusOf, statusesOf } = await startApi()
    const key = await newKey()
    expect(await statusOf(key)).toBe(200)
    await revokeKey(test.api.cells.directory, key.token, Date.now())
    await expect.poll(() => statusOf(key), { interval: 400, timeout: patient(3_000) }).toBe(401)
    expect((await statusesOf(10, key)).at(-1)).toBe(429)
  })

  it('of what can be no key are refused without being counted', async () => {
    const { statusesOf } = await startApi()
    const { token } = await newKey()
    expect(await statusesOf(15, { token, secret: 'guess' })).toEqual(repeated(401, 15))
  })

  it('cannot be spread over addresses that the sender invents', async () => {
    const { statusOf, statusesOf } = await startApi()
    const { token } = await newKey()
    const wrong = { token, secret: test.api.key.secret }
    await statusesOf(10, wrong)
    expect(await statusOf({ ...wrong, forwardedFor: '10.9.9.9' })).toBe(429)
  })

  it.each<[string, number | readonly string[], string]>([
    ['one proxy', 1, '10.0.0.1'],
    ['a proxy with this address', ['10.0.0.1'], '10.0.0.1'],
    ['a proxy in this network', ['10.0.0.0/24', '2001:db8::/32'], '2001:db8::5'],
  ])('count for the address that a trusted proxy tells: %s', async (_case, trustProxy, address) => {
    const { statusOf, statusesOf } = await startApi(trustProxy)
    const { token } = await newKey()
    const wrong = { token, secret: test.api.key.secret, address }
    await statusesOf(10, { ...wrong, forwardedFor: '198.51.100.9' })
    expect(await statusOf({ ...wrong, forwardedFor: '198.51.100.9' })).toBe(429)
    expect(await statusOf({ ...wrong, forwardedFor: '198.51.100.8' })).toBe(401)
    // What the sender wrote itself stands further left, and changes nothing.
    expect(await statusOf({ ...wrong, forwardedFor: '203.0.113.1, 198.51.100.9' })).toBe(429)
  })

  it('count for the sender itself where it is no trusted proxy', async () => {
    const { statusOf, statusesOf } = await startApi(['10.0.0.7', '10.1.0.0/16'])
    const { token } = await newKey()
    const wrong = { token, secret: test.api.key.secret }
    await statusesOf(10, { ...wrong, forwardedFor: '198.51.100.9' })
    expect(await statusOf({ ...wrong, forwardedFor: '198.51.100.8' })).toBe(429)
  })

  it('count for the address that the second of two proxies was told by the first', async () => {
    const { statusOf, statusesOf } = await startApi(2)
    const { token } = await newKey()
    const wrong = { token, secret: test.api.key.secret }
    await statusesOf(10, { ...wrong, forwardedFor: 'invented, 198.51.100.9, 10.0.0.2' })
    expect(await statusOf({ ...wrong, forwardedFor: 'other, 198.51.100.9, 10.0.0.2' })).toBe(429)
    expect(await statusOf({ ...wrong, forwardedFor: 'invented, 198.51.100.8, 10.0.0.2' })).toBe(401)
  })
})
