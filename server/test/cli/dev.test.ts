import { describe, expect, it } from 'vitest'
import { hasDatabase } from '../../src/platform/postgres/databases.ts'
import { SERVER_URL } from '../support/server-url.ts'
import { basic } from '../support/test-api.ts'
import { punchcard, startPunchcard } from './punchcard-process.ts'

interface Ready {
  readonly url: string
  readonly token: string
  readonly key: string
  readonly tenant: number
  readonly databaseUrl: string
}

async function send<Answer>({ url, token, key }: Ready, path: string, body?: object): Promise<Answer> {
  const response = await fetch(`${url}${path}`, {
    headers: { authorization: basic(token, key), 'content-type': 'application/json' },
    ...(body ? { method: 'POST', body: JSON.stringify(body) } : {}),
  })
  return (await response.json()) as Answer
}

describe('punchcard dev --fresh --json', () => {
  it('prints one line when it is ready, answers, and leaves nothing behind', {
    timeout: 180_000,
  }, async () => {
    await using dev = await startPunchcard(
      ['dev', '--fresh', '--json', '--port', '0'],
      { DATABASE_URL: SERVER_URL },
      ({ output }) => output().endsWith('\n'),
    )
    const ready = JSON.parse(dev.output()) as Ready
    expect(Object.keys(ready)).toEqual([
      'url',
      'panel',
      'token',
      'key',
      'tenant',
      'email',
      'password',
      'databaseUrl',
    ])
    const list = await send(ready, '/v1/pvt/RewardConfigurations?IsActive=true')
    expect(list).toMatchObject({ TotalItemCount: 5, HasError: false })

    const { Result: order } = await send<{ Result: { Customer: object } }>(ready, '/v1/pvt/POS/orders', {
      OriginalId: 'o-1',
      OrderPlacementDate: '2026-01-15T12:00:00Z',
      OrderCompletedDate: new Date().toISOString(),
      IsCompleted: true,
      OrderTotal: 120,
      Customer: { OriginalId: 'ana' },
    })
    expect(order.Customer).toMatchObject({ PointsBalance: 120, Cashback: 6, TierName: 'Bronze' })
    const { Result: mug } = await send<{ Result: object }>(ready, '/v1/pvt/RewardConfigurations/5')
    expect(mug).toMatchObject({
      Title: 'Mug',
      PreGeneratedCouponLists: [{ CouponCount: 20, UsedCoupons: 0 }],
    })
    // A customer with a history, whose balance is what the history has left.
    const { Result: customer } = await send<{ Result: object }>(ready, '/v1/pvt/Customer/demo-001')
    expect(customer).toMatchObject({ OriginalId: 'demo-001', IsEnrolled: true })
    const { stdout } = await punchcard(['verify', '--json'], { DATABASE_URL: ready.databaseUrl })
    expect(JSON.parse(stdout)).toMatchObject({ accounts: 201, differences: 0 })

    const database = new URL(ready.databaseUrl).pathname.slice(1)
    expect(await hasDatabase(SERVER_URL, database)).toBe(true)
    expect(await dev.stop()).toBe(0)
    expect(await hasDatabase(SERVER_URL, database)).toBe(false)
    expect(dev.output().split('\n')).toHaveLength(2)
  })

  it('can be stopped while it makes the history of the demo merchant', async () => {
    await using dev = await startPunchcard(
      ['dev', '--fresh', '--json', '--port', '0'],
      { DATABASE_URL: SERVER_URL },
      ({ log }) => log().includes('Making the demo merchant'),
    )
    expect(await dev.stop()).toBe(0)
    expect(dev.output()).toBe('')
    expect(dev.log()).not.toMatch(/error/i)
  })
})
