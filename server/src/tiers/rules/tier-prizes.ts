import type { Posting } from '../../accounts/rules/posting.ts'
import type { AwardWithPoints } from '../../awards/award.ts'
import { givePrize } from '../../awards/make-award.ts'
import type { CustomerId } from '../../contract/ids.ts'
import type { Program } from '../../earning/program.ts'
import type { Instant } from '../../platform/clock.ts'
import { type Tier, type Tiers, tiersAbove } from '../tier.ts'

/** Whether the program has a prize for one of these tiers. */
export function hasPrizeFor({ index }: Program, tiers: Tiers): boolean {
  return index.tierReached.some(({ ids }) => tiers.some(({ id }) => ids.includes(String(id))))
}

export interface Reached {
  readonly customerId: CustomerId
  readonly program: Program
  readonly tiers: Tiers
  /** The tier that the customer had before; null: none. */
  readonly from: Tier | null
  readonly to: Tier
  /** What the customer has earned of tiers before, and still has. */
  readonly earned: readonly AwardWithPoints[]
  readonly timeZone: string
}

/** Gives the prizes of every tier above the old one up to the new one, each once per customer. Returns the new ones. */
export function givePrizesOfTiers(posting: Posting, reached: Reached): AwardWithPoints[] {
  const { customerId, program, tiers, from, to, earned, timeZone } = reached
  const { version: programVersion, cashback, index } = program
  const had = new Set(earned.map(({ award }) => nameOf(award)))
  return tiersAbove(tiers, from)
    .filter(({ order }) => order <= to.order)
    .flatMap(({ id: tierId }) =>
      index.tierReached.flatMap((rule) => {
        const reference = String(tierId)
        const made = { customerId, source: 'tier', ruleId: rule.id, reference, programVersion } as const
        if (!rule.ids.includes(reference) || had.has(nameOf(made))) return []
        const line = { rule: rule.id, kind: rule.kind, id: reference }
        return [givePrize(posting, rule, made, { line, cashback, timeZone })]
      }),
    )
}

function nameOf({
  ruleId,
  reference,
}: AwardWithPoints['award'] | { ruleId: number; reference: string }): string {
  return `${ruleId} ${reference}`
}

/** The prizes of tiers above this one that were earned since then: what they were given for was taken back. */
export function prizesToUndo(
  earned: readonly AwardWithPoints[],
  { tiers, to, since }: { readonly tiers: Tiers; readonly to: Tier | null; readonly since: Instant },
): AwardWithPoints[] {
  const above = new Set(tiersAbove(tiers, to).map(({ id }) => String(id)))
  return earned.filter(({ award }) => award.madeAt >= since && above.has(tierOf(award)))
}

/** What a merged customer was still to be given names the tier, and then itself. */
function tierOf({ reference }: AwardWithPoints['award']): string {
  return reference.split('-', 1)[0] ?? reference
}
