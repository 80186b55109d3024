import { maskedDigits, maskedEmail } from '../contract/admin-api/masking.ts'
import { couponTypeName } from '../coupons/coupon.ts'
import { type ExportCell, type ExportKind, endOf, placeBefore } from '../jobs/export.ts'
import { findCodesToExport, findCouponsToExport, findRedemptionsToExport } from './store/export-page.ts'

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

/** Codes are worth money, so they are guarded as persons are. */
export const couponsExport: ExportKind = {
  name: 'coupons',
  holdsPersons: true,
  hasDates: false,
  columns: [
    'code',
    'originalId',
    'publicId',
    'type',
    'value',
    'createdAt',
    'validFrom',
    'validUntil',
    'isUsed',
    'usedAt',
    'orderId',
    'inactivatedAt',
    'rewardId',
  ],
  sums: ['value'],
  async page(tx, { tenant, after, limit, isMasked }) {
    const coupons = await findCouponsToExport(tx, tenant.id, { after: (after as string | null) ?? '', limit })
    const rows = coupons.map(({ originalId: owner, code, ...one }): ExportCell[] => [
      ...(isMasked ? [maskedDigits(code), maskedOwner(owner)] : [code, owner]),
      ...[one.publicId, couponTypeName(one.type), one.value, one.createdAt, one.validFrom, one.validUntil],
      ...[one.isUsed, one.usedAt, isMasked ? null : one.orderId, one.inactivatedAt, one.rewardId],
    ])
    return { rows, after: coupons.at(-1)?.key ?? after }
  },
}

function maskedOwner(originalId: string): string {
  return originalId.includes('@') ? maskedEmail(originalId) : maskedDigits(originalId)
}

/** Likewise: those of lists, whether they were given out or not. */
export const couponCodesExport: ExportKind = {
  name: 'couponCodes',
  holdsPersons: true,
  hasDates: false,
  columns: ['list', 'code', 'rewardId', 'isAssigned', 'validFrom', 'validUntil', 'createdAt'],
  sums: [],
  async page(tx, { tenant, after, limit, isMasked }) {
    const codes = await findCodesToExport(tx, tenant.id, { after: (after as number | null) ?? 0, limit })
    const rows = codes.map(({ list, code, ...one }): ExportCell[] => [
      ...[list, isMasked ? maskedDigits(code) : code, one.rewardId, one.isAssigned],
      ...[one.validFrom, one.validUntil, one.createdAt],
    ])
    return { rows, after: codes.at(-1)?.id ?? after }
  },
}
