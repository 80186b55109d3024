/** What merging two customers would do: it is tried out to its end and undone, so it can't differ from what is done. */
import type { Command } from '../accounts/till/command.ts'
import type { Refusal } from '../contract/refusal.ts'
import { findTiers } from '../tiers/collections/tiers.ts'
import type { Tiers } from '../tiers/tier.ts'
import { decideMerge, loadsOfMerge, type Merged, mergeCustomers } from './commands.ts'
import type { MergeInput } from './merge.ts'
import type { MergeReason } from './rules.ts'
import { lockBoth, type Prepared, prepareMerge } from './store/join.ts'
import { findSides, type Side } from './store/sides.ts'

/** Both by their numbers, as a page shows them. */
export interface PreviewInput extends MergeInput {
  readonly from: { readonly id: number }
  readonly into: { readonly id: number }
}

interface Seen {
  /** As they are before; undefined: there is no such customer. */
  readonly from: Side | undefined
  readonly into: Side | undefined
  readonly tiers: Tiers
}

export interface Preview extends Seen {
  readonly outcome: Merged | Refusal<MergeReason>
}

interface PreparedPreview extends Seen {
  readonly prepared: Prepared
}

export const tryMerge: Command<PreviewInput, Preview> = {
  ...mergeCustomers,
  name: 'preview merge',
  async prepare(tx, input, moment): Promise<PreparedPreview> {
    const { tenant } = input
    await lockBoth(tx, input)
    const [from, into] = await findSides(tx, tenant.id, [input.from.id, input.into.id] as const)
    const tiers = await findTiers(tx, tenant)
    return { from, into, tiers, prepared: await prepareMerge(tx, input, moment) }
  },
  loadsAfter: (facts, { tenant }, now) => loadsOfMerge(withPrepared(facts), tenant, now),
  decide(facts, { tenant }, posting) {
    const { prepared: _prepared, ...seen } = facts.prepared as PreparedPreview
    const { result: outcome, ...decision } = decideMerge(withPrepared(facts), tenant, posting)
    return { ...decision, result: { ...seen, outcome } }
  },
}

function withPrepared<Facts extends { readonly prepared?: unknown }>(facts: Facts): Facts {
  return { ...facts, prepared: (facts.prepared as PreparedPreview).prepared }
}
