import { deleteQuietEntries, findQuietEntriesOf, haveQuietEntries } from '../accounts/store/quiet-entries.ts'
import type { CustomerId, TenantId } from '../contract/ids.ts'
import { endOfLog, findTransactionsOfOtherDatabases } from '../events/store.ts'
import type { Instant } from '../platform/clock.ts'
import type { Database, Tx } from '../platform/postgres/database.ts'
import { ALL_COUNTED, type FigureHead, HEAD_STATE, isCurrent, isSamePlace } from './head.ts'
import { addedToCarried } from './rules/carried.ts'
import { daysOf, type OrdersOfPage } from './rules/changed-days.ts'
import { type Delta, SERIES, sumOf } from './rules/delta.ts'
import { entriesOfAccount } from './rules/entries-of-account.ts'
import { fold } from './rules/fold.ts'
import type { ZoneSpan } from './rules/zones.ts'
import { carryStocks, findCarriedTo, findLastStockDay } from './store/carried.ts'
import { touchCustomers } from './store/customer-months.ts'
import { deleteHead, findHeads, insertHead, isMergedSince, lockHeads, updateHead } from './store/heads.ts'
import { markDays } from './store/order-days.ts'
import { beginOrderFigures } from './store/order-figures.ts'
import { readAccounts } from './store/read-accounts.ts'
import { type Page, readPage } from './store/read-page.ts'
import { addToSums, deleteCounted, deleteSumsBelow, findCounted, insertCounted } from './store/sums.ts'
import { deleteVerification } from './store/verifications.ts'

/** Accounts that are counted in one transaction. */
const ACCOUNTS_OF_PAGE = 200
const ROWS_DELETED_AT_ONCE = 5_000

/** The merchant whose figures are counted, and how its days are. */
export interface Counting {
  readonly database: Database
  readonly tenantId: TenantId
  readonly spans: readonly ZoneSpan[]
  readonly now: Instant
  /** So many events and accounts at once, in tests. */
  readonly size?: number | undefined
}

/** What a step has done, and whether there is more to do at once. */
export interface Counted {
  readonly entries: number
  readonly isMore: boolean
}

const MORE: Counted = { entries: 0, isMore: true }
const NONE: Counted = { entries: 0, isMore: false }

/**
 * One step of counting: a page of accounts, or of the log. Any number of workers may do it at the same time; of two that
 * do the same step, one changes nothing.
 */
export async function countFigures(counting: Counting): Promise<Counted> {
  const { database, tenantId } = counting
  const read = await database.read([tenantId], async (tx) =>
    readNext(tx, await findHeads(tx, tenantId), counting.size),
  )
  const newest = read.heads.at(-1)
  if (!newest) {
    await beginGeneration(counting, 1)
    return MORE
  }
  const added = hasNews(read) ? await addPages(counting, read) : NONE
  if (isCurrent(newest)) return added
  if (newest.state === HEAD_STATE.counting) await countAccounts(counting, newest)
  else await takePlace(counting, read)
  return { ...added, isMore: true }
}

/** The generations of a merchant's sums, and what comes next for those that follow the log. */
interface Next {
  readonly heads: readonly FigureHead[]
  readonly following: readonly { readonly head: FigureHead; readonly page: Page }[]
}

async function readNext(tx: Tx, heads: readonly FigureHead[], size?: number): Promise<Next> {
  const behind = heads.filter(({ state }) => state !== HEAD_STATE.counting)
  if (behind.length === 0) return { heads, following: [] }
  const otherDatabases = await findTransactionsOfOtherDatabases(tx)
  const following = behind.map(async (head) => {
    const page = await readPage(tx, head.tenantId, { after: head.position, otherDatabases, size })
    return { head, page }
  })
  return { heads, following: await Promise.all(following) }
}

function hasNews({ following }: Next): boolean {
  return following.some(({ head: { position }, page: { reached, quietIds } }) => {
    return quietIds.length > 0 || reached.transaction !== position.transaction || reached.id !== position.id
  })
}

