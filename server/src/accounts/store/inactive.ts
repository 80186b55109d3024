/** Customers to whom nothing has happened for long, found by the index of the days on which something did. */
import type { CustomerId, TenantId } from '../../contract/ids.ts'
import type { Instant } from '../../platform/clock.ts'
import type { Decimal } from '../../platform/decimal.ts'
import { type Columns, rowsAs } from '../../platform/postgres/columns.ts'
import { run, runUnhurried, type Tx } from '../../platform/postgres/database.ts'
import { Fragment, sql } from '../../platform/postgres/sql.ts'
import { type LocalDate, localDate } from '../../platform/zone.ts'
import type { Tenant } from '../../tenancy/tenant.ts'
import {
  type Activity,
  type InactivityTerms,
  inactivityTerms,
  lastActiveDayEndingBefore,
} from '../rules/inactivity.ts'

export interface InactiveAsk {
  readonly tenantId: TenantId
  readonly terms: InactivityTerms
  readonly today: LocalDate
  /** Of those who were active on a later day nothing ends. */
  readonly activeUntil: LocalDate
}

/** Whose points have ended by this moment because nothing happened; null: of this merchant none have. */
export function askInactive(tenant: Tenant, now: Instant): InactiveAsk | null {
  const terms = inactivityTerms(tenant)
  if (terms === null) return null
  const today = localDate(now, tenant.timeZone)
  const activeUntil = lastActiveDayEndingBefore(terms, today)
  return activeUntil === null ? null : { tenantId: tenant.id, terms, today, activeUntil }
}

const ASK: Columns<InactiveAsk> = {
  place: ['int', (_, index) => index],
  tenant_id: ['bigint', ({ tenantId }) => tenantId],
  months: ['int', ({ terms }) => terms.months],
  notice_days: ['int', ({ terms }) => terms.noticeDays],
  starts_on: ['date', ({ terms }) => terms.startsOn],
  today: ['date', ({ today }) => today],
  active_until: ['date', ({ activeUntil }) => activeUntil],
}

/** As `lastDay` of the rules has it: a month that is too short gives its last day. */
const LAST_DAY = `(greatest(customer.active_on, wanted.starts_on) + wanted.months * interval '1 month')::date`

/** Whose points have ended by today, or who has none any more, as `goodThrough` of the rules says. */
const HAS_ENDED =
  new Fragment(`customer.tenant_id = wanted.tenant_id and customer.active_on <= wanted.active_until
        and (
          (customer.points_balance <= 0 and customer.cashback_balance <= 0) or wanted.notice_days = 0
          or (
            customer.notice_on >= ${LAST_DAY} - wanted.notice_days
            and greatest(${LAST_DAY}, customer.notice_on + wanted.notice_days) < wanted.today
          )
        )`)

interface InactiveRow {
  readonly place: number
  readonly active_on: LocalDate | null
  readonly notice_on: LocalDate | null
  readonly points_balance: Decimal
  readonly cashback_balance: Decimal
}

export interface Inactive extends Activity {
  readonly hasPoints: boolean
}

/** Of each, the customer to whom nothing has happened for longest and whose points have ended; undefined: there is none. */
export async function findLongestInactive(
  tx: Tx,
  asks: readonly InactiveAsk[],
): Promise<(Inactive | undefined)[]> {
  const { rows } = await run(
    tx,
    sql<InactiveRow>`
    select wanted.place, ended.active_on - date '1970-01-01' as active_on,
      ended.notice_on - date '1970-01-01' as notice_on, points_balance, cashback_balance
    from ${rowsAs('wanted', ASK, asks)}
    cross join lateral (
      select active_on, notice_on, points_balance, cashback_balance from customer
      where ${HAS_ENDED}
      order by customer.active_on, customer.id
      limit 1
    ) as ended`,
  )
  const found: (Inactive | undefined)[] = asks.map(() => undefined)
  for (const row of rows) {
    const hasPoints = row.points_balance > 0n || row.cashback_balance > 0n
    found[row.place] = { activeOn: row.active_on, noticeOn: row.notice_on, hasPoints }
  }
  return found
}

