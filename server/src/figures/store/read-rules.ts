import type { Amount } from '../../accounts/account.ts'
import type { Decimal } from '../../platform/decimal.ts'
import { run, type Tx } from '../../platform/postgres/database.ts'
import { sql } from '../../platform/postgres/sql.ts'
import { SERIES } from '../rules/delta.ts'
import type { Period } from '../rules/period.ts'
import type { Generation } from './sums.ts'

/** What a rule gave or took, in all or by one version of the program. */
export interface RuleSum {
  readonly rule: number
  /** null: all versions. */
  readonly version: number | null
  readonly takes: boolean
  readonly amount: Amount
  readonly count: number
  /** On how many days. */
  readonly days: number
}

/** By rule, and by rule and version: two rows a rule, and two for each of its versions. */
export async function readRuleSums(
  tx: Tx,
  { tenantId, generation }: Generation,
  { from, to }: Period,
): Promise<RuleSum[]> {
  const { rows } = await run(
    tx,
    sql<{
      a: number
      version: number | null
      takes: boolean
      points: Decimal
      cashback: Decimal
      count: number
      days: number
    }>`
    select a, version, takes, sum(points) as points, sum(cashback) as cashback, sum(count)::bigint as count,
      count(distinct day) as days
    from (
      select day, a, b / 2 as version, b % 2 = 1 as takes, points, cashback, count from figure_sum
      where tenant_id = ${tenantId} and generation = ${generation} and series = ${SERIES.rule}
        and day between ${from} and ${to} and count <> 0
    ) as sum
    group by grouping sets ((a, takes), (a, takes, version))
    order by a, version, takes`,
  )
  return rows.map(({ a: rule, version, takes, points, cashback, count, days }) => ({
    ...{ rule, version, takes, count, days },
    amount: { points, cashback },
  }))
}
