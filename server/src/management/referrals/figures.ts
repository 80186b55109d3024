import type { Instant } from '../../platform/clock.ts'
import { type Decimal, ZERO } from '../../platform/decimal.ts'
import type { ReferralReason } from '../../referrals/referral.ts'
import type { Outcome } from '../../referrals/rules/outcome.ts'
import type { CountedReferrals } from '../../referrals/store/list.ts'

interface Counted {
  readonly count: number
  readonly points: Decimal
}

export interface ReferralFigures {
  /** With those whose code did not count. */
  readonly all: number
  readonly joined: number
  readonly notYet: number
  readonly expired: number
  readonly bought: number
  readonly rewarded: Counted
  readonly pending: Counted & { readonly until: Instant | null }
  readonly notCounted: {
    readonly count: number
    readonly reasons: { readonly reason: ReferralReason; readonly count: number }[]
  }
  readonly held: number
  readonly turnedAway: number
}

/** Each is counted once, so that they add up. */
export function sumFigures(counted: readonly CountedReferrals[]): ReferralFigures {
  const of = (...outcomes: Outcome[]): Counted & { readonly rows: readonly CountedReferrals[] } => {
    const rows = counted.filter(({ outcome }) => outcomes.includes(outcome))
    return {
      rows,
      count: rows.reduce((sum, { count }) => sum + count, 0),
      points: rows.reduce((sum, { points }) => sum + points, ZERO),
    }
  }
  const without = ({ count, points }: Counted): Counted => ({ count, points })
  const pending = of('pending')
  const notCounted = of('notCounted')
  const ends = pending.rows.flatMap(({ until }) => until ?? [])
  const bought = of('pending', 'rewarded', 'notCounted', 'held').count
  const [notYet, expired, turnedAway] = [of('notYet').count, of('expired').count, of('turnedAway').count]
  return {
    ...{ all: bought + notYet + expired + turnedAway, joined: bought + notYet + expired },
    ...{ notYet, expired, bought, turnedAway },
    rewarded: without(of('rewarded')),
    pending: { ...without(pending), until: ends.length === 0 ? null : Math.max(...ends) },
    notCounted: {
      count: notCounted.count,
      reasons: notCounted.rows
        .flatMap(({ reason, count }) => (reason === null ? [] : [{ reason, count }]))
        .toSorted((a, b) => b.count - a.count),
    },
    held: of('held').count,
  }
}
