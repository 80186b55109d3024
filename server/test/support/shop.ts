import { expect } from 'vitest'
import { createTill } from '../../src/accounts/till/till.ts'
import type { GrantResult, Objective } from '../../src/actions/private-api/schema.ts'
import type { CustomerPoints } from '../../src/balances/private-api/schema.ts'
import type {
  CancelledStamps,
  Card,
  CustomerCard,
  GivenStamps,
  Stamps,
} from '../../src/cards/private-api/schema.ts'
import type { BulkProductResult } from '../../src/catalog/private-api/schema.ts'
import type { BulkAnswer } from '../../src/contract/private-api/bulk.ts'
import { codeOf, inApiTerms } from '../../src/contract/private-api/errors.ts'
import { isRefusal } from '../../src/contract/refusal.ts'
import type { CouponItem } from '../../src/coupons/private-api/schema.ts'
import type { BulkCustomerResult, CustomerResult } from '../../src/customers/private-api/schema.ts'
import { publishProgram } from '../../src/earning/store.ts'
import type { ListedOrder, ReadOrder } from '../../src/history/private-api/order-schema.ts'
import type { HistoryItem, PendingPoints } from '../../src/history/private-api/schema.ts'
import { REWARDS_DUE } from '../../src/orders/due.ts'
import type { ReturnResult } from '../../src/orders/private-api/return-schema.ts'
import type { BulkOrderResult, CancelResult, OrderResult } from '../../src/orders/private-api/schema.ts'
import type { Instant } from '../../src/platform/clock.ts'
import { returnReward } from '../../src/rewards/commands/redemptions.ts'
import type {
  RefreshResult,
  RemoveResult,
  ReservedReward,
} from '../../src/rewards/private-api/checkout-schema.ts'
import { RETURN_ERRORS } from '../../src/rewards/private-api/errors.ts'
import type { RewardResult } from '../../src/rewards/private-api/redeemed-schema.ts'
import type { RedeemAnswer, RedeemedReward } from '../../src/rewards/private-api/schema.ts'
import type { AvailableRewards, CouponCheck, CouponRules } from '../../src/rewards/private-api/till-schema.ts'
import { verifyRewards } from '../../src/rewards/verify.ts'
import { MAIN_CELL } from '../../src/tenancy/cells.ts'
import { findTenant } from '../../src/tenancy/store/tenants.ts'
import type { NewTenant, TenantSettings } from '../../src/tenancy/tenant.ts'
import {
  type CodeOfAnswer,
  type PageEnvelope,
  type PointsEnvelope,
  type ResultEnvelope,
  resultOf,
} from './answers.ts'
import type { LedgerReader, StoredEvent, StoredRecord } from './ledger.ts'
import { type FullReward, makeReward, type Redeemed, type RewardToMake } from './rewards.ts'
import type { ShopKey, TestApi } from './test-api.ts'

export type BulkAnswers<Result> = PageEnvelope<BulkAnswer<Result>> & {
  readonly SucceededCount: number
  readonly FailedCount: number
}

export type Body = Record<string, unknown>
type Method = 'GET' | 'POST' | 'PUT' | 'DELETE'
export type ProgramToPublish = Parameters<typeof publishProgram>[2]

export const DAY_MS = 86_400_000

export const iso = (at: Instant): string => new Date(at).toISOString()

/** What the demo merchant has: 1 point per R$ 1, worth R$ 0.05, good for a year; brand `aurora` doubles. */
export const DEMO_PROGRAM: ProgramToPublish = {
  cashback: { isOn: true, pointValue: '0.05' },
  rules: [
    { id: 1, kind: 'purchase', points: '1', validityDays: 365 },
    { id: 2, kind: 'brand', ids: ['aurora'], multiplier: '2' },
  ],
}

type RuleToPublish = ProgramToPublish['rules'][number]

