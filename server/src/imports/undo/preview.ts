import { type Amount, add, isNothing, NOTHING, subtract } from '../../accounts/account.ts'
import type { CustomerId, TenantId } from '../../contract/ids.ts'
import type { Instant } from '../../platform/clock.ts'
import type { Database } from '../../platform/postgres/database.ts'
import { type EffectPlace, FIRST_EFFECT, readEffects } from '../store/effects.ts'

/** What undoing an import would come to at this moment. */
export interface UndoPreview {
  readonly lines: number
  readonly lots: number
  /** Of which something was used, expired or taken since, and of how many customers. */
  readonly usedLots: number
  readonly customersWhoUsed: number
  /** What would be taken off, and what stays because it was used. */
  readonly taken: Amount
  readonly stays: Amount
  /** How many lines are owed, what would be forgiven of it, and what was repaid since and stays so. */
  readonly debts: number
  readonly forgiven: Amount
  readonly repaid: Amount
  /** How many customers the import made, and how many of them go, because nothing else hangs on them. */
  readonly made: number
  readonly withdrawn: number
  /** Coupons, codes and orders that stay, because they were used, given out or changed since. */
  readonly kept: number
}

export const NOTHING_TO_UNDO: UndoPreview = {
  ...{ lines: 0, lots: 0, usedLots: 0, customersWhoUsed: 0, taken: NOTHING, stays: NOTHING },
  ...{ debts: 0, forgiven: NOTHING, repaid: NOTHING, made: 0, withdrawn: 0, kept: 0 },
}

type Row = Awaited<ReturnType<typeof readEffects>>[number]

const PAGE = 2_000

/** Page by page, each in a transaction of its own: an import may have a million lines. */
export async function previewUndo(
  database: Pick<Database, 'read'>,
  { tenantId, importId }: { readonly tenantId: TenantId; readonly importId: number },
  now: Instant,
): Promise<UndoPreview> {
  const sum = new PreviewSum()
  for (let after: EffectPlace | null = FIRST_EFFECT; after !== null; ) {
    const place: EffectPlace = after
    const rows = await database.read([tenantId], (tx) =>
      readEffects(tx, { tenantId, importId, after: place, limit: PAGE }, now),
    )
    for (const row of rows) sum.add(row)
    const last: Row | undefined = rows.at(-1)
    after = last ? { customerId: last.customer_id, line: last.line } : null
  }
  return sum.preview
}

class PreviewSum {
  #lastUser: CustomerId | null = null
  #preview: UndoPreview = NOTHING_TO_UNDO

  get preview(): UndoPreview {
    return this.#preview
  }

  add(row: Row): void {
    const before = this.#preview
    if (row.is_first) {
      this.#preview = {
        ...before,
        lines: before.lines + 1,
        made: before.made + (row.is_made ? 1 : 0),
        withdrawn: before.withdrawn + (row.goes ? 1 : 0),
      }
    }
    if (row.is_lot === null) return
    const whole = { points: row.points ?? 0n, cashback: row.cashback ?? 0n }
    const left = { points: row.left_points ?? 0n, cashback: row.left_cashback ?? 0n }
    if (row.is_lot) this.#addLot(row.customer_id, whole, left)
    else this.#addDebt(whole, left)
  }

  #addLot(customerId: CustomerId, whole: Amount, left: Amount): void {
    const used = subtract(whole, left)
    const isUsed = !isNothing(used)
    const isAnother = isUsed && customerId !== this.#lastUser
    if (isUsed) this.#lastUser = customerId
    const { lots, usedLots, customersWhoUsed, taken, stays } = this.#preview
    this.#preview = {
      ...this.#preview,
      lots: lots + 1,
      usedLots: usedLots + (isUsed ? 1 : 0),
      customersWhoUsed: customersWhoUsed + (isAnother ? 1 : 0),
      taken: add(taken, left),
      stays: add(stays, used),
    }
  }

  /** Both are below zero. */
  #addDebt(whole: Amount, left: Amount): void {
    const { debts, forgiven, repaid } = this.#preview
    this.#preview = {
      ...this.#preview,
      debts: debts + 1,
      forgiven: subtract(forgiven, left),
      repaid: add(repaid, subtract(left, whole)),
    }
  }
}
