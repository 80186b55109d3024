import { SOURCE, type Source } from '../figures/rules/delta.ts'
import type { Month } from '../figures/rules/zones.ts'
import { type Decimal, ZERO } from '../platform/decimal.ts'

/** The points of one month and one source, and what became of them up to a day. */
export interface Vintage {
  readonly month: Month
  readonly source: Source
  readonly issued: Quantity
  readonly takenBack: Quantity
  /** Less what was refunded; what paid a debt is among it, because it was spent. */
  readonly redeemed: Quantity
  /** Expired, or ended with an erased customer. */
  readonly lost: Quantity
  /** Those of the lost that ended with an erased customer: no experience with what customers don't redeem. */
  readonly endedEarly: Quantity
  /** Those of the issued whose records have no worth, because cashback was off. */
  readonly withoutWorth: Decimal
  /** The money of the sales that earned it; of other sources nothing. */
  readonly sales: Decimal
}

export interface Quantity {
  readonly points: Decimal
  /** In money, as it was worth when it was recorded. */
  readonly worth: Decimal
}

/** What is booked for a vintage in all, up to the end of a month: whole cents. */
export interface Booked {
  /** Put aside: revenue that is deferred, or a provision. */
  readonly deferred: Decimal
  readonly takenBack: Decimal
  readonly recognised: Decimal
}

export const NOTHING_BOOKED: Booked = { deferred: 0n, takenBack: 0n, recognised: 0n }

/** What is still put aside. */
export function leftOf({ deferred, takenBack, recognised }: Booked): Decimal {
  return deferred - takenBack - recognised
}

/** The accounts on which something is put aside. */
export const LIABILITIES = ['deferredRevenue', 'provision'] as const
type Liability = (typeof LIABILITIES)[number]

export function liabilityOf(source: Source): Liability {
  return source === SOURCE.sale ? 'deferredRevenue' : 'provision'
}

/** What all vintages have left on an account. */
export function leftIn(account: Liability, booked: ReadonlyMap<string, Booked>): Decimal {
  return [...booked].reduce((sum, [key, one]) => {
    return liabilityOf(sourceOfKey(key)) === account ? sum + leftOf(one) : sum
  }, ZERO)
}

/** `202610/0`: month and source. */
export function vintageKey({ month, source }: Pick<Vintage, 'month' | 'source'>): string {
  return `${month}/${source}`
}

export function sourceOfKey(key: string): Source {
  return Number(key.slice(key.indexOf('/') + 1)) as Source
}
