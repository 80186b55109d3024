/**
 * In every history of orders, redemptions and changes, whatever makes a record says why, and the lines of it add
 * up to the record's points. Through the decisions themselves, so that none of them can forget it.
 */
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  type Account,
  type Entry,
  NEW_ACCOUNT,
  NOTHING,
  POINT_TYPE,
  recordsOfOrder,
  subtract,
} from '../../accounts/account.ts'
import type { Customer } from '../../accounts/customer.ts'
import { Posting } from '../../accounts/rules/posting.ts'
import { settle } from '../../accounts/rules/settle.ts'
import { decideChange } from '../../balances/rules/change.ts'
import { isRefusal } from '../../contract/refusal.ts'
import type { Explanation } from '../../earning/explanation.ts'
import type { Program } from '../../earning/program.ts'
import { parseProgram } from '../../earning/program-schema.ts'
import { sumOfLines } from '../../earning/taken-back.ts'
import { ORDER_STATE, type Order } from '../../orders/order.ts'
import { decideCancel } from '../../orders/rules/cancel.ts'
import { decideOrder } from '../../orders/rules/place.ts'
import { NO_CARDS } from '../../orders/rules/stamp.ts'
import type { SentOrder } from '../../orders/sent-order.ts'
import { NO_USAGE } from '../../rewards/redemption.ts'
import { DEFAULT_SETTINGS, type Reward } from '../../rewards/reward.ts'
import { REWARD_TYPE, type RewardType } from '../../rewards/reward-type.ts'
import { explainRedemption } from '../../rewards/rules/explanation.ts'
import { decideRedeem } from '../../rewards/rules/redeem.ts'
import { ACTIVE } from '../../tenancy/standing.ts'
import { DEFAULTS, type Tenant } from '../../tenancy/tenant.ts'
import type { Moment } from '../history.ts'
import { inOrder } from './explain.ts'

const START = Date.UTC(2026, 0, 15, 12)
const DAY_MS = 86_400_000

interface Merchant {
  readonly takeBack: 'debt' | 'clamp'
  readonly waitingDays: number
  readonly validityDays: number | null
}

type Command =
  | { readonly do: 'wait'; readonly days: number }
  | {
      readonly do: 'place'
      readonly order: number
      readonly total: bigint
      readonly isAurora: boolean
      /** So long ago it was completed. */
      readonly days?: number
    }
  | { readonly do: 'cancel'; readonly order: number }
  | { readonly do: 'redeem'; readonly points: bigint }
  | { readonly do: 'redeemCashback' }
  | { readonly do: 'change'; readonly value: bigint }
  | { readonly do: 'switchCashback' }

const order = fc.integer({ min: 1, max: 3 })
const cents = (max: number) => fc.bigInt({ min: 1n, max: BigInt(max) }).map((value) => value * 100n)
const someCommand: fc.Arbitrary<Command> = fc.oneof(
  { weight: 2, arbitrary: fc.record({ do: fc.constant('wait' as const), days: fc.nat(4) }) },
  {
    weight: 6,
    arbitrary: fc.record({
      do: fc.constant('place' as const),
      order,
      total: cents(30_000),
      isAurora: fc.boolean(),
      days: fc.constantFrom(0, 0, 0, 1, 2, 5),
    }),
  },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('cancel' as const), order }) },
  {
    weight: 3,
    arbitrary: fc.record({ do: fc.constant('redeem' as const), points: cents(10_000) }),
  },
  { weight: 1, arbitrary: fc.constant({ do: 'redeemCashback' } as const) },
  {
    weight: 1,
    arbitrary: fc.record({ do: fc.constant('change' as const), value: cents(500) }),
  },
  { weight: 1, arbitrary: fc.constant({ do: 'switchCashback' } as const) },
)
/** Left to chance, few orders would have points that wait beside some that are open, or spent, when they end. */
const someTrouble: fc.Arbitrary<Command[]> = fc
  .tuple(order, cents(9_000), fc.boolean())
  .map(([id, points, isAurora]) => [
    { do: 'place', order: id, total: 1_000_000n, isAurora },
    { do: 'wait', days: 2 },
    { do: 'redeem', points },
    { do: 'place', order: id, total: 1_500_000n, isAurora },
    { do: 'cancel', order: id },
  ])
const someLife = fc
  .array(
    fc.oneof(
      { weight: 12, arbitrary: someCommand.map((one) => [one]) },
      { weight: 1, arbitrary: someTrouble },
    ),
    { minLength: 5, maxLength: 40 },
  )
  .map((chapters) => chapters.flat())
const someMerchant: fc.Arbitrary<Merchant> = fc.record({
  takeBack: fc.constantFrom('debt', 'clamp'),
  waitingDays: fc.constantFrom(0, 0, 2),
  validityDays: fc.constantFrom(null, 3, 1),
})

interface Made {
  readonly entry: Exclude<Entry, { kind: 'opening' | 'move' }>
  readonly explanation: Explanation | undefined
}

