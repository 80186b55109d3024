import { afterAll, afterEach, beforeAll, beforeEach, expect } from 'vitest'
import { expectHistoryExplains, expectLedgerVerifies, LedgerReader } from './ledger.ts'
import { DEMO_PROGRAM, type ProgramToPublish, Shop, type ShopSettings } from './shop.ts'
import { START, type TestApi, useTestApi } from './test-api.ts'

export interface Shops {
  readonly api: TestApi
  readonly reader: LedgerReader
  /** A merchant of its own, so that a test meets nobody else's customers. */
  open(published?: ProgramToPublish | null, settings?: ShopSettings): Promise<Shop>
}

/** One API for all tests of a file. After each test the ledgers of the merchants in it must verify. */
export function useShops(): Shops {
  const test = useTestApi()
  let reader: LedgerReader | undefined
  const ofTest: Shop[] = []
  const ofFile: Shop[] = []
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
