/** What the library does when the network or the server fails, and that nothing is done twice by it. */
import { describe, expect, it } from 'vitest'
import { decimal } from '../../server/test/support/rewards.ts'
import { program, type Shop } from '../../server/test/support/shop.ts'
import {
  type Punchcard,
  PunchcardConnectionError,
  PunchcardHttpError,
  type PunchcardOptions,
  PunchcardTimeoutError,
} from '../src/punchcard.ts'
import { badNetwork, laterServer, type Trouble } from './support/bad-network.ts'
import { useClients } from './support/use-client.ts'

const test = useClients()

const PROGRAM = program({}, { id: 2, kind: 'custom', key: 'review', points: '20' })

/** A merchant with Ana, who has 100 points, and a way to the server with trouble. */
async function openWithTrouble(troubles: readonly Trouble[], options: Partial<PunchcardOptions> = {}) {
  const shop = await test.open(PROGRAM)
  await shop.completed('o1', 'ana', 100)
  const { url, arrivals } = await badNetwork(test.url, ...troubles)
  return { shop, arrivals, punchcard: test.clientOf(shop, { url, ...options }) }
}

const now = (): Date => new Date(test.api.now)

/** Something that is done to a customer who has 100 points for the order of the same name. */
interface Effect {
  readonly what: string
  /** What they have when it was done once. */
  readonly points: number
  readonly makeReward?: (shop: Shop) => Promise<number>
  readonly prepare?: (shop: Shop, customer: string, reward: number) => Promise<number>
  /** `prepared` is what `prepare` has made, else the reward. */
  readonly call: (punchcard: Punchcard, customer: string, prepared: number) => PromiseLike<unknown>
}

const gift = (customer: string) => ({ OperationType: 0, Reason: 'gift', ChangeKey: `gift for ${customer}` })
const mug = (shop: Shop) => shop.makeReward({ points: decimal(30) })

const EFFECTS: readonly Effect[] = [
  {
    what: 'an order',
    points: 150,
    call: (punchcard, customer) =>
      punchcard.orders.place({
        OriginalId: `second of ${customer}`,
        OrderTotal: 50,
        IsCompleted: true,
        OrderPlacementDate: now(),
        OrderCompletedDate: now(),
        Customer: { OriginalId: customer },
      }),
  },
  {
    what: 'a cancellation',
    points: 0,
    call: (punchcard, customer) => punchcard.orders.cancel(customer, { OrderCancelledDate: now() }),
  },
  {
    what: 'a return',
    points: 70,
    call: (punchcard, customer) =>
      punchcard.orders.returnPart(customer, { ValueToRefund: 30, CancelKey: 'r1' }),
  },
  {
    what: 'a change of points',
    points: 105,
    call: (punchcard, customer) =>
      punchcard.customers.changePoints(customer, { Points: 5, ...gift(customer) }),
  },
  {
    what: 'a change of cashback',
    points: 110,
    call: (punchcard, customer) =>
      punchcard.customers.changeCashback(customer, { Value: 1, ...gift(customer) }),
  },
  {
    what: 'a redemption without a key',
    points: 70,
    makeReward: mug,
    call: (punchcard, customer, reward) => punchcard.rewards.redeem(reward, { CustomerId: customer }),
  },
  {
    what: 'a redemption at a till without a key',
    points: 70,
    makeReward: mug,
    call: (punchcard, customer, reward) => punchcard.pos.redeemReward(reward, { CustomerId: customer }),
  },
  {
    what: 'a reservation',
    points: 75,
    makeReward: (shop) => shop.makeReward({ type: 3, points: 0n, value: 0n }),
    call: (punchcard, customer) =>
      punchcard.checkout.reserve({ CustomerId: customer, CheckoutId: customer, CashbackValue: 2.5 }),
  },
  {
    what: 'a redemption that is cancelled',
    points: 100,
    makeReward: mug,
    async prepare(shop, customer, reward) {
      await shop.redeemed(reward, customer, { OriginalKey: customer })
      return (await shop.listRewards(customer)).Items?.[0]?.Id ?? 0
    },
    call: (punchcard, _customer, id) => punchcard.pos.cancelReward(id),
  },
  {
    what: 'an action that is granted',
    points: 120,
    call: (punchcard, customer) => punchcard.objectives.grant('review', { CustomerId: customer, Key: 'o1' }),
  },
]

