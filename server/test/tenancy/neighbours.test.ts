import { describe, expect, it } from 'vitest'
import { createKey } from '../../src/tenancy/manage/tenants.ts'
import { startServe } from '../cli/punchcard-process.ts'
import { expectFailure } from '../edge/failure.ts'
import { duringFlood, median, timesOf } from '../edge/flood.ts'
import { basic, useTestApi } from '../support/test-api.ts'
import { startAnotherApi } from './another-api.ts'

const test = useTestApi()
/** `NEIGHBOUR_CONNECTIONS=400` for the whole flood. */
const CONNECTIONS = Number(process.env.NEIGHBOUR_CONNECTIONS ?? 100)

describe('a merchant beside one that floods', () => {
  it.each([
    ['one customer after the other', '/v1/pvt/Customer/nobody'],
    ['its list of rewards', '/v1/pvt/RewardConfigurations'],
  ])(
    `waits little longer than beside as many who need no database: ${CONNECTIONS} connections that read %s (NEIGHBOUR_CONNECTIONS=400 for all)`,
    async (_case, path) => {
      await using server = await startServe({
        DATABASE_URL: test.api.databaseUrl,
        PUNCHCARD_RATE_LIMIT_PER_SECOND: '1000000',
        PUNCHCARD_TENANT_RATE_LIMIT_PER_SECOND: '1000000',
      })
      const port = Number(new URL(server.url).port)
      const [loud, quiet] = [await test.api.openShop(), await test.api.openShop()]
      const send = async (): Promise<void> => {
        const headers = { authorization: quiet.authorization }
        const answer = await fetch(`${server.url}/v1/pvt/Customer/nobody`, { headers })
        expect(answer.status).toBe(200)
        await answer.arrayBuffer()
      }
      const measure = (): Promise<number[]> => timesOf(send, 3_000)
      await timesOf(send, 500)
      const livez = await duringFlood({ port, connections: CONNECTIONS, path: '/livez' }, measure)
      const flood = { port, connections: CONNECTIONS, path, authorization: loud.authorization }
      const flooded = await duringFlood(flood, measure)
      const [beside, during] = [median(livez.result), median(flooded.result)]
      process.stdout.write(
        `a quiet merchant's p50 beside ${CONNECTIONS} connections to /livez ${beside.toFixed(1)} ms, ` +
          `to ${path} ${during.toFixed(1)} ms (${(during / beside).toFixed(2)} times); ` +
          `they got ${JSON.stringify(livez.statuses)} and ${JSON.stringify(flooded.statuses)}\n`,
      )
      expect(during / beside).toBeLessThan(4)
    },
    120_000,
  )
})

describe('the limit of a merchant', () => {
  it('counts all its keys together, and those of others apart', async () => {
    const { server } = await startAnotherApi(
      { main: test.api.databaseUrl },
      { rateLimitPerSecond: 20, tenantRateLimitPerSecond: 30 },
    )
    const shop = await test.api.openShop()
    const second = await createKey(test.api.cells.directory, shop.tenantId, 'second')
    const url = '/v1/pvt/RewardConfigurations/none'
    const send = (authorization: string, count: number) =>
      Promise.all(Array.from({ length: count }, () => server.inject({ url, headers: { authorization } })))
    await send(shop.authorization, 15)
    const answers = await send(basic(second.token, second.secret), 20)
    const refused = answers.filter(({ statusCode }) => statusCode !== 200)
    expect(refused).toHaveLength(5)
    const message = 'More than 30 requests in a second with the keys of this merchant.'
    for (const answer of refused) expectFailure(answer, 429, message, 103)
    expect((await send(test.api.key.authorization, 1))[0]?.statusCode).toBe(200)
  })
})
