import { setTimeout as sleep } from 'node:timers/promises'
import { Redis } from 'ioredis'
import { describe, expect, it, onTestFinished } from 'vitest'
import { createKey } from '../../src/tenancy/manage/tenants.ts'
import { patient } from '../support/patience.ts'
import { basic, useTestApi } from '../support/test-api.ts'
import { startAnotherApi } from './another-api.ts'

const test = useTestApi()
const LIMIT = 20

/** A key of its own has a count of its own, in Redis too. */
async function newKey(): Promise<string> {
  const { token, secret } = await createKey(test.api.cells.directory, test.api.key.tenantId, 'test')
  return basic(token, secret)
}

async function startApi(redis: Redis | null = null) {
  const { server } = await startAnotherApi(
    { main: test.api.databaseUrl },
    { redis, rateLimitPerSecond: LIMIT },
  )
  return {
    /** How many of so many requests at once are answered with 200; the others with 429. */
    async accepted(
      count: number,
      authorization: string,
      url = '/v1/pvt/RewardConfigurations/none',
    ): Promise<number> {
      const answers = await Promise.all(
        Array.from({ length: count }, () => server.inject({ url, headers: { authorization } })),
      )
      const statuses = answers.map(({ statusCode }) => statusCode)
      expect(statuses.filter((status) => status !== 200 && status !== 429)).toEqual([])
      return statuses.filter((status) => status === 200).length
    },
  }
}

function connectRedis(port: number): Redis {
  const redis = new Redis(port, '127.0.0.1', { maxRetriesPerRequest: 1, enableOfflineQueue: false })
  redis.on('error', () => {})
  onTestFinished(() => redis.disconnect())
  return redis
}

async function connectedRedis(): Promise<Redis> {
  const redis = connectRedis(6379)
  await new Promise((resolve) => redis.once('ready', resolve))
  return redis
}

describe('the limit of a key', () => {
  it('lets so many requests of a second through, and then as many of the next', async () => {
    const api = await startApi()
    const key = await newKey()
    expect(await api.accepted(LIMIT + 15, key)).toBe(LIMIT)
    expect(await api.accepted(5, key)).toBe(0)
    await sleep(1_000)
    expect(await api.accepted(LIMIT + 1, key)).toBe(LIMIT)
  })

  it('counts all operations together, and other keys of the tenant apart', async () => {
    const api = await startApi()
    const [first, second] = [await newKey(), await newKey()]
    expect(await api.accepted(LIMIT - 5, first)).toBe(LIMIT - 5)
    expect(await api.accepted(10, first, '/v1/pvt/RewardConfigurations?PageSize=0')).toBe(5)
    expect(await api.accepted(LIMIT, second)).toBe(LIMIT)
  })

  it('does not count what needs no key', async () => {
    const api = await startApi()
    expect(await api.accepted(LIMIT * 3, '', '/livez')).toBe(LIMIT * 3)
  })
})

describe('with Redis', () => {
  it('two processes share the limit', async () => {
    const [first, second] = [await startApi(await connectedRedis()), await startApi(await connectedRedis())]
    const key = await newKey()
    const accepted = await Promise.all([first.accepted(LIMIT, key), second.accepted(LIMIT, key)])
    expect(accepted.reduce((sum, count) => sum + count)).toBe(LIMIT)
  })

  it('without it each counts for itself', async () => {
    const [first, second] = [await startApi(), await startApi()]
    const key = await newKey()
    expect(await Promise.all([first.accepted(LIMIT, key), second.accepted(LIMIT, key)])).toEqual([
      LIMIT,
      LIMIT,
    ])
  })

  it('a Redis that was never there delays no request, and the process counts for itself', async () => {
    const api = await startApi(connectRedis(1))
    const startedAt = performance.now()
    expect(await api.accepted(LIMIT * 3, await newKey())).toBe(LIMIT)
    expect(performance.now() - startedAt).toBeLessThan(patient(2_000))
  })

  it('a Redis that goes away delays no request, and the process counts for itself', async () => {
    const redis = await connectedRedis()
    const api = await startApi(redis)
    expect(await api.accepted(LIMIT + 1, await newKey())).toBe(LIMIT)
    redis.disconnect()
    expect(await api.accepted(LIMIT * 3, await newKey())).toBe(LIMIT)
  })
})
