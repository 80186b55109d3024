import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'
import type { TenantId } from '../contract/ids.ts'
import type { Instant } from '../platform/clock.ts'
import { isLockTimeout } from '../platform/postgres/failures.ts'

/** How long events can be delivered and sent again. */
const KEEP_DAYS = 30
/** While the figures of a merchant are behind: a worker that was down for long reads before it deletes. */
const KEEP_WHILE_READ_DAYS = 37
const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS
const SPAN_DAYS = 7
/** Until then there is always room: no worker need run for so long. */
const AHEAD_DAYS = 7

export interface EventPartition {
  readonly name: string
  readonly toAt: Instant
}

export interface PartitionPlan {
  readonly create: { readonly fromAt: Instant; readonly toAt: Instant } | null
  readonly drop: readonly string[]
}

/** There is always one partition ahead of the one that is written to, each of a week. */
export function planPartitions(
  partitions: readonly EventPartition[],
  now: Instant,
  keepDays = KEEP_DAYS,
): PartitionPlan {
  const endsAt = Math.max(Number.NEGATIVE_INFINITY, ...partitions.map(({ toAt }) => toAt))
  // What is written until the next full hour lies in the partition for what fits nowhere else, and stays there.
  const fromAt = endsAt > now ? endsAt : (Math.floor(now / HOUR_MS) + 1) * HOUR_MS
  return {
    create: endsAt < now + AHEAD_DAYS * DAY_MS ? { fromAt, toAt: fromAt + SPAN_DAYS * DAY_MS } : null,
    drop: partitions.filter(({ toAt }) => toAt < now - keepDays * DAY_MS).map(({ name }) => name),
  }
}

export interface TendedPartitions extends PartitionPlan {
  /** A partition should have been made, and its lock could not be had either. */
  readonly isLate: boolean
  /** Those of `drop` whose lock others held, such as a dump: the next run drops them. */
  readonly kept: readonly string[]
  /** Until when there is room: later events go where nothing is ever dropped. */
  readonly roomUntil: Instant
}

/** An attempt waits for its lock for 20 ms at most, in which orders wait behind it. */
const ATTEMPTS = 5
const AGAIN_MS = 2_000

/**
 * Makes and drops the partitions of the log, by functions of the owner of the tables: the role that a worker uses may not do that itself.
 * Any of it may be refused a lock that others hold, such as a dump; it is tried again an hour later. Of the tenants of
 * the cell, those who lose events by it are noted. `isRead`: something that counts is behind, and old events stay longer.
 */
export async function tendEventPartitions(
  client: pg.ClientBase,
  now: Instant,
  tenantIds: readonly TenantId[],
  { isRead = false }: { readonly isRead?: boolean } = {},
): Promise<TendedPartitions> {
  const partitions = await readPartitions(client)
  const plan = planPartitions(partitions, now, isRead ? KEEP_WHILE_READ_DAYS : KEEP_DAYS)
  const { fromAt, toAt } = plan.create ?? {}
  const isCreated =
    fromAt !== undefined &&
    toAt !== undefined &&
    (await isDoneInTime(() =>
      client.query('select create_event_partition($1, $2)', [new Date(fromAt), new Date(toAt)]),
    ))
  const kept: string[] = []
  for (const name of plan.drop) {
    const isDropped = await isDoneInTime(() =>
      client.query('select drop_event_partition($1, $2, $3)', [name, new Date(now), tenantIds]),
    )
    if (!isDropped) kept.push(name)
  }
  const create = isCreated ? plan.create : null
  const roomUntil = create?.toAt ?? Math.max(0, ...partitions.map((partition) => partition.toAt))
  return { create, isLate: plan.create !== null && create === null, drop: plan.drop, kept, roomUntil }
}

/** False where its lock could not be had: it is never waited for, because every order would wait too. */
async function isDoneInTime(work: () => Promise<unknown>): Promise<boolean> {
  for (let attempt = 1; attempt <= ATTEMPTS; attempt += 1) {
    if (attempt > 1) await sleep(AGAIN_MS)
    try {
      await work()
      return true
    } catch (error) {
      if (!isLockTimeout(error)) throw error
    }
  }
  return false
}

async function readPartitions(client: pg.ClientBase): Promise<EventPartition[]> {
  const { rows } = await client.query<{ name: string; to_at: Date }>(
    'select name, to_at from event_partition where dropped_at is null',
  )
  return rows.map(({ name, to_at }) => ({ name, toAt: to_at.getTime() }))
}
