import { setTimeout as sleep } from 'node:timers/promises'
import type { LightMyRequestResponse } from 'fastify'
import { describe, expect, it } from 'vitest'
import { createKey } from '../../src/tenancy/manage/tenants.ts'
import { startServe } from '../cli/punchcard-process.ts'
import { expectFailure } from '../edge/failure.ts'
import { duringFlood, median, timesOf } from '../edge/flood.ts'
import { inventedAuthorization } from '../edge/invented.ts'
import { basic, useTestApi } from '../support/test-api.ts'
import { openTestDatabase } from '../support/test-database.ts'
import { startAnotherApi } from './another-api.ts'

const test = useTestApi()
/** Answered without a look at the database: what is asked there, authentication asks. */
const ASKS_NOTHING = '/v1/pvt/RewardConfigurations/none'
const BURST = 100
/** `INVENTED_CONNECTIONS=1000` for the whole attack. */
const CONNECTIONS = Number(process.env.INVENTED_CONNECTIONS ?? 100)

const invented = (): string => inventedAuthorization(test.api.key.tenantId)

async function newKey(): Promise<string> {
  const { token, secret } = await createKey(test.api.cells.directory, test.api.key.tenantId, 'test')
  return basic(token, secret)
}

/** The answer to the first attempt that is told to wait. */
async function untilThrottled(
  attempt: () => Promise<LightMyRequestResponse>,
): Promise<LightMyRequestResponse> {
  for (;;) {
    const answer = await attempt()
    if (answer.statusCode !== 401) return answer
  }
}

async function startApi() {
  const questions: number[] = []
  const { server } = await startAnotherApi(
    { main: test.api.databaseUrl },
    {
      open: (url) => {
        const database = openTestDatabase(url)
        return {
          ...database,
          read: (tenants, work) => {
            if (tenants.length > 0) questions.push(tenants.length)
            return database.read(tenants, work)
          },
        }
      },
    },
  )
  const attempt = (authorization: string, remoteAddress = '10.0.0.1') =>
    server.inject({ url: ASKS_NOTHING, remoteAddress, headers: { authorization } })
  return {
    questions,
    attempt,
    statusOf: async (...one: Parameters<typeof attempt>) => (await attempt(...one)).statusCode,
    /** How many of so many invented tokens at once got which status. */
    async flood(count: number, remoteAddress?: string): Promise<Record<number, number>> {
      const answers = await Promise.all(
        Array.from({ length: count }, () => attempt(invented(), remoteAddress)),
      )
      const counts: Record<number, number> = {}
      for (const { statusCode } of answers) counts[statusCode] = (counts[statusCode] ?? 0) + 1
      return counts
    },
  }
}

