import { type Amount, add, NOTHING, negate } from '../accounts/account.ts'
import { type AccountCheck, DIFFERENCES_MAX, type FoundDifference } from '../accounts/verify.ts'
import type { TenantId } from '../contract/ids.ts'
import { findOpenTransactions } from '../events/store.ts'
import type { Instant } from '../platform/clock.ts'
import { decimalToText } from '../platform/decimal.ts'
import type { Database, Tx } from '../platform/postgres/database.ts'
import { type LocalDate, localDateToText } from '../platform/zone.ts'
import { findDaysOfNewZone } from './count-orders.ts'
import { type FigureHead, isCurrent } from './head.ts'
import { addedToCarried, carriedTo, isCarried, isCarriedMark } from './rules/carried.ts'
import { daysOf } from './rules/changed-days.ts'
import { checkSums, type WrongSum } from './rules/check-sums.ts'
import { rangesOfDay } from './rules/day-ranges.ts'
import { CAUSE, type Delta, SERIES, STOCK, type SumKey, sumOf } from './rules/delta.ts'
import { entriesOfAccount } from './rules/entries-of-account.ts'
import { fold } from './rules/fold.ts'
import type { ZoneSpan } from './rules/zones.ts'
import { countWrongCarried, findCarriedTo } from './store/carried.ts'
import { findHeads } from './store/heads.ts'
import { readLedgerTotals } from './store/ledger-totals.ts'
import {
  countOrdersOfDay,
  findAllDays,
  findDueDays,
  type OrderDay,
  readOrderDays,
} from './store/order-days.ts'
import { findOrderFigures } from './store/order-figures.ts'
import { type AccountToCount, readAccounts } from './store/read-accounts.ts'
import { type Page, readPage } from './store/read-page.ts'
import { findSums, findTotals } from './store/sums.ts'
import { findVerifications, saveVerification } from './store/verifications.ts'

const ACCOUNTS_AT_ONCE = 500

/** A sum that is not what the ledger says. */
export interface FigureDifference extends SumKey {
  readonly stored: string
  readonly recounted: string
}

/**
 * Counts all accounts again as they are at one moment, and compares that with the sums of the same moment, to which is
 * added what the worker has not counted yet. null: the first count is not done.
 */
export async function verifyFigures(
  database: Database,
  tenantId: TenantId,
  spans: readonly ZoneSpan[],
): Promise<FigureDifference[] | null> {
  return database.read([tenantId], async (tx) => {
    const head = await findCurrent(tx, tenantId)
    if (!head) return null
    const missing = await notCountedYet(tx, head, spans)
    const added = addedToCarried(missing, await findCarriedTo(tx, head))
    const sums = (await findSums(tx, head)).filter((sum) => !isCarriedMark(sum))
    const stored = sumOf([...sums, ...missing, ...added])
    const recounted = await recount(tx, tenantId, spans)
    const days = new Set(stored.filter(isCarried).map(({ day }) => day))
    return differencesOf(stored, [...recounted, ...carriedTo(recounted, days)])
  })
}

/**
 * The sums in full, against what the ledger has in all: fast enough for every night. null: the first count is not done.
 */
export async function verifySums(
  database: Database,
  tenantId: TenantId,
  spans: readonly ZoneSpan[],
): Promise<WrongSum[] | null> {
  return database.read([tenantId], async (tx) => {
    const head = await findCurrent(tx, tenantId)
    if (!head) return null
    const missing = (await notCountedYet(tx, head, spans)).map((delta) => ({ ...delta, day: 0 }))
    const totals = sumOf([...(await findTotals(tx, head)), ...missing])
    return [...checkSums(totals, await readLedgerTotals(tx, tenantId)), ...(await checkCarried(tx, head))]
  })
}

async function checkCarried(tx: Tx, head: FigureHead): Promise<WrongSum[]> {
  const day = await findCarriedTo(tx, head)
  const wrong = day === null ? 0 : await countWrongCarried(tx, head, day)
  if (day === null || wrong === 0) return []
  const what = `stocks carried to ${localDateToText(day)}`
  return [{ what, sums: `${wrong} wrong`, ledger: 'what the days before add up to' }]
}

/** All that `punchcard verify` says of figures: every sum, counted again. */
export async function verifyAllFigures(
  database: Database,
  tenantId: TenantId,
  spans: readonly ZoneSpan[],
): Promise<FoundDifference[]> {
  const [sums, totals, orders] = [
    await verifyFigures(database, tenantId, spans),
    await verifySums(database, tenantId, spans),
    await verifyOrderDays(database, tenantId, spans),
  ]
  return [
    ...orders,
    ...(sums ?? []).map(({ series, day, a, b, stored, recounted }) => ({
      customer: '',
      what: `figure of series ${series} (${a}, ${b}) on ${localDateToText(day)}`,
      stored,
      recomputed: recounted,
    })),
    ...(totals ?? []).map(({ what, sums: stored, ledger: recomputed }) => ({
      customer: '',
      what,
      stored,
      recomputed,
    })),
  ]
}

