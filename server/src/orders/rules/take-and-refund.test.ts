/** What is given back or taken back never goes beyond what there is, nor to an order that it is not of. */
import { describe, expect, it } from 'vitest'
import { type Amount, NEW_ACCOUNT, NOTHING, POINT_TYPE } from '../../accounts/account.ts'
import type { Customer } from '../../accounts/customer.ts'
import { Posting } from '../../accounts/rules/posting.ts'
import { isRefusal } from '../../contract/refusal.ts'
import { type Coupon, UNUSED } from '../../coupons/coupon.ts'
import { EMPTY_PROGRAM } from '../../earning/program.ts'
import type { Redemption } from '../../rewards/redemption.ts'
import { refundCashback, returnRedemption } from '../../rewards/rules/return.ts'
import { decideUndo, decideUse } from '../../rewards/rules/use-coupon.ts'
import { ACTIVE } from '../../tenancy/standing.ts'
import type { Tenant } from '../../tenancy/tenant.ts'
import { ORDER_STATE, type Order } from '../order.ts'
import { atMost, cancelEarning, cancelOfErased } from './cancel.ts'
import { decideReturnPart } from './return-part.ts'
import { NO_CARDS } from './stamp.ts'
import { applyCoupons } from './use-and-free-coupons.ts'

const NOW = Date.UTC(2026, 0, 15, 12)
const ONE = 10_000n
const amount = (points: bigint, cashback: bigint): Amount => ({
  points: points * ONE,
  cashback: cashback * ONE,
})

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

const COUPON: Coupon = {
  id: 1,
  isStored: true,
  code: 'TEN',
  originalId: null,
  customerId: 1,
  type: 0,
  value: 10n * ONE,
  createdAt: NOW,
  validFrom: null,
  validUntil: null,
  isEndSent: false,
  isUsed: true,
  orderId: 7,
  usedFor: 'o7',
  usedAt: NOW,
  inactivatedAt: null,
  redemptionKey: 'key',
  issued: { rewardId: 1, externalCode: 'X', isReservation: false },
  listed: null,
}

/** An account with 100 points worth R$ 10, of which a redemption has spent R$ 10. */
function redeemed() {
  let lastId = 0
  const posting = new Posting(NEW_ACCOUNT, NOW, { next: () => ++lastId })
  const purpose = { type: POINT_TYPE.manual, orderId: null }
  posting.credit({ ...purpose, amount: amount(100n, 10n), availableAt: NOW, expiresAt: null })
  const { lots } = posting.account
  const paid = posting.debit('cashback', 10n * ONE, { type: POINT_TYPE.redeem, orderId: null })
  if ('shortfall' in paid) throw new Error(paid.shortfall)
  const redemption: Redemption = {
    id: 1,
    isStored: true,
    originalKey: 'key',
    externalCode: 'X',
    rewardId: 1,
    customerId: 1,
    recordId: paid.id,
    unit: 'cashback',
    cost: amount(100n, 10n),
    refunded: NOTHING,
    couponKey: 'TEN',
    metadata: [],
    redeemedAt: NOW,
    returnedAt: null,
    returnRecordId: null,
    checkoutId: null,
    expiresAt: null,
    releasedBy: null,
    otherRecordIds: [],
    spent: null,
  }
  return { posting, redemption, spent: { origins: paid.origins, lots } }
}

