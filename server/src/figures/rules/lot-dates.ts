import { type Amount, add, isNothing, NOTHING } from '../../accounts/account.ts'
import type { Instant } from '../../platform/clock.ts'
import type { LotFacts } from './entry.ts'

/** A lot, and the dates it had before each change of them, in their order. */
export interface DatedLot {
  readonly record: LotFacts & { readonly earnedAt?: Instant }
  readonly moves: readonly {
    readonly movedAt: Instant
    readonly from: { readonly expiresAt: Instant | null }
  }[]
}

/** A lot as it was before the move with this index; as it is, where there is none. */
export function lotBefore({ record, moves }: DatedLot, index: number): LotFacts {
  const { id, type, earnedAt, recordedAt, expiresAt } = record
  const move = moves[index]
  return { id, type, recordedAt: earnedAt ?? recordedAt, expiresAt: move ? move.from.expiresAt : expiresAt }
}

/**
 * A lot as it was at each of its uses, which are in the order of time. A lot changes its dates only while nothing of it is
 * used: so of uses in the moment of a change, those are before it after which nothing was used for the first time. Where
 * that is not the true place, what lies between comes to nothing, and so do the sums.
 */
export function lotAtUses(
  lot: DatedLot,
  uses: readonly { readonly at: Instant; readonly used: Amount }[],
): LotFacts[] {
  let used = NOTHING
  let index = 0
  return uses.map((use) => {
    while (isBefore(lot.moves[index], use.at, isNothing(used))) index += 1
    used = add(used, use.used)
    return lotBefore(lot, index)
  })
}

function isBefore(move: DatedLot['moves'][number] | undefined, at: Instant, isUnused: boolean): boolean {
  if (!move) return false
  return move.movedAt < at || (move.movedAt === at && isUnused)
}
