import { type Amount, isNothing, NOTHING } from '../accounts/account.ts'
import { shortText } from '../earning/explanation.ts'
import type { Measure, Taken } from '../earning/taken.ts'
import { decimalFromText, decimalToText, ZERO } from '../platform/decimal.ts'
import {
  type EarnedWith,
  type LinePlace,
  NOTHING_TAKEN,
  type NothingBecause,
  type OrderDetails,
  type OrderProduct,
  type Reference,
  type ReturnedLine,
} from './order.ts'

/**
 * The details as they are stored, a billion times: values without the names of their members, and nothing
 * for what is missing. `decodeDetails` and `encodeDetails` are each other's reverse.
 */
export interface StoredDetails {
  readonly s?: string
  readonly p?: readonly StoredProduct[]
  readonly c?: string
  readonly x?: string
  readonly m?: readonly (readonly [string, string | null])[]
  readonly y?: StoredReference
  readonly b?: StoredReference
  readonly w?: StoredReference
  /** Shipping. */
  readonly h?: string
  readonly l?: readonly (readonly [string, string | null])[]
  readonly n?: NothingBecause
  /** It counted for a referral. */
  readonly f?: 1
  /** Product and what was returned of a line of it. */
  readonly r?: readonly (readonly [string, string])[]
}

/** What it earned with, as far as it has no column: rarely anything. */
export interface StoredEarnedFacts {
  readonly t?: number
  readonly g?: readonly StoredPlace[]
  /** Points and cashback that were written off. */
  readonly o?: readonly [string, string]
  /** Points that it missed. */
  readonly e?: string
  /** Its date of completion was corrected. */
  readonly d?: 1
  /** Its number among the customer's orders. */
  readonly q?: number
  /** The zone whose clock it went by. */
  readonly z?: string
  /** What it has taken: rule, measure, period, amount. */
  readonly k?: readonly StoredTaken[]
}

type StoredTaken = readonly [number, number, string, string]

/** As the database has them. */
export const MEASURE_CODES: Readonly<Record<Measure, number>> = { points: 0, times: 1, stamps: 2 }

const MEASURES = Object.keys(MEASURE_CODES) as Measure[]

export function measureOfCode(code: number): Measure {
  return MEASURES[code] ?? 'points'
}

/** Product, brand, categories. */
type StoredPlace = readonly [string, string | null, ...string[]]

/** id, title, price, URL, image, brand id, brand name, inactive, quantity, marked; trailing nulls are left out. */
type StoredProduct = readonly (string | number | null)[]
type StoredReference = readonly [string | null, string | null]

export function encodeDetails(details: OrderDetails): StoredDetails {
  return {
    ...(details.status !== null && { s: details.status }),
    ...(details.products.length > 0 && { p: details.products.map(encodeProduct) }),
    ...(details.coupon !== null && { c: details.coupon }),
    ...(details.externalCoupon !== null && { x: details.externalCoupon }),
    ...(details.metadatas.length > 0 && {
      m: details.metadatas.map(({ name, value }) => [name, value] as const),
    }),
    ...(details.paymentMethod && { y: encodeReference(details.paymentMethod) }),
    ...(details.branch && { b: encodeReference(details.branch) }),
    ...(details.salesPerson && { w: encodeReference(details.salesPerson) }),
    ...(details.shipping !== null && { h: decimalToText(details.shipping) }),
    ...(details.linkedCoupons.length > 0 && {
      l: details.linkedCoupons.map(({ couponKey, redemptionKey }) => [couponKey, redemptionKey] as const),
    }),
    ...(details.nothingBecause !== null && { n: details.nothingBecause }),
    ...(details.isReferred && { f: 1 as const }),
    ...(details.returnedLines.length > 0 && { r: encodeReturnedLines(details.returnedLines) }),
  }
}

export function decodeDetails(stored: StoredDetails): OrderDetails {
  return {
    status: stored.s ?? null,
    products: (stored.p ?? []).map(decodeProduct),
    coupon: stored.c ?? null,
    externalCoupon: stored.x ?? null,
    metadatas: (stored.m ?? []).map(([name, value]) => ({ name, value })),
    paymentMethod: decodeReference(stored.y),
    branch: decodeReference(stored.b),
    salesPerson: decodeReference(stored.w),
    shipping: stored.h === undefined ? null : decimalFromText(stored.h),
    linkedCoupons: (stored.l ?? []).map(([couponKey, redemptionKey]) => ({ couponKey, redemptionKey })),
    nothingBecause: stored.n ?? null,
    ...(stored.f && { isReferred: true as const }),
    returnedLines: stored.r ? decodeReturnedLines(stored.r) : NONE,
  }
}