/** One customer of a merchant, as the till keeps them between commands. */
class Shop {
  readonly made: Made[] = []
  /** What changed the balance, in the order of the events. */
  readonly told: Moment[] = []
  readonly #availableAt = new Map<number, number>()
  #now = START
  #account: Account = NEW_ACCOUNT
  #customer: Customer | null = null
  #isCashbackOn = true
  #lastId = 0
  readonly #ids = { next: () => ++this.#lastId }
  readonly #orders = new Map<number, Order>()
  readonly #programs = new Map<number, Program>()
  readonly #tenant: Tenant
  readonly #merchant: Merchant

  constructor(merchant: Merchant) {
    const { takeBack } = merchant
    this.#merchant = merchant
    this.#tenant = {
      ...DEFAULTS,
      id: 1,
      name: 'Merchant',
      isSandbox: false,
      cell: 'main',
      settings: { takeBack },
      clockAheadMs: 0,
      standing: ACTIVE,
    }
  }

  obey(command: Command): void {
    // What one command does is in the order in which it was done; of two in the same millisecond nobody knows.
    this.#now += command.do === 'wait' ? command.days * DAY_MS + 1 : 1
    if (command.do === 'switchCashback') this.#isCashbackOn = !this.#isCashbackOn
    const settled = settle(this.#account, this.#now, this.#ids)
    this.#take({ ...settled, explanations: new Map() })
    if (command.do === 'place') this.#place(command)
    if (command.do === 'cancel') this.#cancel(command.order)
    if (command.do === 'redeem') this.#redeem(REWARD_TYPE.fixedValue, command.points)
    if (command.do === 'redeemCashback') this.#redeem(REWARD_TYPE.cashback, 0n)
    if (command.do === 'change') this.#change(command.value)
  }

  #posting(): Posting {
    return new Posting(this.#account, this.#now, this.#ids)
  }

  #take({
    account,
    entries,
    explanations,
  }: Pick<Posting, 'account' | 'explanations'> & { readonly entries: readonly object[] }): void {
    this.#account = account
    for (const entry of entries as Entry[]) {
      const { kind, id } = entry
      if (kind === 'credit' || kind === 'move') this.#availableAt.set(id, entry.availableAt)
      const isOpening = kind === 'opening'
      // As it is stored: of an opening there is no moment but that of its lot.
      const at = isOpening ? (this.#availableAt.get(id) ?? 0) : entry.at
      if (kind !== 'move' && entry.event) this.told.push({ recordId: id, at, isOpening })
      if (entry.kind === 'opening' || !('amount' in entry)) continue
      this.made.push({ entry, explanation: explanations.get(entry.id) as Explanation | undefined })
    }
  }

  get #program(): Program {
    return this.#programOf(this.#isCashbackOn ? 1 : 2)
  }

  #programOf(version: number): Program {
    const program = this.#programs.get(version) ?? this.#publish(version)
    this.#programs.set(version, program)
    return program
  }

  #publish(version: number): Program {
    const { waitingDays, validityDays } = this.#merchant
    return parseProgram({
      version,
      cashback: { isOn: version === 1, pointValue: '0.0333' },
      rules: [
        { id: 1, kind: 'purchase', points: '1', minimumOrder: '20', waitingDays, validityDays },
        { id: 2, kind: 'signup', points: '5' },
        { id: 3, kind: 'firstPurchase', multiplier: '1.5' },
        { id: 4, kind: 'brand', ids: ['aurora'], multiplier: '2.5' },
      ],
    })
  }

  #contextOf(id: number) {
    const stored = this.#orders.get(id)
    const entries = this.made.map(({ entry }) => entry)
    const { sum, expiredPoints } = recordsOfOrder(entries, stored?.id ?? 0)
    return {
      stored,
      customer: this.#customer,
      account: this.#account,
      recorded: { sum: subtract(sum, stored?.earned?.writtenOff ?? NOTHING), expiredPoints },
      cards: NO_CARDS,
      coupons: {
        named: () => [],
        linked: () => ({ coupon: undefined, redemption: undefined, spent: undefined }),
        hasReservation: false,
      },
    }
  }

  #settleOrder(id: number, outcome: ReturnType<typeof decideOrder>, posting: Posting): void {
    if (isRefusal(outcome)) return
    this.#orders.set(id, outcome.order)
    this.#customer = outcome.customer
    this.#take(posting)
  }

  #place(command: Extract<Command, { do: 'place' }>): void {
    const { order: id } = command
    const context = this.#contextOf(id)
    const input = { tenant: this.#tenant, sent: sentOrder(command, this.#now), publicId: 'p' }
    const version = context.stored?.earned?.programVersion
    const program = version === undefined ? this.#program : this.#programOf(version)
    const isFirstPurchase = ![...this.#orders.values()].some(({ state }) => state === ORDER_STATE.complete)
    const { cashback } = this.#program
    const more = {
      program,
      tier: null,
      placeOf: () => undefined,
      isFirstPurchase,
      number: null,
      isReturning: false,
      cashback,
      usedOf: () => 0n,
    }
    const posting = this.#posting()
    this.#settleOrder(id, decideOrder({ ...context, ...more }, input, posting), posting)
  }

  #cancel(id: number): void {
    const input = { tenant: this.#tenant, originalId: String(id), cancelledAt: this.#now, status: null }
    const posting = this.#posting()
    this.#settleOrder(id, decideCancel(this.#contextOf(id), input, posting), posting)
  }

  #redeem(type: RewardType, points: bigint): void {
    const context = {
      reward: rewardOf(type, points),
      customer: this.#customer,
      account: this.#account,
      tierId: null,
      program: this.#program,
      stored: undefined,
      storedCoupon: undefined,
      usage: NO_USAGE,
      redeemedCount: 0,
      codes: [],
    }
    const input = {
      tenant: this.#tenant,
      rewardId: 7,
      customerKey: 'ana',
      originalKey: null,
      value: null,
      metadata: [],
      place: null,
      reservation: null,
      externalCode: `x${this.#lastId}`,
      couponCode: `c${this.#lastId}`,
    }
    const posting = this.#posting()
    const outcome = decideRedeem(context, input, posting)
    if (isRefusal(outcome)) return
    explainRedemption(posting, outcome.redemption, outcome)
    this.#take(posting)
  }

  #change(value: bigint): void {
    const context = {
      customer: this.#customer,
      account: this.#account,
      program: this.#program,
      stored: undefined,
    }
    const change = {
      kind: value % 200n === 0n ? 'add' : 'remove',
      unit: value % 300n === 0n ? 'points' : 'cashback',
      quantity: value,
      reason: 'r',
      changeKey: 'k',
    } as const
    const posting = this.#posting()
    if (!isRefusal(decideChange(context, change, posting))) this.#take(posting)
  }
}

