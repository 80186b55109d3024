import type { CustomerId, TenantId } from '../contract/ids.ts'
import type { Database, Tx } from '../platform/postgres/database.ts'
import { startOfDay } from '../platform/zone.ts'
import type { FigureHead } from './head.ts'
import { isCarried, nextCarryDay } from './rules/carried.ts'
import type { WrongSum } from './rules/check-sums.ts'
import { type Delta, SERIES, sumOf } from './rules/delta.ts'
import { entriesOfAccount } from './rules/entries-of-account.ts'
import { fold } from './rules/fold.ts'
import { firstDayOfMonth, lastDayOfMonth, type Period } from './rules/period.ts'
import type { Month, ZoneSpan } from './rules/zones.ts'
import { countWrongCarried } from './store/carried.ts'
import { readAccountsOfTime, takeTime } from './store/read-accounts.ts'
import { findSums } from './store/sums.ts'
import {
  differencesOf,
  differencesOfAccount,
  type FigureDifference,
  findCurrent,
  notCountedYet,
} from './verify.ts'

const ACCOUNTS_AT_ONCE = 500
/** Days of a merchant begin up to 14 hours beside those of UTC, and what expires counts a moment before. */
const MARGIN_DAYS = 2
/** More are not told. */
const TOLD_MAX = 10

/** What of a month is not what the ledger says. */
export interface MonthDifferences {
  /** Over all days. */
  readonly totals: readonly WrongSum[]
  /** Sums of its days, the first of them. */
  readonly sums: readonly FigureDifference[]
  /** The first whose own records don't add up to their balance. */
  readonly customers: readonly { readonly id: CustomerId; readonly originalId: string }[]
}

/**
 * Every sum of every day of a month, what sales came to included, against all accounts to which something happened in
 * it. null: the first count is not done.
 */
export async function verifyMonth(
  database: Database,
  tenantId: TenantId,
  { month, spans }: { readonly month: Month; readonly spans: readonly ZoneSpan[] },
): Promise<Omit<MonthDifferences, 'totals'> | null> {
  const days: Period = { from: firstDayOfMonth(month), to: lastDayOfMonth(month) }
  return database.read([tenantId], async (tx) => {
    const head = await findCurrent(tx, tenantId)
    if (!head) return null
    const missing = (await notCountedYet(tx, head, spans)).filter((delta) => isOf(days, delta))
    const added = (await findSums(tx, head, days)).filter((sum) => !isCarried(sum))
    const stored = sumOf([...added, ...missing])
    const { sums, customers } = await recountDays(tx, tenantId, { days, spans })
    const wrong = [...differencesOf(stored, sums), ...(await checkCarried(tx, head, days))]
    return { sums: wrong.slice(0, TOLD_MAX), customers }
  })
}

/** What was carried in these days, and last before them, against all days before: a month's sum begins and ends with it. */
async function checkCarried(tx: Tx, head: FigureHead, { from, to }: Period): Promise<FigureDifference[]> {
  const sums = await findSums(tx, head, { from: nextCarryDay(from, -1), to })
  const days = new Set(sums.filter(isCarried).map(({ day }) => day))
  const differences: FigureDifference[] = []
  for (const day of days) {
    const wrong = await countWrongCarried(tx, head, day)
    const [stored, recounted] = [`${wrong} wrong`, 'none wrong']
    if (wrong > 0) differences.push({ series: SERIES.carried, day, a: 0, b: 0, stored, recounted })
  }
  return differences
}

async function recountDays(
  tx: Tx,
  tenantId: TenantId,
  { days, spans }: { readonly days: Period; readonly spans: readonly ZoneSpan[] },
) {
  const time = {
    from: startOfDay(days.from - MARGIN_DAYS, 'UTC'),
    until: startOfDay(days.to + 1 + MARGIN_DAYS, 'UTC'),
  }
  await takeTime(tx)
  const customers: { id: CustomerId; originalId: string }[] = []
  let sums: Delta[] = []
  for (let after = 0; ; ) {
    const accounts = await readAccountsOfTime(tx, tenantId, { after, ...time, limit: ACCOUNTS_AT_ONCE })
    for (const account of accounts) {
      const deltas = entriesOfAccount(account.account).flatMap((entry) => fold(entry, spans))
      sums.push(...deltas.filter((delta) => isOf(days, delta)))
      const { customerId: id, originalId } = account
      if (customers.length < TOLD_MAX && differencesOfAccount(account, deltas).length > 0) {
        customers.push({ id, originalId })
      }
    }
    sums = sumOf(sums)
    if (accounts.length < ACCOUNTS_AT_ONCE) return { sums, customers }
    after = accounts.at(-1)?.customerId ?? after
  }
}

function isOf({ from, to }: Period, { day }: Pick<Delta, 'day'>): boolean {
  return day >= from && day <= to
}
