import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { NOTHING } from '../../accounts/account.ts'
import { evaluateWithin } from '../../earning/limits.ts'
import type { Program } from '../../earning/program.ts'
import { parseProgram } from '../../earning/program-schema.ts'
import type { Taken, UsedOf } from '../../earning/taken.ts'
import { type EarnedWith, ORDER_STATE, type Order, type OrderProduct } from '../../orders/order.ts'
import { factsOf } from '../../orders/rules/facts.ts'
import { placesOfLines } from '../../orders/rules/product-places.ts'
import { decimalFromText as d, decimalToText } from '../../platform/decimal.ts'
import { asksTodaysCatalog, candidateFacts } from './candidate-facts.ts'
import { compareOrder } from './compare-order.ts'
import { NO_TOTALS, readTotals, writeTotals } from './totals.ts'
import { type CustomerSum, walk } from './walk.ts'

const DAY_MS = 86_400_000
const START = Date.parse('2026-11-16T12:00:00Z')
const ZONE = 'America/Sao_Paulo'

function programOf(...rules: object[]): Program {
  const all = [{ kind: 'purchase', points: '1' }, ...rules].map((rule, index) => ({ id: index + 1, ...rule }))
  return parseProgram({ version: 1, cashback: { isOn: true, pointValue: '0.1' }, rules: all })
}

const EARNED: EarnedWith = {
  programVersion: 1,
  tierId: null,
  tierMultiplier: null,
  isFirstPurchase: false,
  number: null,
  timeZone: ZONE,
  countsFrom: null,
  places: null,
  writtenOff: NOTHING,
  missedPoints: 0n,
  taken: [],
  leftOutOfTiers: null,
}

const PRODUCT: OrderProduct = {
  originalId: 'p',
  title: null,
  url: null,
  imageUrl: null,
  isActive: true,
  price: null,
  brandId: null,
  brandName: null,
}

type EarnedOrder = Order & { readonly earned: EarnedWith }

function orderOf(id: number, members: Partial<Order> & { earned?: EarnedWith } = {}): EarnedOrder {
  const order: Order = {
    ...{ id, originalId: String(id), customerId: 1, state: ORDER_STATE.complete, origin: 1 },
    ...{ total: d('100'), returned: 0n, placedAt: START, completedAt: START, cancelledAt: null },
    ...{ updatedAt: START, earned: EARNED },
    details: {
      ...{ status: null, products: [], coupon: null, externalCoupon: null, metadatas: [], salesPerson: null },
      ...{ paymentMethod: null, branch: null, shipping: null, linkedCoupons: [], returnedLines: [] },
      nothingBecause: null,
    },
    ...members,
  }
  return order as EarnedOrder
}

/** A customer whose orders arrive, change and are cancelled, with what each takes at that moment. */
class Till {
  readonly #program: Program
  readonly orders = new Map<number, EarnedOrder>()

  constructor(program: Program) {
    this.#program = program
  }

  readonly #usedOf: UsedOf = ({ ruleId, measure, period }) =>
    [...this.orders.values()]
      .flatMap(({ earned }) => earned.taken)
      .filter((one) => one.ruleId === ruleId && one.measure === measure && one.period === period)
      .reduce((sum, { amount }) => sum + amount, 0n)

  send(id: number, total: bigint, placedAt: number): void {
    const before = this.orders.get(id)
    const sent = orderOf(id, { total, placedAt, completedAt: placedAt })
    const { taken = [] } = evaluateWithin(this.#program, factsOf(sent, EARNED), {
      usedOf: this.#usedOf,
      before: before ? { facts: factsOf(before, before.earned), taken: before.earned.taken } : null,
    })
    this.orders.set(id, { ...sent, earned: { ...EARNED, taken } })
  }

  cancel(id: number): void {
    this.orders.delete(id)
  }
}

function walked(orders: readonly EarnedOrder[], live: Program, candidate: Program, known?: CustomerSum) {
  const byPlacement = orders.toSorted((a, b) => a.placedAt - b.placedAt || a.id - b.id)
  return walk(NO_TOTALS, byPlacement, {
    ...{ candidate, programOf: () => live, placeOf: () => undefined, timeZone: ZONE, keepsDays: true },
    customers: new Map(known ? [[1, known]] : []),
  })
}

