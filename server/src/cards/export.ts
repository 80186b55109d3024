import type { ExportCell, ExportKind } from '../jobs/export.ts'
import { findCardsToExport } from './store/export-page.ts'

export const stampCardsExport: ExportKind = {
  name: 'stampCards',
  holdsPersons: false,
  hasDates: false,
  columns: ['publicId', 'cardId', 'stamps', 'size', 'completed'],
  sums: ['stamps'],
  async page(tx, { tenant, after, limit }) {
    const cards = await findCardsToExport(tx, tenant.id, {
      after: (after as readonly [number, number] | null) ?? [0, 0],
      limit,
    })
    const rows = cards.map(({ publicId, cardId, stamps, size, completed }): ExportCell[] => [
      ...[publicId, cardId, stamps, size, completed],
    ])
    const last = cards.at(-1)
    return { rows, after: last ? [last.customerId, last.cardId] : after }
  },
}