const NONE: readonly ReturnedLine[] = []

export function encodeReturnedLines(lines: readonly ReturnedLine[]): (readonly [string, string])[] {
  return lines.map(({ productId, value }) => [productId, decimalToText(value)] as const)
}

export function decodeReturnedLines(stored: readonly (readonly [string, string])[]): ReturnedLine[] {
  return stored.map(([productId, value]) => ({ productId, value: decimalFromText(value) }))
}

type EarnedFacts = Pick<
  EarnedWith,
  'countsFrom' | 'places' | 'writtenOff' | 'missedPoints' | 'isRedated' | 'number' | 'timeZone' | 'taken'
>

export function encodeEarnedFacts(earned: EarnedFacts | null): StoredEarnedFacts {
  return {
    ...(earned && earned.countsFrom !== null && { t: earned.countsFrom }),
    ...(earned?.places && { g: earned.places.map(encodePlace) }),
    ...(earned && !isNothing(earned.writtenOff) && { o: encodeAmount(earned.writtenOff) }),
    ...(earned && earned.missedPoints !== ZERO && { e: decimalToText(earned.missedPoints) }),
    ...(earned?.isRedated && { d: 1 as const }),
    ...(earned && earned.number !== null && { q: earned.number }),
    ...(earned && earned.timeZone !== null && { z: earned.timeZone }),
    ...(earned && earned.taken.length > 0 && { k: earned.taken.map(encodeTaken) }),
  }
}

export function decodeEarnedFacts({ t, g, o, e, d, q, z, k }: StoredEarnedFacts): EarnedFacts {
  return {
    countsFrom: t ?? null,
    places: g?.map(decodePlace) ?? null,
    writtenOff: o ? decodeAmount(o) : NOTHING,
    missedPoints: e ? decimalFromText(e) : ZERO,
    number: q ?? null,
    timeZone: z ?? null,
    taken: k?.map(decodeTaken) ?? NOTHING_TAKEN,
    ...(d && { isRedated: true as const }),
  }
}

function encodeAmount({ points, cashback }: Amount): readonly [string, string] {
  return [decimalToText(points), decimalToText(cashback)]
}

function decodeAmount([points, cashback]: readonly [string, string]): Amount {
  return { points: decimalFromText(points), cashback: decimalFromText(cashback) }
}

function encodeTaken({ ruleId, measure, period, amount }: Taken): StoredTaken {
  return [ruleId, MEASURE_CODES[measure], period, shortText(amount)]
}

function decodeTaken([ruleId, measure, period, amount]: StoredTaken): Taken {
  return { ruleId, measure: measureOfCode(measure), period, amount: decimalFromText(amount) }
}

function encodePlace({ productId, brandId, categoryIds }: LinePlace): StoredPlace {
  return [productId, brandId, ...categoryIds]
}

function decodePlace([productId, brandId, ...categoryIds]: StoredPlace): LinePlace {
  return { productId, brandId, categoryIds }
}

function encodeProduct(product: OrderProduct): StoredProduct {
  const values = [
    product.originalId,
    product.title,
    product.price === null ? null : decimalToText(product.price),
    product.url,
    product.imageUrl,
    product.brandId,
    product.brandName,
    product.isActive ? null : 0,
    product.quantity ?? null,
    product.isMarked ? 1 : null,
  ]
  return values.slice(0, values.findLastIndex((value) => value !== null) + 1)
}

function decodeProduct(values: StoredProduct): OrderProduct {
  const text = (index: number): string | null => (values[index] as string | null | undefined) ?? null
  const price = text(2)
  return {
    originalId: text(0) ?? '',
    title: text(1),
    url: text(3),
    imageUrl: text(4),
    isActive: values[7] !== 0,
    price: price === null ? null : decimalFromText(price),
    brandId: text(5),
    brandName: text(6),
    ...(typeof values[8] === 'number' && { quantity: values[8] }),
    ...(values[9] === 1 && { isMarked: true as const }),
  }
}

function encodeReference({ originalId, name }: Reference): StoredReference {
  return [originalId, name]
}

function decodeReference(stored: StoredReference | undefined): Reference | null {
  return stored ? { originalId: stored[0], name: stored[1] } : null
}
