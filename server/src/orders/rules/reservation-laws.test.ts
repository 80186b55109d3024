/** Every order that shows a discount by a reservation has paid for it exactly once, whatever its messages say and when. */
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type Account, type Lot, NEW_ACCOUNT, type Origin, POINT_TYPE } from '../../accounts/account.ts'
import type { Customer } from '../../accounts/customer.ts'
import type { GiveBack } from '../../accounts/rules/ledger.ts'
import { Posting } from '../../accounts/rules/posting.ts'
import { isRefusal } from '../../contract/refusal.ts'
import { type Coupon, codeKey } from '../../coupons/coupon.ts'
import { EMPTY_PROGRAM } from '../../earning/program.ts'
import { isReserved, NO_USAGE, type Redemption, type RedemptionWithCoupon } from '../../rewards/redemption.ts'
import { DEFAULT_SETTINGS, type Reward } from '../../rewards/reward.ts'
import { REWARD_TYPE } from '../../rewards/reward-type.ts'
import {
  decideDeadline,
  decideRemove,
  decideReserve,
  type KnownReservation,
} from '../../rewards/rules/reserve.ts'
import { ACTIVE } from '../../tenancy/standing.ts'
import type { Tenant } from '../../tenancy/tenant.ts'
import type { LinkedCoupon } from '../order.ts'
import { type AppliedCoupons, applyCoupons } from './use-and-free-coupons.ts'

const START = Date.UTC(2026, 2, 9, 10)
const MINUTE_MS = 60_000
const DEADLINE_MINUTES = 60
const CASHBACK: Reward = {
  ...DEFAULT_SETTINGS,
  isArchived: false,
  id: 1,
  type: REWARD_TYPE.cashback,
  title: 'Cashback',
  email: null,
  couponLists: [],
  tiers: [],
}
const CUSTOMER: Customer = {
  tenantId: 1,
  id: 7,
  originalId: 'ana',
  publicId: 'p',
  profile: {
    name: null,
    email: null,
    phone: null,
    document: null,
    birthday: null,
    birthdayUpdatedAt: null,
    signupAt: null,
    isEnrolled: true,
    enrolledAt: null,
  },
  orderCount: 0,
  hasPurchased: false,
  tier: null,
  createdAt: START,
  erasedAt: null,
  mergedInto: null,
}

interface ShopOrder {
  readonly id: number
  codes: readonly string[]
  links: readonly LinkedCoupon[]
  isCancelled: boolean
}

type TakeBack = 'debt' | 'clamp'

/** One customer, what is reserved and ordered, and the rules themselves; stored as a database would. */
class Shop {
  now = START
  account: Account
  readonly redemptions = new Map<string, Redemption>()
  readonly coupons = new Map<string, Coupon>()
  readonly orders = new Map<number, ShopOrder>()
  readonly #tenant: Tenant
  readonly #origins: (Origin & { readonly debitId: number })[] = []
  readonly #lots = new Map<number, Lot>()
  #lastId = 0

  /** Whether all commands are in one batch: then nothing of them is stored yet when the next one looks. */
  readonly #isOneBatch: boolean