const amount = fc.integer({ min: 0, max: 8_000_000 }).map(BigInt)
const limitedRule = fc.oneof(
  fc.record({
    kind: fc.constant('cap'),
    points: fc.constantFrom('100', '300', '500.5'),
    per: fc.constantFrom('order', 'day', 'week', 'month', 'ever'),
  }),
  fc.record({
    kind: fc.constant('order'),
    points: fc.constantFrom('50', '120'),
    when: fc.record({ minimumOrder: fc.constantFrom('10', '200') }),
    limit: fc.record({ times: fc.integer({ min: 1, max: 3 }), per: fc.constantFrom('day', 'month', 'ever') }),
  }),
)
const onePerPeriod = (rules: readonly { kind: string; per?: string }[]) => {
  const caps = rules.filter(({ kind }) => kind === 'cap').map(({ per }) => per)
  return new Set(caps).size === caps.length
}
const limitedProgram = fc
  .array(limitedRule, { minLength: 1, maxLength: 4 })
  .filter(onePerPeriod)
  // So that the worth of a line is rounded.
  .map((rules): Program => ({ ...programOf(...rules), cashback: { isOn: true, pointValue: d('0.0333') } }))
const life = fc.array(
  fc.record({
    id: fc.integer({ min: 1, max: 6 }),
    what: fc.constantFrom('send', 'send', 'send', 'cancel'),
    total: amount,
    hours: fc.integer({ min: 0, max: 72 }),
  }),
  { minLength: 1, maxLength: 20 },
)

describe('the program that orders earned with', () => {
  it('gives what it gave, whatever changed, arrived late or was cancelled', () => {
    fc.assert(
      fc.property(limitedProgram, life, (program, steps) => {
        const till = new Till(program)
        for (const { id, what, total, hours } of steps) {
          if (what === 'cancel') till.cancel(id)
          else till.send(id, total, START + hours * 3_600_000)
        }
        const orders = [...till.orders.values()]
        const { totals, customers } = walked(orders, program, program)
        expect(totals.points.candidate).toBe(totals.points.live)
        for (const sum of customers.values()) expect(sum.candidate).toBe(sum.live)
        for (const { points } of totals.rules.values()) expect(points.candidate).toBe(points.live)
      }),
      { numRuns: 400 },
    )
  })

  it('is compared page by page as it is at once', () => {
    fc.assert(
      fc.property(
        limitedProgram,
        limitedProgram,
        life,
        fc.integer({ min: 1, max: 5 }),
        (live, other, steps, size) => {
          const till = new Till(live)
          for (const { id, total, hours } of steps) till.send(id, total, START + hours * 3_600_000)
          const orders = [...till.orders.values()].toSorted((a, b) => a.placedAt - b.placedAt || a.id - b.id)
          const whole = walked(orders, live, other)
          let totals = NO_TOTALS
          let customers: ReadonlyMap<number, CustomerSum> = new Map()
          for (let at = 0; at < orders.length; at += size) {
            const page = walk(readTotals(writeTotals(totals)), orders.slice(at, at + size), {
              ...{ candidate: other, programOf: () => live, placeOf: () => undefined, timeZone: ZONE },
              ...{ keepsDays: true, customers },
            })
            totals = page.totals
            customers = page.customers
          }
          expect(writeTotals(totals)).toEqual(writeTotals(whole.totals))
          expect(customers).toEqual(whole.customers)
        },
      ),
      { numRuns: 200 },
    )
  })
})

