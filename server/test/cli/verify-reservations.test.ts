import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { MAIN_CELL } from '../../src/tenancy/cells.ts'
import { LedgerReader, verifyMerchant } from '../support/ledger.ts'
import { program, Shop } from '../support/shop.ts'
import { useTestApi } from '../support/test-api.ts'

/** A linked coupon and a released reservation exclude each other. */
describe('verify', () => {
  const test = useTestApi()
  let reader: LedgerReader

  beforeAll(async () => {
    reader = new LedgerReader(test.api.databaseUrl)
    await reader.open()
  })
  afterAll(() => reader.close())

  it.each([
    [
      'a reservation that was released although an order uses it',
      'returned_at = redeemed_at, released_by = 1',
      /^redemption cart:\d+ that order \d+ uses, released for standing$/,
    ],
    [
      'a reservation that will be released although an order uses it',
      `expires_at = redeemed_at + interval '1 hour'`,
      /^reservation cart:\d+ that is used, has a deadline for confirmed$/,
    ],
  ])('finds %s', async (_what, change, expected) => {
    const shop = new Shop(test.api, reader, await test.api.openShop())
    await shop.publish(program())
    await shop.makeReward({ title: 'Cashback', type: 3, points: 0n, value: 0n })
    await shop.completed('o1', 'ana', 100)
    const { ExternalCode } = await shop.reserved('ana', 'cart', { CashbackValue: 10 })
    await shop.completed('o2', 'ana', 80, { Coupon: ExternalCode })
    const database = test.api.cells.of({ cell: MAIN_CELL })
    expect((await verifyMerchant(database, shop.tenantId)).differences).toEqual([])
    await reader.query(`update redemption set ${change} where tenant_id = $1`, [shop.tenantId])
    const { differences } = await verifyMerchant(database, shop.tenantId)
    const found = differences.map(({ what, stored, recomputed }) => `${what}, ${stored} for ${recomputed}`)
    expect(found).toContainEqual(expect.stringMatching(expected))
  })
})