  constructor(credits: readonly number[], takeBack: TakeBack, isOneBatch: boolean) {
    this.#isOneBatch = isOneBatch
    this.#tenant = {
      id: 1,
      name: 'Laws',
      currency: 'BRL',
      timeZone: 'America/Sao_Paulo',
      locale: 'en',
      isSandbox: false,
      cell: 'main',
      settings: { takeBack },
      clockAheadMs: 0,
      standing: ACTIVE,
    }
    this.account = NEW_ACCOUNT
    this.#post((posting) => {
      for (const cents of credits) {
        const amount = { points: BigInt(cents) * 1_000n, cashback: BigInt(cents) * 100n }
        const terms = { type: POINT_TYPE.manual, orderId: null, availableAt: this.now, expiresAt: null }
        posting.credit({ ...terms, amount })
      }
    })
  }

  get standing(): Redemption[] {
    return [...this.redemptions.values()].filter(isReserved)
  }

  reserve(basket: number, cents: number): void {
    const [standing] = this.standing
    this.#post((posting) => {
      const id = this.#nextId()
      const outcome = decideReserve(
        {
          reward: CASHBACK,
          customer: CUSTOMER,
          tierId: null,
          program: { ...EMPTY_PROGRAM, cashback: { isOn: true, pointValue: 1_000n } },
          stored: undefined,
          storedCoupon: undefined,
          usage: NO_USAGE,
          redeemedCount: 0,
          codes: [],
        },
        standing ? this.#known(standing) : null,
        {
          tenant: this.#tenant,
          rewardId: CASHBACK.id,
          customerKey: 'ana',
          originalKey: null,
          value: BigInt(cents) * 100n,
          metadata: [],
          place: null,
          reservation: {
            checkoutId: `cart-${basket}`,
            deadline: this.now + DEADLINE_MINUTES * MINUTE_MS,
          },
          externalCode: `E${id}`,
          couponCode: `C${id}`,
        },
        posting,
      )
      if (isRefusal(outcome)) return
      if (outcome.released) this.#keep(outcome.released)
      this.#keep(outcome.reserved)
    })
  }

  remove(): void {
    const [standing] = this.standing
    if (!standing) return
    this.#post((posting) => {
      const outcome = decideRemove(this.#known(standing), posting)
      if (outcome.kind === 'released') this.#keep(outcome.reserved)
    })
  }

  /** An order as it now is, new or changed: these codes, in place of those it had. */
  send(id: number, codes: readonly string[], placedAt: number): void {
    const order = this.orders.get(id) ?? { id, codes, links: [], isCancelled: false }
    if (order.isCancelled) return
    order.codes = codes
    this.orders.set(id, order)
    this.#apply(order, placedAt)
  }

  cancel(id: number): void {
    const order = this.orders.get(id)
    if (!order || order.isCancelled) return
    order.isCancelled = true
    this.#apply(order, this.now)
  }

  /** A deadline that is over is looked at first, as the till does; what was confirmed has none any more. */
  wait(minutes: number): void {
    const until = this.now + minutes * MINUTE_MS
    const { reservedUntil } = this.account
    this.now = Math.min(reservedUntil ?? until, until)
    if (this.now === reservedUntil) {
      const [standing] = this.standing
      this.#post((posting) => {
        const released = standing && decideDeadline(this.#known(standing), posting.now, posting)
        if (released) this.#keep(released)
        else posting.reserveUntil(standing?.expiresAt ?? null)
      })
    }
    this.now = until
  }

  #apply(order: ShopOrder, placedAt: number): void {
    this.#post((posting) => {
      const applied = applyCoupons(
        {
          named: (code) =>
            [...this.coupons.values()].filter(
              (coupon) => coupon.issued?.externalCode === code || coupon.code === code,
            ),
          linked: ({ couponKey, redemptionKey }) => {
            const redemption = this.redemptions.get(redemptionKey ?? '')
            return {
              coupon: this.coupons.get(couponKey),
              redemption,
              spent: redemption && this.#spent(redemption),
            }
          },
          hasReservation: this.standing.length > 0,
        },
        {
          tenant: this.#tenant,
          orderId: order.id,
          orderKey: `o${order.id}`,
          customerId: CUSTOMER.id,
          placedAt,
          codes: order.isCancelled ? [] : order.codes,
          links: order.links,
          isCancelled: order.isCancelled,
        },
        posting,
      )
      this.#keepAll(applied)
      order.links = applied.links
    })
  }

  #keepAll({ coupons, confirmed, held, returns, restored }: AppliedCoupons): void {
    for (const coupon of coupons) this.coupons.set(codeKey(coupon.code), coupon)
    const heldAgain = held.map(({ redemption }) => redemption)
    for (const redemption of [...confirmed, ...heldAgain, ...returns, ...restored]) {
      this.redemptions.set(redemption.originalKey, this.#stored(redemption))
    }
  }

  #keep({ redemption, coupon }: RedemptionWithCoupon): void {
    this.redemptions.set(redemption.originalKey, this.#stored(redemption))
    this.coupons.set(codeKey(coupon.code), coupon)
  }

  #stored(redemption: Redemption): Redemption {
    return this.#isOneBatch ? redemption : { ...redemption, spent: null }
  }

  #known(redemption: Redemption): KnownReservation {
    const coupon = this.coupons.get(redemption.couponKey)
    if (!coupon) throw new Error('it has lost its coupon')
    return { redemption, coupon, spent: this.#spent(redemption), reward: CASHBACK }
  }

  #spent({ recordId }: Redemption): GiveBack | undefined {
    if (this.#isOneBatch) return undefined
    const origins = this.#origins.filter(({ debitId }) => debitId === recordId)
    const ids = new Set(origins.map(({ lotId }) => lotId))
    return { origins, lots: [...this.#lots.values()].filter(({ id }) => ids.has(id)) }
  }

  #nextId(): number {
    this.#lastId += 1
    return this.#lastId
  }

  #post(change: (posting: Posting) => void): void {
    const posting = new Posting(this.account, this.now, { next: () => this.#nextId() })
    change(posting)
    this.account = this.#isOneBatch ? posting.account : { ...posting.account, repaid: [] }
    // A credit that pays a debt at once is in no account, and is stored all the same.
    const paying = posting.account.repaid.map(({ lot }) => lot)
    for (const lot of [...this.account.lots, ...paying]) this.#lots.set(lot.id, lot)
    for (const entry of posting.entries) {
      if (entry.kind === 'debit') {
        for (const origin of entry.origins) this.#origins.push({ debitId: entry.id, ...origin })
      }
      if ('repayments' in entry) this.#origins.push(...entry.repayments)
    }
  }
}

type Step =
  | { readonly kind: 'reserve'; readonly basket: number; readonly cents: number }
  | { readonly kind: 'remove' }
  | { readonly kind: 'send'; readonly order: number; readonly code: number | null; readonly ahead: number }
  | { readonly kind: 'cancel'; readonly order: number }
  | { readonly kind: 'wait'; readonly minutes: number }

const orders = fc.integer({ min: 1_000_001, max: 1_000_003 })
const steps: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({
      kind: fc.constant('reserve' as const),
      basket: fc.integer({ min: 1, max: 3 }),
      cents: fc.integer({ min: 1, max: 700 }),
    }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('remove' as const) }) },
  {
    weight: 6,
    arbitrary: fc.record({
      kind: fc.constant('send' as const),
      order: orders,
      // Of those that were issued, the last first; null: it has no code, or gives its code up.
      code: fc.option(fc.integer({ min: 0, max: 3 }), { nil: null, freq: 3 }),
      ahead: fc.integer({ min: -90, max: 300 }),
    }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('cancel' as const), order: orders }) },
  {
    weight: 2,
    arbitrary: fc.record({ kind: fc.constant('wait' as const), minutes: fc.integer({ min: 1, max: 70 }) }),
  },
)

