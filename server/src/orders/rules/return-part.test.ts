/**
 * The law of returns: whatever is returned in whatever parts, in between the order stands for what an order of the rest
 * would have earned, and in the end all is as after a cancellation of the whole.
 */
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { IDS, randomProgram } from '../../../test/support/random-program.ts'
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
import { isRefusal, type Refusal } from '../../contract/refusal.ts'
import { evaluateWithin, NO_LIMITS } from '../../earning/limits.ts'
import type { Program } from '../../earning/program.ts'
import type { ProgramContent } from '../../earning/program-json.ts'
import { parseProgram } from '../../earning/program-schema.ts'
import { ACTIVE } from '../../tenancy/standing.ts'
import type { Tenant } from '../../tenancy/tenant.ts'
import { ORDER_STATE, type Order, type OrderProduct, type ReturnedLine } from '../order.ts'
import type { SentReturn } from '../order-return.ts'
import type { SentOrder } from '../sent-order.ts'
import { decideCancel } from './cancel.ts'
import type { OrderOutcome } from './outcome.ts'
import { decideOrder } from './place.ts'
import type { OrderReason } from './reasons.ts'
import { decideReturnPart } from './return-part.ts'
import { NO_CARDS } from './stamp.ts'
import type { LoadedCoupons } from './use-and-free-coupons.ts'

const NOW = Date.UTC(2026, 0, 15, 12)
const CENT = 100n

const NO_COUPONS: LoadedCoupons = {
  named: () => [],
  linked: () => ({ coupon: undefined, redemption: undefined, spent: undefined }),
  hasReservation: false,
}

interface Story {
  readonly program: ProgramContent
  readonly takeBack: 'debt' | 'clamp'
  readonly lines: readonly { readonly id: string; readonly price: bigint | null }[]
  readonly total: bigint
  /** Points of other lots, and how many of all are spent before anything is returned. */
  readonly others: bigint
  readonly spent: bigint
  readonly isCompleted: boolean
}

/** One customer with one order and another lot, as the till would keep them between commands. */
class OneOrder {
  stored: Order | undefined
  customer: Customer | null = null
  account: Account = NEW_ACCOUNT
  recorded = NO_RECORDS
  readonly coupons = NO_COUPONS
  readonly program: Program
  readonly tenant: Tenant
  #lastId = 0
  readonly #ids = { next: () => ++this.#lastId }

  constructor({ program, takeBack, lines, total, others, spent, isCompleted }: Story) {
    this.program = parseProgram({ version: 1, ...program })
    this.tenant = { ...TENANT, settings: { takeBack } }
    if (others > 0n) this.#gain(others)
    this.place({ total, details: { ...SENT.details, products: lines.map(toProduct) }, isCompleted })
    const { points } = this.account.balance
    const least = points < spent ? points : spent
    if (least > 0n) this.#post((posting) => posting.debit('points', least, { type: 6, orderId: null }))
  }

  /** Worth as much as those of the program: then split or not makes no difference in cashback either. */
  #gain(points: bigint): void {
    const { isOn, pointValue } = this.program.cashback
    const amount = { points, cashback: isOn ? (points * pointValue) / 10_000n : 0n }
    const dates = { availableAt: NOW, expiresAt: null }
    this.#post((posting) => posting.credit({ type: POINT_TYPE.manual, amount, ...dates, orderId: null }))
  }

  #post(work: (posting: Posting) => unknown): void {
    const posting = new Posting(this.account, NOW, this.#ids)
    work(posting)
    this.account = posting.account
  }

  get context() {
    const { stored, customer, program, coupons } = this
    const writtenOff = stored?.earned?.writtenOff ?? NOTHING
    const recorded = { ...this.recorded, sum: subtract(this.recorded.sum, writtenOff) }
    return {
      stored,
      customer,
      recorded,
      coupons,
      program,
      placeOf,
      cashback: program.cashback,
      usedOf,
      cards: NO_CARDS,
    }
  }

  place(sent: Partial<SentOrder>) {
    const posting = new Posting(this.account, NOW, this.#ids)
    const context = { ...this.context, tier: null, isFirstPurchase: true, number: null, isReturning: false }
    const input = { tenant: this.tenant, sent: { ...SENT, ...sent }, publicId: 'public' }
    return this.#take(decideOrder(context, input, posting), posting)
  }

  return(sent: Partial<SentReturn>) {
    const posting = new Posting(this.account, NOW, this.#ids)
    const input = { tenant: this.tenant, originalId: 'o1', sent: { ...PART, ...sent } }
    return this.#take(decideReturnPart({ ...this.context, madeBefore: undefined }, input, posting), posting)
  }

  cancel() {
    const posting = new Posting(this.account, NOW, this.#ids)
    const input = { tenant: this.tenant, originalId: 'o1', cancelledAt: NOW, status: null }
    return this.#take(decideCancel(this.context, input, posting), posting)
  }

  #take<Outcome extends OrderOutcome>(outcome: Outcome | Refusal<OrderReason>, posting: Posting): Outcome {
    if (isRefusal(outcome)) throw new Error(outcome.message)
    const done = outcome as Outcome
    this.stored = done.order
    this.customer = done.customer
    this.account = posting.account
    this.recorded = addRecords(this.recorded, recordsOfOrder(posting.entries, done.order.id))
    return done
  }

  /** All that matters once nothing is left. */
  get end() {
    const { account, customer, stored, context } = this
    const left = stored && { state: stored.state, writtenOff: stored.earned?.writtenOff ?? null }
    return { balance: account.balance, orderCount: customer?.orderCount, left, stands: context.recorded.sum }
  }
}

const usedOf = () => 0n
const placeOf = (id: string) => ({ brandId: id, categoryIds: IDS.slice(IDS.indexOf(id as never)) })

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
  total: 0n,
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
    paymentMethod: { originalId: 'a', name: null },
    branch: { originalId: 'b', name: null },
    salesPerson: null,
    shipping: null,
  },
}