describe('another program', () => {
  it('never gives more than its caps allow, and its lines add up to its points', () => {
    fc.assert(
      fc.property(limitedProgram, limitedProgram, life, (live, other, steps) => {
        const till = new Till(live)
        for (const { id, total, hours } of steps) till.send(id, total, START + hours * 3_600_000)
        const { totals } = walked([...till.orders.values()], live, other)
        const lines = [...totals.rules.values()].reduce((sum, { points }) => sum + points.candidate, 0n)
        expect(lines).toBe(totals.points.candidate)
        const worth = [...totals.rules.values()].reduce(
          (sum, { cashback }) => sum + (cashback?.candidate ?? 0n),
          0n,
        )
        expect(worth).toBe(totals.cashback.candidate)
        const ever = other.index.caps.find(({ per }) => per === 'ever')
        if (ever) expect(totals.points.candidate <= ever.points).toBe(true)
      }),
      { numRuns: 200 },
    )
  })

  it('begins a limit that is new with all its room, and goes on with one that was there', () => {
    const order = orderOf(1, { total: d('400') })
    const capped = programOf({ kind: 'cap', points: '500', per: 'month' })
    const known: CustomerSum = {
      ...{ live: 0n, candidate: 0n, orders: 0, firstTierId: null, days: new Map() },
      rooms: [{ ruleId: 2, measure: 'points', period: 'm2026-11', used: d('300'), lead: 0n }],
    }
    expect(walked([order], programOf(), capped).totals.points.candidate).toBe(d('400'))
    expect(walked([order], programOf(), capped, known).totals.points.candidate).toBe(d('200'))
  })

  it('tells what each rule gave, and on which day goals count it', () => {
    const live = programOf({ kind: 'paymentMethod', ids: ['pix'], points: '10' })
    const other = programOf({ kind: 'paymentMethod', ids: ['pix'], points: '25' })
    const paid = orderOf(1)
    const order = {
      ...paid,
      details: { ...paid.details, paymentMethod: { originalId: 'pix', name: null } },
    }
    const { totals, customers } = walked([order, orderOf(2, { customerId: 2 })], live, other)
    expect(writeTotals(totals)).toMatchObject({
      orders: 2,
      sales: '200',
      points: ['210', '225'],
      cashback: ['21', '22.5'],
      rules: [
        ['1', ['200', '200'], 2, ['20', '20']],
        ['2', ['10', '25'], 1, ['1', '2.5']],
      ],
      months: [['never', ['210', '225']]],
    })
    expect([...(customers.get(1)?.days ?? [])]).toEqual([[Math.floor(START / DAY_MS), d('15')]])
    expect(customers.get(2)?.days.size).toBe(0)
  })
})

describe('where products stood', () => {
  const category = (id: string) => ({ kind: 'category', ids: [id], points: '10' })
  const products = [{ ...PRODUCT, price: d('10') }]
  const sold = (live: Program, places = placesOfLines(live, products, null, () => inTea)): EarnedOrder => {
    const order = orderOf(1)
    return { ...order, earned: { ...EARNED, places }, details: { ...order.details, products } }
  }
  const inTea = { brandId: null, categoryIds: ['tea'] }
  const inCoffee = { brandId: null, categoryIds: ['coffee', 'drinks'] }

  it('is what the order knows, whatever the catalog says today', () => {
    const live = programOf(category('tea'))
    const order = sold(live)
    const input = {
      order,
      earned: order.earned,
      live,
      candidate: live,
      placeOf: () => inCoffee,
      timeZone: ZONE,
    }
    expect(asksTodaysCatalog(input)).toBe(false)
    expect(candidateFacts(input, () => 1).products[0]?.categoryIds).toEqual(['tea'])
  })

  it('is what the catalog says today where the order was never asked, and only that', () => {
    const live = programOf(category('tea'))
    const candidate = programOf(category('tea'), category('coffee'))
    const order = sold(live)
    const input = { order, earned: order.earned, live, candidate, placeOf: () => inCoffee, timeZone: ZONE }
    expect(asksTodaysCatalog(input)).toBe(true)
    expect(candidateFacts(input, () => 1).products[0]?.categoryIds).toEqual(['tea', 'coffee'])
    const bought = sold(programOf(), null)
    const moved = { ...input, order: bought, earned: bought.earned, live: programOf(), placeOf: () => inTea }
    expect(candidateFacts(moved, () => 1).products[0]?.categoryIds).toEqual(['tea'])
  })

  it('is not comparable where the program asked and nothing was kept', () => {
    const live = programOf(category('tea'))
    const order = sold(live, null)
    const input = {
      order,
      earned: order.earned,
      live,
      candidate: live,
      placeOf: () => inCoffee,
      timeZone: ZONE,
    }
    expect(compareOrder({ ...input, rooms: [], numberOf: () => 1 })).toBe('catalog')
  })
})

describe('the number of an order', () => {
  it('is counted by placement where it was not kept', () => {
    const welcome = programOf({ kind: 'order', points: '100', when: { firstOrders: 2 } })
    const orders = [1, 2, 3].map((id) => orderOf(id, { placedAt: START + id }))
    const { totals } = walked(orders, programOf(), welcome)
    expect(decimalToText(totals.points.candidate)).toBe('500.0000')
    const taken: readonly Taken[] = []
    const kept = orderOf(4, { earned: { ...EARNED, number: 1, taken } })
    expect(walked([kept], programOf(), welcome).totals.points.candidate).toBe(d('200'))
  })
})
