/** A merchant in Lisbon goes to São Paulo: days that are over stay when they were, in reports and in files. */
import { setTimeout } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { Sweep } from '../../src/accounts/sweep.ts'
import type { LiabilityAnswer, OverviewAnswer } from '../../src/figures/admin-api/schema.ts'
import type { TierMoves, TiersAnswer } from '../../src/figures/admin-api/tiers-schema.ts'
import { lotsExport } from '../../src/figures/export.ts'
import { REWARDS_DUE } from '../../src/orders/due.ts'
import { decimalFromText, shortText } from '../../src/platform/decimal.ts'
import { tenantOf } from '../../src/tenancy/manage/tenants.ts'
import { findTimeZones } from '../../src/tenancy/store/zones.ts'
import { useManager } from '../support/admin.ts'
import { countAllFigures } from '../support/count-figures.ts'
import { program, type Shop } from '../support/shop.ts'
import { useStories } from '../support/stories.ts'
import { BRONZE_SILVER_GOLD, sweepNow } from '../support/tiers.ts'

const story = useStories()
const admin = useManager(() => story.api)
const LISBON = 'Europe/Lisbon'
const SAO_PAULO = 'America/Sao_Paulo'
const CHANGED = '2026-11-02T02:30:00Z'

/** As in the panel, at a moment of the story's clock instead of the server's. */
async function goTo(timeZone: string, { key, tenantId }: Shop): Promise<void> {
  story.on(CHANGED)
  await admin.manager(key).done('PATCH', '', { timeZone }, { ifMatch: '*' })
  await story.query('update tenant_zone set since = $2 where tenant_id = $1 and time_zone = $3', [
    tenantId,
    new Date(CHANGED),
    timeZone,
  ])
  // A process trusts what it knows of a merchant for 800 ms.
  await setTimeout(900)
}

async function openIn(
  timeZone: string,
  { validityDays = 30, tiers = [] }: { validityDays?: number; tiers?: typeof BRONZE_SILVER_GOLD } = {},
): Promise<Shop> {
  story.on('2026-10-20T12:00:00Z')
  const shop = await story.open(program({ validityDays }), { timeZone, ...(tiers.length > 0 && { tiers }) })
  await story.query("update tenant_zone set since = '2026-01-01' where tenant_id = $1", [shop.tenantId])
  return shop
}

async function lotsOf({ tenantId }: Shop, asOf: string | null) {
  const tenant = await tenantOf(story.api.cells.directory, tenantId)
  const spans = await story.database.read([tenantId], (tx) => findTimeZones(tx, tenantId))
  const filter = { from: null, until: null, asOf }
  const { rows } = await story.database.read([tenantId], (tx) =>
    lotsExport.page(tx, {
      ...{ tenant, directory: story.database, spans, after: null, limit: 1_000 },
      ...{ filter, isMasked: false },
    }),
  )
  const cellsOf = (name: string) => rows.map((row) => row[lotsExport.columns.indexOf(name)] as string)
  const points = cellsOf('points').reduce((sum, text) => sum + decimalFromText(text), 0n)
  return { points: shortText(points), lastDays: cellsOf('lastDay') }
}

