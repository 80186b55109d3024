import { type ExportCell, type ExportKind, endOf, placeBefore } from '../jobs/export.ts'
import { findRedemptionsToExport } from './store/export-page.ts'

/** Without coupon codes, which are worth money, and keys of the shop, in which an address may stand. */
export const redemptionsExport: ExportKind = {
  name: 'redemptions',
  holdsPersons: false,
  hasDates: true,
  columns: [
    'redemptionId',
    'publicId',
    'rewardId',
    'reward',
    'points',
    'cashback',
    'redeemedAt',
    'returnedAt',
    'returnedPoints',
    'returnedCashback',
    'reservedUntil',
  ],
  sums: ['points', 'cashback', 'returnedPoints', 'returnedCashback'],
  async page(tx, page) {
    const found = await findRedemptionsToExport(tx, page.tenant.id, {
      ...{ after: placeBefore(page), until: endOf(page.filter), limit: page.limit },
    })
    const rows = found.map((one): ExportCell[] => [
      ...[one.id, one.publicId, one.rewardId, one.reward, one.points, one.cashback, one.redeemedAt],
      ...[one.returnedAt, one.returnedPoints, one.returnedCashback, one.reservedUntil],
    ])
    const last = found.at(-1)
    return { rows, after: last ? { at: last.place, id: last.id } : page.after }
  },
}