/** Counts all again, beside what is read. false: that is under way already. */
export async function beginGeneration(
  { database, tenantId, now }: Counting,
  generation: number,
): Promise<boolean> {
  return database.transaction([tenantId], async (tx) => {
    const position = await endOfLog(tx, tenantId)
    const isBegun = await insertHead(tx, tenantId, { generation, position, now })
    if (isBegun) await beginOrderFigures(tx, tenantId)
    return isBegun
  })
}

/** Begins anew where the log no longer has all that the sums had still to be given. */
export async function countAgain(database: Database, tenantId: TenantId, now: Instant): Promise<void> {
  await database.transaction([tenantId], async (tx) => {
    const heads = await lockHeads(tx, tenantId)
    for (const head of heads) await deleteHead(tx, head)
    const position = await endOfLog(tx, tenantId)
    await insertHead(tx, tenantId, { generation: (heads.at(-1)?.generation ?? 0) + 1, position, now })
    await beginOrderFigures(tx, tenantId)
  })
}

/**
 * The next accounts, as they are at one moment. While the heads are kept from others no entry without an event is
 * counted elsewhere: so what of them is there at that moment is in the accounts, and what is not comes later.
 */
async function countAccounts(
  { database, tenantId, spans, now, size = ACCOUNTS_OF_PAGE }: Counting,
  head: FigureHead,
): Promise<void> {
  await database.transaction([tenantId], async (tx) => {
    const heads = await lockHeads(tx, tenantId)
    const locked = heads.at(-1)
    if (!isSamePlace(head, locked)) return
    const { accounts, isLast, quietIds } = await database.read([tenantId], (reading) =>
      readNextAccounts(reading, head, size),
    )
    // Who reads the older generation is to see those too: they are counted for it first.
    if (heads.length > 1 && quietIds.length > 0) return
    const deltas = accounts.flatMap(({ account }) =>
      entriesOfAccount(account).flatMap((entry) => fold(entry, spans)),
    )
    await addToSums(tx, head, sumOf(deltas))
    await insertCounted(tx, head, accounts)
    await deleteQuietEntries(tx, tenantId, quietIds)
    const state = isLast ? HEAD_STATE.catchingUp : HEAD_STATE.counting
    const countedTo = isLast ? ALL_COUNTED : (accounts.at(-1)?.customerId ?? head.countedTo)
    await updateHead(tx, { ...head, state, countedTo, foldedAt: now })
  })
}

async function readNextAccounts(tx: Tx, { tenantId, countedTo: after }: FigureHead, limit: number) {
  const accounts = await readAccounts(tx, tenantId, { after, limit })
  const isLast = accounts.length < limit
  const last = isLast ? ALL_COUNTED : (accounts.at(-1)?.customerId ?? ALL_COUNTED)
  return { accounts, isLast, quietIds: await findQuietEntriesOf(tx, tenantId, { after, last }) }
}

/**
 * Adds what was read, a page of the log for each generation that follows it, and what has no event to all of them. Where
 * the heads are no longer what they were, another worker has added it.
 */
async function addPages(
  { database, tenantId, spans, now }: Counting,
  { heads, following }: Next,
): Promise<Counted> {
  const [{ page } = { page: NO_PAGE }] = following
  const { quiet, quietIds } = page
  return database.transaction([tenantId], async (tx) => {
    const locked = await lockHeads(tx, tenantId)
    const isSame =
      locked.length === heads.length && heads.every((head, index) => isSamePlace(head, locked[index]))
    // A page of nothing but entries without an event moves no head: that another worker added it shows in them alone.
    if (!isSame || !(await haveQuietEntries(tx, tenantId, quietIds))) return MORE
    await deleteQuietEntries(tx, tenantId, quietIds)
    for (const { head, page: behind } of following) {
      await addDeltas(
        tx,
        head,
        sumOf([...(await ofEvents(tx, head, behind, spans)), ...ofQuiet(head, quiet, spans)]),
      )
      await updateHead(tx, { ...head, position: behind.reached, foldedAt: now })
    }
    for (const head of heads.filter(({ state }) => state === HEAD_STATE.counting)) {
      await addToSums(tx, head, sumOf(ofQuiet(head, quiet, spans)))
    }
    await markDays(tx, tenantId, daysOf(page, spans))
    await touchCustomers(tx, tenantId, customersOf(page))
    const isMore = following.some((one) => one.page.isFull)
    const entries = quiet.length + following.reduce((sum, { page: { events } }) => sum + events.length, 0)
    return { entries, isMore }
  })
}