const TROUBLES: readonly Trouble[] = [
  'dropped',
  'answer lost',
  'answer cut',
  'answer shortened',
  { status: 503, headers: { 'retry-after': '0' } },
  { status: 502, body: '<html>Bad gateway</html>' },
  { status: 200, body: '<html>Please log in to this network</html>' },
]

describe('is done once, whatever happens to the first attempt:', () => {
  it.each(EFFECTS)('$what', async ({ what, points, makeReward, prepare, call }) => {
    const shop = await test.open(PROGRAM)
    const reward = (await makeReward?.(shop)) ?? 0
    // It takes a second, and is for the server what a lost answer is: once is enough.
    const silence = what === 'an order' ? (['silence'] as const) : []
    await Promise.all(
      [...TROUBLES, ...silence].map(async (trouble, index) => {
        const customer = `customer ${index}`
        await shop.completed(customer, customer, 100)
        const prepared = (await prepare?.(shop, customer, reward)) ?? reward
        const { url, arrivals } = await badNetwork(test.url, trouble)
        const patience = trouble === 'silence' ? { attemptTimeoutMs: 1_000 } : {}
        const punchcard = test.clientOf(shop, { url, ...patience })
        expect(await call(punchcard, customer, prepared)).toBeTypeOf('object')
        const { PointsBalance } = await shop.getPoints(customer)
        expect({ trouble, points: PointsBalance }).toEqual({ trouble, points })
        expect(arrivals.length).toBeGreaterThan(1)
      }),
    )
  })

  it('a change of cashback is answered with the balance, although its key was used by the attempt that was lost', async () => {
    const { punchcard } = await openWithTrouble(['answer lost'])
    const change = { Value: 1, OperationType: 0, Reason: 'gift', ChangeKey: 'k' }
    const { result, attempts } = await punchcard.customers.changeCashback('ana', change).answer()
    expect({ balance: result.CashbackBalance, attempts }).toEqual({ balance: 11, attempts: 2 })
    // Who sends the key again is told.
    await expect(punchcard.customers.changeCashback('ana', change)).rejects.toMatchObject({
      code: 66,
      attempts: 1,
    })
  })

  it('but a key that was used before is refused, also after an attempt that was surely not done', async () => {
    const { shop, punchcard } = await openWithTrouble([{ status: 429, headers: { 'retry-after': '0' } }])
    const change = { Value: 1, OperationType: 0, Reason: 'gift', ChangeKey: 'k' }
    await shop.changeCashback('ana', change)
    await expect(punchcard.customers.changeCashback('ana', change)).rejects.toMatchObject({
      code: 66,
      attempts: 2,
    })
  })
})

