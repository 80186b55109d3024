import { afterAll, afterEach, beforeAll, beforeEach, expect } from 'vitest'
import { changesOfCustomers, expectHistoryExplains, expectLedgerVerifies, LedgerReader } from './ledger.ts'
import { DEMO_PROGRAM, type ProgramToPublish, Shop, type ShopSettings } from './shop.ts'
import { START, type StorefrontOverrides, type TestApi, useTestApi } from './test-api.ts'

export interface Shops {
  readonly api: TestApi
  readonly reader: LedgerReader
  /** A merchant of its own, so that a test meets nobody else's customers. */
  open(published?: ProgramToPublish | null, settings?: ShopSettings): Promise<Shop>
}

/** One API for all tests of a file. After each test the ledgers of the merchants in it must verify. */
export function useShops(storefront: StorefrontOverrides = {}): Shops {
  const test = useTestApi({}, storefront)
  let reader: LedgerReader | undefined
  const ofTest: Shop[] = []
  const ofFile: Shop[] = []
  /** By merchant: its customers as they were when they were last verified. */
  const verified = new Map<number, ReadonlyMap<string, string>>()
  let isTestRunning = false

  function readerNow(): LedgerReader {
    if (!reader) throw new Error('the database is not open yet')
    return reader
  }

  beforeAll(async () => {
    reader = new LedgerReader(test.api.databaseUrl)
    await reader.open()
  })
  afterAll(async () => {
    for (const { tenantId } of ofFile) await expectVerifies(tenantId)
    await reader?.close()
  })
  beforeEach(() => {
    isTestRunning = true
    test.api.now = START
  })
  afterEach(async () => {
    isTestRunning = false
    for (const { tenantId } of ofTest.splice(0)) await expectChangesVerify(tenantId)
    for (const { tenantId } of ofFile) await expectChangesVerify(tenantId)
  })

  /**
   * Hundreds of tests share a merchant, and most change one customer or none: to explain the others again after each
   * took two thirds of the processor time of the tests of orders (38 s, now 12).
   */
  async function expectChangesVerify(tenantId: number): Promise<void> {
    const changes = await changesOfCustomers(readerNow(), tenantId)
    const before = verified.get(tenantId)
    const changed = [...changes.keys()].filter((customer) => changes.get(customer) !== before?.get(customer))
    if (before && changed.length === 0) return
    await expectVerifies(tenantId)
    await expectHistoryExplains(test.api, readerNow(), tenantId, changed)
    verified.set(tenantId, changes)
  }

  async function expectVerifies(tenantId: number): Promise<void> {
    await expectLedgerVerifies(test.api, [tenantId])
    expect(await readerNow().doubts(tenantId)).toEqual([])
  }

  return {
    get api() {
      return test.api
    },
    get reader() {
      return readerNow()
    },
    async open(published = DEMO_PROGRAM, { settings, ...tenant } = {}) {
      const key = await test.api.openShop(tenant)
      if (settings) {
        await readerNow().query('update tenant set settings = $2 where id = $1', [key.tenantId, settings])
      }
      const shop = new Shop(test.api, readerNow(), key)
      if (published) await shop.publish(published)
      // What is opened for a whole file is verified after each of its tests.
      const opened = isTestRunning ? ofTest : ofFile
      opened.push(shop)
      return shop
    },
  }
}

/** A merchant for all tests of a file, beside those that a test opens for itself. */
export function useShop(published: ProgramToPublish | null = DEMO_PROGRAM, settings: ShopSettings = {}) {
  const shops = useShops()
  let shop: Shop | undefined
  beforeAll(async () => {
    shop = await shops.open(published, settings)
  })
  return {
    get api() {
      return shops.api
    },
    get reader() {
      return shops.reader
    },
    open: shops.open,
    get shop() {
      if (!shop) throw new Error('the merchant is not there yet')
      return shop
    },
  }
}
