/** What changed in the tiers of a merchant in a period. 0 stands for the base tier, and for none. */
export const BASE = 0

interface Tier {
  readonly id: number
  readonly position: number
  readonly isBase: boolean
  readonly isOpen: boolean
  readonly holders: number
}

interface MoveSum {
  readonly from: number
  readonly to: number
  readonly isInPeriod: boolean
  readonly moves: number
  readonly unconnected: number
}

interface GoneSum {
  readonly tier: number
  readonly isInPeriod: boolean
  readonly customers: number
}

/** Of one tier: start + came − went − gone = end. */
export interface TierChange {
  /** null: it can't be told exactly, or the tier is the base tier. */
  readonly start: number | null
  readonly came: number
  readonly went: number
  /** Erased, or merged into another customer. */
  readonly gone: number
  readonly end: number | null
}

export interface TierReport {
  readonly changes: ReadonlyMap<number, TierChange>
  /** Into a tier above the base tier. */
  readonly joined: number
  readonly movedUp: number
  readonly movedDown: number
  /** Of those who moved down: back to the base tier. */
  readonly left: number
  /** Erased, or merged into another customer: no move. */
  readonly gone: number
  readonly moves: readonly { readonly from: number; readonly to: number; readonly moves: number }[]
  readonly isExact: boolean
}

/**
 * How many held a tier on a past day follows from how many hold it now and all that changed since. It is exact where each
 * move began where the customer's move before had ended: a tier that was switched off shows as the base tier until its
 * customers are looked at, and who moves meanwhile leaves a gap.
 */
export function tierReport(
  tiers: readonly Tier[],
  moves: readonly MoveSum[],
  gone: readonly GoneSum[],
): TierReport {
  const inPeriod = moves.filter(({ isInPeriod }) => isInPeriod)
  const rungs = new Map(tiers.filter(({ isBase }) => !isBase).map(({ id, position }) => [id, position]))
  const directionOf = ({ from, to }: MoveSum): number => (rungs.get(to) ?? -1) - (rungs.get(from) ?? -1)
  const upper = tiers.filter(({ isBase }) => !isBase)
  const isConnected = moves.every(({ unconnected }) => unconnected === 0)
  const counted = upper.map((tier) => [tier.id, countsOf(tier, moves, gone)] as const)
  const isExact = isConnected && counted.every(([, { start, end }]) => start >= 0 && end >= 0)
  const changes = new Map<number, TierChange>(
    counted.map(([id, change]) => [id, isExact ? change : { ...change, start: null, end: null }]),
  )
  changes.set(BASE, {
    start: null,
    came: sumOf(inPeriod.filter(({ to }) => to === BASE)),
    went: sumOf(inPeriod.filter(({ from }) => from === BASE)),
    gone: 0,
    end: null,
  })
  const down = inPeriod.filter((sum) => directionOf(sum) < 0)
  return {
    changes,
    joined: sumOf(inPeriod.filter(({ from, to }) => from === BASE && to !== BASE)),
    movedUp: sumOf(inPeriod.filter((sum) => directionOf(sum) > 0)),
    movedDown: sumOf(down),
    left: sumOf(down.filter(({ to }) => to === BASE)),
    gone: gone.reduce((sum, { customers, isInPeriod }) => sum + (isInPeriod ? customers : 0), 0),
    moves: inPeriod.map(({ from, to, moves: count }) => ({ from, to, moves: count })),
    isExact,
  }
}

function countsOf({ id, holders }: Tier, moves: readonly MoveSum[], gone: readonly GoneSum[]) {
  const into = moves.filter(({ to }) => to === id)
  const outOf = moves.filter(({ from }) => from === id)
  const ended = gone.filter(({ tier }) => tier === id)
  const customers = (sums: readonly GoneSum[]): number => sums.reduce((sum, one) => sum + one.customers, 0)
  const isLater = ({ isInPeriod }: { readonly isInPeriod: boolean }): boolean => !isInPeriod
  const isIn = ({ isInPeriod }: { readonly isInPeriod: boolean }): boolean => isInPeriod
  const end =
    holders - sumOf(into.filter(isLater)) + sumOf(outOf.filter(isLater)) + customers(ended.filter(isLater))
  const came = sumOf(into.filter(isIn))
  const went = sumOf(outOf.filter(isIn))
  const left = customers(ended.filter(isIn))
  return { start: end - came + went + left, came, went, gone: left, end }
}

function sumOf(moves: readonly MoveSum[]): number {
  return moves.reduce((sum, { moves: count }) => sum + count, 0)
}
