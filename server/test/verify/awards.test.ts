import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { MAIN_CELL } from '../../src/tenancy/cells.ts'
import { COFFEE_CARD, coffees } from '../support/coffee-card.ts'
import { LedgerReader, verifyMerchant } from '../support/ledger.ts'
import { program, Shop } from '../support/shop.ts'
import { useTestApi } from '../support/test-api.ts'
import { withPlanted } from './plant.ts'

const OF = (customer: string) => `customer_id = (select id from customer where original_id = '${customer}')`

/** What is changed of the awards below, and what `verify` says of it. */
const FOUND = [
  [
    'a reward that was given without a redemption',
    'award',
    "redemption_key = 'x'",
    OF('gil'),
    /coupon of award/,
  ],
  ['a reward that was given without its coupon', 'award', 'coupon_key = null', OF('gil'), /coupon of award/],
  [
    'another reward than the one that was given',
    'award',
    'reward_id = reward_id + 1',
    OF('gil'),
    /coupon of award/,
  ],
  [
    'an undone coupon that can be used',
    'coupon',
    'inactivated_at = null',
    OF('uma'),
    /that was undone, usable for inactive/,
  ],
  [
    'an award whose ground is gone with a coupon that can be used',
    'award',
    'lost = 1',
    OF('gil'),
    /whose ground/,
  ],
  ['an award that is said to be due and was given', 'award', 'state = 0', OF('gil'), /that was not given/],
  [
    'an award that is held for no reason',
    'award',
    'held_because = null',
    OF('hal'),
    /is held, none for a reason/,
  ],
  [
    'an award that has a reason and is not held',
    'award',
    'held_because = 1',
    OF('gil'),
    /is held, 1 for none/,
  ],
  [
    'an award that would be given too late',
    'customer',
    'awards_due_at = null',
    "original_id = 'dia'",
    /when award \d+ is due, none/,
  ],
] as const

describe('verify of awards', () => {
  const test = useTestApi()
  let reader: LedgerReader
  let tenantId: number

  /** Gil has a coupon, Uma had one, Hal's is held, and Dia's waits for its day. */
  beforeAll(async () => {
    reader = new LedgerReader(test.api.databaseUrl)
    await reader.open()
    const shop = new Shop(test.api, reader, await test.api.openShop())
    tenantId = shop.tenantId
    const reward = String(await shop.makeReward({ title: 'House coffee' }, ['one', 'two']))
    const { points: _, ...card } = COFFEE_CARD
    await shop.publish(program({}, { ...card, reward }))
    test.api.now += 60_000
    for (const customer of ['gil', 'uma', 'hal']) {
      await shop.completed(`of-${customer}`, customer, 80, coffees(10))
      await shop.history(customer)
    }
    await shop.cancelled('of-uma')
    await shop.publish(program({}, { ...card, reward, waitingDays: 3 }))
    test.api.now += 60_000
    await shop.completed('of-dia', 'dia', 80, coffees(10))
  })
  afterAll(() => reader.close())

  async function differences(): Promise<string[]> {
    const { differences: found } = await verifyMerchant(test.api.cells.of({ cell: MAIN_CELL }), tenantId)
    return found.map(({ what, stored, recomputed }) => `${what}, ${stored} for ${recomputed}`)
  }

  it('finds nothing where all is well', async () => {
    expect(await differences()).toEqual([])
  })

  for (const [name, table, set, where, says] of FOUND) {
    it(`finds ${name}`, async () => {
      const found = await withPlanted(reader, tenantId, { table, set, where }, differences)
      expect(found).toContainEqual(expect.stringMatching(says))
    })
  }
})
