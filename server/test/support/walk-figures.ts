import { expect } from 'vitest'
import { type Amount, add, NOTHING, negate } from '../../src/accounts/account.ts'
import type { RewardsAnswer } from '../../src/figures/admin-api/rewards-schema.ts'
import type { RulesAnswer } from '../../src/figures/admin-api/rules-schema.ts'
import type { LiabilityAnswer, OverviewAnswer, PointsAnswer } from '../../src/figures/admin-api/schema.ts'
import type { TierMoves, TiersAnswer } from '../../src/figures/admin-api/tiers-schema.ts'
import type { VintagesAnswer } from '../../src/figures/admin-api/vintages-schema.ts'
import { TYPE_NAMES } from '../../src/figures/rules/movements.ts'
import { SHOWN } from '../../src/figures/rules/points.ts'
import { decimalFromText, shortText } from '../../src/platform/decimal.ts'
import { knownLocalDate, localDate, localDateToText } from '../../src/platform/zone.ts'

/** A question of the management API that has to be answered. */
export type Get = <Answer>(path: string) => Promise<Answer>

/** So many at once, so that lists have several pages. */
const LIMIT = 60

interface Listed {
  readonly items: readonly { readonly points: string; readonly worth: string | null }[]
  readonly nextCursor: string | null
}

const amountOf = ({ points, worth }: { points: string; worth: string | null }): Amount => ({
  points: decimalFromText(points),
  cashback: decimalFromText(worth ?? '0'),
})

/** A list that is read to its end, a few at a time. */
export async function readToEnd<
  Answer extends { readonly items: readonly unknown[]; readonly nextCursor: string | null },
>(get: Get, path: string): Promise<Answer> {
  const items: Answer['items'][number][] = []
  for (let cursor = ''; ; ) {
    const page = await get<Answer>(`${path}&limit=${LIMIT}${cursor}`)
    items.push(...page.items)
    if (page.nextCursor === null) return { ...page, items }
    cursor = `&cursor=${page.nextCursor}`
  }
}

/** What a list no longer has, as the export of movements tells it. */
export interface Older {
  /** The first day of the list. */
  readonly listedFrom: string
  /** From the beginning of the period until that day. */
  readonly movements: readonly Readonly<Record<string, unknown>>[]
}

interface Wanted {
  readonly points: string
  /** Left out: not shown. */
  readonly worth?: string | null
  readonly times?: number | null
}
type Check = (path: string, wanted: Wanted) => Promise<void>

/** Compares a list, read to its end, with a figure: it tells it, and adds up to it, with the movements before it. */
function checking(get: Get, older: Older | null): { readonly check: Check; readonly count: () => number } {
  let figures = 0
  const check: Check = async (path, { points, worth, times }) => {
    const told = {
      points,
      ...(worth === undefined ? {} : { worth }),
      ...(times === undefined ? {} : { times }),
    }
    const list = await readToEnd<Listed & { figure: unknown; listedFrom?: string | null }>(get, path)
    expect([path, list.figure]).toMatchObject([path, told])
    const isOfPoints = path.startsWith('/reports/points/')
    expect([path, list.listedFrom]).toEqual([path, isOfPoints ? (older?.listedFrom ?? null) : undefined])
    const query = new URLSearchParams(path.split('?')[1])
    const before = isOfPoints ? (older?.movements.flatMap((one) => inFigure(one, query) ?? []) ?? []) : []
    const sum = [...before, ...list.items.map(amountOf)].reduce(add, NOTHING)
    expect([path, sum.points]).toEqual([path, decimalFromText(points)])
    // The export tells the points of each rule, and no worth of them.
    const isWorthTold = worth !== undefined && (before.length === 0 || query.get('by') !== 'rule')
    if (isWorthTold) expect([path, sum.cashback]).toEqual([path, decimalFromText(worth ?? '0')])
    if (typeof times === 'number') {
      expect([path, before.length + list.items.length]).toEqual([path, times])
    }
    figures += 1
  }
  return { check, count: () => figures }
}

