/** Files of open coupons that customers hold. */
import { randomUUID } from 'node:crypto'
import { codeKey } from '../../coupons/coupon.ts'
import { ZERO } from '../../platform/decimal.ts'
import { announceUnclaimed } from '../announce-unclaimed.ts'
import type { CouponContext, CouponLine, CouponValues } from '../coupon-line.ts'
import { foreseeCoupons } from '../foresee-coupons.ts'
import { importCoupon } from '../import-coupon.ts'
import type { LineDone } from '../line.ts'
import { loadCouponContext } from '../load-context.ts'
import { isOutOfUse, readCoupon } from '../read-coupon.ts'
import { previewCoupons } from '../undo/preview-coupons.ts'
import { undoPage } from '../undo/undo-page.ts'
import type { FileKind } from './kind.ts'
import { throughTill } from './through-till.ts'

const LEFT_OUT: LineDone = { outcome: 'unchanged', customerId: null, isProfileChanged: false }

export const COUPONS: FileKind<CouponValues, CouponLine, CouponContext> = {
  shows: { amounts: ['value'], moments: ['validUntil'], weighed: null },
  leftOut: (values) => (isOutOfUse(values) ? 'couponsOutOfUse' : null),
  keyOf: ({ code }) => (code === undefined ? undefined : codeKey(code)),
  contentOf: ({ code = null, originalId, document, email }) => [
    originalId ?? document ?? email ?? null,
    code,
  ],
  loadContext: loadCouponContext,
  read: readCoupon,
  customerOf: ({ sent, isLeftOut }) => (isLeftOut ? null : sent),
  foresee: foreseeCoupons,
  outcomeOfLater: () => 'update',
  added: () => ({ lots: [], debt: null, weight: ZERO }),
  async apply(lines, { tenant, till, directory, importId }) {
    const brought = lines.filter(({ isLeftOut }) => !isLeftOut)
    if (brought.some(({ sent }) => sent.isNamedByContact)) await announceUnclaimed({ directory }, tenant)
    return throughTill(lines, async (line) =>
      line.isLeftOut ? LEFT_OUT : till.run(importCoupon, { tenant, line, importId, publicId: randomUUID() }),
    )
  },
  previewUndo: previewCoupons,
  undoPage,
}
