/** What was owed at the end of past days is what a copy of the ledger said that was taken on those days. */
import { expect, it } from 'vitest'
import { Sweep } from '../../src/accounts/sweep.ts'
import type { LiabilityAnswer } from '../../src/figures/admin-api/schema.ts'
import { lotsExport, movementsExport } from '../../src/figures/export.ts'
import type { ExportFilter, ExportKind } from '../../src/jobs/export.ts'
import { REWARDS_DUE } from '../../src/orders/due.ts'
import { decimalFromText, shortText } from '../../src/platform/decimal.ts'
import { knownLocalDate, localDate, localDateToText, startOfDay } from '../../src/platform/zone.ts'
import { tenantOf } from '../../src/tenancy/manage/tenants.ts'
import { useManager } from '../support/admin.ts'
import { openBusyShop } from '../support/busy-shop.ts'
import { countAllFigures } from '../support/count-figures.ts'
import { exportRows } from '../support/export-rows.ts'
import type { Shop } from '../support/shop.ts'
import { useStories } from '../support/stories.ts'

const story = useStories()
const admin = useManager(() => story.api)
const timeZone = 'America/New_York'
/** With the first of two months, a month of 31 days, and the day on which clocks go back. */
const since = '2026-10-05T15:00:00Z'
const DAYS = Number(process.env.PAST_DAYS ?? 60)
const THINGS_OF_DAY = 3

interface Copy {
  readonly open: string
  readonly owed: string
  readonly pending: string
  readonly months: Readonly<Record<string, string>>
}

async function copyOf({ tenantId }: Shop, midnight: number): Promise<Copy> {
  const rows = await story.query(
    `select is_waiting or available_at >= $2 as is_waiting, available_at is null as is_debt, expires_at,
      sum(case when available_at is null then debt_points else remaining_points end)::text as points
    from point_record where tenant_id = $1 and is_live group by 1, 2, 3`,
    [tenantId, new Date(midnight)],
  )
  const sums = { lots: 0n, owed: 0n, pending: 0n }
  const months: Record<string, bigint> = {}
  for (const row of rows) {
    const points = decimalFromText(row.points as string)
    if (points === 0n) continue
    if (row.is_debt) sums.owed += points
    else if (row.is_waiting) sums.pending += points
    else {
      sums.lots += points
      const expiresAt = row.expires_at as Date | null
      const month =
        expiresAt === null
          ? 'never'
          : localDateToText(localDate(expiresAt.getTime() - 1, timeZone)).slice(0, 7)
      months[month] = (months[month] ?? 0n) + points
    }
  }
  return {
    open: shortText(sums.lots - sums.owed),
    owed: shortText(sums.owed),
    pending: shortText(sums.pending),
    months: Object.fromEntries(Object.entries(months).map(([month, points]) => [month, shortText(points)])),
  }
}

async function balancesOf({ tenantId }: Shop): Promise<string> {
  const balances = await story.query(
    'select sum(points_balance)::text as points from customer where tenant_id = $1',
    [tenantId],
  )
  return shortText(decimalFromText(balances[0]?.points as string))
}

async function exported(shop: Shop, kind: ExportKind, filter: Partial<ExportFilter>) {
  const tenant = await tenantOf(story.api.cells.directory, shop.tenantId)
  return exportRows({ database: story.database, tenant }, kind, filter)
}

// A lot that opens at midnight is open on the day that begins then, and a copy that is taken then has it already: it is
// told apart by its date, where it can't have paid a debt.
it.each([
  { waitingDays: 0, takeBack: 'debt' },
  { waitingDays: 3, takeBack: 'clamp' },
] as const)(
  'the liability of each of the last days is what a copy of the ledger was, %j',
  {
    timeout: 120_000,
  },
  async (ways) => {
    const pace = { timeZone, since, atMostMs: 7 * 3_600_000 }
    const { shop, live } = await openBusyShop(story, `past days ${ways.takeBack}`, { ...pace, ...ways })
    const tenant = await tenantOf(story.api.cells.directory, shop.tenantId)
    const sweep = new Sweep({ database: story.database, clock: () => story.api.now, ...REWARDS_DUE })
    const copies = new Map<string, Copy>()
    for (let count = 0; count < DAYS; count += 1) {
      await live(THINGS_OF_DAY)
      const day = localDate(story.api.now, timeZone)
      story.api.now = startOfDay(day + 1, timeZone)
      await sweep.round([tenant])
      copies.set(localDateToText(day), await copyOf(shop, story.api.now))
    }
    await countAllFigures(story.api.cells, shop.tenantId)
    for (const [day, copy] of copies) {
      const { body } = await admin.manager(shop.key).get<LiabilityAnswer>(`/reports/liability?asOf=${day}`)
      const { open, owed, pending, months, never } = body.figures ?? {}
      const shown = {
        open: open?.points,
        owed: owed?.points,
        pending: pending?.points,
        months: Object.fromEntries([
          ...(months ?? []).map(({ month, points }) => [month, points]),
          ...(never && never.points !== '0' ? [['never', never.points]] : []),
        ]),
      }
      expect([day, shown]).toEqual([day, copy])
      const lots = await exported(shop, lotsExport, { asOf: day })
      const sum = decimalFromText(copy.open) + decimalFromText(copy.pending)
      expect([day, lots.sums.points]).toEqual([day, shortText(sum)])
    }
    // A lot that opens at the last midnight is in the balances of now, and not in that day.
    const last = [...copies.values()].at(-1)
    const ofDays = await exported(shop, movementsExport, { until: story.api.now })
    expect(ofDays.sums.points).toBe(last?.open)
    expect((await exported(shop, movementsExport, {})).sums.points).toBe(await balancesOf(shop))
    const [middle = ''] = [...copies.keys()].slice(DAYS / 2)
    const until = startOfDay(knownLocalDate(middle) + 1, timeZone)
    const [before, behind] = [
      await exported(shop, movementsExport, { until }),
      await exported(shop, movementsExport, { from: until }),
    ]
    expect(before.sums.points).toBe(copies.get(middle)?.open)
    expect(before.lines.length * behind.lines.length).toBeGreaterThan(0)
    expect(new Set(before.lines.map(({ flow }) => flow)).size).toBeGreaterThan(2)
  },
)
