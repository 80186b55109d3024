import {
  type Amount,
  type Entry,
  type Lot,
  NOTHING,
  type Origin,
  POINT_TYPE,
  type Posted,
} from '../../accounts/account.ts'
import { shortText } from '../../earning/explanation.ts'
import type { AccountEffect } from '../../people/admin-api/api.ts'
import { instantToText, lastSecondBefore } from '../../platform/clock.ts'
import type { Effect, LotUse } from './effect-schema.ts'

const LOTS_MAX = 100

/** `tried`: it is undone, so its records have no numbers. */
export function presentEffect({ before, after, entries }: AccountEffect, how: 'done' | 'tried'): Effect {
  const { customer } = after
  if (!customer) throw new Error('what is done to points is done to those of a customer')
  // What a record used was loaded, and is in the account as it was; what it gave back, in the account as it is.
  const lots = new Map([...after.account.lots, ...before.account.lots].map((lot) => [lot.id, lot]))
  return {
    customer: { id: customer.id, publicId: customer.publicId },
    before: presentAmount(before.account.balance),
    after: presentAmount(after.account.balance),
    tierBefore: before.customer?.tier?.id ?? null,
    tierAfter: customer.tier?.id ?? null,
    records: entries.flatMap((entry) => presentEntry(entry, lots, how)),
  }
}

type Record = Effect['records'][number]

function presentEntry(entry: Posted, lots: ReadonlyMap<number, Lot>, how: 'done' | 'tried'): Record[] {
  // What is kept with a record, and dates that move, are no change of what there is.
  if (entry.kind === 'update' || entry.kind === 'move' || entry.kind === 'notice') return []
  const origins = 'origins' in entry ? entry.origins : []
  return [
    {
      recordId: how === 'done' ? entry.id : null,
      kind: kindOf(entry),
      amount: presentAmount(changeOf(entry)),
      owed: presentAmount(entry.kind === 'debit' ? entry.debt : NOTHING),
      expiresAt: entry.kind === 'credit' ? presentEnd(entry.expiresAt) : null,
      lots: presentUses(origins, lots),
      lotCount: origins.length,
    },
  ]
}

/** A merge records nothing of its own: what came has records already. */
function changeOf(entry: Exclude<Entry, { kind: 'move' }>): Amount {
  if (entry.kind === 'merge') return entry.event?.change ?? NOTHING
  return entry.kind === 'opening' ? entry.event.change : entry.amount
}

function kindOf(entry: Exclude<Entry, { kind: 'move' }>): Record['kind'] {
  switch (entry.kind) {
    case 'credit':
      return 'added'
    case 'opening':
      return 'opened'
    case 'return':
      return 'returned'
    case 'merge':
      return 'merged'
    default:
      return entry.type === POINT_TYPE.expiry ? 'expired' : 'taken'
  }
}

export function presentUses(
  origins: readonly Origin[],
  lots: ReadonlyMap<number, Pick<Lot, 'expiresAt'>>,
): LotUse[] {
  return origins.slice(0, LOTS_MAX).map(({ lotId, used }) => ({
    lotId,
    used: presentAmount(used),
    expiresAt: presentEnd(lots.get(lotId)?.expiresAt ?? null),
  }))
}

export function presentAmount({ points, cashback }: Amount): Effect['before'] {
  return { points: shortText(points), cashback: shortText(cashback) }
}

/** Kept as the first moment at which it is over, shown as the last second at which it is good. */
export function presentEnd(end: number | null): string | null {
  return end === null ? null : instantToText(lastSecondBefore(end))
}