/** 1 point per R$ 1, worth R$ 0.10, never expiring; and whatever else a test is about. */
export function program(
  purchase: Partial<Extract<RuleToPublish, { kind: 'purchase' }>> = {},
  ...others: RuleToPublish[]
): ProgramToPublish {
  return {
    cashback: { isOn: true, pointValue: '0.1' },
    rules: [{ id: 1, kind: 'purchase', points: '1', ...purchase }, ...others],
  }
}

export const PLACE_PATHS = ['/v1/pvt/POS/orders', '/v1/pvt/Order'] as const
export type PlacePath = (typeof PLACE_PATHS)[number]

export interface ShopSettings extends Partial<NewTenant> {
  readonly settings?: TenantSettings
}

interface CheckoutEnvelope<Result> extends ResultEnvelope<Result> {
  readonly Code: string
  readonly CodeName: string
  readonly Severity: number
  readonly HasWarning: boolean
}

/**
 * A merchant as a test has it: a tenant with a program, and what its backend sends.
 *
 * An operation has two forms. The verb (`placeOrder`, `cancelOrder`, `changeCashback`, `redeem`) takes the body and
 * answers the envelope, whether it was refused or not. The participle (`placed`, `completed`, `cancelled`,
 * `changedCashback`, `redeemed`) takes what matters, returns the result, and fails the test where it was refused.
 */
export class Shop {
  readonly key: ShopKey
  readonly #api: TestApi
  readonly #reader: LedgerReader
  #changes = 0

  constructor(api: TestApi, reader: LedgerReader, key: ShopKey) {
    this.#api = api
    this.#reader = reader
    this.key = key
  }

  get tenantId(): number {
    return this.key.tenantId
  }

  /** Sends text as it is, for what JSON.stringify would not write. */
  async sendText<Answer>(method: Method, url: string, payload?: string): Promise<Answer> {
    return (await this.send<Answer>(method, url, payload)).answer
  }

