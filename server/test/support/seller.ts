import { afterAll, afterEach, beforeAll, beforeEach, expect } from 'vitest'
import type { CustomerPoints } from '../../src/cashback/private-api/schema.ts'
import type { CustomerResult } from '../../src/customers/private-api/schema.ts'
import { publishProgram } from '../../src/earning/store.ts'
import type { CancelResult, OrderResult } from '../../src/orders/private-api/schema.ts'
import type { Instant } from '../../src/platform/clock.ts'
import { MAIN_CELL } from '../../src/tenancy/cells.ts'
import type { NewTenant, TenantSettings } from '../../src/tenancy/tenant.ts'
import {
  expectHistoryExplains,
  expectLedgerVerifies,
  LedgerReader,
  type StoredEvent,
  type StoredRecord,
} from './ledger.ts'
import { type Merchant, START, type TestApi, useTestApi } from './test-api.ts'

export type Body = Record<string, unknown>
export type ProgramToPublish = Parameters<typeof publishProgram>[2]

export interface ResultEnvelope<Result> {
  readonly ErrorMessage: string | null
  readonly ErrorCode: number | null
  readonly Result: Result | null
  readonly HasError: boolean
}

export interface PointsEnvelope {
  readonly HasError: boolean
  readonly ErrorMessages: string[]
  readonly ErrorMessage: string
  readonly ErrorDescriptions: { Description: number; Field: string; FieldText: string }[]
  readonly Result: { Id: string; Points: number; Cashback: number }[] | null
}

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

export interface SellerSettings extends Partial<NewTenant> {
  readonly settings?: TenantSettings
}

/** A merchant with a program, and what its backend does. */
export class Seller {
  readonly merchant: Merchant
  readonly #api: TestApi
  readonly #reader: LedgerReader
  #changes = 0

  constructor(api: TestApi, reader: LedgerReader, merchant: Merchant) {
    this.#api = api
    this.#reader = reader
    this.merchant = merchant
  }

  get tenantId(): number {
    return this.merchant.tenantId
  }

  /** Sends text as it is, for what JSON.stringify would not write. */
  async sendText<Answer>(method: 'GET' | 'POST' | 'PUT', url: string, payload?: string): Promise<Answer> {
    const response = await this.#api.send({
      method,
      url,
      headers: { authorization: this.merchant.authorization, 'content-type': 'application/json' },
      ...(payload === undefined ? {} : { payload }),
    })
    expect(response.statusCode, response.body).toBe(200)
    return response.json() as Answer
  }

  #post<Answer>(url: string, body: unknown): Promise<Answer> {
    return this.sendText('POST', url, JSON.stringify(body))
  }

  /** Publishes the next version of the program; returns its number. */
  async publish(published: ProgramToPublish): Promise<number> {
    return this.#api.cells
      .of({ cell: MAIN_CELL })
      .transaction([this.tenantId], (tx) => publishProgram(tx, this.tenantId, published))
  }

  placeOrder(body: Body, path: PlacePath = PLACE_PATHS[0]): Promise<ResultEnvelope<OrderResult>> {
    return this.#post(path, body)
  }

  /** The order as it was answered; fails where it was refused. */
  async placed(body: Body): Promise<OrderResult> {
    return resultOf(await this.placeOrder(body))
  }

  /** An order of now that is complete. */
  complete(id: string, customer: string, total: number, more: Body = {}): Promise<OrderResult> {
    const now = iso(this.#api.now)
    return this.placed({
      OriginalId: id,
      OrderPlacementDate: now,
      OrderCompletedDate: now,
      IsCompleted: true,
      OrderTotal: total,
      UpdatedDate: now,
      Customer: { OriginalId: customer },
      ...more,
    })
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

  getCustomer(id: string): Promise<ResultEnvelope<CustomerResult>> {
    return this.sendText('GET', `/v1/pvt/Customer/${encodeURIComponent(id)}`)
  }

  productPoints(items: unknown): Promise<PointsEnvelope> {
    return this.#post('/v1/pvt/Product/points', items)
  }

  async saveProduct(id: string, body: Body = {}): Promise<void> {
    const product = { OriginalId: id, Title: id, ...body }
    const url = `/v1/pvt/Product/${encodeURIComponent(id)}`
    const saved = await this.sendText<ResultEnvelope<unknown>>('PUT', url, JSON.stringify(product))
    expect(saved.HasError, String(saved.ErrorMessage)).toBe(false)
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
      'customer_order',
      'point_record',
      'point_origin',
      'point_event',
      'cashback_change',
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

export function resultOf<Result>({
  Result,
  HasError,
  ErrorCode,
  ErrorMessage,
}: ResultEnvelope<Result>): Result {
  if (HasError || Result === null) throw new Error(`refused with ${ErrorCode}: ${ErrorMessage}`)
  return Result
}

/** The whole of a refusal: its number, no result, and a message that names the field. */
export function refused(code: number, field: string): ResultEnvelope<null> {
  return { ErrorMessage: expect.stringContaining(field), ErrorCode: code, Result: null, HasError: true }
}

export interface Sellers {
  readonly api: TestApi
  readonly reader: LedgerReader
  /** A merchant of its own, so that a test meets nobody else's customers. */
  open(published?: ProgramToPublish | null, settings?: SellerSettings): Promise<Seller>
}

/** One API for all tests of a file. After each test the ledgers of the merchants in it must verify. */
export function useSellers(): Sellers {
  const test = useTestApi()
  let reader: LedgerReader | undefined
  const ofTest: Seller[] = []
  const ofFile: Seller[] = []
  let isTestRunning = false

  function readerNow(): LedgerReader {
    if (!reader) throw new Error('the database is not open yet')
    return reader
  }

  beforeAll(async () => {
    reader = new LedgerReader(test.api.databaseUrl)
    await reader.open()
  })
  afterAll(() => reader?.close())
  beforeEach(() => {
    isTestRunning = true
    test.api.now = START
  })
  afterEach(async () => {
    isTestRunning = false
    const tenantIds = [...ofFile, ...ofTest.splice(0)].map(({ tenantId }) => tenantId)
    await expectLedgerVerifies(test.api, tenantIds)
    for (const tenantId of tenantIds) {
      expect(await readerNow().doubts(tenantId)).toEqual([])
      await expectHistoryExplains(test.api, readerNow(), tenantId)
    }
  })

  return {
    get api() {
      return test.api
    },
    get reader() {
      return readerNow()
    },
    async open(published = DEMO_PROGRAM, { settings, ...tenant } = {}) {
      const merchant = await test.api.createMerchant(tenant)
      if (settings) {
        await readerNow().query('update tenant set settings = $2 where id = $1', [
          merchant.tenantId,
          settings,
        ])
      }
      const seller = new Seller(test.api, readerNow(), merchant)
      if (published)
        await seller.publish(published)
        // What is opened for a whole file is verified after each of its tests.
      ;(isTestRunning ? ofTest : ofFile).push(seller)
      return seller
    },
  }
}

/** A merchant for all tests of a file, beside those that a test opens for itself. */
export function useSeller(published: ProgramToPublish | null = DEMO_PROGRAM, settings: SellerSettings = {}) {
  const sellers = useSellers()
  let seller: Seller | undefined
  beforeAll(async () => {
    seller = await sellers.open(published, settings)
  })
  return {
    get api() {
      return sellers.api
    },
    get reader() {
      return sellers.reader
    },
    open: sellers.open,
    get seller() {
      if (!seller) throw new Error('the merchant is not there yet')
      return seller
    },
  }
}
