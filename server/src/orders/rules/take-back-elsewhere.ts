import { type Amount, add, isNothing, subtract } from '../../accounts/account.ts'
import type { TakenBack } from '../../accounts/rules/ledger.ts'
import type { Posting } from '../../accounts/rules/posting.ts'
import { type ExplanationLine, shortText } from '../../earning/explanation.ts'
import { takeBackEarning } from '../../earning/taken-back.ts'
import {
  type Decimal,
  floorCents,
  floorWhole,
  notBelowZero,
  proportion,
  ZERO,
} from '../../platform/decimal.ts'
import { type Tenant, takeBackPolicy } from '../../tenancy/tenant.ts'
import type { Order } from '../order.ts'
import type { OrderElsewhere } from '../order-elsewhere.ts'

export interface ElsewhereToTakeBack {
  readonly tenant: Tenant
  readonly order: Pick<Order, 'id' | 'earned'>
  readonly elsewhere: OrderElsewhere
  /** What of the order is returned by now, of how much; null: all of it. */
  readonly returned: { readonly value: Decimal; readonly total: Decimal } | null
  readonly type: 9 | 11
  /** What stands before what was taken. */
  readonly lines: readonly ExplanationLine[]
}

/**
 * Takes back what an imported order had earned in another system: as much as all that is returned of it by now is of it,
 * less what was taken before. So parts add up to the whole, whatever each is rounded to. It goes from whatever the
 * customer has, from the soonest expiry on.
 */
export function takeBackElsewhere(
  posting: Posting,
  { tenant, order, elsewhere, returned, type, lines }: ElsewhereToTakeBack,
): TakenBack & { readonly elsewhere: OrderElsewhere } {
  const { given, taken } = elsewhere
  const due = returned ? shareOf(given, returned) : given
  const amount = notBelow(subtract(due, taken))
  const nothing = { account: posting.account, entries: [], writtenOff: { points: ZERO, cashback: ZERO } }
  if (isNothing(amount)) return { ...nothing, elsewhere }
  const line = { kind: 'elsewhere', points: shortText(-amount.points) } as const
  const back = takeBackEarning(
    posting,
    { type, orderId: order.id, amount, policy: takeBackPolicy(tenant) },
    { v: order.earned?.programVersion ?? 0, lines: [...lines, line] },
  )
  return { ...back, elsewhere: { ...elsewhere, taken: add(taken, amount) } }
}

/** In whole points and whole cents, where what was given is: no part of a point arises that was not there. */
function shareOf(
  given: Amount,
  { value, total }: { readonly value: Decimal; readonly total: Decimal },
): Amount {
  if (total <= ZERO || value >= total) return given
  const points = proportion(given.points, value, total)
  const cashback = proportion(given.cashback, value, total)
  return {
    points: floorWhole(given.points) === given.points ? floorWhole(points) : points,
    cashback: floorCents(given.cashback) === given.cashback ? floorCents(cashback) : cashback,
  }
}

function notBelow({ points, cashback }: Amount): Amount {
  return { points: notBelowZero(points), cashback: notBelowZero(cashback) }
}
