/** Takes off again what an import brought, as far as it is left. */
import { type Amount, add, NOTHING } from '../accounts/account.ts'
import { defineTillJob } from '../jobs/define.ts'
import { decimalFromText, shortText } from '../platform/decimal.ts'
import { monotonicClock } from '../platform/system-clock.ts'
import { type ImportAmounts, type ImportUndone, NO_AMOUNTS } from './import.ts'
import { kindOf } from './kinds/kinds.ts'
import type { EffectPlace } from './store/effects.ts'
import { findImport, lockImport, saveImport } from './store/imports.ts'

const RESULT_DAYS = 400
/** Of a page, so that it can be paused soon. */
const PAGE_MS = 500

export interface UndoInput {
  readonly importId: number
}

interface Checkpoint {
  readonly after: EffectPlace | null
  readonly undone: ImportUndone
}

const BEGINNING: Checkpoint = {
  after: null,
  undone: {
    lines: 0,
    taken: NO_AMOUNTS,
    stays: NO_AMOUNTS,
    forgiven: NO_AMOUNTS,
    repaid: NO_AMOUNTS,
    kept: 0,
  },
}

/** As the list of jobs shows it. */
export interface UndoResult extends ImportUndone {
  readonly importId: number
}

/** What is undone is not undone twice, so a page may be done twice. Cancelled, it leaves the rest, and can be begun again. */
export const UNDO_JOB = defineTillJob<UndoInput, Checkpoint, UndoResult>({
  kind: 'import.undo',
  permission: 'imports.apply',
  onMove: 'block',
  onErase: 'nothing',
  resultDays: RESULT_DAYS,
  async work({ importId }, checkpoint, { tenant, till, database, rows, job }) {
    const from = checkpoint ?? BEGINNING
    const imported = await database.read([tenant.id], (tx) => findImport(tx, tenant.id, importId))
    if (!imported) return { checkpoint: from, done: from.undone.lines, finished: true, isVoid: true }
    const endsAt = monotonicClock() + PAGE_MS
    const { webhooks } = imported.options
    const page = await kindOf(imported.kind).undoPage({ importId, webhooks }, from.after, {
      ...{ tenant, till, database, rows },
      isTimeUp: () => monotonicClock() >= endsAt,
    })
    const undone: ImportUndone = {
      lines: from.undone.lines + page.lines,
      taken: plus(from.undone.taken, page.taken),
      stays: plus(from.undone.stays, page.stays),
      forgiven: plus(from.undone.forgiven, page.forgiven),
      repaid: plus(from.undone.repaid, page.repaid),
      kept: from.undone.kept + page.kept,
    }
    const common = { checkpoint: { after: page.after, undone }, done: undone.lines }
    if (page.after !== null) return { ...common, finished: false }
    return {
      ...{ ...common, finished: true, total: undone.lines, result: { importId, ...undone } },
      async write(tx) {
        const locked = await lockImport(tx, tenant.id, importId)
        if (locked?.undoJobId === job.id) await saveImport(tx, { ...locked, state: 'undone', undone })
      },
    }
  },
})

function plus({ points, cashback }: ImportAmounts, added: Amount): ImportAmounts {
  const before = { ...NOTHING, points: decimalFromText(points), cashback: decimalFromText(cashback) }
  const sum = add(before, added)
  return { points: shortText(sum.points), cashback: shortText(sum.cashback) }
}
