import type pg from 'pg'
import type { Instant } from '../platform/clock.ts'

/** How long events can be delivered and sent again. */
const KEEP_DAYS = 30
const DAY_MS = 86_400_000
const SPAN_DAYS = 7
const SIZE_MIN = 100_000
const SIZE_MAX = 100_000_000

export interface EventPartition {
  readonly name: string
  readonly fromId: number
  readonly toId: number
  readonly beganAt: Instant | null
  readonly filledAt: Instant | null
}

export interface LogState {
  readonly partitions: readonly EventPartition[]
  readonly lastId: number
  /** Whether there is something in the partition for what fits nowhere else. */
  readonly hasStrays: boolean
}

export interface PartitionPlan {
  readonly began: readonly string[]
  readonly filled: readonly string[]
  readonly create: { readonly fromId: number; readonly toId: number } | null
  readonly drop: readonly string[]
}

/** There is always one partition ahead of the one that is written to, of about a week at the present rate. */
export function planPartitions({ partitions, lastId, hasStrays }: LogState, now: Instant): PartitionPlan {
  const sorted = partitions.toSorted((a, b) => a.fromId - b.fromId)
  const last = sorted.at(-1)
  const current = sorted.findLast(({ fromId }) => fromId <= lastId) ?? last
  const isEndNear = !last || last === current || lastId >= last.fromId
  const end = Math.max(last?.toId ?? 0, hasStrays ? lastId + SIZE_MIN : 0)
  return {
    began: sorted
      .filter(({ fromId, beganAt }) => beganAt === null && fromId <= lastId)
      .map(({ name }) => name),
    filled: sorted
      .filter(({ toId, filledAt }) => filledAt === null && toId <= lastId)
      .map(({ name }) => name),
    create: isEndNear ? { fromId: end, toId: end + sizeOf(current, lastId, now) } : null,
    drop: sorted
      .filter(({ filledAt }) => filledAt !== null && filledAt < now - KEEP_DAYS * DAY_MS)
      .map(({ name }) => name),
  }
}

function sizeOf(current: EventPartition | undefined, lastId: number, now: Instant): number {
  if (!current?.beganAt) return SIZE_MIN
  const days = Math.max(1 / 24, (now - current.beganAt) / DAY_MS)
  const perDay = Math.max(0, lastId - current.fromId) / days
  const wanted = Math.ceil((perDay * SPAN_DAYS) / SIZE_MIN) * SIZE_MIN
  return Math.min(SIZE_MAX, Math.max(SIZE_MIN, wanted))
}

/**
 * Makes and drops the partitions of the log, by functions of the owner of the tables: whoever works may not do that.
 * Any of it may be refused a lock that others hold; it is tried again an hour later.
 */
export async function tendEventPartitions(client: pg.ClientBase, now: Instant): Promise<PartitionPlan> {
  const state = await readState(client)
  const plan = planPartitions(state, now)
  const at = new Date(now)
  await client.query('update event_partition set began_at = $2 where name = any ($1)', [plan.began, at])
  await client.query('update event_partition set filled_at = $2 where name = any ($1)', [plan.filled, at])
  if (plan.create) {
    const { fromId, toId } = plan.create
    await client.query('select create_event_partition($1, $2)', [fromId, toId])
  }
  for (const name of plan.drop) await client.query('select drop_event_partition($1, $2)', [name, at])
  return plan
}

async function readState(client: pg.ClientBase): Promise<LogState> {
  const { rows: partitions } = await client.query<{
    name: string
    from_id: string
    to_id: string
    began_at: Date | null
    filled_at: Date | null
  }>('select * from event_partition where dropped_at is null')
  // By its size: row-level security hides the rows also from the owner.
  const { rows } = await client.query<{ last: string; strays: boolean }>(
    `select case when is_called then last_value else 0 end as last, pg_relation_size('point_event_rest') > 0 as strays
    from point_event_id_seq`,
  )
  return {
    partitions: partitions.map((row) => ({
      name: row.name,
      fromId: Number(row.from_id),
      toId: Number(row.to_id),
      beganAt: row.began_at?.getTime() ?? null,
      filledAt: row.filled_at?.getTime() ?? null,
    })),
    lastId: Number(rows[0]?.last ?? 0),
    hasStrays: rows[0]?.strays ?? false,
  }
}
