import { expect } from 'vitest'
import { createTill } from '../../src/accounts/till/till.ts'
import { codeOf, inApiTerms } from '../../src/contract/private-api/errors.ts'
import { isRefusal } from '../../src/contract/refusal.ts'
import { COUPON_TYPE } from '../../src/coupons/coupon.ts'
import type { CouponItem } from '../../src/coupons/private-api/schema.ts'
import type { Database } from '../../src/platform/postgres/database.ts'
import { returnReward } from '../../src/rewards/commands.ts'
import { RETURN_ERRORS } from '../../src/rewards/private-api/errors.ts'
import type { RedeemAnswer, RedeemedReward } from '../../src/rewards/private-api/schema.ts'
import { REWARD_TYPE } from '../../src/rewards/reward-type.ts'
import { insertCouponList } from '../../src/rewards/store/code-lists.ts'
import { insertReward } from '../../src/rewards/store/rewards.ts'
import { verifyRewards } from '../../src/rewards/verify.ts'
import { MAIN_CELL } from '../../src/tenancy/cells.ts'
import { findTenant } from '../../src/tenancy/store/tenants.ts'
import type { LedgerReader } from './ledger.ts'
import type { Body, ResultEnvelope, Seller } from './seller.ts'
import type { TestApi } from './test-api.ts'

export type RewardToMake = Partial<Parameters<typeof insertReward>[2]>
export type FullReward = RedeemAnswer['Items'][number]

export interface PageEnvelope<Item> {
  readonly Items: Item[] | null
  readonly TotalItemCount: number
  readonly PageSize: number
  readonly PageNumber: number
  readonly HasNextPage: boolean
  readonly HasError: boolean
  readonly ErrorMessages: string[]
}

/** Points and money as the tables keep them. */
export const decimal = (value: number): bigint => BigInt(Math.round(value * 10_000))

/** A reward of 100 points for R$ 10.00 off, unless it says otherwise; with these codes in a list, if any. */
export function makeReward(
  database: Database,
  tenantId: number,
  reward: RewardToMake = {},
  codes: readonly string[] | null = null,
): Promise<number> {
  return database.transaction([tenantId], async (tx) => {
    const id = await insertReward(tx, tenantId, {
      title: 'R$ 10 off',
      type: REWARD_TYPE.fixedValue,
      points: decimal(100),
      value: decimal(10),
      ...reward,
    })
    if (codes) {
      const list = { name: `Codes of ${id}`, rewardId: id, couponType: COUPON_TYPE.others, codes }
      await insertCouponList(tx, tenantId, list)
    }
    return id
  })
}

export interface Redeemed {
  readonly answer: RedeemAnswer
  readonly originalKey: string | undefined
  readonly externalCode: string | undefined
  readonly couponCode: string | undefined
}

/** What a merchant's backend does with rewards and coupons. */
export class Redeemer {
  readonly #api: TestApi
  readonly #reader: LedgerReader
  readonly seller: Seller

  constructor(test: { readonly api: TestApi; readonly reader: LedgerReader }, seller: Seller) {
    this.#api = test.api
    this.#reader = test.reader
    this.seller = seller
  }

  makeReward(reward: RewardToMake = {}, codes: readonly string[] | null = null): Promise<number> {
    return makeReward(this.#api.cells.of({ cell: MAIN_CELL }), this.seller.tenantId, reward, codes)
  }

  async redeem(reward: number | string, body: Body): Promise<Redeemed> {
    const response = await this.#api.send({
      method: 'POST',
      url: `/v1/pvt/RewardConfigurations/${reward}/redeem`,
      headers: { authorization: this.seller.merchant.authorization },
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
    return this.seller.sendText('POST', '/v1/pvt/Coupons', JSON.stringify(body))
  }

  inactivate(code: string): Promise<PageEnvelope<CouponItem>> {
    return this.seller.sendText('POST', `/v1/pvt/Coupons/${encodeURIComponent(code)}/inactive`)
  }

  updateMetadata(body: Body): Promise<ResultEnvelope<RedeemedReward>> {
    return this.seller.sendText('POST', '/v1/pvt/Rewards/updatemetadata', JSON.stringify(body))
  }

  /** As somebody in the panel would: the number of the error, or null where it was returned. */
  async returnReward(originalKey: string): Promise<number | null> {
    const database = this.#api.cells.of({ cell: MAIN_CELL })
    const tenant = await database.transaction([], (tx) => findTenant(tx, this.seller.tenantId))
    if (!tenant) throw new Error('the merchant is gone')
    const till = createTill({ database, clock: () => this.#api.now })
    const result = await till.run(returnReward, { tenant, originalKey })
    const answer = inApiTerms(result, RETURN_ERRORS)
    return isRefusal(answer) ? codeOf(answer) : null
  }

  getReward(reward: number): Promise<ResultEnvelope<FullReward>> {
    return this.seller.sendText('GET', `/v1/pvt/RewardConfigurations/${reward}`)
  }

  /** What is stored of a coupon, by its code in whatever case. */
  async coupon(code: string) {
    const [row] = await this.#reader.query<{
      code: string
      customer: string
      order: string | null
      is_used: boolean
      is_inactive: boolean
      redemption_key: string | null
    }>(
      `select code, customer.original_id as customer, bought.original_id as order, is_used,
         inactivated_at is not null as is_inactive, redemption_key
       from coupon
       join customer on customer.tenant_id = coupon.tenant_id and customer.id = coupon.customer_id
       left join customer_order as bought on bought.tenant_id = coupon.tenant_id and bought.id = coupon.order_id
       where coupon.tenant_id = $1 and code_key = upper($2)`,
      [this.seller.tenantId, code],
    )
    return row
  }

  /** Counters that are kept against what they count; nothing where all is well. */
  doubts() {
    return verifyRewards(this.#api.cells.of({ cell: MAIN_CELL }), this.seller.tenantId)
  }
}

/** What an operation on coupons answers when it refuses. */
export function refusedCoupon(code: number, text: string) {
  return {
    Items: null,
    TotalItemCount: 0,
    PageSize: 0,
    PageNumber: 0,
    HasNextPage: false,
    HasError: true,
    ErrorMessages: [expect.stringMatching(new RegExp(`^${code} \\w+: .*${text}`))],
  }
}