const PART: SentReturn = { cancelKey: 'r', value: 0n, lines: null, refundsRedeem: null }

function toProduct({ id, price }: Story['lines'][number]): OrderProduct {
  const nothing = { title: null, url: null, imageUrl: null, brandId: null, brandName: null }
  return { ...nothing, originalId: id, isActive: true, price }
}

const cents = (max: number) => fc.integer({ min: 0, max }).map((value) => BigInt(value) * CENT)
const whole = (max: number) => fc.integer({ min: 0, max }).map((value) => BigInt(value) * 10_000n)

const story: fc.Arbitrary<Story> = fc.record({
  // What a line stands for is known from the order as it was sent, so the rest alone may count otherwise.
  program: randomProgram({ tierIds: [], around: NOW }).map(({ cashback, rules }) => ({
    cashback,
    rules: rules.filter(({ kind }) => kind !== 'exclude'),
  })),
  takeBack: fc.constantFrom('debt', 'clamp'),
  lines: fc.array(fc.record({ id: fc.constantFrom(...IDS), price: fc.option(cents(20_000), { freq: 9 }) }), {
    maxLength: 6,
  }),
  total: cents(60_000).map((total) => total + CENT),
  others: whole(500),
  spent: whole(1_000),
  isCompleted: fc.boolean(),
})

/** Where a part begins to look for lines to name; null: it names none. */
const parts = fc.array(
  fc.record({ weight: fc.integer({ min: 1, max: 9 }), from: fc.option(fc.nat({ max: 5 })) }),
  {
    minLength: 1,
    maxLength: 6,
  },
)

/** Splits a total into parts of whole cents; those that come to nothing are left out. */
function split(total: bigint, sent: readonly { weight: number; from: number | null }[]) {
  const all = sent.reduce((sum, { weight }) => sum + weight, 0)
  let seen = 0
  let before = 0n
  return sent.flatMap(({ weight, from }) => {
    seen += weight
    const upTo = seen === all ? total : (((total / CENT) * BigInt(seen)) / BigInt(all)) * CENT
    const value = upTo - before
    before = upTo
    return value > 0n ? [{ value, from }] : []
  })
}

/** The test's own book of what is left of the lines. */
class Lines {
  readonly left: { id: string; price: bigint | null }[]

  constructor(lines: Story['lines']) {
    this.left = lines.map((line) => ({ ...line }))
  }

  /** Names lines, beginning at one of them, and takes the value from them; null: they do not have so much. */
  take(value: bigint, from: number): ReturnedLine[] | null {
    const before = this.left.map((line) => ({ ...line }))
    const named: ReturnedLine[] = []
    let wanted = value
    for (let step = 0; step < before.length && wanted > 0n; step += 1) {
      const { id } = before[(from + step) % before.length] ?? { id: '' }
      // Of several lines of a product the first gives first, whichever one the merchant meant.
      for (const line of before.filter((one) => one.id === id)) {
        const given = line.price === null || line.price > wanted ? wanted : line.price
        if (given === 0n) continue
        if (line.price !== null) line.price -= given
        wanted -= given
        named.push({ productId: id, value: given })
      }
    }
    if (wanted > 0n) return null
    this.left.splice(0, this.left.length, ...before)
    return named
  }
}