/** To the sums, and to what was carried of those days before. Weeks that are over by now are carried. */
async function addDeltas(tx: Tx, head: FigureHead, deltas: readonly Delta[]): Promise<void> {
  const days = deltas.filter(({ series }) => series === SERIES.stock).map(({ day }) => day)
  const carried = days.length === 0 ? null : await findCarriedTo(tx, head)
  await addToSums(tx, head, sumOf([...deltas, ...addedToCarried(deltas, carried)]))
  if (days.length === 0 || !isCurrent(head)) return
  await carryStocks(tx, head, { carried, today: days.reduce((a, b) => Math.max(a, b)) })
}

const NO_PAGE: Pick<Page, 'quiet' | 'quietIds'> & OrdersOfPage = {
  ...{ quiet: [], quietIds: [], orders: [], ordersOfRecords: [] },
}

function customersOf({ orders, ordersOfRecords }: OrdersOfPage): CustomerId[] {
  return [...orders, ...ordersOfRecords].map(({ customerId }) => customerId)
}

/** Events that are not in the sums yet: while a generation catches up, not those that its accounts had already. */
async function ofEvents(
  tx: Tx,
  head: FigureHead,
  { events }: Page,
  spans: readonly ZoneSpan[],
): Promise<Delta[]> {
  const customers = [...new Set(events.map(({ customerId }) => customerId))]
  const counted = isCurrent(head) ? null : await findCounted(tx, head, customers)
  return events
    .filter(({ customerId, sequence }) => sequence > (counted?.get(customerId) ?? 0))
    .flatMap(({ entry }) => fold(entry, spans))
}

/** Entries without an event, of accounts that are counted: the others have them when they are. */
function ofQuiet({ countedTo }: FigureHead, quiet: Page['quiet'], spans: readonly ZoneSpan[]): Delta[] {
  return quiet.filter(({ customerId }) => customerId <= countedTo).flatMap(({ entry }) => fold(entry, spans))
}

/** Where the log held no more than this page, a generation that was catching up takes the place of the one before. */
async function takePlace({ database, tenantId, now }: Counting, { following }: Next): Promise<void> {
  const newest = following.at(-1)
  if (!newest || newest.page.isFull) return
  const head = { ...newest.head, position: newest.page.reached }
  let isLeft = await database.transaction([tenantId], async (tx) => {
    const locked = await lockHeads(tx, tenantId)
    if (!isSamePlace(head, locked.at(-1))) return false
    if (await isMergedSince(tx, head)) {
      await restart(tx, head, now)
      return false
    }
    for (const older of locked.slice(0, -1)) await deleteHead(tx, older)
    await deleteVerification(tx, tenantId)
    await updateHead(tx, { ...head, state: HEAD_STATE.current, foldedAt: now })
    await carryStocks(tx, head, { carried: null, today: await findLastStockDay(tx, head) })
    return true
  })
  while (isLeft) isLeft = await database.transaction([tenantId], (tx) => deletePortion(tx, head))
}

/** What is no longer read. Where this is cut off, the next generation does it. */
async function deletePortion(tx: Tx, head: FigureHead): Promise<boolean> {
  const sums = await deleteSumsBelow(tx, head, ROWS_DELETED_AT_ONCE)
  const counted = await deleteCounted(tx, head, ROWS_DELETED_AT_ONCE)
  return sums + counted > 0
}

/**
 * Two customers became one since the count began: what the one had may have been counted with neither of them, or with
 * both. All is counted again.
 */
async function restart(tx: Tx, head: FigureHead, now: Instant): Promise<void> {
  const { tenantId, generation } = head
  await deleteHead(tx, head)
  const position = await endOfLog(tx, tenantId)
  await insertHead(tx, tenantId, { generation: generation + 1, position, now })
}
