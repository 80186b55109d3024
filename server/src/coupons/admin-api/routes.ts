import type { Customer } from '../../accounts/customer.ts'
import { keyText, loadOne } from '../../accounts/till/collection.ts'
import { pageBelowId, pageOf } from '../../contract/admin-api/page.ts'
import { NOT_FOUND } from '../../contract/admin-api/texts.ts'
import { localized } from '../../contract/locale.ts'
import { isProblem, type Problem, problem } from '../../contract/problem.ts'
import { isRefusal, type Refusal } from '../../contract/refusal.ts'
import { keyFor } from '../../customers/admin-api/present.ts'
import { shortText } from '../../earning/explanation.ts'
import type { Caller } from '../../people/actor.ts'
import type { AdminApi } from '../../people/admin-api/api.ts'
import { type Instant, instantToText, instantToTextOrNull } from '../../platform/clock.ts'
import type { Tenant } from '../../tenancy/tenant.ts'
import { coupons } from '../collections/coupons.ts'
import * as commands from '../commands.ts'
import { type Coupon, codeKey, couponStateAt, couponTypeName, endShown } from '../coupon.ts'
import type { CouponReason } from '../rules.ts'
import { findOwner, listBelow } from '../store.ts'
import { type CouponAnswer, getCoupon, inactivateCoupon, listCouponsOfCustomer } from './schema.ts'

export function couponAdminRoutes(api: AdminApi): void {
  api.read(getCoupon, 'cell', async (tx, { tenant, params: { code }, now, caller }) => {
    const coupon = await loadOne(tx, coupons, { tenantId: tenant.id, key: codeKey(code) })
    const owner = coupon && (await findOwner(tx, tenant.id, coupon.customerId))
    return coupon && owner ? { answer: present(coupon, owner, { tenant, now, caller }) } : NOT_FOUND
  })

  api.read(listCouponsOfCustomer, 'cell', async (tx, { tenant, params, query, now, caller }) => {
    const page = pageBelowId(query)
    if (isProblem(page)) return page
    const [owner, listed] = await Promise.all([
      findOwner(tx, tenant.id, params.id),
      listBelow(tx, tenant.id, params.id, page),
    ])
    if (!owner) return NOT_FOUND
    const keys = listed.map(({ key }) => ({ tenantId: tenant.id, key }))
    const found = await coupons.load(tx, keys)
    const rows = keys.flatMap((key) => found.get(keyText(key)) ?? [])
    const toAnswer = (coupon: Coupon) => present(coupon, owner, { tenant, now, caller })
    return { answer: pageOf(query, rows, ({ id }) => [id], toAnswer) }
  })

  api.command(inactivateCoupon, {
    command: commands.inactivateCoupon,
    input: async ({ tenant, params: { code } }) => ({ tenant, couponCode: code }),
    written(result, { tenant, now, caller }) {
      if (isRefusal(result)) return problemOfRefusal(result)
      const { coupon, before, customer } = result
      const { inactivatedAt } = coupon
      return {
        answer: present(coupon, customer, { tenant, now, caller }),
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
  localized(
    'An order has used this coupon: cancel the order first, and the coupon is free again.',
    'Um pedido usou este cupom: cancele o pedido primeiro, e o cupom fica livre de novo.',
    'Un pedido usó este cupón: cancela el pedido primero, y el cupón queda libre de nuevo.',
  ),
)

type Owner = Pick<Customer, 'id' | 'publicId'>

interface Presenting {
  readonly tenant: Tenant
  readonly now: Instant
  readonly caller: Pick<Caller, 'permissions'>
}

function present(coupon: Coupon, owner: Owner, { tenant, now, caller }: Presenting): CouponAnswer {
  return {
    code: coupon.code,
    originalId: coupon.originalId,
    customer: { id: owner.id, publicId: owner.publicId },
    couponType: couponTypeName(coupon.type),
    value: shortText(coupon.value),
    state: couponStateAt(coupon, now, tenant.timeZone),
    createdAt: instantToText(coupon.createdAt),
    validFrom: instantToTextOrNull(coupon.validFrom),
    validUntil: instantToTextOrNull(endShown(coupon)),
    orderId: coupon.orderId,
    inactivatedAt: instantToTextOrNull(coupon.inactivatedAt),
    redemptionKey: keyFor(caller, coupon.redemptionKey),
  }
}