  /** With the number of the customer's last event that the answer contains; null: it says none. */
  async send<Answer>(
    method: Method,
    url: string,
    payload?: string,
  ): Promise<{ readonly answer: Answer; readonly sequence: number | null }> {
    const response = await this.#api.send({
      method,
      url,
      headers: { authorization: this.key.authorization, 'content-type': 'application/json' },
      ...(payload === undefined ? {} : { payload }),
    })
    expect(response.statusCode, response.body).toBe(200)
    const sequence = response.headers['punchcard-customer-sequence']
    return {
      answer: response.json() as Answer,
      sequence: sequence === undefined ? null : Number(sequence),
    }
  }

  #ofCustomer<Answer>(customer: string, what: string): Promise<Answer> {
    return this.sendText('GET', `/v1/pvt/Customer/${encodeURIComponent(customer)}/${what}`)
  }

  getPoints(customer: string): Promise<CustomerPoints> {
    return this.#ofCustomer(customer, 'points')
  }

  getHistory(customer: string, query = ''): Promise<PageEnvelope<HistoryItem>> {
    return this.#ofCustomer(customer, `history${query}`)
  }

  /** All of it that fits into one page, newest first; fails where it was refused. */
  async history(customer: string, query = ''): Promise<HistoryItem[]> {
    const { Items, ErrorMessages } = await this.getHistory(customer, `?PageSize=50${query}`)
    if (!Items) throw new Error(`refused: ${ErrorMessages}`)
    return Items
  }

  getOrder(id: string): Promise<ReadOrder & ResultEnvelope<null>> {
    return this.sendText('GET', `/v1/pvt/Order/${encodeURIComponent(id)}`)
  }

  listOrders(customer: string, query = ''): Promise<PageEnvelope<ListedOrder>> {
    return this.#ofCustomer(customer, `orders${query}`)
  }

  listRewards(customer: string, query = ''): Promise<PageEnvelope<RewardResult>> {
    return this.#ofCustomer(customer, `rewards${query}`)
  }

  listCoupons(customer: string, query = ''): Promise<PageEnvelope<CouponItem>> {
    return this.#ofCustomer(customer, `availablecoupons${query}`)
  }

  getRedeemed(id: number | string): Promise<RewardResult & ResultEnvelope<null>> {
    return this.sendText('GET', `/v1/pvt/Rewards/${id}`)
  }

  cancelReward(id: number | string): Promise<ResultEnvelope<RewardResult>> {
    return this.sendText('DELETE', `/v1/pvt/POS/rewards/${id}`)
  }

  cancelRewardByKey(originalKey: string): Promise<ResultEnvelope<RewardResult>> {
    return this.sendText('DELETE', `/v1/pvt/POS/rewards?OriginalKey=${encodeURIComponent(originalKey)}`)
  }

  getPending(customer: string): Promise<PendingPoints> {
    return this.#ofCustomer(customer, 'pendingpoints')
  }

  #post<Answer>(url: string, body: unknown): Promise<Answer> {
    return this.sendText('POST', url, JSON.stringify(body))
  }

  /** Publishes the next version of the program; returns its number. */
  async publish(published: ProgramToPublish): Promise<number> {
    return this.#api.cells
      .of({ cell: MAIN_CELL })
      .transaction([this.tenantId], (tx) => publishProgram(tx, this.tenantId, published, this.#api.now))
  }

  placeOrder(body: Body, path: PlacePath = PLACE_PATHS[0]): Promise<ResultEnvelope<OrderResult>> {
    return this.#post(path, body)
  }

  /** The order as it was answered; fails where it was refused. */
  async placed(body: Body): Promise<OrderResult> {
    return resultOf(await this.placeOrder(body))
  }

  /** An order of now that is complete. */
  completed(id: string, customer: string, total: number, more: Body = {}): Promise<OrderResult> {
    return this.placed(this.completeOrder(id, customer, total, more))
  }

  /** The body of an order of now that is complete. */
  completeOrder(id: string, customer: string, total: number, more: Body = {}): Body {
    const now = iso(this.#api.now)
    return {
      OriginalId: id,
      OrderPlacementDate: now,
      OrderCompletedDate: now,
      IsCompleted: true,
      OrderTotal: total,
      UpdatedDate: now,
      Customer: { OriginalId: customer },
      ...more,
    }
  }

  /** Many at once, as a JSON array. */
  placeOrders(bodies: readonly unknown[]): Promise<BulkAnswers<BulkOrderResult>> {
    return this.#post('/v1/pvt/Order/bulk', bodies)
  }

  upsertCustomers(bodies: readonly unknown[]): Promise<BulkAnswers<BulkCustomerResult>> {
    return this.#post('/v1/pvt/Customer/bulk', bodies)
  }

  saveProducts(bodies: readonly unknown[]): Promise<BulkAnswers<BulkProductResult>> {
    return this.#post('/v1/pvt/Product/bulk', bodies)
  }

  cancelOrder(
    id: string,
    body: Body = { OrderCancelledDate: iso(this.#api.now) },
    path: PlacePath = PLACE_PATHS[0],
  ): Promise<ResultEnvelope<CancelResult>> {
    return this.#post(`${path}/${encodeURIComponent(id)}/cancel`, body)
  }

  /** Cancels now; fails where that was refused. */
  async cancelled(id: string): Promise<CancelResult> {
    return resultOf(await this.cancelOrder(id))
  }

  /** By the general operation. */
  returnPart(id: string, body: Body): Promise<ResultEnvelope<ReturnResult>> {
    return this.#post(`/v1/pvt/Order/${encodeURIComponent(id)}/partialcancel`, body)
  }

  /** At the point of sale, where the answer has a business code. */
  returnPartAtPos(id: string, body: Body): Promise<ResultEnvelope<ReturnResult> & CodeOfAnswer> {
    return this.#post(`/v1/pvt/POS/${encodeURIComponent(id)}/partialcancel`, body)
  }

  /** Returns so much, with a key of its own; fails where that was refused. */
  async returned(id: string, value: number, more: Body = {}): Promise<ReturnResult> {
    this.#changes += 1
    const body = { ValueToRefund: value, CancelKey: `return-${this.#changes}`, ...more }
    return resultOf(await this.returnPart(id, body))
  }

  changeCashback(customer: string, body: Body): Promise<ResultEnvelope<CustomerPoints>> {
    return this.#post(`/v1/pvt/Customer/${encodeURIComponent(customer)}/cashback`, body)
  }

  /** Adds what is above zero and removes what is below, each time with a key of its own. */
  async changedCashback(customer: string, value: number): Promise<CustomerPoints> {
    this.#changes += 1
    return resultOf(
      await this.changeCashback(customer, {
        Value: value,
        OperationType: value < 0 ? 1 : 0,
        Reason: 'a test',
        ChangeKey: `change-${this.#changes}`,
      }),
    )
  }

  changePoints(customer: string, body: Body): Promise<ResultEnvelope<CustomerPoints>> {
    return this.#post(`/v1/pvt/Customer/${encodeURIComponent(customer)}/points`, body)
  }

  /** Adds what is above zero and removes what is below, each time with a key of its own. */
  async changedPoints(customer: string, points: number): Promise<CustomerPoints> {
    this.#changes += 1
    return resultOf(
      await this.changePoints(customer, {
        Points: points,
        OperationType: points < 0 ? 1 : 0,
        Reason: 'a test',
        ChangeKey: `change-${this.#changes}`,
      }),
    )
  }

  listObjectives(query = ''): Promise<PageEnvelope<Objective>> {
    return this.sendText('GET', `/v1/pvt/Objectives/active${query}`)
  }

  grant(action: number | string, body: Body): Promise<ResultEnvelope<GrantResult>> {
    return this.#post(`/v1/pvt/Objectives/${encodeURIComponent(action)}/redeem`, body)
  }

  listCards(): Promise<ResultEnvelope<Card[]>> {
    return this.sendText('GET', '/v1/pvt/Cards')
  }

  customerCards(customer: string, query = ''): Promise<ResultEnvelope<CustomerCard[]>> {
    return this.#ofCustomer(customer, `cards${query}`)
  }

  /** One of the customer's cards; fails where it is not listed. */
  async cardOf(customer: string, cardId: number): Promise<CustomerCard> {
    const card = resultOf(await this.customerCards(customer, '?All=true')).find(
      ({ CardId }) => CardId === cardId,
    )
    if (!card) throw new Error(`there is no card ${cardId}`)
    return card
  }

  listStamps(customer: string, cardId: number | string, query = ''): Promise<PageEnvelope<Stamps>> {
    return this.#ofCustomer(customer, `cards/${cardId}/stamps${query}`)
  }

  giveStamps(customer: string, cardId: number | string, body: Body): Promise<ResultEnvelope<GivenStamps>> {
    return this.#post(`/v1/pvt/Customer/${encodeURIComponent(customer)}/cards/${cardId}/stamps`, body)
  }

  cancelStamps(
    customer: string,
    cardId: number | string,
    key: string,
  ): Promise<ResultEnvelope<CancelledStamps>> {
    const path = `cards/${cardId}/stamps/${encodeURIComponent(key)}/cancel`
    return this.sendText('POST', `/v1/pvt/Customer/${encodeURIComponent(customer)}/${path}`)
  }

  getCustomer(id: string): Promise<ResultEnvelope<CustomerResult>> {
    return this.sendText('GET', `/v1/pvt/Customer/${encodeURIComponent(id)}`)
  }

  productPoints(items: unknown): Promise<PointsEnvelope> {
    return this.#post('/v1/pvt/Product/points', items)
  }

  async savedProduct(id: string, body: Body = {}): Promise<void> {
    const product = { OriginalId: id, Title: id, ...body }
    const url = `/v1/pvt/Product/${encodeURIComponent(id)}`
    const saved = await this.sendText<ResultEnvelope<unknown>>('PUT', url, JSON.stringify(product))
    expect(saved.HasError, String(saved.ErrorMessage)).toBe(false)
  }

  makeReward(reward: RewardToMake = {}, codes: readonly string[] | null = null): Promise<number> {
    return makeReward(this.#api.cells.of({ cell: MAIN_CELL }), this.tenantId, reward, codes)
  }

  async redeem(reward: number | string, body: Body): Promise<Redeemed> {
    const response = await this.#api.send({
      method: 'POST',
      url: `/v1/pvt/RewardConfigurations/${reward}/redeem`,
      headers: { authorization: this.key.authorization },
      payload: body,
    })
    expect(response.statusCode, response.body).toBe(200)
    const header = (name: string): string | undefined => response.headers[name] as string | undefined
    return {
      answer: response.json() as RedeemAnswer,
      originalKey: header('punchcard-original-key'),
      externalCode: header('punchcard-external-code'),
      couponCode: header('punchcard-coupon-code'),
    }
  }

  /** Fails where it was refused. */
  async redeemed(
    reward: number,
    customer: string,
    more: Body = {},
  ): Promise<{ item: FullReward; originalKey: string; externalCode: string; couponCode: string }> {
    const { answer, ...names } = await this.redeem(reward, { CustomerId: customer, ...more })
    const [item] = answer.Items
    if (!item) throw new Error(`refused: ${answer.ErrorMessages}`)
    const { originalKey = '', externalCode = '', couponCode = '' } = names
    return { item, originalKey, externalCode, couponCode }
  }

  /** The number of the error, or null where it was redeemed. */
  async refusal(reward: number, customer: string, more: Body = {}): Promise<number | null> {
    const { answer } = await this.redeem(reward, { CustomerId: customer, ...more })
    return answer.ErrorCode ?? null
  }

  createCoupon(body: Body): Promise<PageEnvelope<CouponItem>> {
    return this.sendText('POST', '/v1/pvt/Coupons', JSON.stringify(body))
  }

  /** What may be redeemed at a till, for a basket. */
  listForPurchase(body: Body): Promise<AvailableRewards & ResultEnvelope<null>> {
    return this.#post('/v1/pvt/POS/rewards/available', body)
  }

  redeemAtTill(reward: number | string, body: Body): Promise<ResultEnvelope<RedeemedReward>> {
    return this.#post(`/v1/pvt/POS/rewards/${reward}/redeem`, body)
  }

  reserve(body: Body): Promise<CheckoutEnvelope<ReservedReward>> {
    return this.#post('/v1/pvt/Checkout/redeem', body)
  }

  /** Fails where it was refused. */
  async reserved(customer: string, checkout: string, more: Body = {}): Promise<ReservedReward> {
    return resultOf(await this.reserve({ CustomerId: customer, CheckoutId: checkout, ...more }))
  }

  refreshCheckout(body: Body): Promise<CheckoutEnvelope<RefreshResult>> {
    return this.#post('/v1/pvt/Checkout/redeem/refresh', body)
  }

  removeCheckout(body: Body): Promise<CheckoutEnvelope<RemoveResult>> {
    return this.#post('/v1/pvt/Checkout/redeem/remove', body)
  }

  getCoupon(code: string): Promise<ResultEnvelope<CouponItem>> {
    return this.sendText('GET', `/v1/pvt/Coupons/${encodeURIComponent(code)}`)
  }

  getCouponRules(code: string): Promise<ResultEnvelope<CouponRules>> {
    return this.sendText('GET', `/v1/pvt/Coupons/${encodeURIComponent(code)}/rules`)
  }

  validateCoupon(code: string, body: Body): Promise<ResultEnvelope<CouponCheck>> {
    return this.#post(`/v1/pvt/POS/coupons/${encodeURIComponent(code)}/validate`, body)
  }

  useCoupon(code: string, body: Body): Promise<ResultEnvelope<CouponCheck>> {
    return this.#post(`/v1/pvt/POS/coupons/${encodeURIComponent(code)}/use`, body)
  }

  undoCoupon(code: string, body: Body): Promise<ResultEnvelope<CouponCheck>> {
    return this.#post(`/v1/pvt/POS/coupons/${encodeURIComponent(code)}/undo`, body)
  }

  inactivate(code: string): Promise<PageEnvelope<CouponItem>> {
    return this.sendText('POST', `/v1/pvt/Coupons/${encodeURIComponent(code)}/inactive`)
  }

  updateMetadata(body: Body): Promise<ResultEnvelope<RedeemedReward>> {
    return this.sendText('POST', '/v1/pvt/Rewards/updatemetadata', JSON.stringify(body))
  }

  /** As somebody in the panel would: the number of the error, or null where it was returned. */
  async returnReward(originalKey: string): Promise<number | null> {
    const database = this.#api.cells.of({ cell: MAIN_CELL })
    const tenant = await database.transaction([], (tx) => findTenant(tx, this.tenantId))
    if (!tenant) throw new Error('the merchant is gone')
    const till = createTill({ database, clock: () => this.#api.now, ...REWARDS_DUE })
    const result = await till.run(returnReward, { tenant, originalKey })
    const answer = inApiTerms(result, RETURN_ERRORS)
    return isRefusal(answer) ? codeOf(answer) : null
  }

  getReward(reward: number): Promise<ResultEnvelope<FullReward>> {
    return this.sendText('GET', `/v1/pvt/RewardConfigurations/${reward}`)
  }

  /** What is stored of a coupon, by its code in whatever case. */
  async coupon(code: string) {
    const [row] = await this.#reader.query<{
      code: string
      customer: string
      order: string | null
      is_used: boolean
      used_for_order: string | null
      is_inactive: boolean
      redemption_key: string | null
    }>(
      `select code, customer.original_id as customer, bought.original_id as order, is_used, used_for_order,
         inactivated_at is not null as is_inactive, redemption_key
       from coupon
       join customer on customer.tenant_id = coupon.tenant_id and customer.id = coupon.customer_id
       left join customer_order as bought on bought.tenant_id = coupon.tenant_id and bought.id = coupon.order_id
       where coupon.tenant_id = $1 and code_key = upper($2)`,
      [this.tenantId, code],
    )
    return row
  }

  /** Counters that are kept against what they count; nothing where all is well. */
  doubts() {
    return verifyRewards(this.#api.cells.of({ cell: MAIN_CELL }), this.tenantId)
  }

  records(customer: string): Promise<StoredRecord[]> {
    return this.#reader.records(this.tenantId, customer)
  }

  events(customer: string): Promise<StoredEvent[]> {
    return this.#reader.events(this.tenantId, customer)
  }

  /** The events in one line each: `+120 / +6 → 120 / 6`. */
  async story(customer: string): Promise<string[]> {
    const signed = (value: number): string => (value > 0 ? `+${value}` : String(value))
    return (await this.events(customer)).map(
      ({ points, cashback, balance }) => `${signed(points)} / ${signed(cashback)} → ${balance.join(' / ')}`,
    )
  }

  /** Everything that is stored of this merchant's accounts, for seeing that nothing has changed. */
  async everything(): Promise<unknown> {
    const tables = [
      'customer',
      'customer_alias',
      'customer_term',
      'customer_order',
      'order_return',
      'point_record',
      'point_origin',
      'point_event',
      'balance_change',
      'action_grant',
      'redemption',
      'coupon',
      'reward_usage',
      'pre_generated_coupon',
    ]
    const [row] = await this.#reader.query(
      `select ${tables.map((table) => `(select array_agg(t::text order by t::text) from ${table} as t where tenant_id = $1) as ${table}`)}`,
      [this.tenantId],
    )
    return row
  }
}
