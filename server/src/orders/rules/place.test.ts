import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  type Account,
  addRecords,
  NEW_ACCOUNT,
  NO_RECORDS,
  NOTHING,
  POINT_TYPE,
  recordsOfOrder,
  subtract,
} from '../../accounts/account.ts'
import type { Customer } from '../../accounts/customer.ts'
import { Posting } from '../../accounts/rules/posting.ts'
import { isRefusal } from '../../contract/refusal.ts'
import { parseProgram } from '../../earning/program-schema.ts'
import { minimum } from '../../platform/decimal.ts'
import { ACTIVE } from '../../tenancy/standing.ts'
import type { Tenant } from '../../tenancy/tenant.ts'
import { ORDER_STATE, type Order } from '../order.ts'
import type { SentOrder } from '../sent-order.ts'
import { decideCancel } from './cancel.ts'
import type { OrderOutcome } from './outcome.ts'
import { decideOrder } from './place.ts'
import { NO_CARDS } from './stamp.ts'
import type { LoadedCoupons } from './use-and-free-coupons.ts'

const NOW = Date.UTC(2026, 0, 15, 12)
const TENANT: Tenant = {
  id: 1,
  name: 'Merchant',
  currency: 'BRL',
  timeZone: 'America/Sao_Paulo',
  locale: 'pt-BR',
  isSandbox: false,
  cell: 'main',
  settings: {},
  clockAheadMs: 0,
  standing: ACTIVE,
}
const PROGRAM = parseProgram({
  version: 1,
  cashback: { isOn: true, pointValue: '0.05' },
  rules: [{ id: 1, kind: 'purchase', points: '1', minimumOrder: '10' }],
})

const SENT: SentOrder = {
  originalId: 'o1',
  customer: {
    originalId: 'ana',
    name: null,
    email: null,
    phone: null,
    document: null,
    birthday: null,
    signupAt: null,
    isEnrolled: null,
  },
  total: 1_000_000n,
  placedAt: NOW,
  isCompleted: true,
  completedAt: NOW,
  isCancelled: false,
  cancelledAt: null,
  updatedAt: NOW,
  details: {
    status: null,
    products: [],
    coupon: null,
    externalCoupon: null,
    metadatas: [],
    paymentMethod: null,
    branch: null,
    salesPerson: null,
    shipping: null,
  },
}

const NO_COUPONS: LoadedCoupons = {
  named: () => [],
  linked: () => ({ coupon: undefined, redemption: undefined, spent: undefined }),
  hasReservation: false,
}

/** One customer with one order, as the till would keep them between commands. */
class OneOrder {
  stored: Order | undefined
  customer: Customer | null = null
  account: Account = NEW_ACCOUNT
  recorded = NO_RECORDS
  readonly coupons = NO_COUPONS
  readonly cards = NO_CARDS
  readonly reasons: string[] = []
  /** By the last command. */
  posted: Posting['entries'] = []
  #lastId = 0
  readonly #ids = { next: () => ++this.#lastId }

  readonly #tenant: Tenant

  constructor(takeBack: 'debt' | 'clamp' = 'debt') {
    this.#tenant = { ...TENANT, settings: { takeBack } }
  }

