import { Type } from 'typebox'
import type { Customer } from '../../accounts/customer.ts'
import type { SettledReads } from '../../accounts/settled-reads.ts'
import { loadOne } from '../../accounts/till/collection.ts'
import type { Till } from '../../accounts/till/till.ts'
import { CUSTOMER_SEQUENCE_HEADER } from '../../contract/private-api/customer-sequence.ts'
import { ResultEnvelope, resultEnvelope, resultFailure } from '../../contract/private-api/envelopes.ts'
import { type ApiRefusal, inApiTerms } from '../../contract/private-api/errors.ts'
import type { Operation } from '../../contract/private-api/operation.ts'
import { isRefusal, type Refusal, refusal } from '../../contract/refusal.ts'
import { isBlank, isStorable } from '../../contract/schema.ts'
import { findCustomersOfCoupons } from '../../coupons/collections/coupons.ts'
import { toCouponItem } from '../../coupons/private-api/present.ts'
import type { CouponItem } from '../../coupons/private-api/schema.ts'
import type { Instant } from '../../platform/clock.ts'
import type { Cells } from '../../tenancy/cells.ts'
import type { PrivateApi } from '../../tenancy/private-api/protection.ts'
import type { Tenant } from '../../tenancy/tenant.ts'
import { rewards } from '../collections/rewards.ts'
import { type CouponUseResult, undoCouponUse, useCoupon } from '../commands/coupons.ts'
import { findCouponsNamed } from '../find-by-code.ts'
import {
  type CouponOfReward,
  type CouponUseReason,
  discountOf,
  ownCoupon,
  whyUnusable,
} from '../rules/check-coupon.ts'
import { COUPON_USE_ERRORS } from './errors.ts'
import { toCouponCheck, toCouponRules } from './present-till.ts'
import { blankMember, readPurchase } from './read-till.ts'
import { CouponCheck, CouponRules, UndoBody, UseBody, ValidateBody } from './till-schema.ts'

export interface CouponRoutesOptions {
  readonly cells: Cells
  readonly reads: SettledReads
  readonly tillOf: (tenant: Tenant) => Till
}

const operation: Operation = { wrongType: 'General_FieldCannotBeNullOrBlank', refuse: resultFailure }

const CodeParams = Type.Object({
  code: Type.String({ description: 'An ExternalCode or the code of a coupon, in whatever case.' }),
})
const CheckEnvelope = ResultEnvelope(Type.Unsafe<CouponCheck>(Type.Ref('CouponCheck#')))

export function tillCouponRoutes(api: PrivateApi, options: CouponRoutesOptions): void {
  api.addSchema(CouponCheck)
  api.addSchema(CouponRules)
  readRoutes(api, options)
  validateRoute(api, options)
  useRoutes(api, options)
}

function readRoutes(api: PrivateApi, options: CouponRoutesOptions): void {
  api.get<{ Params: { code: string } }>(
    '/v1/pvt/Coupons/:code',
    {
      schema: {
        operationId: 'getCoupon',
        tags: ['Customization'],
        summary: 'Read a coupon',
        description:
          'By its code, in upper or lower case: what it is worth, whose it is, and whether it was used.',
        params: CodeParams,
        response: { 200: ResultEnvelope(Type.Unsafe<CouponItem>(Type.Ref('Coupon#'))) },
      },
    },
    async ({ tenant, params: { code } }, reply) => {
      const found = await findCoupon(options, tenant, { code, customerKey: null })
      if (isRefusal(found)) return resultFailure(unknownCoupon(code))
      void reply.header(CUSTOMER_SEQUENCE_HEADER, found.sequence)
      return resultEnvelope(toCouponItem(found.coupon))
    },
  )

  api.get<{ Params: { code: string } }>(
    '/v1/pvt/Coupons/:code/rules',
    {
      schema: {
        operationId: 'getCouponRules',
        tags: ['Customization'],
        summary: 'Read the terms of a coupon',
        description: 'Those of the reward that was redeemed for it, as they are now.',
        params: CodeParams,
        response: { 200: ResultEnvelope(Type.Unsafe<CouponRules>(Type.Ref('CouponRules#'))) },
      },
    },
    async ({ tenant, params: { code } }, reply) => {
      const found = await findCoupon(options, tenant, { code, customerKey: null })
      if (isRefusal(found)) return resultFailure(unknownCoupon(code))
      void reply.header(CUSTOMER_SEQUENCE_HEADER, found.sequence)
      const obstacle = whyUnusable(found, null, { tenant, now: found.now })
      return resultEnvelope(toCouponRules(found, obstacle, tenant))
    },
  )
}

function unknownCoupon(code: string): ApiRefusal {
  return refusal('ApiExternalCoupon_Not_found', `code: there is no coupon with the code ${code}.`, 'code')
}

function validateRoute(api: PrivateApi, options: CouponRoutesOptions): void {
  api.post<{ Params: { code: string }; Body: ValidateBody }>(
    '/v1/pvt/POS/coupons/:code/validate',
    {
      config: { operation, scope: 'read' },
      schema: {
        operationId: 'validateCoupon',
        tags: ['POS'],
        summary: 'Ask whether a coupon can be used for a purchase',
        description: 'It changes nothing. Without CustomerId anybody may have brought the coupon.',
        params: CodeParams,
        body: ValidateBody,
        response: { 200: CheckEnvelope },
      },
    },
    async ({ tenant, params: { code }, body }, reply) => {
      const purchase = readPurchase(body)
      if (isRefusal(purchase)) return resultFailure(purchase)
      const customerKey = isBlank(body.CustomerId) ? null : body.CustomerId
      const found = inApiTerms(await findCoupon(options, tenant, { code, customerKey }), COUPON_USE_ERRORS)
      if (isRefusal(found)) return resultFailure(found)
      void reply.header(CUSTOMER_SEQUENCE_HEADER, found.sequence)
      const obstacle = whyUnusable(found, purchase, { tenant, now: found.now })
      const discount = discountOf(found.coupon, purchase)
      return resultEnvelope(toCouponCheck({ ...found, obstacle, discount }, tenant))
    },
  )
}

