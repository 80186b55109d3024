import { append, type Journal } from '../../accounts/till/collection.ts'
import type { CustomerId, TenantId } from '../../contract/ids.ts'
import { shortText } from '../../earning/explanation.ts'
import type { Instant } from '../../platform/clock.ts'
import { table } from '../../platform/postgres/columns.ts'
import type { Move } from '../tier.ts'

interface StoredMove extends Move {
  readonly customerId: CustomerId
  readonly id: number
  readonly at: Instant
}

/** The history of tiers, for people to read. */
const tierHistory: Journal<StoredMove> = {
  name: 'tier history',
  append: table('tier_move').insert<StoredMove & { readonly tenantId: TenantId }>({
    tenant_id: ['bigint', ({ tenantId }) => tenantId],
    customer_id: ['bigint', ({ customerId }) => customerId],
    id: ['bigint', ({ id }) => id],
    moved_at: ['timestamptz', ({ at }) => at],
    from_tier_id: ['bigint', ({ fromTierId }) => fromTierId],
    to_tier_id: ['bigint', ({ toTierId }) => toTierId],
    reason: ['text', ({ reason }) => reason],
    explanation: ['json', explain],
  }),
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

export function tierHistoryChange(customerId: CustomerId, id: number, move: Move, at: Instant) {
  return append(tierHistory, { ...move, customerId, id, at })
}
