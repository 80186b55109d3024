import { POINT_TYPE } from '../../accounts/account.ts'
import { keyText } from '../../accounts/till/collection.ts'
import { type AccountCheck, DIFFERENCES_MAX, type FoundDifference } from '../../accounts/verify.ts'
import type { CustomerId, RecordId, TenantId } from '../../contract/ids.ts'
import { programVersions } from '../../earning/collections.ts'
import type { Program } from '../../earning/program.ts'
import { type Instant, instantToText } from '../../platform/clock.ts'
import { run, type Tx } from '../../platform/postgres/database.ts'
import { sql } from '../../platform/postgres/sql.ts'
import {
  type DatedLot,
  type DateTerms,
  type ExpectedDates,
  expectedDates,
  isAsCorrected,
  isAsExpected,
} from '../rules/lot-dates.ts'

interface LotRow {
  readonly customer_id: CustomerId
  readonly customer: string
  readonly id: RecordId
  readonly type: number
  readonly recorded_at: Date
  readonly available_at: Date
  readonly expires_at: Date | null
  readonly is_waiting: boolean
  readonly version: number | null
  readonly rule: number | null
  readonly line: string | null
  readonly earned_at: Date | null
  readonly counts_from: number | null
  readonly is_redated: boolean
}

interface Place {
  readonly customerId: CustomerId
  readonly id: RecordId
}

/** In rows, not in accounts: a customer may have 400,000 lots. */
const PAGE = 10_000
/** Between the days of two time zones, and a day that one of them begins earlier. */
const ZONES_APART_MS = 2 * 86_400_000

/**
 * The dates of every lot against the rule that granted it and the order or moment that it was granted for.
 * `isZoneSure`: the merchant's time zone has never been another one; else dates may differ by what zones do.
 */
export function lotDatesCheck(timeZone: string, isZoneSure: boolean): AccountCheck {
  const terms = { timeZone, toleranceMs: isZoneSure ? 0 : ZONES_APART_MS }
  return async (tx, { tenantId, after, last }) => {
    const differences: FoundDifference[] = []
    let place: Place | null = { customerId: after, id: Number.MAX_SAFE_INTEGER }
    while (place && differences.length < DIFFERENCES_MAX) {
      const rows: LotRow[] = await readLots(tx, tenantId, place, last)
      differences.push(...(await findWrongDates(tx, tenantId, rows, terms)))
      const end = rows.at(-1)
      place = end && rows.length === PAGE ? { customerId: end.customer_id, id: end.id } : null
    }
    return differences.slice(0, DIFFERENCES_MAX)
  }
}

async function findWrongDates(
  tx: Tx,
  tenantId: TenantId,
  rows: readonly LotRow[],
  terms: DateTerms,
): Promise<FoundDifference[]> {
  const programs = await readPrograms(tx, tenantId, rows)
  const wrong = rows.flatMap((row) => {
    const lot = toLot(row)
    const program = programs.get(keyText({ tenantId, key: row.version ?? 0 }))
    const expected = expectedDates(lot, program, terms.timeZone)
    return expected === null || isAsExpected(lot, expected, terms) ? [] : [{ row, lot, expected }]
  })
  return confirm(tx, tenantId, wrong, terms)
}

