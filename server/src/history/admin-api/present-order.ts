import { maskedName, maskedValue } from '../../contract/admin-api/masking.ts'
import { couponTypeName } from '../../coupons/coupon.ts'
import { keyFor, presentAmount, presentCustomer, seesPersons } from '../../customers/admin-api/present.ts'
import { shortText } from '../../earning/explanation.ts'
import type { Program } from '../../earning/program.ts'
import { ORDER_STATE, type Order, type OrderState, type Reference } from '../../orders/order.ts'
import { returnedByLine } from '../../orders/rules/returned-lines.ts'
import type { Caller } from '../../people/actor.ts'
import { instantToText, instantToTextOrNull } from '../../platform/clock.ts'
import { ZERO } from '../../platform/decimal.ts'
import type { FullOrder } from '../load-explained-order.ts'
import { isWithoutPoints, type OrderInList } from '../load-order-list.ts'
import type { OrderBasis } from '../rules/not-more.ts'
import { stampsGivenBy } from '../rules/order-stamps.ts'
import type { OrderAnswer, OrderItem } from './orders-schema.ts'
import { kindOfRecord, type Presenting, presentLine, presentRecord, seesCodes } from './present.ts'

type Seen = Pick<Caller, 'permissions'>

const STATES = Object.keys(ORDER_STATE) as (keyof typeof ORDER_STATE)[]

export function stateName(state: OrderState): OrderItem['state'] {
  return STATES.find((name) => ORDER_STATE[name] === state) ?? 'initial'
}

export function presentOrderItem(
  { order, stored, recorded, none }: Omit<OrderInList, 'place'>,
  caller: Seen,
): OrderItem {
  return {
    id: order.id,
    originalId: order.originalId,
    state: stateName(order.state),
    total: shortText(order.total),
    returned: shortText(order.returned),
    placedAt: instantToText(order.placedAt),
    completedAt: instantToTextOrNull(order.completedAt),
    cancelledAt: instantToTextOrNull(order.cancelledAt),
    ...presentAmount(recorded),
    none,
    customer: presentCustomer(stored.customer, caller),
  }
}

export function presentWhy({ read, explained, basis }: FullOrder): OrderAnswer['why'] {
  const hasRecords = explained.records.length > 0
  const { points = ZERO, stamps = ZERO, tiers = ZERO } = basis?.counted ?? {}
  return {
    sentence: explained.sentence,
    notes: [...explained.notes],
    none: isWithoutPoints(read.order, hasRecords) ? read.explained.none : null,
    programVersion: read.explained.programVersion,
    ...presentAmount(explained.stands),
    lines: read.explained.lines.map(presentLine),
    counted: basis && { points: shortText(points), stamps: shortText(stamps), tiers: shortText(tiers) },
    notMore: [...(basis?.notMore ?? [])],
    estimate: read.estimate && presentAmount(read.estimate),
  }
}

/** What an order is shown with beside what it is. */
export interface OrderBeside {
  readonly stored: OrderInList['stored']
  readonly tierName: string | null
  readonly coupons: readonly {
    readonly code: string
    readonly type: Parameters<typeof couponTypeName>[0]
    readonly value: bigint
    readonly redemptionId: number | null
    readonly redeemedWith: 'points' | 'cashback' | null
  }[]
}

export function presentOrder(full: FullOrder, beside: OrderBeside, presenting: Presenting): OrderAnswer {
  const { read, explained, records, details } = full
  const { order } = read
  const { caller } = presenting
  const why = presentWhy(full)
  const item = presentOrderItem(
    { order, stored: beside.stored, recorded: explained.stands, none: why.none },
    caller,
  )
  return {
    ...item,
    updatedAt: instantToText(order.updatedAt),
    content: presentContent(order, full.basis, caller),
    earnedWith: presentEarnedWith(order, beside.tierName),
    why,
    stamps: presentStamps(order, full.program),
    records: explained.records.flatMap((moment) => {
      const record = moment.recordId === null ? undefined : records.get(moment.recordId)
      if (!record) return []
      const told = { explained: moment, record, details: details.get(record.id) ?? null, rewardTitle: null }
      return [presentRecord(told, kindOfRecord(record), presenting)]
    }),
    recordsLeftOut: explained.leftOut,
    returns: read.returns.map(({ cancelKey, at, value, lines, taken }) => ({
      key: keyFor(caller, cancelKey),
      at: instantToText(at),
      value: shortText(value),
      products:
        lines?.map(({ productId, value: part }) => ({ originalId: productId, value: shortText(part) })) ??
        null,
      taken: presentAmount(taken),
    })),
    coupons: beside.coupons.map(({ code, type, value, redemptionId, redeemedWith }) => ({
      code: seesCodes(caller) ? code : null,
      type: couponTypeName(type),
      value: shortText(value),
      redemptionId,
      redeemedWith,
    })),
  }
}

function presentStamps(order: Order, program: Program | undefined): OrderAnswer['stamps'] {
  return stampsGivenBy(order, program).map((given) => ({ ...given, stamps: shortText(given.stamps) }))
}

function presentContent({ details }: Order, basis: OrderBasis | null, caller: Seen): OrderAnswer['content'] {
  const isMasked = !seesPersons(caller)
  const codes = seesCodes(caller)
  const returned = returnedByLine(details)
  return {
    status: details.status,
    shipping: details.shipping === null ? null : shortText(details.shipping),
    products: details.products.map(({ originalId, title, price, brandId, brandName, ...more }, line) => ({
      originalId,
      title,
      quantity: more.quantity ?? 1,
      isMarked: more.isMarked ?? false,
      isLeftOut: basis?.leftOutLines.has(line) ?? false,
      price: price === null ? null : shortText(price),
      returned: shortText(returned[line] ?? ZERO),
      brandId,
      brandName,
    })),
    coupon: codes ? details.coupon : null,
    externalCoupon: codes ? details.externalCoupon : null,
    paymentMethod: presentReference(details.paymentMethod),
    branch: presentReference(details.branch),
    salesPerson: isMasked ? maskedReference(details.salesPerson) : presentReference(details.salesPerson),
    metadata: details.metadatas.map(({ name, value }) => ({
      name,
      value: isMasked ? maskedValue(value) : value,
    })),
  }
}

function presentReference(reference: Reference | null): OrderAnswer['content']['branch'] {
  return reference && { originalId: reference.originalId, name: reference.name }
}

function maskedReference(reference: Reference | null): OrderAnswer['content']['salesPerson'] {
  return (
    reference && {
      originalId: maskedValue(reference.originalId) ?? '',
      name: reference.name && maskedName(reference.name),
    }
  )
}

function presentEarnedWith({ earned }: Order, tierName: string | null): OrderAnswer['earnedWith'] {
  if (!earned) return null
  const { programVersion, tierId, tierMultiplier, isFirstPurchase, countsFrom } = earned
  return {
    programVersion,
    tierId,
    tierName,
    tierMultiplier: tierMultiplier === null ? null : shortText(tierMultiplier),
    isFirstPurchase,
    countsFrom: instantToTextOrNull(countsFrom),
    writtenOff: presentAmount(earned.writtenOff),
    missedPoints: shortText(earned.missedPoints),
    taken: earned.taken.map(({ amount, ...one }) => ({ ...one, amount: shortText(amount) })),
  }
}
