import { findAccountsById } from '../../accounts/store/accounts.ts'
import type { CursorKeys } from '../../contract/admin-api/cursor.ts'
import { readCursor, writeCursor } from '../../contract/admin-api/cursor.ts'
import { isId, rowsOf } from '../../contract/admin-api/page.ts'
import { CURSOR_OF_OTHER_LIST } from '../../contract/admin-api/texts.ts'
import { isProblem, type Problem } from '../../contract/problem.ts'
import { presentCustomer } from '../../customers/admin-api/present.ts'
import type { LogPosition } from '../../events/event.ts'
import { findLogTimes, findTransactionsOfOtherDatabases } from '../../events/store.ts'
import type { PointsRecords } from '../../figures/admin-api/records-schema.ts'
import { type CellPart, inCell, type PointsCell } from '../../figures/rules/cell.ts'
import { rangesOfDay } from '../../figures/rules/day-ranges.ts'
import { SERIES } from '../../figures/rules/delta.ts'
import { type Counted, flowsOf, NONE_COUNTED } from '../../figures/rules/flow.ts'
import { hasWorth, netOf, rewardsOf } from '../../figures/rules/overview.ts'
import { byRule, byType, importedOf, type PointsRow, versionOf } from '../../figures/rules/points.ts'
import { dayOf, type ZoneSpan } from '../../figures/rules/zones.ts'
import {
  type CurrentFigures,
  findCurrentFigures,
  findPositionBefore,
  isCounting,
  readFlow,
  readSeries,
} from '../../figures/store/read-figures.ts'
import { type PlacedEntry, readEntries } from '../../figures/store/read-page.ts'
import type { Caller } from '../../people/actor.ts'
import { type Instant, instantToText } from '../../platform/clock.ts'
import type { Tx } from '../../platform/postgres/database.ts'
import { type LocalDate, localDateToText } from '../../platform/zone.ts'
import type { Tenant } from '../../tenancy/tenant.ts'
import { presentFigures } from './period.ts'
import { presentSum } from './present.ts'

/** Events that one page reads at most, in portions. A page that found fewer than it should may be short. */
const EVENTS_READ_MAX = 4_000
const PORTION = 1_000
/** The clocks of servers and databases differ by less. */
const CLOCKS_DIFFER_MS = 3_600_000
const LOG_START: LogPosition = { transaction: '0', id: 0 }

export interface AskedRecords {
  readonly tenant: Tenant
  readonly now: Instant
  readonly caller: Caller
  readonly spans: readonly ZoneSpan[]
  readonly cell: PointsCell
  readonly query: Readonly<Record<string, unknown>> & { readonly limit?: number; readonly cursor?: string }
}

export async function pointsRecordsOf(tx: Tx, asked: AskedRecords): Promise<PointsRecords | Problem> {
  const after = readPosition(asked.query)
  if (isProblem(after)) return after
  const { tenant } = asked
  const found = await findCurrentFigures(tx, tenant.id)
  const stated = presentFigures(found, null, asked)
  const { today, counting, asOf } = stated
  if (isCounting(found)) {
    return { today, counting, asOf, items: [], figure: null, nextCursor: null, listedFrom: null }
  }
  const figure = await figureOf(tx, found, asked.cell)
  const worth = hasWorth([figure.amount])
  const listedFrom = await firstListedDay(tx, asked)
  const { items, next } = await listFrom(tx, found, { ...asked, listedFrom, after })
  return {
    today,
    counting,
    asOf,
    items: await present(tx, items, { ...asked, worth }),
    figure: {
      ...presentSum(figure.amount, worth),
      times: asked.cell.part?.by === 'version' ? null : figure.count,
    },
    listedFrom: listedFrom === null ? null : localDateToText(listedFrom),
    nextCursor: next && writeCursor(asked.query, [next.transaction, next.id]),
  }
}

function readPosition(query: AskedRecords['query']): LogPosition | null | Problem {
  const keys: CursorKeys | null | Problem = readCursor(query, query.cursor, 2)
  if (keys === null || isProblem(keys)) return keys
  const [transaction, id] = keys
  const isPosition = typeof transaction === 'string' && /^\d{1,20}$/.test(transaction) && isId(id)
  return isPosition && BigInt(transaction) < 2n ** 64n ? { transaction, id } : CURSOR_OF_OTHER_LIST
}

