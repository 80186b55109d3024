import { Type } from 'typebox'
import type { Till } from '../../accounts/till/till.ts'
import { CUSTOMER_SEQUENCE_HEADER } from '../../contract/private-api/customer-sequence.ts'
import {
  type Outcome,
  ProductEnvelope,
  productEnvelope,
  productFailure,
  SEVERITY,
} from '../../contract/private-api/envelopes.ts'
import { type ApiRefusal, inApiTerms, wrongField } from '../../contract/private-api/errors.ts'
import type { Operation } from '../../contract/private-api/operation.ts'
import { isRefusal, refusal } from '../../contract/refusal.ts'
import { isBlank } from '../../contract/schema.ts'
import { instantToTextOrNull } from '../../platform/clock.ts'
import { moneyToNumber, ZERO } from '../../platform/decimal.ts'
import { unlessDataRefused } from '../../platform/postgres/failures.ts'
import type { PrivateApi } from '../../tenancy/private-api/protection.ts'
import { reservationMinutesOf } from '../../tenancy/settings.ts'
import type { Tenant } from '../../tenancy/tenant.ts'
import {
  type CheckoutInput,
  refreshReservation,
  removeReservation,
  reserveReward,
} from '../commands/reservations.ts'
import { randomCodes } from '../random-codes.ts'
import { isReserved, type RedemptionWithCoupon } from '../redemption.ts'
import { REWARD_CHANNEL } from '../reward.ts'
import type { Purchase } from '../rules/purchase.ts'
import type { CheckoutOutcome } from '../rules/reserve.ts'
import { checkoutTextsIn } from '../texts.ts'
import { CheckoutBody, RefreshResult, RemoveResult, ReserveBody, ReservedReward } from './checkout-schema.ts'
import { CHECKOUT_ERRORS } from './errors.ts'
import { toRedeemedReward } from './present.ts'
import { blankMember, decimalOrNull } from './read-till.ts'

const CODE = {
  customerNotFound: outcome('01', 'CustomerNotFound', SEVERITY.error),
  checkoutIdRequired: outcome('02', 'CheckoutIdRequired', SEVERITY.error),
  checkoutNotFound: outcome('03', 'CheckoutNotFound', SEVERITY.warning),
  notApplied: outcome('04', 'CashbackNotApplied', SEVERITY.warning),
  stillApplied: outcome('05', 'CashbackStillApplied', SEVERITY.warning),
  removedByCartChange: outcome('06', 'CashbackRemovedByCartChange', SEVERITY.warning),
  removed: outcome('07', 'CashbackRemovedSuccessfully', SEVERITY.success),
  applied: outcome('08', 'CashbackApplied', SEVERITY.success),
  alreadyApplied: outcome('09', 'CashbackAlreadyApplied', SEVERITY.warning),
  refused: outcome('10', 'CashbackRefused', SEVERITY.error),
} as const

function outcome(code: string, name: string, severity: Outcome['severity']): Outcome {
  return { code, name, severity }
}

const operation: Operation = { wrongType: 'General_FieldCannotBeNullOrBlank', refuse }
const CHANNELS = [REWARD_CHANNEL.all, REWARD_CHANNEL.online] as const

export function checkoutRoutes(api: PrivateApi, tillOf: (tenant: Tenant) => Till): void {
  api.addSchema(ReservedReward)
  reserveRoute(api, tillOf)
  refreshRoute(api, tillOf)
  removeRoute(api, tillOf)
}

function reserveRoute(api: PrivateApi, tillOf: (tenant: Tenant) => Till): void {
  api.post<{ Body: ReserveBody }>(
    '/v1/pvt/Checkout/redeem',
    {
      config: { operation },
      schema: {
        operationId: 'reserveReward',
        tags: ['Checkout'],
        summary: 'Reserve a reward for a basket',
        description:
          'The points are spent now, and go back at the deadline unless an order that names the ExternalCode ' +
          'has come. One reservation for each customer: one for another basket, or with another value, takes its ' +
          'place; the same again starts the deadline anew.',
        body: ReserveBody,
        response: { 200: ProductEnvelope(Type.Unsafe<ReservedReward>(Type.Ref('ReservedReward#'))) },
      },
    },
    async ({ tenant, body }, reply) => {
      const { OriginalKey, RewardConfigurationId, ExpiresInMinutes } = body
      const basket = readBasket(tenant, body)
      if (isRefusal(basket)) return refuse(basket)
      const { customerKey, checkoutId, purchase } = basket
      const result = await tillOf(tenant)
        .run(reserveReward, {
          tenant,
          customerKey,
          checkoutId,
          minutes: ExpiresInMinutes ?? reservationMinutesOf(tenant.settings),
          rewardId: RewardConfigurationId ?? null,
          originalKey: isBlank(OriginalKey) ? null : OriginalKey,
          value: decimalOrNull(body.CashbackValue),
          metadata: [],
          place: { channels: CHANNELS, purchase, points: null },
          ...randomCodes(),
        })
        .catch(unlessDataRefused(refusal('redemption-not-saved', 'The reservation could not be saved.')))
      const reserved = inApiTerms(result, CHECKOUT_ERRORS)
      if (isRefusal(reserved)) return refuse(reserved)
      void reply.header(CUSTOMER_SEQUENCE_HEADER, reserved.sequence)
      return productEnvelope(reserved.redeemed ? CODE.applied : CODE.alreadyApplied, {
        ...toRedeemedReward(reserved.reserved),
        ExpiresAt: instantToTextOrNull(reserved.reserved.redemption.expiresAt),
      })
    },
  )
}