/** Whose points have ended and are still there, the longest inactive first; none of these customers. */
export async function findInactiveCustomers(
  tx: Tx,
  ask: InactiveAsk,
  except: readonly string[],
  limit: number,
): Promise<string[]> {
  const { rows } = await run(
    tx,
    sql<{ original_id: string }>`
    select ended.original_id
    from ${rowsAs('wanted', ASK, [ask])}
    cross join lateral (
      select original_id from customer
      where ${HAS_ENDED} and customer.original_id <> all (${except}::text[])
      order by customer.active_on, customer.id
      limit ${limit}
    ) as ended`,
  )
  return rows.map(({ original_id }) => original_id)
}

/** Customers who still have points although these have ended; also those to whom no day is known. */
export async function findOverdue(
  tx: Tx,
  ask: InactiveAsk,
  limit: number,
): Promise<(Activity & { readonly customer: string; readonly points: string })[]> {
  const { rows } = await runUnhurried<{
    customer: string
    active_on: LocalDate | null
    notice_on: LocalDate | null
    points: string
  }>(
    tx,
    sql`
    select customer.original_id as customer, customer.points_balance || ' / ' || customer.cashback_balance as points,
      customer.active_on - date '1970-01-01' as active_on, customer.notice_on - date '1970-01-01' as notice_on
    from ${rowsAs('wanted', ASK, [ask])}
    join customer on customer.tenant_id = wanted.tenant_id
      and (customer.points_balance > 0 or customer.cashback_balance > 0)
      and ${new Fragment(LAST_DAY)} < wanted.today
      and (
        wanted.notice_days = 0
        or (
          customer.notice_on >= ${new Fragment(LAST_DAY)} - wanted.notice_days
          and customer.notice_on + wanted.notice_days < wanted.today
        )
      )
    limit ${limit}`,
  )
  return rows.map((row) => ({
    customer: row.customer,
    points: row.points,
    activeOn: row.active_on,
    noticeOn: row.notice_on,
  }))
}

/** Where a page of customers ends: by the day, then by number. */
export interface InactivePlace {
  readonly activeOn: LocalDate
  readonly id: CustomerId
}

interface ToNotice extends InactivePlace {
  readonly originalId: string
}

/** Who has points that will end soon and was not told. `activeUntil` of the ask: whose end is near enough. */
export async function findToNotice(
  tx: Tx,
  ask: InactiveAsk,
  after: InactivePlace,
  limit: number,
): Promise<ToNotice[]> {
  const { rows } = await run(
    tx,
    sql<{ original_id: string; active_on: LocalDate; id: CustomerId }>`
    select found.original_id, found.active_on - date '1970-01-01' as active_on, found.id
    from ${rowsAs('wanted', ASK, [ask])}
    cross join lateral (
      select original_id, active_on, id from customer
      where customer.tenant_id = wanted.tenant_id and customer.active_on <= wanted.active_until
        and (customer.active_on, customer.id) > (date '1970-01-01' + ${after.activeOn}::int, ${after.id}::bigint)
        and (customer.points_balance > 0 or customer.cashback_balance > 0)
        and (customer.notice_on is null or customer.notice_on < ${new Fragment(LAST_DAY)} - wanted.notice_days)
      order by customer.active_on, customer.id
      limit ${limit}
    ) as found`,
  )
  return rows.map((row) => ({ originalId: row.original_id, activeOn: row.active_on, id: row.id }))
}

/**
 * Gives customers who have points and no day the one on which counting starts: until then the index does not find them.
 * One page of all customers, by number; returns where it ends, null where there are no more.
 */
export async function dateUndated(
  tx: Tx,
  { tenantId, startsOn }: { readonly tenantId: TenantId; readonly startsOn: LocalDate },
  after: CustomerId,
  limit: number,
): Promise<CustomerId | null> {
  const { rows } = await run(
    tx,
    sql<{ last: CustomerId | null }>`
    with page as materialized (
      select id from customer where tenant_id = ${tenantId} and id > ${after} order by id limit ${limit}
    ),
    dated as (
      update customer set active_on = date '1970-01-01' + ${startsOn}::int
      where tenant_id = ${tenantId} and id in (select id from page) and active_on is null
        and (points_balance > 0 or cashback_balance > 0)
    )
    select max(id) as last from page having count(*) = ${limit}`,
  )
  return rows[0]?.last ?? null
}
