import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { MAIN_CELL } from '../../src/tenancy/cells.ts'
import { LedgerReader, verifyMerchant } from '../support/ledger.ts'
import { Shop } from '../support/shop.ts'
import { useTestApi } from '../support/test-api.ts'
import { FOUND, NOT_FOUND } from './corruptions.ts'
import { fillMerchant } from './full-merchant.ts'
import { withPlanted } from './plant.ts'

/** One wrong number or missing row at a time: what `punchcard verify` says of it, or why it can't matter. */
describe('verify', () => {
  const test = useTestApi()
  let reader: LedgerReader
  let tenantId: number

  beforeAll(async () => {
    reader = new LedgerReader(test.api.databaseUrl)
    await reader.open()
    const shop = new Shop(test.api, reader, await test.api.openShop())
    tenantId = shop.tenantId
    await fillMerchant(test.api, shop)
  })
  afterAll(() => reader.close())

  async function differences(): Promise<string[]> {
    const { differences: found } = await verifyMerchant(test.api.cells.of({ cell: MAIN_CELL }), tenantId)
    return found.map(
      ({ customer, what, stored, recomputed }) => `${customer}: ${what}, ${stored} for ${recomputed}`,
    )
  }

  it('finds nothing where all is well', async () => {
    expect(await differences()).toEqual([])
  })

  for (const [name, table, set, where, says, isOfAll] of FOUND) {
    it(`finds ${name}`, async () => {
      const corruption = { table, set, where, ...(isOfAll && { isOfAll }) }
      const found = await withPlanted(reader, tenantId, corruption, differences)
      expect(found).toContainEqual(expect.stringMatching(says))
    })
  }

  for (const [name, why, table, set, where] of NOT_FOUND) {
    it(`can’t find ${name}: ${why}`, async () => {
      expect(await withPlanted(reader, tenantId, { table, set, where }, differences)).toEqual([])
    })
  }

  it('finds nothing again once all is put back', async () => {
    expect(await differences()).toEqual([])
  })
})