/** What a movement adds to a figure of points; null: it is of another one. */
function inFigure(movement: Older['movements'][number], query: URLSearchParams): Amount | null {
  const [show, by, id, version] = ['show', 'by', 'id', 'version'].map((name) => query.get(name))
  if (movement.flow !== show) return null
  const told = (points: unknown, cashback: unknown): Amount => {
    const amount = { points: decimalFromText(String(points)), cashback: decimalFromText(String(cashback)) }
    return show === 'issued' ? amount : negate(amount)
  }
  const whole = told(movement.points, movement.cashback)
  if (id === null) return whole
  const ofVersion = String(movement.version ?? 0)
  if (by === 'type') return movement.type === TYPE_NAMES.get(Number(id)) ? whole : null
  if (by === 'reward') return String(movement.rewardId ?? 0) === id ? whole : null
  if (by === 'version') return ofVersion === id ? whole : null
  if (version !== null && version !== ofVersion) return null
  const share = String(movement.rules ?? '')
    .split(' ')
    .map((text) => text.split(':'))
    .find(([rule]) => rule === id)
  return share ? told(share[1], 0) : null
}

/**
 * Every figure of the reports that open to records, with these. Returns how many there were.
 * `older`: of a period that begins before the list.
 */
export async function walkFigures(get: Get, period: string, older: Older | null = null): Promise<number> {
  const { check, count } = checking(get, older)
  for (const [show, divisions] of Object.entries(DIVISIONS_OF)) {
    for (const by of divisions) {
      const query = `${period}&show=${show}&by=${by}`
      const { figures: report } = await get<PointsAnswer>(`/reports/points?${query}`)
      if (!report) throw new Error('not counted')
      expect([query, report.rows === null]).toEqual([query, false])
      const { points, worth, times } = report.total
      await check(`/reports/points/records?${period}&show=${show}`, { points, worth, times })
      for (const { id, points, times, worth } of report.rows ?? []) {
        await check(`/reports/points/records?${query}&id=${id}`, { points, worth, times })
      }
    }
  }
  const { figures: liability } = await get<LiabilityAnswer>('/reports/liability')
  if (!liability) throw new Error('not counted')
  const groups = (['never', 'pending', 'owed'] as const).map(
    (group) => [`group=${group}`, liability[group]] as const,
  )
  const months = liability.months.map(({ month, ...sum }) => [`month=${month}`, sum] as const)
  for (const [query, sum] of [...groups, ...months]) await check(`/reports/liability/records?${query}`, sum)
  await walkRewards(get, period, check)
  await walkRules(get, period, check)
  return count() + (await walkTiers(get, period))
}

async function walkRewards(get: Get, period: string, check: Check): Promise<void> {
  const { figures } = await get<RewardsAnswer>(`/reports/rewards?${period}`)
  expect(figures?.rows).not.toBeNull()
  for (const { id, points, worth, redeemed, refunded } of figures?.rows ?? []) {
    const path = `/reports/points/records?${period}&show=redeemed&by=reward&id=${id}`
    await check(path, { points, worth, times: redeemed + refunded })
  }
}

/** A record says the worth of a rule even where the report shows none, because none of it was worth anything. */
async function walkRules(get: Get, period: string, check: Check): Promise<void> {
  const { figures } = await get<RulesAnswer>(`/reports/rules?${period}`)
  expect(figures?.rows).not.toBeNull()
  for (const { id, versions, ...all } of figures?.rows ?? []) {
    const path = `/reports/points/records?${period}&by=rule&id=${id}`
    for (const { version, times, points, worth } of [{ version: null, ...all }, ...versions]) {
      const ofVersion = version === null ? '' : `&version=${version}`
      await check(`${path}&show=issued${ofVersion}`, { points, worth, times })
    }
    await check(`${path}&show=takenBack`, { points: all.takenBack })
  }
}

async function walkTiers(get: Get, period: string): Promise<number> {
  const { figures } = await get<TiersAnswer>(`/reports/tiers?${period}`)
  const cells = [
    ...figures.moves.map(({ from, to, moves }) => [`fromTier=${from}&toTier=${to}`, moves] as const),
    ...figures.tiers.map(({ id, came }) => [`toTier=${id}`, came] as const),
    ...figures.tiers.map(({ id, went }) => [`fromTier=${id}`, went] as const),
  ]
  for (const [query, moves] of cells) {
    const list = await readToEnd<TierMoves>(get, `/reports/tiers/records?${period}&${query}`)
    expect([query, list.figure.moves, list.items.length]).toEqual([query, moves, moves])
  }
  for (const { name, start, came, went, gone, end } of figures.tiers) {
    if (start !== null) expect([name, start + came - went - gone]).toEqual([name, end])
  }
  return cells.length
}

/**
 * Every figure of the overview that opens. What was imported, active customers, repeat purchase, what happened so far
 * today and “Other” of the rewards open to no list; the redemption rate is of two sums that do.
 */