describe('repetitions', () => {
  it('wait longer each time, and end', async () => {
    const { punchcard, arrivals } = await openWithTrouble(Array(9).fill('dropped'))
    const error = await punchcard.account.get().catch((reason) => reason)
    expect(error).toBeInstanceOf(PunchcardConnectionError)
    expect(error).toMatchObject({
      operation: 'getAccount',
      requestId: null,
      attempts: 4,
      cause: expect.any(Error),
    })
    const waits = arrivals.slice(1).map((at, index) => at - (arrivals[index] ?? 0))
    expect(waits).toHaveLength(3)
    for (const [index, wait] of waits.entries()) expect(wait).toBeGreaterThanOrEqual(100 * 2 ** index - 5)
  })

  it('outlast a server that restarts, or is busy for longer than three attempts', async () => {
    const shop = await test.open(PROGRAM)
    const { port, listen } = await laterServer(test.url)
    const punchcard = test.clientOf(shop, { url: `http://127.0.0.1:${port}` })
    setTimeout(listen, 2_500)
    const { result, attempts } = await punchcard.account.get().answer()
    expect(result.Name).toBe('Shop')
    expect(attempts).toBeGreaterThan(4)

    const busy = await openWithTrouble(Array(6).fill({ status: 503, headers: { 'retry-after': '0' } }))
    expect((await busy.punchcard.account.get().answer()).attempts).toBe(7)
  })

  it('end in time where the server stays away', async () => {
    const { port } = await laterServer(test.url)
    const punchcard = test.clientOf(await test.open(), { url: `http://127.0.0.1:${port}`, timeoutMs: 1_500 })
    const began = performance.now()
    await expect(punchcard.account.get()).rejects.toThrow(PunchcardConnectionError)
    expect(performance.now() - began).toBeLessThan(3_000)
    await expect(punchcard.account.get({ retries: 0 })).rejects.toMatchObject({ attempts: 1 })
  })

  it('wait as long as the server asks', async () => {
    const { punchcard, arrivals } = await openWithTrouble([{ status: 429, headers: { 'retry-after': '1' } }])
    await punchcard.account.get()
    expect((arrivals[1] ?? 0) - (arrivals[0] ?? 0)).toBeGreaterThanOrEqual(1_000)
  })

  it('do not wait for what comes too late', async () => {
    const { punchcard } = await openWithTrouble([{ status: 503, headers: { 'retry-after': '3600' } }])
    const error = await punchcard.account.get().catch((reason) => reason)
    expect(error).toBeInstanceOf(PunchcardHttpError)
    expect(error).toMatchObject({ status: 503, retryAfterMs: 3_600_000, attempts: 1 })
  })

  it('can be switched off', async () => {
    const { punchcard, arrivals } = await openWithTrouble(['dropped'])
    await expect(punchcard.account.get({ retries: 0 })).rejects.toThrow(PunchcardConnectionError)
    expect(arrivals).toHaveLength(1)
  })

  it('are not made of what stays the same: a redirect, a wrong request', async () => {
    for (const status of [301, 308, 400, 404, 413]) {
      const { punchcard, arrivals } = await openWithTrouble([{ status, headers: { location: test.url } }])
      await expect(punchcard.account.get()).rejects.toMatchObject({ status })
      expect(arrivals).toHaveLength(1)
    }
  })
})

describe('time', () => {
  it('of an attempt is bounded', async () => {
    const { punchcard } = await openWithTrouble(['silence', 'silence'], { attemptTimeoutMs: 150, retries: 1 })
    const error = await punchcard.account.get().catch((reason) => reason)
    expect(error).toBeInstanceOf(PunchcardTimeoutError)
    expect(error).toMatchObject({ attempts: 2, message: expect.stringContaining('150 ms') })
  })

  it('may be without end', async () => {
    const { punchcard } = await openWithTrouble(['dropped'], {
      timeoutMs: Infinity,
      attemptTimeoutMs: Infinity,
    })
    expect(await punchcard.account.get()).toMatchObject({ Name: 'Shop' })
  })

  it('of a whole call is bounded', async () => {
    const { punchcard } = await openWithTrouble(Array(9).fill('silence'))
    const began = performance.now()
    await expect(punchcard.account.get({ timeoutMs: 400, attemptTimeoutMs: 150 })).rejects.toThrow(
      PunchcardTimeoutError,
    )
    expect(performance.now() - began).toBeLessThan(2_000)
  })

  it('ends when the caller gives up: before, while it is sent, and between attempts', async () => {
    const { punchcard } = await openWithTrouble(Array(9).fill('silence'), { attemptTimeoutMs: 200 })
    const left = new Error('the customer has left')
    await expect(punchcard.account.get({ signal: AbortSignal.abort(left) })).rejects.toBe(left)
    for (const ms of [50, 270]) {
      const leaving = new AbortController()
      setTimeout(() => leaving.abort(left), ms)
      await expect(punchcard.account.get({ signal: leaving.signal })).rejects.toBe(left)
    }
  })
})

it('nothing is left over: a call whose promise is not looked at twice leaves no rejection behind', async () => {
  const { punchcard } = await openWithTrouble(['dropped', 'dropped'])
  await expect(punchcard.account.get({ retries: 0 }).answer()).rejects.toThrow(PunchcardConnectionError)
  let isOver = false
  await punchcard.account
    .get({ retries: 0 })
    .finally(() => {
      isOver = true
    })
    .catch(() => {})
  expect(isOver).toBe(true)
})