async function readLots(tx: Tx, tenantId: TenantId, after: Place, last: CustomerId): Promise<LotRow[]> {
  const { rows } = await run<LotRow>(
    tx,
    sql`
    select lot.customer_id, customer.original_id as customer, lot.id, lot.type, lot.recorded_at, lot.available_at,
      lot.expires_at, lot.is_waiting, coalesce(bought.program_version, (lot.explanation ->> 'v')::int) as version,
      (lot.explanation -> 'lines' -> 0 ->> 'rule')::int as rule, lot.explanation -> 'lines' -> 0 ->> 'kind' as line,
      -- The message that cancels an order may bring another date, and its lots are of no use any more.
      case when bought.state <> 3 then bought.completed_at end as earned_at,
      case when bought.state <> 3 then (bought.details ->> 't')::float8 end as counts_from,
      bought.details ->> 'd' is not null as is_redated
    from (
      select * from point_record
      where tenant_id = ${tenantId} and (customer_id, id) > (${after.customerId}, ${after.id})
        and customer_id <= ${last}
        and available_at is not null
      order by tenant_id, customer_id, id
      limit ${PAGE}
    ) as lot
    cross join lateral (
      select original_id, erased_at from customer where tenant_id = ${tenantId} and id = lot.customer_id limit 1
    ) as customer
    left join lateral (
      select program_version, completed_at, details, state from customer_order
      where tenant_id = ${tenantId} and customer_id = lot.customer_id and id = lot.order_id
      limit 1
    ) as bought on true
    order by lot.customer_id, lot.id`,
  )
  return rows
}

function toLot(row: LotRow): DatedLot {
  return {
    type: row.type,
    recordedAt: row.recorded_at.getTime(),
    availableAt: row.available_at.getTime(),
    expiresAt: row.expires_at?.getTime() ?? null,
    isWaiting: row.is_waiting,
    ruleId: row.rule,
    isAdjustment: row.line === 'adjustment',
    earnedAt: row.counts_from ?? row.earned_at?.getTime() ?? null,
  }
}

async function readPrograms(
  tx: Tx,
  tenantId: TenantId,
  rows: readonly LotRow[],
): Promise<ReadonlyMap<string, Program>> {
  const versions = new Set(rows.flatMap(({ version }) => version ?? []))
  return programVersions.load(
    tx,
    [...versions].map((key) => ({ tenantId, key })),
  )
}

interface Wrong {
  readonly row: LotRow
  readonly lot: DatedLot
  readonly expected: ExpectedDates
}

async function confirm(
  tx: Tx,
  tenantId: TenantId,
  wrong: readonly Wrong[],
  terms: DateTerms,
): Promise<FoundDifference[]> {
  const redated = wrong.filter(({ row }) => row.is_redated)
  const used = await findUsed(
    tx,
    tenantId,
    redated.map(({ row }) => row),
  )
  return wrong.flatMap(({ row, lot, expected }) => {
    const isKept = used.has(row.id) || isAsCorrected(lot, expected, terms)
    if (row.is_redated && isOfOrder(row) && isKept) return []
    return {
      customer: row.customer,
      what: `dates of lot ${row.id}`,
      stored: textOf(lot),
      recomputed: textOf({ ...expected, recordedAt: lot.recordedAt }),
    }
  })
}

function isOfOrder({ type }: LotRow): boolean {
  return type === POINT_TYPE.purchase || type === POINT_TYPE.orderAdjusted
}

async function findUsed(tx: Tx, tenantId: TenantId, lots: readonly LotRow[]): Promise<ReadonlySet<RecordId>> {
  if (lots.length === 0) return new Set()
  const { rows } = await run<{ lot_id: RecordId }>(
    tx,
    sql`
    select distinct wanted.id as lot_id
    from unnest(${lots.map(({ customer_id }) => customer_id)}::bigint[], ${lots.map(({ id }) => id)}::bigint[])
      as wanted (customer_id, id)
    join point_origin as origin
      on origin.tenant_id = ${tenantId} and origin.customer_id = wanted.customer_id and origin.lot_id = wanted.id`,
  )
  return new Set(rows.map(({ lot_id }) => lot_id))
}

function textOf({
  recordedAt,
  availableAt,
  expiresAt,
}: {
  readonly recordedAt: Instant
  readonly availableAt: Instant | null
  readonly expiresAt: Instant | null | undefined
}): string {
  const moments = [recordedAt, availableAt, expiresAt].map((at) =>
    at === undefined ? 'a day' : at === null ? 'never' : instantToText(at),
  )
  return `recorded ${moments[0]}, available ${moments[1]}, expires ${moments[2]}`
}
