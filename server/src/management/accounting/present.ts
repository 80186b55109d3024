import type { WordedEntry } from '../../accounting/journal.ts'
import { bookedOf, entryFromText, type MonthClose, readClosed } from '../../accounting/month-close.ts'
import { estimateIn } from '../../accounting/rules/post-month.ts'
import { namedAccounts } from '../../accounting/settings.ts'
import { type Booked, leftIn, leftOf, sourceOfKey } from '../../accounting/vintage.ts'
import type { Locale } from '../../contract/locale.ts'
import { SOURCE, type Source } from '../../figures/rules/delta.ts'
import { monthToText } from '../../figures/rules/period.ts'
import { endedOf } from '../../figures/rules/vintages.ts'
import type { Month } from '../../figures/rules/zones.ts'
import type { VintageChange } from '../../figures/vintage-change.ts'
import { instantToText } from '../../platform/clock.ts'
import { shortText } from '../../platform/decimal.ts'
import type { Tenant } from '../../tenancy/tenant.ts'
import type { Blocker } from './blockers.ts'
import { sumToTexts } from './close.ts'
import { referenceOf } from './journal.ts'
import { estimatesOf, type Ledger, type OpenMonth } from './read-books.ts'
import type { AccountingAnswer, MonthAnswer } from './schema.ts'
import { BLOCKER_TEXTS, usualNames, withTexts } from './texts.ts'

const SOURCE_WORDS: Readonly<Record<Source, MonthAnswer['vintages'][number]['source']>> = {
  [SOURCE.sale]: 'sale',
  [SOURCE.gift]: 'gift',
  [SOURCE.imported]: 'imported',
}

export function presentAccounting(
  { settings, estimates }: Ledger,
  tenant: Tenant,
  { changes, running }: { readonly changes: readonly VintageChange[] | null; readonly running: Month },
): AccountingAnswer {
  const { isOn, startsIn, closeDay, version } = settings
  return {
    isOn,
    startsIn: startsIn === null ? null : monthToText(startsIn),
    closeDay,
    accounts: namedAccounts(settings, usualNames(tenant.locale)),
    estimates: estimates.map(({ since, breakage, pointWorth }) => ({
      since: monthToText(since),
      breakage: shortText(breakage),
      pointWorth: pointWorth === null ? null : shortText(pointWorth),
    })),
    ended: changes && presentEnded(changes, running),
    version,
  }
}

/**
 * What an estimate can go by. Points from sales and those without a sale are vintages of their own in the books: gifts
 * that never end keep no sales of their month waiting. Points that ended with an erased customer say nothing about it.
 */
function presentEnded(changes: readonly VintageChange[], running: Month): AccountingAnswer['ended'] {
  const sums = changes.map((change) => ({ ...change, isImported: change.source === SOURCE.imported }))
  const { base, breakage } = endedOf(sums, running, ({ issued, source }) => `${issued}/${source}`)
  return breakage === null ? null : { breakage: shortText(breakage), points: shortText(base.points) }
}

interface Presenting {
  readonly tenant: Tenant
  readonly locale: Locale
}

export function presentOpenMonth(
  open: OpenMonth,
  ledger: Ledger,
  more: Presenting & { readonly isOver: boolean; readonly blocker: Blocker | null },
): MonthAnswer {
  const { tenant, locale, isOver, blocker } = more
  const { month, posted, sum } = open
  const { breakage, pointWorth } = estimateIn(month, estimatesOf(ledger))
  return {
    month: monthToText(month),
    state: isOver ? 'open' : 'running',
    isPreliminary: true,
    blocker: blocker && { code: blocker, text: BLOCKER_TEXTS[blocker][locale] },
    closedAt: null,
    closedBy: null,
    hash: null,
    currency: tenant.currency,
    breakage: shortText(breakage),
    pointWorth: pointWorth === null ? null : shortText(pointWorth),
    sum: sumToTexts(sum),
    ...presentPosted({ tenant, month, isClosed: false }, withTexts(posted.entries, locale), posted.booked),
    accounts: namedAccounts(ledger.settings, usualNames(tenant.locale)),
  }
}

/** In the words that it was closed with. */
export function presentClosedMonth(close: MonthClose, tenant: Pick<Tenant, 'id'>): MonthAnswer {
  const closed = readClosed(close)
  const { month, currency, breakage, pointWorth, sum, accounts } = closed
  return {
    month: monthToText(month),
    state: 'closed',
    isPreliminary: false,
    blocker: null,
    closedAt: instantToText(close.closedAt),
    closedBy: close.closedBy.label,
    hash: close.hash.toString('hex'),
    ...{ currency, breakage, pointWorth, sum },
    ...presentPosted({ tenant, month, isClosed: true }, closed.entries.map(entryFromText), bookedOf(closed)),
    accounts,
  }
}

function presentPosted(
  {
    tenant,
    month,
    isClosed,
  }: { readonly tenant: Pick<Tenant, 'id'>; readonly month: Month; readonly isClosed: boolean },
  entries: readonly WordedEntry[],
  booked: ReadonlyMap<string, Booked>,
): Pick<MonthAnswer, 'entries' | 'vintages' | 'left'> {
  return {
    entries: entries.map((entry, index) => ({
      kind: entry.kind,
      vintage: entry.vintage === null ? null : monthToText(entry.vintage),
      debit: entry.debit,
      credit: entry.credit,
      amount: shortText(entry.amount),
      text: entry.text,
      reference: referenceOf({ tenantId: tenant.id, month, isClosed }, index),
    })),
    vintages: [...booked].map(([key, one]) => presentVintage(key, one)),
    left: presentLeft(booked),
  }
}

function presentVintage(key: string, one: Booked): MonthAnswer['vintages'][number] {
  return {
    month: monthToText(Number.parseInt(key, 10)),
    source: SOURCE_WORDS[sourceOfKey(key)],
    deferred: shortText(one.deferred),
    takenBack: shortText(one.takenBack),
    recognised: shortText(one.recognised),
    left: shortText(leftOf(one)),
  }
}

export function presentLeft(booked: ReadonlyMap<string, Booked>): MonthAnswer['left'] {
  return {
    deferredRevenue: shortText(leftIn('deferredRevenue', booked)),
    provision: shortText(leftIn('provision', booked)),
  }
}
