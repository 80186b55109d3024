/** What customers have done that goals count, read from their orders and records. */
import { keyText, type Shelf, type ShelfKey } from '../accounts/command.ts'
import { type Instant, instantToText } from '../platform/clock.ts'
import { type Decimal, decimalFromText, ZERO } from '../platform/decimal.ts'
import { run, type Tx } from '../platform/postgres/database.ts'
import { sql } from '../platform/postgres/sql.ts'
import type { Gain } from './decide.ts'
import { EARNED_TYPES, MEASURE, type Measure } from './tier.ts'

/** Names how much of a measure a customer has since a moment. */
export function goalKey(customerId: number, measure: Measure, since: Instant): string {
  return `${customerId} ${measure} ${since}`
}

interface Wanted {
  readonly key: ShelfKey
  readonly customerId: number
  readonly measure: number
  readonly since: string
}

function readGoalKey(key: ShelfKey): Wanted {
  const [customerId = 0, measure = 0, since = 0] = key.key.split(' ').map(Number)
  return { key, customerId, measure, since: instantToText(since) }
}

/** By `goalKey`; left out: nothing. */
export const goalShelf: Shelf<Decimal> = {
  name: 'goals',
  async load(tx, keys) {
    const wanted = keys.map(readGoalKey)
    const found = await Promise.all([
      sumOrders(
        tx,
        wanted.filter(({ measure }) => measure !== MEASURE.points),
      ),
      sumPoints(
        tx,
        wanted.filter(({ measure }) => measure === MEASURE.points),
      ),
    ])
    return new Map(found.flat())
  },
  // It is what the tables of orders and records say. It is changed only for the next of a batch to find.
  save: async () => {},
}

interface SumRow {
  position: number
  value: Decimal
}

/** The orders of a customer lie together in their primary key, and there are tens of them. */
async function sumOrders(tx: Tx, wanted: readonly Wanted[]): Promise<[string, Decimal][]> {
  if (wanted.length === 0) return []
  const { rows } = await run(
    tx,
    sql<SumRow>`
    select wanted.position::int,
      (case wanted.measure when ${MEASURE.spend}::int then sum(bought.total) else count(*) end)::numeric as value
    from unnest(${wanted.map(({ key }) => key.tenantId)}::bigint[],
        ${wanted.map(({ customerId }) => customerId)}::bigint[], ${wanted.map(({ measure }) => measure)}::int[],
        ${wanted.map(({ since }) => since)}::timestamptz[])
      with ordinality as wanted (tenant_id, customer_id, measure, since, position)
    join customer_order as bought
      on bought.tenant_id = wanted.tenant_id and bought.customer_id = wanted.customer_id
      and bought.state = 2 and bought.completed_at >= wanted.since
    group by wanted.position, wanted.measure`,
  )
  return byKey(wanted, rows)
}

async function sumPoints(tx: Tx, wanted: readonly Wanted[]): Promise<[string, Decimal][]> {
  if (wanted.length === 0) return []
  const { rows } = await run(
    tx,
    sql<SumRow>`
    select wanted.position::int, sum(record.points) as value
    from unnest(${wanted.map(({ key }) => key.tenantId)}::bigint[],
        ${wanted.map(({ customerId }) => customerId)}::bigint[],
        ${wanted.map(({ since }) => since)}::timestamptz[])
      with ordinality as wanted (tenant_id, customer_id, since, position)
    join point_record as record
      on record.tenant_id = wanted.tenant_id and record.customer_id = wanted.customer_id
      and record.type = any (${EARNED_TYPES}::smallint[]) and record.recorded_at >= wanted.since
    group by wanted.position`,
  )
  return byKey(wanted, rows)
}

function byKey(wanted: readonly Wanted[], rows: readonly SumRow[]): [string, Decimal][] {
  return rows.flatMap(({ position, value }) => {
    const found = wanted[position - 1]
    return found ? [[keyText(found.key), value] as [string, Decimal]] : []
  })
}

export function gainKey(customerId: number, since: Instant): string {
  return `${customerId} ${since}`
}

interface GainRow {
  position: number
  /** Lists: one row a customer. Epoch milliseconds, and amounts as text. */
  orders: [at: number, total: string][] | null
  points: [at: number, points: string][] | null
}

/** One by one what a customer has done since a moment, by `gainKey`. */
export const gainShelf: Shelf<readonly Gain[]> = {
  name: 'gains',
  async load(tx, keys) {
    const parts = keys.map(({ key }) => key.split(' ').map(Number))
    const { rows } = await run(
      tx,
      sql<GainRow>`
      select wanted.position::int, (
          select json_agg(json_build_array(extract(epoch from completed_at) * 1000, total::text))
          from customer_order as bought
          where bought.tenant_id = wanted.tenant_id and bought.customer_id = wanted.customer_id
            and bought.state = 2 and bought.completed_at >= wanted.since
        ) as orders, (
          select json_agg(json_build_array(extract(epoch from recorded_at) * 1000, points::text))
          from point_record as record
          where record.tenant_id = wanted.tenant_id and record.customer_id = wanted.customer_id
            and record.type = any (${EARNED_TYPES}::smallint[]) and record.recorded_at >= wanted.since
        ) as points
      from unnest(${keys.map(({ tenantId }) => tenantId)}::bigint[], ${parts.map(([customer]) => customer)}::bigint[],
          ${parts.map(([, since]) => instantToText(since ?? 0))}::timestamptz[])
        with ordinality as wanted (tenant_id, customer_id, since, position)`,
    )
    return new Map(
      rows.flatMap((row) => {
        const key = keys[row.position - 1]
        return key ? [[keyText(key), toGains(row)]] : []
      }),
    )
  },
}

function toGains({ orders, points }: GainRow): Gain[] {
  return [
    ...(orders ?? []).map(([at, total]) => ({ at, spend: decimalFromText(total), orders: 1, points: ZERO })),
    ...(points ?? []).map(([at, earned]) => ({
      at,
      spend: ZERO,
      orders: 0,
      points: decimalFromText(earned),
    })),
  ]
}
