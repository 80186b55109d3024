import { type Amount, NOTHING } from '../../accounts/account.ts'
import { findAccountsById } from '../../accounts/store/accounts.ts'
import { readCursor, writeCursor } from '../../contract/admin-api/cursor.ts'
import { isId, isMoment, rowsOf } from '../../contract/admin-api/page.ts'
import { CURSOR_OF_OTHER_LIST } from '../../contract/admin-api/texts.ts'
import { localized } from '../../contract/locale.ts'
import { invalid, isProblem, type Problem } from '../../contract/problem.ts'
import { presentCustomer } from '../../customers/admin-api/present.ts'
import type { LiabilityRecords } from '../../figures/admin-api/records-schema.ts'
import { hasWorth } from '../../figures/rules/overview.ts'
import { monthFromText } from '../../figures/rules/period.ts'
import { type Stock, stockOf } from '../../figures/rules/stock.ts'
import { type Month, monthAsOf, type ZoneSpan } from '../../figures/rules/zones.ts'
import { findCurrentFigures, isCounting, readStock } from '../../figures/store/read-figures.ts'
import {
  listDebts,
  listExpiringLots,
  listLotsWithoutEnd,
  listPendingLots,
  type OpenLot,
} from '../../figures/store/read-lots.ts'
import type { Caller } from '../../people/actor.ts'
import { type Instant, instantToText, instantToTextOrNull } from '../../platform/clock.ts'
import { shortText } from '../../platform/decimal.ts'
import type { Tx } from '../../platform/postgres/database.ts'
import { localDate, localDateToText } from '../../platform/zone.ts'
import type { Tenant } from '../../tenancy/tenant.ts'
import { presentFigures } from './period.ts'
import { presentSum } from './present.ts'

/** No time zone is further from UTC. */
const ZONES_DIFFER_MS = 15 * 3_600_000

interface LotsQuery extends Readonly<Record<string, unknown>> {
  readonly month?: string
  readonly group?: 'never' | 'pending' | 'owed'
  readonly limit?: number
  readonly cursor?: string
}

export interface AskedLots {
  readonly tenant: Tenant
  readonly now: Instant
  readonly caller: Caller
  readonly spans: readonly ZoneSpan[]
  readonly query: LotsQuery
}

type Wanted = { readonly month: Month } | { readonly group: NonNullable<LotsQuery['group']> }

export async function liabilityRecordsOf(tx: Tx, asked: AskedLots): Promise<LiabilityRecords | Problem> {
  const wanted = readWanted(asked.query)
  if (isProblem(wanted)) return wanted
  const after = readPlace(asked.query)
  if (isProblem(after)) return after
  const found = await findCurrentFigures(tx, asked.tenant.id)
  const { today, counting, asOf } = presentFigures(found, null, asked)
  if (isCounting(found)) return { today, counting, asOf, items: [], figure: null, nextCursor: null }
  const figure = figureOf(stockOf(await readStock(tx, found, null)), wanted)
  const worth = hasWorth([figure])
  const limit = rowsOf(asked.query)
  const lots = await listFrom(tx, asked, { wanted, after, limit })
  const shown = lots.slice(0, limit - 1)
  const last = shown.at(-1)
  const listed =
    'month' in wanted ? shown.filter((lot) => monthOfLot(lot, asked.spans) === wanted.month) : shown
  return {
    today,
    counting,
    asOf,
    items: await present(tx, listed, { ...asked, worth }),
    figure: presentSum(figure, worth),
    nextCursor: last && lots.length > shown.length ? writeCursor(asked.query, keysOf(last, wanted)) : null,
  }
}

const ONE_OF_BOTH = localized(
  'Choose either a month or a group.',
  'Escolha um mês ou um grupo.',
  'Elige un mes o un grupo.',
)
export const NO_MONTH = localized(
  'Write months as 2027-04.',
  'Escreva os meses como 2027-04.',
  'Escribe los meses como 2027-04.',
)

function readWanted({ month: text, group }: LotsQuery): Wanted | Problem {
  if ((text === undefined) === (group === undefined))
    return invalid([{ pointer: '/month', message: ONE_OF_BOTH }])
  if (group !== undefined) return { group }
  const month = monthFromText(text ?? '')
  return month === null ? invalid([{ pointer: '/month', message: NO_MONTH }]) : { month }
}

/** Behind which lot: a moment or a customer, and the number of the lot. */
type Place = readonly [number, number]

function readPlace(query: LotsQuery): Place | null | Problem {
  const keys = readCursor(query, query.cursor, 2)
  if (keys === null || isProblem(keys)) return keys
  const [first, id] = keys
  return isMoment(first) && isId(id) ? [first, id] : CURSOR_OF_OTHER_LIST
}

function keysOf({ id, customerId, expiresAt }: OpenLot, wanted: Wanted): Place {
  return ['month' in wanted ? (expiresAt ?? 0) : customerId, id]
}

function figureOf(stock: Stock, wanted: Wanted): Amount {
  if ('group' in wanted) return stock[wanted.group]
  return stock.months.find(({ month }) => month === wanted.month)?.amount ?? NOTHING
}

function listFrom(
  tx: Tx,
  { tenant }: AskedLots,
  { wanted, after, limit }: { readonly wanted: Wanted; readonly after: Place | null; readonly limit: number },
): Promise<OpenLot[]> {
  if ('month' in wanted) {
    const [year, month] = [Math.floor(wanted.month / 100), wanted.month % 100]
    const [at, id] = after ?? [Date.UTC(year, month - 1) - ZONES_DIFFER_MS, 0]
    const until = Date.UTC(year, month) + ZONES_DIFFER_MS
    return listExpiringLots(tx, tenant.id, { after: { at, id }, until, limit })
  }
  const [customerId, id] = after ?? [0, 0]
  const list = { never: listLotsWithoutEnd, pending: listPendingLots, owed: listDebts }[wanted.group]
  return list(tx, tenant.id, { after: { customerId, id }, limit })
}

/** As the sums count it: by the zone that was in force when the lot was recorded. */
function monthOfLot({ expiresAt, recordedAt }: OpenLot, spans: readonly ZoneSpan[]): Month | null {
  return expiresAt === null ? null : monthAsOf(expiresAt - 1, recordedAt, spans)
}

async function present(
  tx: Tx,
  lots: readonly OpenLot[],
  { tenant, caller, worth }: AskedLots & { readonly worth: boolean },
): Promise<LiabilityRecords['items']> {
  const customers = await findAccountsById(
    tx,
    tenant.id,
    lots.map(({ customerId }) => customerId),
  )
  return lots.flatMap(({ id, customerId, type, recordedAt, availableAt, expiresAt, original, left }) => {
    const stored = customers.get(customerId)
    if (!stored) return []
    return {
      customer: presentCustomer(stored.customer, caller),
      recordId: id,
      type,
      recordedAt: instantToText(recordedAt),
      availableAt: instantToTextOrNull(availableAt),
      lastDay: expiresAt === null ? null : localDateToText(localDate(expiresAt - 1, tenant.timeZone)),
      original: shortText(original.points),
      ...presentSum(left, worth),
    }
  })
}
