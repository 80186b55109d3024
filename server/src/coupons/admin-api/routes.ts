import type { Customer } from '../../accounts/customer.ts'
import { loadOne } from '../../accounts/till/collection.ts'
import { type Problem, problem } from '../../contract/admin-api/problem.ts'
import { NOT_FOUND } from '../../contract/admin-api/texts.ts'
import { said } from '../../contract/locale.ts'
import { isRefusal, type Refusal } from '../../contract/refusal.ts'
import { shortText } from '../../earning/explanation.ts'
import type { AdminApi } from '../../people/admin-api/api.ts'
import { type Instant, instantToText, instantToTextOrNull } from '../../platform/clock.ts'
import type { Tenant } from '../../tenancy/tenant.ts'
import { coupons } from '../collections/coupons.ts'
import * as commands from '../commands.ts'
import { type Coupon, codeKey, couponTypeName, endShown, hasBegun, isOver } from '../coupon.ts'
import type { CouponReason } from '../rules.ts'
import { findOwner } from '../store.ts'
import { type CouponAnswer, getCoupon, inactivateCoupon } from './schema.ts'

export function couponAdminRoutes(api: AdminApi): void {
  api.read(getCoupon, 'cell', async (tx, { tenant, params: { code }, now }) => {
    const coupon = await loadOne(tx, coupons, { tenantId: tenant.id, key: codeKey(code) })
    const owner = coupon && (await findOwner(tx, tenant.id, coupon.customerId))
    return coupon && owner ? { answer: present(coupon, owner, tenant, now) } : NOT_FOUND
  })

  api.command(inactivateCoupon, {
    command: commands.inactivateCoupon,
    input: async ({ tenant, params: { code } }) => ({ tenant, couponCode: code }),
    written(result, { tenant, now }) {
      if (isRefusal(result)) return problemOfRefusal(result)
      const { coupon, before, customer } = result
      const { inactivatedAt } = coupon
      return {
        answer: present(coupon, customer, tenant, now),
        audit:
          coupon === before
            ? null
            : {
                target: { kind: 'coupon', id: String(coupon.id), label: coupon.code },
                before: { inactivatedAt: null },
                after: { inactivatedAt: instantToTextOrNull(inactivatedAt) },
              },
      }
    },
  })
}

function problemOfRefusal({ reason }: Refusal<CouponReason>): Problem {
  return reason === 'coupon-used' ? USED : NOT_FOUND
}

const USED = problem(
  'conflict',
  said(
    'An order has used this coupon: cancel the order first, and the coupon is free again.',
    'Um pedido usou este cupom: cancele o pedido primeiro, e o cupom fica livre de novo.',
    'Un pedido usó este cupón: cancela el pedido primero, y el cupón queda libre de nuevo.',
  ),
)

type Owner = Pick<Customer, 'id' | 'publicId'>

function present(coupon: Coupon, owner: Owner, tenant: Tenant, now: Instant): CouponAnswer {
  return {
    code: coupon.code,
    originalId: coupon.originalId,
    customer: { id: owner.id, publicId: owner.publicId },
    couponType: couponTypeName(coupon.type),
    value: shortText(coupon.value),
    state: stateOf(coupon, tenant, now),
    createdAt: instantToText(coupon.createdAt),
    validFrom: instantToTextOrNull(coupon.validFrom),
    validUntil: instantToTextOrNull(endShown(coupon)),
    orderId: coupon.orderId,
    inactivatedAt: instantToTextOrNull(coupon.inactivatedAt),
    redemptionKey: coupon.redemptionKey,
  }
}

function stateOf(coupon: Coupon, { timeZone }: Tenant, now: Instant): CouponAnswer['state'] {
  if (coupon.inactivatedAt !== null) return 'inactive'
  if (coupon.isUsed) return 'used'
  if (isOver(coupon, now, timeZone)) return 'over'
  return hasBegun(coupon, now, timeZone) ? 'open' : 'notYet'
}