export async function walkOverview(get: Get, period: string): Promise<number> {
  const { figures } = await get<OverviewAnswer>(`/overview?${period}&step=week`)
  if (!figures?.sum) throw new Error('not counted, or it does not add up')
  const { sum, columns, keyFigures, rewards, tiers } = figures
  const { check, count } = checking(get, null)
  const records = '/reports/points/records'
  for (const show of SHOWN) {
    await check(`${records}?${period}&show=${show}`, sum[show])
    for (const { from, to, [show]: points } of columns) {
      await check(`${records}?from=${from}&to=${to}&show=${show}`, { points })
    }
  }
  expect(keyFigures.issued.now).toEqual(sum.issued)
  expect(keyFigures.redemptionRate.now).toMatchObject({
    redeemed: sum.redeemed.points,
    issued: sum.issued.points,
  })
  for (const { id, points, worth, redeemed, refunded } of rewards.top) {
    const path = `${records}?${period}&show=redeemed&by=reward&id=${id}`
    await check(path, { points, worth, times: redeemed + refunded })
  }
  const { points, worth } = rewards.total
  expect({ points, worth }).toEqual(sum.redeemed)

  const liabilityOf = async (asOf: string) =>
    (await get<LiabilityAnswer>(`/reports/liability?asOf=${asOf}`)).figures
  const before = localDateToText(knownLocalDate(figures.period.from) - 1)
  expect((await liabilityOf(before))?.open).toEqual(sum.start)
  const { end: open, pending, owed, expiring } = sum
  expect(await liabilityOf(figures.period.to)).toMatchObject({ open, pending, owed, expiring })
  const { movedUp, movedDown } = (await get<TiersAnswer>(`/reports/tiers?${period}`)).figures
  expect(tiers).toMatchObject({ movedUp, movedDown })
  return count()
}

type Lots = readonly Readonly<Record<string, unknown>>[]

function sumOfLots(lots: Lots): { points: string; worth: string } {
  const sum = lots
    .map(({ points, cashback }) => amountOf({ points: String(points), worth: String(cashback) }))
    .reduce(add, NOTHING)
  return { points: shortText(sum.points), worth: shortText(sum.cashback) }
}

/** Every figure of what was open at the end of a day, with the lots of the export. Returns how many there were. */
export async function walkPastLiability(get: Get, asOf: string, lots: Lots): Promise<number> {
  const { figures } = await get<LiabilityAnswer>(`/reports/liability?asOf=${asOf}`)
  if (!figures) throw new Error('not counted')
  const open = lots.filter(({ state }) => state === 'open')
  const ofMonths = Map.groupBy(open, ({ lastDay }) => (lastDay === null ? null : String(lastDay).slice(0, 7)))
  const never = ofMonths.get(null) ?? []
  ofMonths.delete(null)
  const months = [...ofMonths].map(([month, ofMonth]) => ({ month, ...sumOfLots(ofMonth) }))
  const inState = (wanted: string) => sumOfLots(lots.filter(({ state }) => state === wanted))
  const owed = inState('owed')
  expect([asOf, figures]).toMatchObject([
    asOf,
    {
      open: sumOfLots(lots.filter(({ state }) => state !== 'pending')),
      inLots: sumOfLots(open),
      pending: inState('pending'),
      owed: { points: owed.points.replace('-', ''), worth: owed.worth.replace('-', '') },
      never: sumOfLots(never),
      months: months.toSorted((a, b) => String(a.month).localeCompare(String(b.month))),
    },
  ])
  return 5 + months.length
}

/** What is left of each month's points opens to no list: the lots of the export, by the month they were recorded in. */
export async function walkVintages(get: Get, months: number, lots: Lots): Promise<number> {
  const { figures, timeZone } = await get<VintagesAnswer>(`/reports/vintages?months=${months}`)
  if (!figures?.rows) throw new Error('not counted')
  const kept = lots.filter(({ state }) => state !== 'owed')
  const ofMonths = Map.groupBy(kept, ({ recordedAt }) =>
    localDateToText(localDate(Date.parse(String(recordedAt)), timeZone)).slice(0, 7),
  )
  for (const { month, open } of figures.rows) {
    if (month !== null) expect([month, open]).toEqual([month, sumOfLots(ofMonths.get(month) ?? [])])
  }
  expect(sumOfLots(kept)).toEqual(figures.total.open)
  return figures.rows.length
}

const DIVISIONS_OF = {
  issued: ['rule', 'type', 'version'],
  redeemed: ['reward', 'type'],
  expired: ['type'],
  takenBack: ['rule', 'type', 'version'],
}
