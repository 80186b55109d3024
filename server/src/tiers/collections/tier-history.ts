import { append, type Journal } from '../../accounts/till/collection.ts'
import { shortText } from '../../earning/explanation.ts'
import { type Instant, instantToText } from '../../platform/clock.ts'
import { run } from '../../platform/postgres/database.ts'
import { sql } from '../../platform/postgres/sql.ts'
import type { Move } from '../tier.ts'

interface StoredMove extends Move {
  readonly customerId: number
  readonly id: number
  readonly at: Instant
}

/** The history of tiers, for people to read. */
const tierHistory: Journal<StoredMove> = {
  name: 'tier history',
  append: (tx, moves) =>
    run(
      tx,
      sql`
      insert into tier_move (tenant_id, customer_id, id, moved_at, from_tier_id, to_tier_id, reason, explanation)
      select * from unnest(
        ${moves.map((m) => m.tenantId)}::bigint[], ${moves.map((m) => m.customerId)}::bigint[],
        ${moves.map((m) => m.id)}::bigint[], ${moves.map((m) => instantToText(m.at))}::timestamptz[],
        ${moves.map((m) => m.fromTierId)}::bigint[], ${moves.map((m) => m.toTierId)}::bigint[],
        ${moves.map((m) => m.reason)}::text[], ${moves.map((m) => JSON.stringify(explain(m)))}::json[]
      )`,
    ),
}

/** With the goals as they were, because a merchant may change them. */
function explain({ goals }: Move) {
  return goals.map(({ goal, value }) => ({
    name: goal.name,
    measure: goal.measure,
    months: goal.months,
    goal: shortText(goal.value),
    value: shortText(value),
  }))
}

export function tierHistoryChange(customerId: number, id: number, move: Move, at: Instant) {
  return append(tierHistory, { ...move, customerId, id, at })
}