/** The orders of each day that waits for nothing, counted again from their rows. */
async function verifyOrderDays(
  database: Database,
  tenantId: TenantId,
  spans: readonly ZoneSpan[],
): Promise<FoundDifference[]> {
  return database.read([tenantId], async (tx) => {
    const [figures, head] = [await findOrderFigures(tx, tenantId), await findCurrent(tx, tenantId)]
    if (!figures?.isComplete || !figures.areDaysMarked || !head) return []
    const due = new Set((await findDueDays(tx, tenantId)).map(({ day }) => day))
    for (const day of await findDaysOfNewZone(tx, tenantId, figures, spans)) due.add(day)
    for await (const page of pagesBehind(tx, head)) for (const day of daysOf(page, spans)) due.add(day)
    const differences: FoundDifference[] = []
    for (const day of (await findAllDays(tx, tenantId)).toSorted((a, b) => a - b)) {
      if (due.has(day) || differences.length === DIFFERENCES_MAX) continue
      const [stored, counted] = await Promise.all([
        readOrderDays(tx, tenantId, { from: day, to: day }),
        countOrdersOfDay(tx, tenantId, day, rangesOfDay(day, spans)),
      ])
      differences.push(...differencesOfOrders(day, stored, counted))
    }
    return differences
  })
}

/** First orders are left out: whose they are may wait for a merge that no day knows of. */
function differencesOfOrders(
  day: LocalDate,
  stored: readonly OrderDay[],
  counted: readonly OrderDay[],
): FoundDifference[] {
  // A day that was counted by an older version has no points until it is counted again.
  const hasPoints = stored.every(({ points }) => points !== null)
  const branches = (days: readonly OrderDay[]) =>
    new Map(days.map((one) => [`${one.isRest ? 'other' : one.branch}`, ordersToText(one, hasPoints)]))
  const [was, is] = [branches(stored), branches(counted)]
  return [...new Set([...was.keys(), ...is.keys()])].flatMap((branch) => {
    const [one, other] = [was.get(branch) ?? '0', is.get(branch) ?? '0']
    if (one === other) return []
    const what = `orders of ${localDateToText(day)}${branch && `, branch ${branch}`}`
    return [{ customer: '', what, stored: one, recomputed: other }]
  })
}

function ordersToText(day: OrderDay, hasPoints: boolean): string {
  const { orders, sales, earnedOrders, memberOrders, memberSales, points } = day
  return [
    ...[orders, decimalToText(sales), earnedOrders, memberOrders, decimalToText(memberSales)],
    hasPoints ? decimalToText(points ?? 0n) : '–',
  ].join(' / ')
}

/**
 * What is found every night, and noted. Where there were differences, all is counted again: the sums may be right in all
 * and wrong in a day. null: the first count is not done.
 */
export async function verifyAndNote(
  database: Database,
  tenantId: TenantId,
  {
    spans,
    now,
    others = 0,
  }: {
    readonly spans: readonly ZoneSpan[]
    readonly now: Instant
    /** What was found beside the sums: it counts, and is noted with them. */
    readonly others?: number
  },
): Promise<readonly (WrongSum | FigureDifference)[] | null> {
  const [before] = await database.read([tenantId], (tx) => findVerifications(tx, [tenantId]))
  const differs = before !== undefined && before.differences > 0
  const sums = await verifySums(database, tenantId, spans)
  const found = differs ? await verifyFigures(database, tenantId, spans) : []
  if (sums === null || found === null) return null
  const differences = [...sums, ...found]
  await noteVerification(database, tenantId, { differences: differences.length + others, now })
  return differences
}

export async function noteVerification(
  database: Database,
  tenantId: TenantId,
  found: { readonly differences: number; readonly now: Instant },
): Promise<void> {
  await database.transaction([tenantId], (tx) => saveVerification(tx, tenantId, found))
}

/**
 * Whether what figures are counted from tells the whole life of each account: the changes add up to its balance, and so
 * does what is open less what is owed.
 */
