import { type ExportCell, type ExportKind, endOf, placeBefore } from '../jobs/export.ts'
import { findMovesToExport } from './store/export-page.ts'

export const tierMovesExport: ExportKind = {
  name: 'tierMoves',
  holdsPersons: false,
  hasDates: true,
  columns: ['publicId', 'movedAt', 'fromTier', 'toTier', 'reason'],
  sums: [],
  async page(tx, page) {
    const moves = await findMovesToExport(tx, page.tenant.id, {
      ...{ after: placeBefore(page), until: endOf(page.filter), limit: page.limit },
    })
    const rows = moves.map((one): ExportCell[] => [
      ...[one.publicId, one.movedAt, one.fromTier, one.toTier, one.reason],
    ])
    const last = moves.at(-1)
    return { rows, after: last ? { at: last.place, id: last.id } : page.after }
  },
}