/** What the report shows, from the sums. */
async function figureOf(tx: Tx, found: CurrentFigures, { period, show, part }: PointsCell): Promise<Counted> {
  if (part?.by === 'reward') {
    const rewards = rewardsOf(await readSeries(tx, found, SERIES.reward, period))
    const reward = rewards.find(({ id }) => id === part.id)
    return reward
      ? { amount: netOf(reward), count: reward.redeemed.count + reward.refunded.count }
      : NONE_COUNTED
  }
  const flow = await readFlow(tx, found, period)
  if (part === null) return flowsOf(flow)[show]
  if (part.by === 'type' || show === 'redeemed' || show === 'expired') return rowOf(byType(flow, show), part)
  const { version } = part
  const sums = await readSeries(tx, found, SERIES.rule, period)
  const ofVersion = version === undefined ? sums : sums.filter(({ b }) => versionOf(b) === version)
  // What was imported has no version.
  const imported = version === undefined || version === 0 ? importedOf(flow, show) : NONE_COUNTED
  return rowOf(byRule(ofVersion, { shown: show, by: part.by }, imported), part)
}

function rowOf(rows: readonly PointsRow[], { id: wanted }: CellPart): Counted {
  return rows.find(({ id }) => id === wanted) ?? NONE_COUNTED
}

/** The first day of which the log has everything; null: it has all days that were asked for. */
async function firstListedDay(tx: Tx, { tenant, cell, spans }: AskedRecords): Promise<LocalDate | null> {
  const { beginsAt } = await findLogTimes(tx, tenant.id)
  if (beginsAt === null) return null
  const first = dayOf(beginsAt + tenant.clockAheadMs, spans) + 1
  return first > cell.period.from ? first : null
}

interface Item extends Counted {
  readonly placed: PlacedEntry
  readonly day: LocalDate
}

interface Listing extends AskedRecords {
  readonly listedFrom: LocalDate | null
  readonly after: LogPosition | null
}

/** Goes through the log up to where the sums are, and counts each event as they do. */
async function listFrom(tx: Tx, found: CurrentFigures, listing: Listing) {
  const { tenant, cell, spans, query, listedFrom } = listing
  const limit = rowsOf(query) - 1
  const listed = { ...cell, period: { ...cell.period, from: listedFrom ?? cell.period.from } }
  const items: Item[] = []
  let after = listing.after ?? (await beginningOf(tx, listing, listed.period.from))
  if (after === null) return { items, next: null }
  const otherDatabases = await findTransactionsOfOtherDatabases(tx)
  for (let read = 0; read < EVENTS_READ_MAX; read += PORTION) {
    const page = await readEntries(tx, tenant.id, { after, otherDatabases, size: PORTION })
    for (const placed of page.entries) {
      if (isBehind(placed.position, found.position)) return { items, next: null }
      const counted = inCell(placed.entry, listed, spans)
      if (counted) items.push({ placed, ...counted })
      if (items.length === limit) return { items, next: placed.position }
    }
    if (!page.isFull || !isBehind(found.position, page.reached)) return { items, next: null }
    after = page.reached
  }
  return { items, next: after }
}

function isBehind(position: LogPosition, other: LogPosition): boolean {
  const [a, b] = [BigInt(position.transaction), BigInt(other.transaction)]
  return a === b ? position.id > other.id : a > b
}

/** An event is written when it happens or later; only the clock of a sandbox goes ahead of that. */
async function beginningOf(tx: Tx, { tenant, spans }: Listing, from: LocalDate): Promise<LogPosition | null> {
  const [first] = rangesOfDay(from, spans)
  if (tenant.isSandbox || !first) return LOG_START
  return findPositionBefore(tx, tenant.id, first.from - CLOCKS_DIFFER_MS)
}

async function present(
  tx: Tx,
  items: readonly Item[],
  { tenant, caller, worth }: AskedRecords & { readonly worth: boolean },
): Promise<PointsRecords['items']> {
  const customers = await findAccountsById(
    tx,
    tenant.id,
    items.map(({ placed }) => placed.customerId),
  )
  return items.flatMap(({ placed: { customerId, entry }, day, amount }) => {
    const stored = customers.get(customerId)
    if (!stored) return []
    return {
      customer: presentCustomer(stored.customer, caller),
      recordId: entry.record.id,
      type: entry.record.type,
      at: instantToText(entry.at),
      day: localDateToText(day),
      ...presentSum(amount, worth),
    }
  })
}