describe('a refund', () => {
  it('is at most what of the redemption has not gone back', () => {
    const { posting, redemption, spent } = redeemed()
    const first = refundCashback(redemption, { cashback: 8n * ONE, spent }, posting)
    expect(first?.amount).toEqual(amount(80n, 8n))
    const second = refundCashback(first?.redemption ?? redemption, { cashback: 8n * ONE, spent }, posting)
    expect(second?.amount).toEqual(amount(20n, 2n))
    expect(posting.account.balance).toEqual(amount(100n, 10n))
    expect(refundCashback(second?.redemption ?? redemption, { cashback: ONE, spent }, posting)).toBeNull()
  })

  it('is for the order that has used the coupon, and for no other that has a link to it', () => {
    const { posting, redemption, spent } = redeemed()
    const linked = { couponKey: 'TEN', redemptionKey: 'key' }
    const refundsOf = (coupon: Coupon): number => {
      const outcome = decideReturnPart(
        {
          stored: { ...ORDER, details: { ...ORDER.details, linkedCoupons: [linked] } },
          customer: CUSTOMER,
          recorded: { sum: NOTHING, expiredPoints: 0n },
          coupons: { named: () => [], linked: () => ({ coupon, redemption, spent }), hasReservation: false },
          program: EMPTY_PROGRAM,
          cashback: EMPTY_PROGRAM.cashback,
          placeOf: () => undefined,
          usedOf: () => 0n,
          cards: NO_CARDS,
          madeBefore: undefined,
        },
        {
          tenant: TENANT,
          originalId: 'o7',
          sent: { cancelKey: 'r', value: 50n * ONE, lines: null, refundsRedeem: true },
        },
        posting.fork(),
      )
      if (isRefusal(outcome)) throw new Error(outcome.message)
      return outcome.made.refunds.length
    }
    expect(refundsOf(COUPON)).toBe(1)
    expect(refundsOf({ ...COUPON, orderId: 8 })).toBe(0)
  })
})

describe('a cancelled order', () => {
  it('gives back what was reserved for it at once, also before the deadline', () => {
    const { posting, redemption, spent } = redeemed()
    const coupon = {
      ...COUPON,
      validUntil: NOW + 3_600_000,
      issued: { rewardId: 1, externalCode: 'X', isReservation: true },
    }
    const reserved = { ...redemption, checkoutId: 'cart' }
    const applied = applyCoupons(
      { named: () => [], linked: () => ({ coupon, redemption: reserved, spent }), hasReservation: false },
      {
        tenant: TENANT,
        orderId: 7,
        orderKey: 'o7',
        customerId: 1,
        placedAt: NOW,
        codes: [],
        links: [{ couponKey: 'TEN', redemptionKey: 'key' }],
        isCancelled: true,
      },
      posting,
    )
    expect(applied.held).toEqual([])
    expect(applied.returns).toMatchObject([{ originalKey: 'key', returnedAt: NOW }])
    expect(applied.coupons).toMatchObject([{ isUsed: false, inactivatedAt: NOW }])
    expect(posting.account.balance).toEqual(amount(100n, 10n))
  })
})

describe('an order of an erased customer', () => {
  it('is updated when it is cancelled, and never goes back in time', () => {
    const updatedAfter = (updatedAt: number): number => {
      const cancelled = { cancelledAt: NOW, status: null }
      return cancelOfErased({ ...ORDER, updatedAt }, CUSTOMER, cancelled, NOW).order.updatedAt
    }
    expect(updatedAfter(NOW - 1_000)).toBe(NOW)
    expect(updatedAfter(NOW + 1_000)).toBe(NOW + 1_000)
  })
})

describe('a redemption that is returned', () => {
  it('forgives what is still owed for it', () => {
    const { posting, redemption, spent } = redeemed()
    const back = returnRedemption({ redemption, coupon: COUPON, spent }, posting).redemption
    const purpose = { type: POINT_TYPE.manual, orderId: null }
    posting.debit('points', 60n * ONE, purpose)
    const again = posting.spendAgain({ amount: back.cost, unit: 'cashback', policy: 'debt' })
    expect(posting.account.balance).toEqual(amount(-60n, -6n))
    const standing = {
      ...redemption,
      recordId: again.entry?.id ?? 0,
      checkoutId: 'cart',
      otherRecordIds: [1],
      spent: { origins: again.entry?.origins ?? [], lots: again.lots },
    }
    const returned = returnRedemption({ redemption: standing, coupon: COUPON, spent: undefined }, posting)
    expect(posting.account.balance).toEqual(amount(40n, 4n))
    expect(posting.account.debts).toEqual([])
    expect(returned.redemption.otherRecordIds).toHaveLength(2)
  })
})

