import type { TenantId } from '../../contract/ids.ts'
import type { Database } from '../../platform/postgres/database.ts'
import { type EffectPlace, FIRST_EFFECT, readCouponEffects } from '../store/effects.ts'
import { NOTHING_TO_UNDO, type UndoPreview } from './preview.ts'

const PAGE = 2_000

/** What undoing an import of coupons would come to: those that were used stay. */
export async function previewCoupons(
  database: Pick<Database, 'read'>,
  { tenantId, importId }: { readonly tenantId: TenantId; readonly importId: number },
): Promise<UndoPreview> {
  let sum = NOTHING_TO_UNDO
  for (let after: EffectPlace | null = FIRST_EFFECT; after !== null; ) {
    const place: EffectPlace = after
    const rows = await database.read([tenantId], (tx) =>
      readCouponEffects(tx, { tenantId, importId, after: place, limit: PAGE }),
    )
    sum = {
      ...sum,
      lines: sum.lines + rows.length,
      kept: sum.kept + rows.filter(({ isUsed }) => isUsed).length,
      made: sum.made + rows.filter(({ isMade }) => isMade).length,
    }
    after = rows.length < PAGE ? null : (rows.at(-1) ?? null)
  }
  return sum
}
