/** Codes of lists, when the file that brought them is undone: those that were given out stay. */
import { NOTHING } from '../../accounts/account.ts'
import { countBrought } from '../../rewards/manage/codes-of-files.ts'
import { removeCodes } from '../import-codes.ts'
import type { FileKind } from '../kinds/kind.ts'
import { FIRST_EFFECT } from '../store/effects.ts'
import { NOTHING_TO_UNDO } from './preview.ts'

/** Redemptions of the rewards wait meanwhile. */
const AT_ONCE = 2_000

export const previewCodes: FileKind['previewUndo'] = async (database, { tenantId, importId }) => {
  const { all, kept } = await database.read([tenantId], (tx) => countBrought(tx, tenantId, importId))
  return { ...NOTHING_TO_UNDO, lines: all, kept }
}

/** Those that stay are counted at the end. */
export const undoCodes: FileKind['undoPage'] = async ({ importId }, _after, { tenant, till, rows }) => {
  const limit = Math.min(rows, AT_ONCE)
  const { removed, kept } = await till.run(removeCodes, { tenant, importId, limit })
  const nothing = { taken: NOTHING, stays: NOTHING, forgiven: NOTHING, repaid: NOTHING, withdrawn: 0 }
  return kept === null
    ? { ...nothing, after: FIRST_EFFECT, lines: removed, kept: 0 }
    : { ...nothing, after: null, lines: removed + kept, kept }
}