function refreshRoute(api: PrivateApi, tillOf: (tenant: Tenant) => Till): void {
  api.post<{ Body: CheckoutBody }>(
    '/v1/pvt/Checkout/redeem/refresh',
    {
      config: { operation },
      schema: {
        operationId: 'refreshReservation',
        tags: ['Checkout'],
        summary: 'Look at a reservation again after the basket has changed',
        description:
          'It is kept while the basket carries it, and else released; its value is never lowered by itself.',
        body: CheckoutBody,
        response: { 200: ProductEnvelope(RefreshResult) },
      },
    },
    async ({ tenant, body }, reply) => {
      const basket = readBasket(tenant, body)
      if (isRefusal(basket)) return refuse(basket)
      const result = inApiTerms(await tillOf(tenant).run(refreshReservation, basket), CHECKOUT_ERRORS)
      if (isRefusal(result)) return refuse(result)
      void reply.header(CUSTOMER_SEQUENCE_HEADER, result.sequence)
      return productEnvelope(REFRESHED[result.kind], toRefreshResult(result, tenant))
    },
  )
}

const REFRESHED: Readonly<Record<CheckoutOutcome['kind'], Outcome>> = {
  unknown: CODE.checkoutNotFound,
  notApplied: CODE.notApplied,
  kept: CODE.stillApplied,
  released: CODE.removedByCartChange,
}

function toRefreshResult(result: CheckoutOutcome, { locale }: Tenant): RefreshResult {
  const texts = checkoutTextsIn(locale)
  const most = 'most' in result ? result.most : null
  const held = result.kind === 'kept' ? result.reserved : null
  return {
    CashbackRemoved: result.kind === 'released',
    CustomerMessage: texts.refresh[result.kind],
    CashbackValue: held && cashbackOf(held),
    MaxCashbackForCurrentPurchase: most === null ? null : moneyToNumber(most),
    ExpiresAt: held && isReserved(held.redemption) ? instantToTextOrNull(held.redemption.expiresAt) : null,
  }
}

function cashbackOf({ redemption }: RedemptionWithCoupon): number {
  return moneyToNumber(redemption.cost.cashback)
}

function removeRoute(api: PrivateApi, tillOf: (tenant: Tenant) => Till): void {
  api.post<{ Body: CheckoutBody }>(
    '/v1/pvt/Checkout/redeem/remove',
    {
      config: { operation },
      schema: {
        operationId: 'removeReservation',
        tags: ['Checkout'],
        summary: 'Give a reservation up',
        description: 'Its points go back. Sent again, it is answered the same.',
        body: CheckoutBody,
        response: { 200: ProductEnvelope(RemoveResult) },
      },
    },
    async ({ tenant, body }, reply) => {
      const basket = readBasket(tenant, body)
      if (isRefusal(basket)) return refuse(basket)
      const result = inApiTerms(await tillOf(tenant).run(removeReservation, basket), CHECKOUT_ERRORS)
      if (isRefusal(result)) return refuse(result)
      void reply.header(CUSTOMER_SEQUENCE_HEADER, result.sequence)
      const { locale } = tenant
      return productEnvelope(REMOVED[result.kind], {
        Success: result.kind === 'released',
        CustomerMessage: checkoutTextsIn(locale).remove[result.kind],
      })
    },
  )
}

const REMOVED: Readonly<Record<CheckoutOutcome['kind'], Outcome>> = {
  ...REFRESHED,
  released: CODE.removed,
}

function readBasket(tenant: Tenant, body: CheckoutBody): CheckoutInput | ApiRefusal {
  const { CustomerId, CheckoutId } = body
  const blank = blankMember({ CustomerId, CheckoutId })
  if (blank) return blank
  const purchase = readTotal(body)
  if (isRefusal(purchase)) return purchase
  return { tenant, customerKey: CustomerId ?? '', checkoutId: CheckoutId ?? '', purchase }
}

/** null: it was not sent. */
function readTotal({ Total }: CheckoutBody): Purchase | null | ApiRefusal {
  const value = decimalOrNull(Total)
  if (value === null) return null
  return value < ZERO
    ? wrongField('Genaral_LengthLimitExceeded', 'Total', 'must be 0 or more.')
    : { value, discount: ZERO }
}

function refuse(refused: ApiRefusal) {
  if (refused.reason === 'Customer_NotFound') return productFailure(CODE.customerNotFound, refused)
  const isOfCheckoutId =
    refused.field === 'CheckoutId' && refused.reason === 'General_FieldCannotBeNullOrBlank'
  return productFailure(isOfCheckoutId ? CODE.checkoutIdRequired : CODE.refused, refused)
}
