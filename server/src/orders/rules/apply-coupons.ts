import type { Account, Entry, RecordIds } from '../../accounts/account.ts'
import type { GiveBack } from '../../accounts/rules/ledger.ts'
import { type Coupon, codeKey, endShown, isOpen } from '../../coupons/coupon.ts'
import type { Instant } from '../../platform/clock.ts'
import { localDate } from '../../platform/zone.ts'
import type { Redemption } from '../../rewards/redemption.ts'
import { type Returned, returnRedemption } from '../../rewards/rules/return.ts'
import type { Tenant } from '../../tenancy/tenant.ts'
import type { LinkedCoupon, OrderDetails } from '../order.ts'

/** What is known of the coupons that an order names or has used. */
export interface LoadedCoupons {
  /** What a code may mean, in the order in which it is tried. */
  named(code: string): readonly Coupon[]
  linked(link: LinkedCoupon): LinkedFacts
}

export interface LinkedFacts {
  readonly coupon: Coupon | undefined
  /** Of a coupon that a redemption issued. */
  readonly redemption: Redemption | undefined
  readonly spent: GiveBack | undefined
}

export interface CouponMoves {
  /** The coupons that the order has used from now on. */
  readonly links: readonly LinkedCoupon[]
  readonly coupons: readonly Coupon[]
  readonly returns: readonly Returned[]
  readonly account: Account
  readonly entries: readonly Entry[]
}

export interface CouponsInput {
  readonly tenant: Tenant
  readonly account: Account
  readonly orderId: number
  readonly customerId: number
  readonly placedAt: Instant
  /** The codes on the order as it now is; none when it is cancelled. */
  readonly codes: readonly string[]
  /** What it had used before. */
  readonly links: readonly LinkedCoupon[]
  /** Only then the points of a coupon that nobody can use any more go back. */
  readonly isCancelled: boolean
}

/** Blank ones are no codes. */
export function codesOf({
  coupon,
  externalCoupon,
}: Pick<OrderDetails, 'coupon' | 'externalCoupon'>): string[] {
  return [coupon, externalCoupon].filter((code) => code !== null).filter((code) => code !== '')
}

/** Marks the coupons that an order uses and frees those that it no longer does. No code ever refuses a sale. */
export function moveCoupons(
  loaded: LoadedCoupons,
  input: CouponsInput,
  now: Instant,
  ids: RecordIds,
): CouponMoves {
  const { account, codes, links } = input
  // As most orders are.
  if (codes.length === 0 && links.length === 0) {
    return { links, coupons: [], returns: [], account, entries: [] }
  }
  const used = new Map<string, Coupon>()
  for (const code of codes) {
    const coupon = loaded.named(code).find((one) => one.customerId === input.customerId)
    if (coupon && isForOrder(coupon, input)) used.set(codeKey(coupon.code), coupon)
  }
  const taken = [...used.values()]
    .filter(({ orderId }) => orderId !== input.orderId)
    .map((coupon) => ({ ...coupon, isUsed: true, orderId: input.orderId }))
  const left = links.filter(({ couponKey }) => !used.has(couponKey))
  return {
    ...freeCoupons(loaded, left, taken, input, now, ids),
    links: [...used].map(([couponKey, { redemptionKey }]) => ({ couponKey, redemptionKey })),
  }
}

/** The day of the purchase counts: an order may be sent to us long after it was made. */
function isForOrder(coupon: Coupon, { orderId, placedAt, tenant }: CouponsInput): boolean {
  if (coupon.orderId === orderId) return true
  return isOpen(coupon) && hasBegun(coupon, placedAt, tenant) && !isOver(coupon, placedAt, tenant)
}

/** Dates of coupons count by the day. One that we issued is good for any order that reaches us after its issue. */
function hasBegun(
  { validFrom, createdAt, redemptionKey }: Coupon,
  at: Instant,
  { timeZone }: Tenant,
): boolean {
  const isStartSent = validFrom !== null && (redemptionKey === null || validFrom !== createdAt)
  return !isStartSent || localDate(validFrom, timeZone) <= localDate(at, timeZone)
}

function isOver(coupon: Coupon, at: Instant, { timeZone }: Tenant): boolean {
  const end = endShown(coupon)
  return end !== null && localDate(end, timeZone) < localDate(at, timeZone)
}

/** A coupon whose order is cancelled after its end is of no use to anybody: its points go back, unless the tenant says no. */
function freeCoupons(
  loaded: LoadedCoupons,
  links: readonly LinkedCoupon[],
  taken: readonly Coupon[],
  { tenant, account: before, orderId, isCancelled }: CouponsInput,
  now: Instant,
  ids: RecordIds,
): Omit<CouponMoves, 'links'> {
  const coupons = [...taken]
  const returns: Returned[] = []
  const entries: Entry[] = []
  let account = before
  for (const link of links) {
    const { coupon, redemption, spent } = loaded.linked(link)
    if (coupon?.orderId !== orderId) continue
    const free = { ...coupon, isUsed: false, orderId: null }
    const isReturned =
      isCancelled &&
      isOver(coupon, now, tenant) &&
      redemption?.returnedAt === null &&
      (tenant.settings.returnsPointsOfExpiredCoupon ?? true)
    if (!isReturned) {
      coupons.push(free)
      continue
    }
    const returned = returnRedemption(account, redemption, free, spent, now, ids)
    coupons.push(returned.coupon)
    returns.push(returned)
    entries.push(...(returned.step?.entries ?? []))
    account = returned.step?.account ?? account
  }
  return { coupons, returns, account, entries }
}
