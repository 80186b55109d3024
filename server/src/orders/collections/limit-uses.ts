import { type Changed, type Collection, keyText, type TenantKey } from '../../accounts/till/collection.ts'
import type { CustomerId, TenantId } from '../../contract/ids.ts'
import type { Taken } from '../../earning/taken.ts'
import { type Decimal, ZERO } from '../../platform/decimal.ts'
import { type Columns, type ColumnsOf, namesOf, rowsAs, table } from '../../platform/postgres/columns.ts'
import { run, type Tx } from '../../platform/postgres/database.ts'
import { sql } from '../../platform/postgres/sql.ts'
import { MEASURE_CODES, measureOfCode } from '../details-encoding.ts'

/** A day, week, month or year of a customer, or all of it. */
export interface PeriodOfCustomer {
  readonly customerId: CustomerId
  readonly period: string
}

/** What all orders of it have taken of one limit. */
export type LimitUse = Pick<Taken, 'ruleId' | 'measure'> & { readonly used: Decimal }

export function textOfPeriod({ customerId, period }: PeriodOfCustomer): string {
  return `${customerId} ${period}`
}

const PERIOD: Columns<TenantKey<PeriodOfCustomer>> = {
  tenant_id: ['bigint', ({ tenantId }) => tenantId],
  customer_id: ['bigint', ({ key }) => key.customerId],
  period: ['text', ({ key }) => key.period],
}

type UseRow = TenantKey<PeriodOfCustomer> & LimitUse

const USE_KEY: ColumnsOf<'limit_use', UseRow> = {
  ...PERIOD,
  rule_id: ['int', ({ ruleId }) => ruleId],
  measure: ['smallint', ({ measure }) => MEASURE_CODES[measure]],
}
const USE: ColumnsOf<'limit_use', UseRow> = { ...USE_KEY, used: ['numeric', ({ used }) => used] }

/** A program has at most 200 rules; those of older versions may be there too. */
const USES_MAX = 10_000

const deleteUses = table('limit_use').delete<UseRow>(USE_KEY)

/** What was taken in a period, of all limits. One of which nothing is taken any more is there with 0. */
export const limitUses: Collection<PeriodOfCustomer, readonly LimitUse[]> = {
  name: 'limit uses',
  textOf: textOfPeriod,
  async load(tx, keys) {
    const { rows } = await run(
      tx,
      sql<{
        tenant_id: TenantId
        customer_id: CustomerId
        period: string
        rule_id: number
        measure: number
        used: Decimal
      }>`
      select taken.*
      from ${rowsAs('wanted', PERIOD, keys)}
      -- Not joined: while statistics say that the table is empty, that reads all of it.
      cross join lateral (
        select * from limit_use as taken
        where taken.tenant_id = wanted.tenant_id and taken.customer_id = wanted.customer_id
          and taken.period = wanted.period
        order by taken.tenant_id, taken.customer_id, taken.period, taken.rule_id, taken.measure limit ${USES_MAX}
      ) as taken`,
    )
    const found = new Map<string, LimitUse[]>()
    for (const row of rows) {
      const key = { customerId: row.customer_id, period: row.period }
      const name = keyText({ tenantId: row.tenant_id, key: textOfPeriod(key) })
      const use = { ruleId: row.rule_id, measure: measureOfCode(row.measure), used: row.used }
      found.set(name, [...(found.get(name) ?? []), use])
    }
    return found
  },
  async save(tx, changes) {
    const rows = changes.flatMap(({ tenantId, key, value }: Changed<PeriodOfCustomer, readonly LimitUse[]>) =>
      value.map((use) => ({ tenantId, key, ...use })),
    )
    const kept = rows.filter(({ used }) => used > ZERO)
    const freed = rows.filter(({ used }) => used === ZERO)
    await Promise.all([saveUses(tx, kept), deleteUses(tx, freed)])
  },
}

async function saveUses(tx: Tx, rows: readonly UseRow[]): Promise<void> {
  if (rows.length === 0) return
  await run(
    tx,
    sql`
    insert into limit_use (${namesOf(USE)})
    select * from ${rowsAs('taken', USE, rows)}
    on conflict (tenant_id, customer_id, period, rule_id, measure) do update set used = excluded.used`,
  )
}
