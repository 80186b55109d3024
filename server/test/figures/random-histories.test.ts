/**
 * Whatever happens to the customers of a merchant, in whichever pages it is counted: what was added up entry by entry is
 * what a count of all accounts comes to, and both are what the ledger has.
 *
 * `FIGURE_HISTORIES=300 npm test -- figures/random-histories` does so with as many merchants.
 */
import { expect, it } from 'vitest'
import { beginGeneration, countFigures } from '../../src/figures/count-figures.ts'
import { CAUSE, SERIES } from '../../src/figures/rules/delta.ts'
import { verifyFigures, verifySums } from '../../src/figures/verify.ts'
import { findTimeZones } from '../../src/tenancy/store/zones.ts'
import { openBusyShop } from '../support/busy-shop.ts'
import { countAllFigures } from '../support/count-figures.ts'
import { erasedCustomer, mergedCustomer } from '../support/customers.ts'
import { chanceOf } from '../support/seed.ts'
import { DAY_MS, type Shop } from '../support/shop.ts'
import { useStories } from '../support/stories.ts'

const HISTORIES = Number(process.env.FIGURE_HISTORIES ?? 3)
const story = useStories()

async function countingOf({ tenantId }: Shop, size: number) {
  const spans = await story.api.cells.directory.read([tenantId], (tx) => findTimeZones(tx, tenantId))
  return { database: story.database, tenantId, spans, now: Date.now(), size }
}

const sumsOf = ({ tenantId }: Shop) =>
  story.query(
    `select series, day, a::int, b::int, trim_scale(points)::text as points, trim_scale(cashback)::text as cashback, count::int
    from figure_sum join figure_head using (tenant_id, generation)
    where tenant_id = $1 and (points, cashback, count) <> (0, 0, 0) order by 1, 2, 3, 4`,
    [tenantId],
  )

/** Spends what an order gave and cancels it: the next points pay. */
async function owe(shop: Shop, who: string, order: string, waitingDays: number): Promise<void> {
  const reward = await shop.makeReward({ points: 300_000n })
  await shop.completed(order, who, 100)
  story.api.now += waitingDays * DAY_MS
  for (const time of [1, 2, 3]) {
    await shop.redeem(reward, { CustomerId: who, OriginalKey: `${order} ${time}` })
  }
  await shop.cancelled(order)
}

it(`of ${HISTORIES} merchants`, { timeout: 60_000 + HISTORIES * 20_000 }, async () => {
  const chance = chanceOf('Histories')
  let entries = 0
  let latest = 0
  for (let history = 0; history < HISTORIES; history += 1) {
    const waitingDays = chance.between(0, 5)
    const { shop, live } = await openBusyShop(story, `history ${history}`, {
      ...{ chance, waitingDays, atMostMs: chance.between(1, 4) * DAY_MS },
      takeBack: history % 3 === 0 ? 'clamp' : 'debt',
    })
    for (const one of ['ana', 'bob', 'eva']) await shop.completed(`of ${one}`, one, 10)
    const size = chance.between(1, 9)
    const counting = await countingOf(shop, size)
    for (let part = 0; part < 5; part += 1) {
      await live(chance.between(3, 18))
      if (part < 2) await owe(shop, ['bob', 'leo'][part] ?? '', `owed ${part}`, waitingDays)
      if (part === 3) await mergedCustomer(shop, 'ana', 'bob')
      if (part === 4) await erasedCustomer(shop, 'eva')
      if (chance.between(0, 2) > 0) await countFigures(counting)
    }
    await countAllFigures(story.api.cells, shop.tenantId, size)
    const { database, tenantId, spans } = counting
    const verified = async () => [
      await verifyFigures(database, tenantId, spans),
      await verifySums(database, tenantId, spans),
    ]
    expect([history, await verified()]).toEqual([history, [[], []]])
    const [newest] = await story.query(
      'select max(generation) as generation from figure_head where tenant_id = $1',
      [tenantId],
    )
    const folded = await sumsOf(shop)
    expect(await beginGeneration(counting, Number(newest?.generation) + 1)).toBe(true)
    await countAllFigures(story.api.cells, tenantId, size)
    const again = await sumsOf(shop)
    // What left a customer and came to another one is told by events alone: together it is nothing.
    const told = (sums: typeof folded) =>
      sums.filter(({ series, b }) => series !== SERIES.flow || b !== CAUSE.merge)
    expect([history, told(again)]).toEqual([history, told(folded)])
    expect([history, await verified()]).toEqual([history, [[], []]])
    entries += folded.length
    latest = Math.max(latest, story.api.now)
  }
  // What is verified after the test is as of a moment at which all of it has happened.
  story.api.now = latest
  const paid = await story.query(
    'select count(*)::int as count from point_origin where repaid_at is not null',
    [],
  )
  // A few histories may have no debt that was paid.
  if (HISTORIES >= 30) expect(paid[0]?.count).toBeGreaterThan(0)
  process.stderr.write(`${HISTORIES} random histories came to ${entries} sums\n`)
})