  place(sent: Partial<SentOrder>): OrderOutcome | null {
    const { stored, customer, coupons } = this
    const writtenOff = stored?.earned?.writtenOff ?? NOTHING
    const recorded = { ...this.recorded, sum: subtract(this.recorded.sum, writtenOff) }
    const known = { stored, customer, recorded, coupons }
    const context = {
      ...known,
      program: PROGRAM,
      tier: null,
      placeOf: () => undefined,
      isFirstPurchase: true,
      number: null,
      isReturning: false,
      cashback: PROGRAM.cashback,
      usedOf: () => 0n,
      cards: NO_CARDS,
    }
    const input = { tenant: this.#tenant, sent: { ...SENT, ...sent }, publicId: 'public' }
    const posting = new Posting(this.account, NOW, this.#ids)
    return this.#take(decideOrder(context, input, posting), posting)
  }

  cancel(): OrderOutcome | null {
    const input = { tenant: this.#tenant, originalId: 'o1', cancelledAt: NOW, status: null }
    const posting = new Posting(this.account, NOW, this.#ids)
    return this.#take(decideCancel(this, input, posting), posting)
  }

  #take(outcome: ReturnType<typeof decideOrder>, posting: Posting): OrderOutcome | null {
    if (isRefusal(outcome)) {
      this.reasons.push(outcome.reason)
      return null
    }
    this.stored = outcome.order
    this.customer = outcome.customer
    this.account = posting.account
    this.posted = posting.entries
    this.recorded = addRecords(this.recorded, recordsOfOrder(posting.entries, outcome.order.id))
    return outcome
  }

  /** As much of the balance as that, or all there is. */
  spend(points: bigint): void {
    const quantity = minimum(points, this.account.balance.points)
    if (quantity <= 0n) return
    const posting = new Posting(this.account, NOW, this.#ids)
    posting.debit('points', quantity, { type: POINT_TYPE.redeem, orderId: null })
    this.account = posting.account
  }

  get points(): number {
    return Number(this.account.balance.points) / 10_000
  }
}

const pointsOf = (total: bigint): number => (total < 100_000n ? 0 : Number(total / 10_000n))

const total = fc.bigInt({ min: 0n, max: 3_000_000n })
const update = fc.record({
  total,
  updatedAt: fc.integer({ min: NOW, max: NOW + 1_000 }),
  isCompleted: fc.boolean(),
})

describe('an order', () => {
  it('ends as its newest update says, in whatever order the updates arrive', () => {
    const complete = fc.uniqueArray(
      update.map((sent) => ({ ...sent, isCompleted: true })),
      { minLength: 1, maxLength: 8, selector: ({ updatedAt }) => updatedAt },
    )
    fc.assert(
      fc.property(complete, (updates) => {
        const one = new OneOrder()
        for (const sent of updates) one.place(sent)
        const newest = updates.toSorted((a, b) => b.updatedAt - a.updatedAt)[0]
        expect(one.stored).toMatchObject({ total: newest?.total, updatedAt: newest?.updatedAt })
        expect(one.points).toBe(pointsOf(newest?.total ?? 0n))
        expect(one.account.balance).toEqual(one.recorded.sum)
      }),
    )
  })

  it('has the points of its total once it was complete, and none before', () => {
    fc.assert(
      fc.property(fc.array(update, { minLength: 1, maxLength: 8 }), (updates) => {
        const one = new OneOrder()
        let isComplete = false
        for (const sent of updates) {
          const isOlder = one.stored !== undefined && sent.updatedAt < one.stored.updatedAt
          const before = one.account
          const outcome = one.place(sent)
          if (isOlder) expect([outcome?.isChanged, one.account]).toEqual([false, before])
          else isComplete ||= sent.isCompleted
          const { state, total: stored } = one.stored ?? { state: 0, total: 0n }
          expect(state).toBe(isComplete ? ORDER_STATE.complete : ORDER_STATE.pending)
          expect(one.points).toBe(isComplete ? pointsOf(stored) : 0)
        }
      }),
    )
  })

  it('that is sent again changes nothing', () => {
    fc.assert(
      fc.property(fc.array(update, { minLength: 1, maxLength: 5 }), (updates) => {
        const one = new OneOrder()
        for (const sent of updates) {
          one.place(sent)
          const { stored, customer, account } = one
          const again = one.place(sent)
          expect(again).toMatchObject({ isChanged: false })
          expect(one.posted).toEqual([])
          expect(again?.order).toEqual(stored)
          expect(again?.customer).toBe(customer)
          expect(one.account).toBe(account)
        }
      }),
    )
  })

  it('that is cancelled, by operation or by flag, leaves nothing and never comes back', () => {
    fc.assert(
      fc.property(
        fc.array(update, { minLength: 1, maxLength: 5 }),
        fc.boolean(),
        update,
        (updates, byFlag, after) => {
          const one = new OneOrder()
          for (const sent of updates) one.place(sent)
          const flag = { isCompleted: false, isCancelled: true, cancelledAt: NOW, updatedAt: NOW + 2_000 }
          const cancel = () => (byFlag ? one.place(flag) : one.cancel())
          cancel()
          expect([one.stored?.state, one.points, one.customer?.orderCount]).toEqual([
            ORDER_STATE.cancelled,
            0,
            0,
          ])
          expect(one.recorded.sum).toEqual(NOTHING)
          const { stored } = one
          expect(cancel()).toMatchObject({ isChanged: false, order: stored })
          one.place({ ...after, updatedAt: NOW + 3_000 })
          expect([one.stored, one.reasons, one.points]).toEqual([stored, ['order-is-cancelled'], 0])
        },
      ),
    )
  })

  it('never earns more than its points once, however it shrinks, grows back and is spent meanwhile', () => {
    const steps = fc.array(fc.record({ total, spent: fc.bigInt({ min: 0n, max: 3_000_000n }) }), {
      minLength: 2,
      maxLength: 10,
    })
    fc.assert(
      fc.property(steps, fc.constantFrom('debt' as const, 'clamp' as const), (all, takeBack) => {
        const one = new OneOrder(takeBack)
        let most = 0n
        for (const [index, step] of all.entries()) {
          one.place({ total: step.total, updatedAt: NOW + index })
          const worth = BigInt(pointsOf(step.total)) * 10_000n
          if (worth > most) most = worth
          const { points: kept } = one.recorded.sum
          const { points: letGo } = one.stored?.earned?.writtenOff ?? NOTHING
          // What it has recorded is what it is worth, or what was let go beyond that; never more than it once was worth.
          expect(kept).toBeLessThanOrEqual(most)
          expect(kept).toBeGreaterThanOrEqual(worth)
          expect(kept - worth).toBeLessThanOrEqual(letGo)
          if (takeBack === 'debt') expect([kept, letGo]).toEqual([worth, 0n])
          else expect(one.points).toBeGreaterThanOrEqual(0)
          one.spend(step.spent)
        }
      }),
      { numRuns: 1_000 },
    )
  })

  it('that costs nothing earns nothing, and what it had earned goes back', () => {
    fc.assert(
      fc.property(fc.array(total, { maxLength: 4 }), (totals) => {
        const one = new OneOrder()
        for (const [index, each] of [...totals, 0n].entries())
          one.place({ total: each, updatedAt: NOW + index })
        expect(one.recorded.sum).toEqual(NOTHING)
      }),
    )
  })

  it('of someone who is not enrolled is ignored once it is complete', () => {
    const one = new OneOrder()
    const customer = { ...SENT.customer, isEnrolled: false }
    const states = [{ isCompleted: false }, { isCompleted: true }, { isCompleted: false }].map(
      (sent) => one.place({ ...sent, customer })?.order.state,
    )
    expect(states).toEqual([ORDER_STATE.pending, ORDER_STATE.ignored, ORDER_STATE.ignored])
    expect(one.points).toBe(0)
  })
})
