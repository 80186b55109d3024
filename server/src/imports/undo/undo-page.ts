import { type Amount, add, isBelowZero, NOTHING, negate } from '../../accounts/account.ts'
import type { Till } from '../../accounts/till/till.ts'
import type { Database } from '../../platform/postgres/database.ts'
import type { Tenant } from '../../tenancy/tenant.ts'
import type { ImportOptions } from '../import.ts'
import { type EffectPlace, FIRST_EFFECT, type FoundEffect, listEffects } from '../store/effects.ts'
import { type UndoneEffect, undoEffect } from './commands.ts'
import { withdrawMade } from './withdraw.ts'

export interface UndoingImport {
  readonly importId: number
  readonly webhooks: ImportOptions['webhooks']
}

export interface UndoPageTools {
  readonly tenant: Tenant
  readonly till: Pick<Till, 'run'>
  readonly database: Pick<Database, 'read'>
  /** At most so many lines. */
  readonly rows: number
  readonly isTimeUp: () => boolean
}

/** What a page has done. It may be done again: what is undone is not undone twice. */
export interface UndonePage {
  /** Behind which the next page begins; null: all is undone. */
  readonly after: EffectPlace | null
  readonly lines: number
  readonly taken: Amount
  readonly stays: Amount
  readonly forgiven: Amount
  readonly repaid: Amount
  /** Coupons that were used and orders that were changed since: they stay. */
  readonly kept: number
  /** How many customers went whom the import had made, and on whom nothing else hangs. */
  readonly withdrawn: number
}

const AT_ONCE = 200

/** Undoes what one line has done. */
export type UndoLine = (
  found: FoundEffect,
  undoing: UndoingImport,
  tools: Pick<UndoPageTools, 'tenant' | 'till'>,
) => Promise<UndoneEffect>

/** Undoes the lines of an import behind a place, those of one customer in their order. */
export async function undoLines(
  undoLine: UndoLine,
  undoing: UndoingImport,
  after: EffectPlace | null,
  { tenant, till, database, rows, isTimeUp }: UndoPageTools,
): Promise<UndonePage> {
  const { importId } = undoing
  let place = after ?? FIRST_EFFECT
  const undone: UndoneEffect[] = []
  let [lines, withdrawn] = [0, 0]
  for (;;) {
    const limit = Math.min(AT_ONCE, rows - lines)
    const found = await database.read([tenant.id], (tx) =>
      listEffects(tx, { tenantId: tenant.id, importId, after: place, limit }),
    )
    const done = await Promise.all(found.map((one) => undoLine(one, undoing, { tenant, till })))
    undone.push(...done)
    lines += found.length
    // The line that made a customer is the first of theirs, so it is undone last.
    const customerIds = found.flatMap(({ customerId, isMade }) => (isMade ? [customerId] : []))
    if (customerIds.length > 0) withdrawn += await till.run(withdrawMade, { tenant, customerIds })
    const last = found.at(-1)
    if (last) place = { customerId: last.customerId, line: last.line }
    if (found.length < limit) return { ...sumOf(undone), lines, withdrawn, after: null }
    if (lines >= rows || isTimeUp()) return { ...sumOf(undone), lines, withdrawn, after: place }
  }
}

/** Of customers and their balances, and of coupons. */
export function undoPage(
  undoing: UndoingImport,
  after: EffectPlace | null,
  tools: UndoPageTools,
): Promise<UndonePage> {
  return undoLines(undoEffectOfLine, undoing, after, tools)
}

const undoEffectOfLine: UndoLine = (found, { importId, webhooks }, { tenant, till }) => {
  const { customerId, key, ref, pending, coupon } = found
  return till.run(undoEffect, { tenant, importId, customerId, key, ref, pending, coupon, webhooks })
}

function sumOf(
  undone: readonly UndoneEffect[],
): Pick<UndonePage, 'taken' | 'stays' | 'forgiven' | 'repaid' | 'kept'> {
  let [taken, stays, forgiven, repaid] = [NOTHING, NOTHING, NOTHING, NOTHING]
  for (const one of undone) {
    if (isBelowZero(one.taken)) forgiven = add(forgiven, negate(one.taken))
    else taken = add(taken, one.taken)
    if (isBelowZero(one.stays)) repaid = add(repaid, negate(one.stays))
    else stays = add(stays, one.stays)
  }
  return { taken, stays, forgiven, repaid, kept: undone.filter(({ isKept }) => isKept).length }
}