it('lots as of a past day are what its liability is, and end on the day that they had', async () => {
  const shop = await openIn(LISBON)
  await shop.completed('o1', 'ana', 100)
  // The first of November in Lisbon, and the last of October in São Paulo.
  story.on('2026-11-01T01:00:00Z')
  await shop.completed('o2', 'ana', 10)
  // 2 November in Lisbon; the day after the change at 02:30 is 1 November once more.
  story.on('2026-11-02T01:30:00Z')
  await shop.completed('o3', 'bob', 7)
  const before = await lotsOf(shop, '2026-10-31')
  const { lastDays } = await lotsOf(shop, null)
  await goTo(SAO_PAULO, shop)
  story.on('2026-11-02T02:45:00Z')
  await shop.completed('o4', 'bob', 3)
  story.on('2026-11-05T12:00:00Z')
  await countAllFigures(story.api.cells, shop.tenantId)
  const shown: Record<string, string | undefined> = {}
  for (const day of ['2026-10-31', '2026-11-01', '2026-11-02', '2026-11-03']) {
    const { body } = await admin.manager(shop.key).get<LiabilityAnswer>(`/reports/liability?asOf=${day}`)
    shown[day] = body.figures?.open.points
    expect([day, (await lotsOf(shop, day)).points]).toEqual([day, shown[day]])
  }
  expect(shown).toEqual({
    '2026-10-31': '100',
    '2026-11-01': '113',
    '2026-11-02': '120',
    '2026-11-03': '120',
  })
  expect(await lotsOf(shop, '2026-10-31')).toEqual(before)
  expect((await lotsOf(shop, null)).lastDays.slice(0, lastDays.length).toSorted()).toEqual(
    lastDays.toSorted(),
  )
})

it('moves between tiers stay on the day on which they were', async () => {
  const shop = await openIn(LISBON, { tiers: BRONZE_SILVER_GOLD })
  const manager = admin.manager(shop.key)
  await shop.completed('o1', 'ana', 600)
  story.on('2026-11-01T01:00:00Z')
  await shop.completed('o2', 'bob', 2_500)
  story.on('2026-11-02T01:30:00Z')
  await shop.completed('o3', 'eva', 2_500)
  const read = async (...days: readonly string[]) => {
    await countAllFigures(story.api.cells, shop.tenantId)
    const found: unknown[] = []
    for (const day of days) {
      const query = `from=${day}&to=${day}`
      const report = (await manager.get<TiersAnswer>(`/reports/tiers?${query}`)).body.figures
      const list = (await manager.get<TierMoves>(`/reports/tiers/records?${query}`)).body.items
      const overview = (await manager.get<OverviewAnswer>(`/overview?${query}`)).body.figures?.tiers
      const csv = (await manager.get(`/reports/tiers/csv?${query}`)).body
      found.push({ report, list, overview, csv })
    }
    return found
  }
  const counted = (moves: number) => ({
    report: { movedUp: moves, isExact: true },
    list: { length: moves },
    overview: { movedUp: moves },
  })
  const before = await read('2026-10-31', '2026-11-01')
  expect(before).toMatchObject([0, 1].map(counted))
  await goTo(SAO_PAULO, shop)
  story.on('2026-11-02T03:30:00Z')
  // The progress of customers goes by the days of the new zone from then on.
  await sweepNow(story.api, shop)
  expect(await read('2026-10-31', '2026-11-01')).toEqual(before)
  // It was the first of November once more.
  story.on('2026-11-02T02:45:00Z')
  await shop.completed('o4', 'leo', 2_500)
  story.on('2026-11-04T12:00:00Z')
  expect(await read('2026-10-31', '2026-11-01', '2026-11-02')).toMatchObject([0, 2, 1].map(counted))
})

it('a month that ended in São Paulo waits for what expired then, though it ended earlier in Lisbon', async () => {
  const shop = await openIn(SAO_PAULO, { validityDays: 11 })
  const manager = admin.manager(shop.key)
  await manager.done('PUT', '/accounting/estimates/2026-10', { breakage: '0.2' })
  await manager.done('PATCH', '/accounting', { isOn: true, startsIn: '2026-10' }, { ifMatch: '*' })
  await shop.completed('o1', 'ana', 100)
  await goTo(LISBON, shop)
  story.on('2026-11-03T12:00:00Z')
  const ready = async () =>
    (await manager.done<{ monthReady: string | null }>('GET', '/needs')).body.monthReady
  expect(await ready()).toBeNull()
  const { database } = story
  const tenant = await tenantOf(story.api.cells.directory, shop.tenantId)
  await new Sweep({ database, clock: () => story.api.now, ...REWARDS_DUE }).round([tenant])
  expect(await ready()).toBe('2026-10')
})
