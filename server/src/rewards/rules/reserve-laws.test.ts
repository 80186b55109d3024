/** A reservation that is released leaves the account as it was: what is left of each lot, its end, and both balances. */
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type Account, type Lot, NEW_ACCOUNT, POINT_TYPE } from '../../accounts/account.ts'
import type { Customer } from '../../accounts/customer.ts'
import { Posting } from '../../accounts/rules/posting.ts'
import { isRefusal } from '../../contract/refusal.ts'
import { EMPTY_PROGRAM, type Program } from '../../earning/program.ts'
import { ACTIVE } from '../../tenancy/standing.ts'
import type { Tenant } from '../../tenancy/tenant.ts'
import { NO_USAGE } from '../redemption.ts'
import { DEFAULT_SETTINGS, type Reward } from '../reward.ts'
import { REWARD_TYPE } from '../reward-type.ts'
import { decideRemove, decideReserve, type KnownReservation, type ReserveInput } from './reserve.ts'

const NOW = Date.UTC(2026, 0, 15, 12)
const HOUR_MS = 3_600_000
const PROGRAM: Program = { ...EMPTY_PROGRAM, cashback: { isOn: true, pointValue: 500n } }
const TENANT: Tenant = {
  id: 1,
  name: 'Laws',
  currency: 'BRL',
  timeZone: 'America/Sao_Paulo',
  locale: 'en',
  isSandbox: false,
  cell: 'main',
  settings: {},
  clockAheadMs: 0,
  standing: ACTIVE,
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
  createdAt: NOW,
  erasedAt: null,
  mergedInto: null,
}

interface Credited {
  readonly points: number
  readonly cashback: number
  /** null: never. */
  readonly endsInHours: number | null
  readonly opensInHours: number
}

const credits = fc.array(
  fc.record<Credited>({
    points: fc.integer({ min: 1, max: 3_000_000 }),
    cashback: fc.integer({ min: 0, max: 200_000 }),
    endsInHours: fc.option(fc.integer({ min: 2, max: 500 }), { nil: null }),
    opensInHours: fc.constantFrom(0, 0, 0, 400),
  }),
  { minLength: 1, maxLength: 12 },
)

function accountOf(all: readonly Credited[], ids: { next(): number }): Account {
  const posting = new Posting(NEW_ACCOUNT, NOW, ids)
  for (const { points, cashback, endsInHours, opensInHours } of all) {
    posting.credit({
      type: POINT_TYPE.purchase,
      amount: { points: BigInt(points), cashback: BigInt(cashback) },
      availableAt: NOW + opensInHours * HOUR_MS,
      expiresAt: endsInHours === null ? null : NOW + (opensInHours + endsInHours) * HOUR_MS,
      orderId: null,
    })
  }
  return posting.account
}

/** What is left, by lot; the order in which lots are kept says nothing. */
const byId = (lots: readonly Lot[]): Lot[] => lots.toSorted((a, b) => a.id - b.id)

function idsFrom(first: number) {
  let last = first
  return {
    next() {
      last += 1
      return last
    },
  }
}

function reserveInput(rewardId: number, value: bigint | null, checkoutId: string): ReserveInput {
  return {
    tenant: TENANT,
    rewardId,
    customerKey: 'ana',
    originalKey: null,
    value,
    metadata: [],
    place: null,
    reservation: { checkoutId, deadline: NOW + HOUR_MS },
    externalCode: 'EXTERNAL',
    couponCode: 'COUPON',
  }
}

function reserve(
  posting: Posting,
  reward: Reward,
  standing: KnownReservation | null,
  value: bigint | null,
  checkoutId: string,
): KnownReservation | null {
  const context = {
    reward,
    customer: CUSTOMER,
    tierId: null,
    program: PROGRAM,
    stored: undefined,
    storedCoupon: undefined,
    usage: NO_USAGE,
    redeemedCount: 0,
    codes: [],
  }
  const outcome = decideReserve(context, standing, reserveInput(reward.id, value, checkoutId), posting)
  return isRefusal(outcome) ? null : { ...outcome.reserved, spent: standing?.spent, reward }
}

const cashback: Reward = {
  ...DEFAULT_SETTINGS,
  isArchived: false,
  id: 1,
  type: REWARD_TYPE.cashback,
  title: 'Cashback',
  email: null,
  couponLists: [],
  tiers: [],
}
const rewards = fc.oneof(
  fc.constant(cashback),
  fc.bigInt({ min: 0n, max: 5_000_000n }).map(
    (points): Reward => ({
      ...cashback,
      type: REWARD_TYPE.fixedValue,
      points,
      value: 100_000n,
    }),
  ),
)
const values = fc.option(
  fc.integer({ min: 1, max: 3_000 }).map((cents) => BigInt(cents) * 100n),
  { nil: null },
)

describe('a reservation', () => {
  it('that is released leaves the account as it was, origins and ends included', () => {
    let reserved = 0
    fc.assert(
      fc.property(credits, rewards, values, (all, reward, value) => {
        const ids = idsFrom(0)
        const before = accountOf(all, ids)
        const posting = new Posting(before, NOW, ids)
        const known = reserve(posting, reward, null, value, 'cart-1')
        if (!known) {
          expect(posting.account).toBe(before)
          return
        }
        reserved += 1
        expect(posting.account.reservedUntil).toBe(NOW + HOUR_MS)
        expect(posting.account.nextDueAt).toBe(Math.min(NOW + HOUR_MS, before.nextDueAt ?? Infinity))
        const later = new Posting(posting.account, NOW + HOUR_MS - 1, ids)
        const outcome = decideRemove(known, later)
        expect(outcome.kind).toBe('released')
        const { account } = later
        expect(account.balance).toEqual(before.balance)
        expect(byId(account.lots)).toEqual(byId(before.lots))
        expect(account.debts).toEqual(before.debts)
        expect(account.reservedUntil).toBe(null)
        expect(account.nextDueAt).toBe(before.nextDueAt)
      }),
      { numRuns: 2_000 },
    )
    expect(reserved).toBeGreaterThan(500)
  })

  it('that is replaced leaves the account as if the last one had been the only one', () => {
    let replaced = 0
    fc.assert(
      fc.property(credits, rewards, values, values, (all, reward, first, second) => {
        const ids = idsFrom(0)
        const before = accountOf(all, ids)
        const posting = new Posting(before, NOW, ids)
        const known = reserve(posting, reward, null, first, 'cart-1')
        const other = known && reserve(posting, reward, known, second, 'cart-2')
        const alone = new Posting(before, NOW, ids)
        const only = reserve(alone, reward, null, second, 'cart-2')
        // What can be reserved at first can be reserved in its place, and nothing else.
        if (known) expect(other === null).toBe(only === null)
        if (!other || !only) return
        replaced += 1
        expect(posting.account.balance).toEqual(alone.account.balance)
        expect(byId(posting.account.lots)).toEqual(byId(alone.account.lots))
        expect(other.redemption.cost).toEqual(only.redemption.cost)
      }),
      { numRuns: 1_000 },
    )
    expect(replaced).toBeGreaterThan(200)
  })
})
