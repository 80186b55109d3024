import { randomUUID } from 'node:crypto'
import { Type } from 'typebox'
import type { Till } from '../../accounts/till/till.ts'
import { PageEnvelope, pageEnvelope, pageFailure } from '../../contract/private-api/envelopes.ts'
import { inApiTerms } from '../../contract/private-api/errors.ts'
import type { Operation } from '../../contract/private-api/operation.ts'
import { isRefusal, refusal } from '../../contract/refusal.ts'
import { isStorable } from '../../contract/schema.ts'
import { unlessDataRefused } from '../../platform/postgres/failures.ts'
import type { PrivateApi } from '../../tenancy/private-api/protection.ts'
import type { Tenant } from '../../tenancy/tenant.ts'
import { type CouponResult, createCoupon, inactivateCoupon } from '../commands.ts'
import { unknownCoupon } from '../rules.ts'
import { COUPON_ERRORS } from './errors.ts'
import { toCouponItem } from './present.ts'
import { readCoupon } from './read.ts'
import { CouponBody, CouponItem } from './schema.ts'

const operation: Operation = { wrongType: 'ApiExternalCoupon_Cant_Update_Coupon', refuse: pageFailure }
const ONE_ITEM = { number: 1, size: 1 } as const

export function couponRoutes(api: PrivateApi, tillOf: (tenant: Tenant) => Till): void {
  api.addSchema(CouponItem)
  const answerSchema = PageEnvelope(Type.Unsafe<CouponItem>(Type.Ref('Coupon#')))

  api.post<{ Body: CouponBody }>(
    '/v1/pvt/Coupons',
    {
      config: { operation },
      schema: {
        operationId: 'createCoupon',
        tags: ['Customization'],
        summary: 'Create a coupon for a customer',
        description:
          'A customer who is not known is added where Customer is sent. Sending the same coupon again has no ' +
          'further effect; a code that exists with other content is refused.',
        body: CouponBody,
        response: { 200: answerSchema },
      },
    },
    async (request) => {
      const { tenant } = request
      const sent = readCoupon(request.body, tenant.timeZone)
      if (isRefusal(sent)) return pageFailure(sent)
      const made = await tillOf(tenant)
        .run(createCoupon, { tenant, sent, publicId: randomUUID() })
        .catch(unlessDataRefused(refusal('coupon-not-saved', 'The coupon could not be saved.')))
      return toAnswer(made)
    },
  )

  api.post<{ Params: { code: string } }>(
    '/v1/pvt/Coupons/:code/inactive',
    {
      schema: {
        operationId: 'inactivateCoupon',
        tags: ['Customization'],
        summary: 'Take a coupon out of use',
        description: 'Once; doing so again answers the same. A coupon that an order has used is refused.',
        params: Type.Object({ code: Type.String({ description: 'The code, in whatever case.' }) }),
        response: { 200: answerSchema },
      },
    },
    async (request) => {
      const { tenant } = request
      const { code: couponCode } = request.params
      if (!isStorable(couponCode)) return toAnswer(unknownCoupon(couponCode))
      return toAnswer(await tillOf(tenant).run(inactivateCoupon, { tenant, couponCode }))
    },
  )
}

function toAnswer(result: CouponResult) {
  const answer = inApiTerms(result, COUPON_ERRORS)
  return isRefusal(answer) ? pageFailure(answer) : pageEnvelope([toCouponItem(answer.coupon)], 1, ONE_ITEM)
}