function useRoutes(api: PrivateApi, options: CouponRoutesOptions): void {
  api.post<{ Params: { code: string }; Body: UseBody }>(
    '/v1/pvt/POS/coupons/:code/use',
    {
      config: { operation },
      schema: {
        operationId: 'useCoupon',
        tags: ['POS'],
        summary: 'Use a coupon for a sale',
        description:
          'Once for each OrderId. The order with that OriginalId and this code is linked to it when it is sent; ' +
          'any other order finds the coupon used. It is never freed by itself: undo the use, or cancel the order.',
        params: CodeParams,
        body: UseBody,
        response: { 200: CheckEnvelope },
      },
    },
    async ({ tenant, params: { code }, body }, reply) => {
      const { CustomerId, OrderId } = body
      const blank = blankMember({ CustomerId, OrderId })
      if (blank) return resultFailure(blank)
      const purchase = readPurchase(body)
      if (isRefusal(purchase)) return resultFailure(purchase)
      const input = { tenant, customerKey: CustomerId ?? '', code, orderKey: OrderId ?? '', purchase }
      const used = isStorable(code) ? await options.tillOf(tenant).run(useCoupon, input) : noCoupon(code)
      const { sequence, answer } = answerUse(tenant, used)
      if (sequence !== null) void reply.header(CUSTOMER_SEQUENCE_HEADER, sequence)
      return answer
    },
  )

  api.post<{ Params: { code: string }; Body: UndoBody }>(
    '/v1/pvt/POS/coupons/:code/undo',
    {
      config: { operation },
      schema: {
        operationId: 'undoCouponUse',
        tags: ['POS'],
        summary: 'Undo the use of a coupon for a sale',
        description:
          'While no order is linked to it; else cancel the order. The points of its reward do not go back: ' +
          'cancel the redemption for that. A coupon that was reserved at checkout is held for its basket again, ' +
          'or released if its deadline is over.',
        params: CodeParams,
        body: UndoBody,
        response: { 200: CheckEnvelope },
      },
    },
    async ({ tenant, params: { code }, body: { CustomerId, OrderId } }, reply) => {
      const blank = blankMember({ CustomerId, OrderId })
      if (blank) return resultFailure(blank)
      const input = { tenant, customerKey: CustomerId ?? '', code, orderKey: OrderId ?? '' }
      const undone = isStorable(code)
        ? await options.tillOf(tenant).run(undoCouponUse, input)
        : noCoupon(code)
      const { sequence, answer } = answerUse(tenant, undone)
      if (sequence !== null) void reply.header(CUSTOMER_SEQUENCE_HEADER, sequence)
      return answer
    },
  )
}

/** A code that can't be stored is that of no coupon. */
function noCoupon(code: string): Refusal<CouponUseReason> {
  return refusal('coupon-unknown', `code: there is no coupon with the code ${code}.`, 'code')
}

function answerUse(tenant: Tenant, result: CouponUseResult) {
  const check = inApiTerms(result, COUPON_USE_ERRORS)
  return isRefusal(check)
    ? { sequence: null, answer: resultFailure(check) }
    : { sequence: check.sequence, answer: resultEnvelope(toCouponCheck(check, tenant)) }
}

interface NamedCoupon {
  readonly code: string
  /** Whose it should be, by the id in the merchant's store; null: whosever it is. */
  readonly customerKey: string | null
}

interface FoundCoupon extends CouponOfReward {
  readonly customer: Customer
  /** Of the customer's last event. */
  readonly sequence: number
  readonly now: Instant
}

/** As it stands when what is due on its customer's account is settled. */
async function findCoupon(
  { cells, reads }: CouponRoutesOptions,
  tenant: Tenant,
  { code, customerKey }: NamedCoupon,
): Promise<FoundCoupon | Refusal<CouponUseReason>> {
  if (!isStorable(code)) return noCoupon(code)
  const owner = customerKey ?? (await findOwner(cells, tenant, code))
  const found =
    owner === null
      ? null
      : await reads.of(tenant, owner, async (tx, { customer, account }, now) => {
          const coupon = ownCoupon(await findCouponsNamed(tx, tenant.id, code), customer, code)
          if (isRefusal(coupon)) return coupon
          const { issued } = coupon
          const reward = issued && (await loadOne(tx, rewards, { tenantId: tenant.id, key: issued.rewardId }))
          return { coupon, reward: reward ?? null, customer, sequence: account.sequence, now }
        })
  if (found) return found
  // The customer is unknown: then the coupon is another's, if there is one.
  const named = await cells.of(tenant).read([tenant.id], (tx) => findCouponsNamed(tx, tenant.id, code))
  const mine = ownCoupon(named, null, code)
  if (!isRefusal(mine)) throw new Error(`coupon ${mine.id} belongs to no customer`)
  return mine
}

/** The customer of the coupon that a code means first, by the id in the merchant's store. */
async function findOwner(cells: Cells, tenant: Tenant, code: string): Promise<string | null> {
  return cells.of(tenant).read([tenant.id], async (tx) => {
    const [coupon] = await findCouponsNamed(tx, tenant.id, code)
    if (!coupon) return null
    const [owner] = await findCustomersOfCoupons(tx, [{ tenantId: tenant.id, code: coupon.code }])
    return owner ?? null
  })
}