describe('what is taken back', () => {
  it('is at most what stands, in each unit, and never below zero', () => {
    expect(atMost(amount(5n, 9n), amount(3n, 10n))).toEqual(amount(3n, 9n))
    expect(atMost(amount(-5n, 9n), amount(3n, 4n))).toEqual(amount(0n, 4n))
    expect(atMost(amount(5n, 9n), amount(-3n, 9n))).toEqual(amount(0n, 9n))
  })

  it('is nothing where more has expired of an order than stands for it', () => {
    const { posting } = redeemed()
    const before = posting.entries.length
    const recorded = { sum: amount(-20n, -2n), expiredPoints: 20n * ONE }
    expect(
      cancelEarning(posting, { ...{ stored: ORDER, tenant: TENANT, elsewhere: undefined }, recorded }).earned,
    ).toEqual(ORDER.earned)
    expect(posting.entries).toHaveLength(before)
  })
})

describe('a coupon that is inactive', () => {
  it('is refused also to the sale that has used it', () => {
    const input = { customer: CUSTOMER, purchase: { value: 50n * ONE, discount: 0n }, orderKey: 'o7' }
    const at = { tenant: TENANT, now: NOW }
    const used = { ...COUPON, orderId: null }
    expect(decideUse({ coupon: used, reward: null }, input, at)).toMatchObject({ obstacle: null })
    const inactive = { ...used, inactivatedAt: NOW }
    expect(decideUse({ coupon: inactive, reward: null }, input, at)).toMatchObject({
      reason: 'coupon-inactive',
    })
  })

  it('has no use undone, unless undoing it has released what was reserved', () => {
    const at = { tenant: TENANT, now: NOW }
    const undo = { customer: CUSTOMER, orderKey: 'o7' }
    const issued = { rewardId: 1, externalCode: 'X', isReservation: true }
    const used = { ...COUPON, orderId: null, inactivatedAt: NOW, issued }
    expect(decideUndo({ coupon: used, reward: null }, undo, at)).toMatchObject({ reason: 'coupon-inactive' })
    const released = { ...used, ...UNUSED }
    expect(decideUndo({ coupon: released, reward: null }, undo, at)).toMatchObject({ obstacle: 'inactive' })
    const ofMerchant = { ...released, issued: null }
    expect(decideUndo({ coupon: ofMerchant, reward: null }, undo, at)).toMatchObject({
      reason: 'coupon-inactive',
    })
  })
})

const CUSTOMER: Customer = {
  tenantId: 1,
  id: 1,
  originalId: 'ana',
  publicId: 'public',
  profile: {
    name: null,
    email: null,
    phone: null,
    document: null,
    birthday: null,
    birthdayUpdatedAt: null,
    signupAt: null,
    isEnrolled: true,
    enrolledAt: NOW,
  },
  orderCount: 1,
  hasPurchased: true,
  tier: null,
  createdAt: NOW,
  erasedAt: null,
  mergedInto: null,
}

const ORDER: Order = {
  id: 7,
  originalId: 'o7',
  customerId: 1,
  state: ORDER_STATE.complete,
  origin: 1,
  total: 100n * ONE,
  returned: 0n,
  placedAt: NOW,
  completedAt: NOW,
  cancelledAt: null,
  updatedAt: NOW,
  earned: {
    programVersion: 1,
    tierId: null,
    tierMultiplier: null,
    isFirstPurchase: false,
    number: null,
    timeZone: null,
    countsFrom: null,
    places: null,
    writtenOff: NOTHING,
    missedPoints: 0n,
    taken: [],
    leftOutOfTiers: null,
  },
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
    linkedCoupons: [],
    nothingBecause: null,
    returnedLines: [],
  },
}
