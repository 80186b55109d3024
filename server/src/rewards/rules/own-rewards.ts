import { type Decimal, notBelowZero, ZERO } from '../../platform/decimal.ts'
import {
  type Buyer,
  type Ineligibility,
  type RewardNow,
  whyIneligible,
  whyIneligibleForAll,
} from './eligibility.ts'

/** Why a customer can't redeem a reward that is shown to them, other than that points are missing. */
export type OwnReason = Exclude<
  Ineligibility,
  'tooFewPoints' | 'inactive' | 'noLongerValid' | 'prizeOnly' | 'cashbackOff'
>

/** How a reward stands for a customer. */
export type Standing =
  | { readonly state: 'ready'; readonly points: Decimal }
  /** `hundredths`: of a percent, how much of its points there is. */
  | { readonly state: 'missing'; readonly missing: Decimal; readonly hundredths: number }
  | { readonly state: 'locked' | 'soldOut' | 'soon'; readonly reason: OwnReason }

const STATES: Readonly<Record<OwnReason, 'locked' | 'soldOut' | 'soon'>> = {
  notYetValid: 'soon',
  usedUp: 'soldOut',
  noCouponsLeft: 'soldOut',
  notEnrolled: 'locked',
  notForTier: 'locked',
  owesPoints: 'locked',
  owesCashback: 'locked',
  customerLimit: 'locked',
  noCashback: 'locked',
}

/** By the function that decides when it is redeemed. null: it is not shown at all. */
export function standingFor({
  rewardNow,
  buyer,
}: {
  readonly rewardNow: RewardNow
  readonly buyer: Buyer | null
}): Standing | null {
  // Someone whom only the shop knows has to join first.
  const reason = buyer ? whyIneligible(rewardNow, buyer) : (whyIneligibleForAll(rewardNow) ?? 'notEnrolled')
  const { points } = rewardNow.reward
  switch (reason) {
    case null:
      return { state: 'ready', points }
    case 'tooFewPoints':
      return missing(points, buyer?.account.balance.points ?? ZERO)
    case 'inactive':
    case 'noLongerValid':
    case 'prizeOnly':
    case 'cashbackOff':
      return null
    default:
      return { state: STATES[reason], reason }
  }
}

function missing(points: Decimal, balance: Decimal): Standing {
  const had = notBelowZero(balance)
  return { state: 'missing', missing: points - had, hundredths: Number((had * 10_000n) / points) }
}