describe('invented tokens', () => {
  it('of one address are refused so many times, and then told to wait', async () => {
    const { attempt, flood } = await startApi()
    const { 401: refused = 0, 429: throttled = 0 } = await flood(BURST * 4)
    expect(refused + throttled).toBe(BURST * 4)
    expect(refused).toBeGreaterThanOrEqual(BURST)
    // Ten a second come back, also while the flood is on, and some are under way when the last one is spent.
    expect(refused).toBeLessThan(BURST * 2)
    const answer = await untilThrottled(() => attempt(invented()))
    expectFailure(answer, 429, 'Too many failed logins from this address: wait, and check the API key.', 103)
    expect(answer.headers['retry-after']).toBe('1')
    await sleep(1_000)
    expect((await flood(BURST))[401]).toBeGreaterThanOrEqual(8)
  })

  it('of a network of IPv6 count as one, and those of another apart', async () => {
    const { flood } = await startApi()
    await flood(BURST, '2001:db8:1:2::1')
    expect((await flood(50, '2001:db8:1:3:4:5:6:7'))[429]).toBeGreaterThan(0)
    expect(await flood(50, '2001:db8:1:102::1')).toEqual({ 401: 50 })
  })

  it('stop no key that was in use, from the same address too', async () => {
    const { flood, statusOf } = await startApi()
    const key = await newKey()
    expect(await statusOf(key)).toBe(200)
    await flood(BURST * 2)
    // The directory changes, so that the key has to be read again.
    await newKey()
    for (let count = 0; count < 10; count += 1) {
      expect(await statusOf(key)).toBe(200)
      await sleep(50)
    }
  })

  it('keep out no key for long that was not in use yet: from the same address it has its turn soon', async () => {
    const { flood, statusOf } = await startApi()
    const key = await newKey()
    await flood(BURST * 2)
    let isOver = false
    const flooding = (async () => {
      while (!isOver) await flood(20)
    })()
    await expect.poll(() => statusOf(key), { interval: 10, timeout: 20_000 }).toBe(200)
    isOver = true
    await flooding
  })

  it('are told from a burst of good requests, also when no key is known yet', async () => {
    // As after a restart, with all shops behind one proxy.
    const { statusOf } = await startApi()
    const keys = await Promise.all(Array.from({ length: 12 }, newKey))
    const statuses = await Promise.all(
      Array.from({ length: 1_200 }, (_, index) => statusOf(keys[index % keys.length] ?? '')),
    )
    expect(new Set(statuses)).toEqual(new Set([200]))
  })

  it('of other addresses keep no key out', async () => {
    const { flood, statusOf } = await startApi()
    await flood(BURST * 2, '10.0.0.66')
    expect(await statusOf(await newKey())).toBe(200)
  })

  it('are asked for together, and the same one once', async () => {
    const { flood, statusOf, questions } = await startApi()
    await flood(BURST - 20)
    // 80 tokens, 20 at a time, and once whether the directory has changed.
    expect(questions.length).toBeLessThanOrEqual(7)
    const before = questions.length
    const token = invented()
    for (let count = 0; count < 5; count += 1) expect(await statusOf(token)).toBe(401)
    expect(questions.length - before).toBe(1)
  })

  it(`on ${CONNECTIONS} connections hold up a merchant hardly (INVENTED_CONNECTIONS=1000 for all)`, async () => {
    await using server = await startServe({
      DATABASE_URL: test.api.databaseUrl,
      PUNCHCARD_LOG_LEVEL: 'info',
      PUNCHCARD_DATABASE_CONNECTIONS: '10',
    })
    const port = Number(new URL(server.url).port)
    const { authorization } = test.api.key
    const send = async (): Promise<void> => {
      const answer = await fetch(`${server.url}/v1/pvt/RewardConfigurations`, { headers: { authorization } })
      expect(answer.status).toBe(200)
      await answer.arrayBuffer()
    }
    const measure = (): Promise<number[]> => timesOf(send, 3_000)
    await timesOf(send, 500)
    const alone = median(await measure())
    const livez = await duringFlood({ port, connections: CONNECTIONS, path: '/livez' }, measure)
    const attack = await duringFlood(
      { port, connections: CONNECTIONS, path: '/v1/pvt/RewardConfigurations', authorization: 'invented' },
      measure,
    )
    const [beside, attacked] = [median(livez.result), median(attack.result)]
    process.stdout.write(
      `a merchant's p50: alone ${alone.toFixed(1)} ms, beside ${CONNECTIONS} connections to /livez ` +
        `${beside.toFixed(1)} ms, beside as many with invented tokens ${attacked.toFixed(1)} ms ` +
        `(${(attacked / alone).toFixed(2)} times that alone); got ${JSON.stringify(livez.statuses)} and ${JSON.stringify(attack.statuses)}\n`,
    )
    expect(attack.statuses[429]).toBeGreaterThan(attack.statuses[401] ?? 0)
    expect(Object.keys(attack.statuses).sort()).toEqual(['401', '429'])
    expect(attacked).toBeLessThan(3 * Math.max(alone, beside))
  })
})