export function figuresCheck(spans: readonly ZoneSpan[]): AccountCheck {
  return async (tx, { tenantId, after, last }) => {
    const differences: FoundDifference[] = []
    for (let from = after; ; ) {
      const accounts = await readAccounts(tx, tenantId, { after: from, last, limit: ACCOUNTS_AT_ONCE })
      for (const account of accounts) {
        const deltas = entriesOfAccount(account.account).flatMap((entry) => fold(entry, spans))
        differences.push(...differencesOfAccount(account, deltas))
      }
      if (accounts.length < ACCOUNTS_AT_ONCE) return differences
      from = accounts.at(-1)?.customerId ?? last
    }
  }
}

/** Whether all that ever happened to an account comes to what it has. */
export function differencesOfAccount(
  { originalId: customer, balance }: Pick<AccountToCount, 'originalId' | 'balance'>,
  deltas: readonly Delta[],
): FoundDifference[] {
  const stored = amountToText(balance)
  return (
    [
      ['balance of all changes', flowOf(deltas)],
      ['open points less those owed', openOf(deltas)],
    ] as const
  ).flatMap(([what, sum]) => {
    const recomputed = amountToText(sum)
    return stored === recomputed ? [] : [{ customer, what, stored, recomputed }]
  })
}

function flowOf(deltas: readonly Delta[]): Amount {
  return total(deltas, ({ series, b }) => series === SERIES.flow && b !== CAUSE.pending)
}

function openOf(deltas: readonly Delta[]): Amount {
  const stock = (wanted: number) => total(deltas, ({ series, b }) => series === SERIES.stock && b === wanted)
  return add(stock(STOCK.open), negate(stock(STOCK.owed)))
}

function total(deltas: readonly Delta[], isOf: (delta: Delta) => boolean): Amount {
  return deltas.filter(isOf).reduce((sum, { amount }) => add(sum, amount), NOTHING)
}

export async function findCurrent(tx: Tx, tenantId: TenantId): Promise<FigureHead | undefined> {
  return (await findHeads(tx, tenantId)).find(isCurrent)
}

/** What this transaction sees in the ledger and no worker has added to the sums. */
export async function notCountedYet(tx: Tx, head: FigureHead, spans: readonly ZoneSpan[]): Promise<Delta[]> {
  const deltas: Delta[] = []
  for await (const page of pagesBehind(tx, head)) {
    const entries = [...page.events, ...page.quiet].map(({ entry }) => entry)
    deltas.push(...sumOf(entries.flatMap((entry) => fold(entry, spans))))
  }
  return deltas
}

/**
 * All that this transaction sees in the log behind a head: it sees the accounts as they are after that. What has no event
 * comes with the first page.
 */
async function* pagesBehind(tx: Tx, head: FigureHead): AsyncGenerator<Page> {
  const otherDatabases = await findOpenTransactions(tx)
  let after = head.position
  for (let isFirst = true; ; isFirst = false) {
    const page = await readPage(tx, head.tenantId, { after, otherDatabases })
    yield isFirst ? page : { ...page, quiet: [], orders: [] }
    if (!page.isFull) return
    after = page.reached
  }
}

async function recount(tx: Tx, tenantId: TenantId, spans: readonly ZoneSpan[]): Promise<Delta[]> {
  let sums: Delta[] = []
  let after = 0
  for (;;) {
    const accounts = await readAccounts(tx, tenantId, { after, limit: ACCOUNTS_AT_ONCE })
    const deltas = accounts.flatMap(({ account }) =>
      entriesOfAccount(account).flatMap((entry) => fold(entry, spans)),
    )
    sums = sumOf([...sums, ...deltas])
    if (accounts.length < ACCOUNTS_AT_ONCE) return sums
    after = accounts.at(-1)?.customerId ?? after
  }
}

export function differencesOf(stored: readonly Delta[], recounted: readonly Delta[]): FigureDifference[] {
  const [was, is] = [byKey(stored), byKey(recounted)]
  return [...new Set([...was.keys(), ...is.keys()])].flatMap((key) => {
    const [one, other] = [was.get(key), is.get(key)]
    const [kept, counted] = [told(one), told(other)]
    const of = one ?? other
    if (kept === counted || !of) return []
    const { series, day, a, b } = of
    return [{ series, day, a, b, stored: kept, recounted: counted }]
  })
}

function byKey(deltas: readonly Delta[]): Map<string, Delta> {
  return new Map(deltas.map((delta) => [`${delta.series} ${delta.day} ${delta.a} ${delta.b}`, delta]))
}

function told(delta: Delta | undefined): string {
  if (!delta) return '0 / 0 / 0'
  return `${amountToText(delta.amount)} / ${delta.count}`
}

function amountToText({ points, cashback }: Amount): string {
  return `${decimalToText(points)} / ${decimalToText(cashback)}`
}