describe('parts of an order that are returned', () => {
  it('end as a cancellation of the whole does, in any order and any split', () => {
    fc.assert(
      fc.property(story, parts, fc.boolean(), (told, sent, isCancelledLast) => {
        const cancelled = new OneOrder(told)
        cancelled.cancel()
        const returned = new OneOrder(told)
        const lines = new Lines(told.lines)
        const all = split(told.total, sent)
        for (const { value, from } of isCancelledLast ? all.slice(0, -1) : all) {
          const named = from === null ? null : lines.take(value, from)
          returned.return({ value, lines: named })
          // Without names the book of the test would have to divide as the rule does.
          if (named === null) lines.left.splice(0)
        }
        if (isCancelledLast) returned.cancel()
        expect(returned.end).toEqual(cancelled.end)
        expect(returned.stored?.state).toBe(ORDER_STATE.cancelled)
        if (!isCancelledLast) expect(returned.stored?.returned).toBe(told.total)
      }),
      { numRuns: 500 },
    )
  })

  it('leave what an order of the rest would have earned', () => {
    fc.assert(
      fc.property(story, parts, (told, sent) => {
        const one = new OneOrder(told)
        const lines = new Lines(told.lines)
        let left = told.total
        for (const { value, from } of split(told.total, sent).slice(0, -1)) {
          const named = lines.take(value, from ?? 0)
          if (named === null) return
          const { made } = one.return({ value, lines: named })
          left -= value
          const rest = evaluateWithin(
            one.program,
            {
              total: left,
              placedAt: NOW,
              products: lines.left.map(({ id, price }) => ({
                originalId: id,
                price,
                ...brandOf(one.program, id),
              })),
              paymentMethodId: 'a',
              branchId: 'b',
              tierId: null,
              isFirstPurchase: true,
              number: null,
              timeZone: one.tenant.timeZone,
            },
            NO_LIMITS,
          )
          expect(one.context.recorded.sum.points).toBe(told.isCompleted ? rest.points : 0n)
          expect(made.remaining).toBe(left)
          expect(one.stored?.state).toBe(told.isCompleted ? ORDER_STATE.complete : ORDER_STATE.pending)
        }
        // Also where it is completed only now.
        if (told.isCompleted || left === told.total) return
        const again = new OneOrder({ ...told, lines: lines.left, total: left, isCompleted: true })
        one.place({ total: null, updatedAt: null, details: { ...SENT.details, products: null } })
        expect(one.context.recorded.sum.points).toBe(again.context.recorded.sum.points)
      }),
      { numRuns: 500 },
    )
  })

  it('without lines take from all lines in proportion, in cents, and the last cents from the last lines', () => {
    const returnedOf = (prices: readonly bigint[], value: bigint): (string | undefined)[] => {
      const lines = prices.map((price, index) => ({ id: `p${index}`, price: price * CENT }))
      const total = 100_000n * CENT
      const plain = { program: PLAIN, takeBack: 'debt', others: 0n, spent: 0n, isCompleted: true } as const
      const { order } = new OneOrder({ ...plain, lines, total }).return({ value: value * CENT })
      return order.details.returnedLines.map(({ productId, value: taken }) => `${productId} ${taken / CENT}`)
    }
    expect(returnedOf([1000n, 1000n, 1000n], 1000n)).toEqual(['p0 333', 'p1 333', 'p2 334'])
    expect(returnedOf([2000n, 1000n], 300n)).toEqual(['p0 200', 'p1 100'])
    expect(returnedOf([1n, 1n, 1n], 2n)).toEqual(['p1 1', 'p2 1'])
    // What no line covers is the order's alone.
    expect(returnedOf([5n, 3n], 20n)).toEqual(['p0 5', 'p1 3'])
    expect(returnedOf([], 20n)).toEqual([])
  })
})

const PLAIN: ProgramContent = {
  cashback: { isOn: true, pointValue: '0.05' },
  rules: [{ id: 1, kind: 'purchase', points: '1' }],
}

/** Only what a rule of the program names is kept with an order, and nothing else counts. */
function brandOf({ index }: Program, id: string) {
  const asks = (['brand', 'category'] as const).some((kind) => index.namedIds[kind].size > 0)
  const { brandId, categoryIds } = placeOf(id)
  return asks ? { brandId, categoryIds: [...categoryIds] } : { brandId: null, categoryIds: [] }
}
