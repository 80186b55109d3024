import { type Amount, add, isNothing, NOTHING, type Origin, subtract } from '../../accounts/account.ts'
import type { GiveBack } from '../../accounts/rules/ledger.ts'
import { type Decimal, minimum, proportion, ZERO } from '../../platform/decimal.ts'
import type { Redemption } from '../redemption.ts'

/** What goes back for a part of the cashback that a redemption cost, after what has gone back before. */
export function partOf(spent: GiveBack, { refunded }: Redemption, cashback: Decimal): GiveBack {
  const before = lastUsed(spent.origins, refunded.cashback)
  const after = lastUsed(spent.origins, refunded.cashback + cashback)
  return difference(spent, after, before)
}

/** What has not gone back yet. */
export function restOf(spent: GiveBack, { refunded }: Redemption): GiveBack {
  if (isNothing(refunded)) return spent
  return difference(
    spent,
    spent.origins.map(({ used }) => used),
    lastUsed(spent.origins, refunded.cashback),
  )
}

export function amountOf({ origins }: GiveBack): Amount {
  return origins.reduce((sum, { used }) => add(sum, used), NOTHING)
}

/**
 * So much cashback of what was used, by origin, the last first: as if less had been redeemed. It depends on the sum
 * alone, so what has gone back before need not be read again to know where to go on.
 */
function lastUsed(origins: readonly Origin[], cashback: Decimal): Amount[] {
  let wanted = cashback
  return origins
    .toReversed()
    .map(({ used }) => {
      // What paid a debt in points alone goes back with the whole: the sum does not tell whether it has.
      if (wanted === ZERO || used.cashback === ZERO) return NOTHING
      const taken = minimum(used.cashback, wanted)
      wanted -= taken
      return taken === used.cashback
        ? used
        : { points: proportion(used.points, taken, used.cashback), cashback: taken }
    })
    .reverse()
}

function difference(
  { origins, lots }: GiveBack,
  after: readonly Amount[],
  before: readonly Amount[],
): GiveBack {
  const changed = origins
    .map(({ lotId }, index) => ({ lotId, used: subtract(after[index] ?? NOTHING, before[index] ?? NOTHING) }))
    .filter(({ used }) => !isNothing(used))
  const ids = new Set(changed.map(({ lotId }) => lotId))
  return { origins: changed, lots: lots.filter(({ id }) => ids.has(id)) }
}
