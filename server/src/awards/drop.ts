import { findCustomerKeys } from '../accounts/store/customer-keys.ts'
import { load, put } from '../accounts/till/collection.ts'
import type { Command } from '../accounts/till/command.ts'
import type { CustomerId } from '../contract/ids.ts'
import { isRefusal, type Refusal, refusal } from '../contract/refusal.ts'
import type { Instant } from '../platform/clock.ts'
import type { Tenant } from '../tenancy/tenant.ts'
import type { Award } from './award.ts'
import { awards } from './collections.ts'

export type DropReason = 'award-unknown' | 'award-given' | 'award-undone'

export interface DropInput {
  readonly tenant: Tenant
  readonly customerId: CustomerId
  readonly id: number
}

/** The same object twice: it was dropped before. */
export interface DroppedAward {
  readonly before: Award
  readonly after: Award
}

export type DropResult = DroppedAward | Refusal<DropReason>

/** An award whose reward is not given any more, because a person decided so. Its points stay, and it counts as earned. */
export const dropAward: Command<DropInput, DropResult> = {
  name: 'drop award',
  customerOf: () => null,
  resolve: (tx, inputs) =>
    findCustomerKeys(
      tx,
      inputs.map(({ tenant, customerId }) => ({ tenantId: tenant.id, customerId })),
    ),
  loads: ({ customerId, id }) => [load(awards, { customerId, id })],
  decide(facts, { customerId, id }, { now }) {
    const found = facts.get(awards, { customerId, id })
    const result = found ? dropped(found, now) : UNKNOWN
    if (isRefusal(result) || result.after === result.before) return { result }
    return { result, changes: [put(awards, result.after, result.after)] }
  },
}

const UNKNOWN = refusal('award-unknown', 'There is no such award.', 'id')

function dropped(award: Award, at: Instant): DropResult {
  switch (award.state) {
    case 'dropped':
      return { before: award, after: award }
    case 'given':
      return refusal('award-given', 'The reward was given already.', 'id')
    case 'undone':
      return refusal('award-undone', 'The award was taken back already.', 'id')
    default:
      return { before: award, after: { ...award, state: 'dropped', heldBecause: null, endedAt: at } }
  }
}
