import type { Account } from '../../accounting/account.ts'
import type { WordedEntry } from '../../accounting/journal.ts'
import type { AccountName } from '../../accounting/settings.ts'
import type { TenantId } from '../../contract/ids.ts'
import { lastDayOfMonth, monthToText } from '../../figures/rules/period.ts'
import type { Month } from '../../figures/rules/zones.ts'
import { csvLine, PLAIN } from '../../jobs/rules/csv.ts'
import { textWithPlaces } from '../../platform/decimal.ts'
import { localDateToText } from '../../platform/zone.ts'
import type { JournalLine } from './schema.ts'

export interface Journal {
  readonly tenantId: TenantId
  readonly month: Month
  readonly isClosed: boolean
  readonly entries: readonly WordedEntry[]
  readonly accounts: Readonly<Record<Account, AccountName>>
  /** Of the currency. */
  readonly decimals: number
}

/**
 * Known to the books as this: what was imported once is recognised. An entry of an open month may still move among the
 * others, so it must not be taken for one of the closed month.
 */
export function referenceOf(
  { tenantId, month, isClosed }: Pick<Journal, 'tenantId' | 'month' | 'isClosed'>,
  index: number,
): string {
  return `punchcard:${tenantId}:${monthToText(month)}:${isClosed ? '' : 'preliminary:'}${index + 1}`
}

export function journalLines(journal: Journal): JournalLine[] {
  const { month, isClosed, entries, accounts, decimals } = journal
  const date = localDateToText(lastDayOfMonth(month))
  return entries.flatMap((entry, index) => {
    const { debit, credit, vintage, text } = entry
    const amount = textWithPlaces(entry.amount, decimals)
    const line = (account: Account, side: 'debit' | 'credit'): JournalLine => ({
      ...{ date, entry: index + 1, account: accounts[account].code, accountName: accounts[account].name },
      debit: side === 'debit' ? amount : null,
      credit: side === 'credit' ? amount : null,
      vintage: vintage === null ? null : monthToText(vintage),
      text,
      reference: referenceOf(journal, index),
      status: isClosed ? 'closed' : 'preliminary',
    })
    return [line(debit, 'debit'), line(credit, 'credit')]
  })
}

const COLUMNS = [
  'date',
  'entry',
  'account',
  'accountName',
  'debit',
  'credit',
  'vintage',
  'text',
  'reference',
  'status',
] as const satisfies readonly (keyof JournalLine)[]

export function journalCsv(lines: readonly JournalLine[]): string {
  const rows = lines.map((line) => COLUMNS.map((column) => String(line[column] ?? '')))
  return [COLUMNS, ...rows].map((cells) => csvLine(cells, PLAIN)).join('')
}