function rewardOf(type: RewardType, points: bigint): Reward {
  const settings = { ...DEFAULT_SETTINGS, type, title: 'r', points }
  return { ...settings, id: 7, isArchived: false, email: null, couponLists: [], tiers: [] }
}

function sentOrder(
  { order: id, total, isAurora, days = 0 }: Extract<Command, { do: 'place' }>,
  now: number,
): SentOrder {
  const product = {
    originalId: 'p',
    title: null,
    url: null,
    imageUrl: null,
    isActive: true,
    price: total / 2n,
    brandId: 'aurora',
    brandName: null,
  }
  const nobody = { name: null, email: null, phone: null, document: null, birthday: null, signupAt: null }
  return {
    originalId: String(id),
    customer: { originalId: 'ana', ...nobody, isEnrolled: null },
    total,
    placedAt: START,
    isCompleted: true,
    // To the day, so that points of several orders open and end together.
    completedAt: (Math.floor(now / DAY_MS) - days) * DAY_MS,
    isCancelled: false,
    cancelledAt: null,
    updatedAt: now,
    details: {
      status: null,
      products: isAurora ? [product] : [],
      coupon: null,
      externalCoupon: null,
      metadatas: [],
      paymentMethod: null,
      branch: null,
      salesPerson: null,
      shipping: null,
    },
  }
}

const EXPLAINED: readonly number[] = [
  POINT_TYPE.purchase,
  POINT_TYPE.signup,
  POINT_TYPE.redeem,
  POINT_TYPE.orderCancelled,
  POINT_TYPE.orderAdjusted,
]

describe('every record', () => {
  it('of an order or a reward says why, in lines that add up to its points', () => {
    const met = new Map<string, number>()
    fc.assert(
      fc.property(someMerchant, someLife, (merchant, commands) => {
        const shop = new Shop(merchant)
        for (const command of commands) shop.obey(command)
        for (const { entry, explanation } of shop.made) {
          expect([entry.type, explanation !== undefined]).toEqual([
            entry.type,
            EXPLAINED.includes(entry.type),
          ])
          if (explanation) expect(sumOfLines(explanation.lines)).toBe(entry.amount.points)
          for (const { kind } of explanation?.lines ?? []) met.set(kind, (met.get(kind) ?? 0) + 1)
        }
      }),
      { numRuns: 500 },
    )
    // Or else the histories would be too tame to show anything.
    for (const kind of ['recorded', 'otherRecord', 'writtenOff', 'reward']) {
      expect([kind, (met.get(kind) ?? 0) > 20]).toEqual([kind, true])
    }
  })
})

describe('a history', () => {
  it('has what happened in a moment in the order in which the events told it', () => {
    fc.assert(
      fc.property(someMerchant, someLife, (merchant, commands) => {
        const shop = new Shop(merchant)
        for (const command of commands) shop.obey(command)
        expect(shop.told.toSorted(inOrder)).toEqual(shop.told)
      }),
      { numRuns: Number(process.env.HISTORY_RUNS ?? 300) },
    )
  })
})