function run(shop: Shop, step: Step): void {
  switch (step.kind) {
    case 'reserve':
      shop.reserve(step.basket, step.cents)
      break
    case 'remove':
      shop.remove()
      break
    case 'cancel':
      shop.cancel(step.order)
      break
    case 'wait':
      shop.wait(step.minutes)
      break
    case 'send': {
      const issued = [...shop.coupons.values()].reverse()
      const coupon = step.code === null ? undefined : issued[step.code]
      const code = coupon && (step.code === 1 ? coupon.code : coupon.issued?.externalCode)
      shop.send(step.order, code === undefined ? [] : [code], shop.now + step.ahead * MINUTE_MS)
    }
  }
}

function linkedRedemptions(shop: Shop): Redemption[] {
  return [...shop.coupons.values()].flatMap(({ orderId, redemptionKey }) => {
    const redemption = orderId === null ? undefined : shop.redemptions.get(redemptionKey ?? '')
    return redemption ? [redemption] : []
  })
}

function cashbackHeld(shop: Shop): bigint {
  const standing = [...shop.redemptions.values()].filter(({ returnedAt }) => returnedAt === null)
  return standing.reduce((sum, { cost }) => sum + cost.cashback, 0n)
}

const credits = fc.array(fc.integer({ min: 1, max: 900 }), { minLength: 1, maxLength: 5 })
const histories = fc.array(steps, { minLength: 2, maxLength: 25 })
const endings = fc.record({ isCancelled: fc.boolean(), isOneBatch: fc.boolean() })
const policies = fc.constantFrom<TakeBack>('debt', 'clamp')

describe('reservations on orders', () => {
  it('that are linked are never released, and are paid for exactly once', () => {
    let linked = 0
    fc.assert(
      fc.property(credits, histories, policies, fc.boolean(), (all, history, takeBack, isOneBatch) => {
        const shop = new Shop(all, takeBack, isOneBatch)
        const before = shop.account.balance.cashback
        for (const step of history) {
          run(shop, step)
          const used = linkedRedemptions(shop)
          linked += used.length
          // A linked coupon and a released reservation exclude each other, now and at any deadline to come.
          for (const { returnedAt, expiresAt } of used) expect([returnedAt, expiresAt]).toEqual([null, null])
          expect(shop.standing.length).toBeLessThanOrEqual(1)
          expect(shop.account.balance.cashback).toBe(before - cashbackHeld(shop))
          if (takeBack === 'debt') {
            for (const { couponKey, cost } of used) {
              expect(cost.cashback).toBe(shop.coupons.get(couponKey)?.value)
            }
          }
        }
      }),
      { numRuns: 1_500 },
    )
    expect(linked).toBeGreaterThan(500)
  })

  it('that are all given up or cancelled leave the account as it was', () => {
    fc.assert(
      fc.property(credits, histories, policies, endings, (all, history, takeBack, ending) => {
        const { isCancelled, isOneBatch } = ending
        const shop = new Shop(all, takeBack, isOneBatch)
        const before = shop.account.balance
        for (const step of history) run(shop, step)
        for (const { id } of shop.orders.values()) {
          if (isCancelled) shop.cancel(id)
          else shop.send(id, [], shop.now)
        }
        shop.wait(DEADLINE_MINUTES + 1)
        expect(shop.account.balance).toEqual(before)
        expect(shop.account.debts).toEqual([])
        expect(cashbackHeld(shop)).toBe(0n)
      }),
      { numRuns: 1_500 },
    )
  })
})
