import type { Posting } from '../../accounts/rules/posting.ts'
import type { Award, HeldBecause } from '../../awards/award.ts'
import { endShown } from '../../coupons/coupon.ts'
import type { Program } from '../../earning/program.ts'
import type { RewardFacts } from '../../events/event.ts'
import { type Instant, instantToText } from '../../platform/clock.ts'
import { shortText } from '../../platform/decimal.ts'
import type { RedemptionWithCoupon } from '../redemption.ts'
import type { Reward } from '../reward.ts'
import { type RewardNow, whyNotIssued } from './eligibility.ts'
import { FREE, type Issue, type Issued, type IssueInput, issueReward } from './issue.ts'

export interface GivenAward {
  readonly award: Award
  /** null: it is held. */
  readonly issued: Issued | null
}

/**
 * Gives the reward of an award, as a redemption that costs nothing. What the reward costs, its channel, its tiers and its
 * limit per customer are of no account: the shop has promised it. Where it can't be given, the award is held.
 */
export function giveAward(
  award: Award,
  { reward, ...now }: Omit<RewardNow, 'reward'> & { readonly reward: Reward | undefined },
  codes: Issue['codes'],
  input: IssueInput,
  posting: Posting,
): GivenAward {
  const heldBecause = reward ? whyHeld({ reward, ...now }) : 'inactive'
  if (!reward || heldBecause !== null)
    return { award: { ...award, state: 'held', heldBecause }, issued: null }
  const issued = issueReward(
    reward,
    {
      id: posting.nextId(),
      key: input.externalCode,
      customer: { id: award.customerId },
      value: null,
      paid: FREE,
      metadata: [],
      codes,
      usage: now.usage,
    },
    input,
    posting,
  )
  const { originalKey: redemptionKey, couponKey } = issued.redemption
  const given = { state: 'given', heldBecause: null, givenAt: posting.now, redemptionKey, couponKey } as const
  return { award: { ...award, ...given }, issued }
}

/** null: it can be given. */
function whyHeld(rewardNow: RewardNow): HeldBecause | null {
  if (rewardNow.reward.isArchived) return 'archived'
  switch (whyNotIssued(rewardNow)) {
    case null:
      return null
    case 'notYetValid':
    case 'noLongerValid':
      return 'outsideDates'
    case 'usedUp':
      return 'limitReached'
    case 'noCouponsLeft':
      return 'noCodes'
    default:
      return 'inactive'
  }
}

/** What it was given for was taken back: the coupon is good for nothing any more. It had cost nothing. */
export function takeBackGift(
  { redemption, coupon }: RedemptionWithCoupon,
  now: Instant,
): RedemptionWithCoupon {
  return { redemption: { ...redemption, returnedAt: now }, coupon: { ...coupon, inactivatedAt: now } }
}

/** What receivers are told of a reward that was given, or taken back. */
export function factsOfAward(
  { id, source, ruleId, reference }: Award,
  { redemption, coupon }: RedemptionWithCoupon,
  { rules }: Pick<Program, 'rules'>,
): RewardFacts {
  const { code, type, value, validFrom } = coupon
  const end = endShown(coupon)
  return {
    g: id,
    s: source,
    c: ruleId,
    n: rules.find((rule) => rule.id === ruleId)?.name ?? '',
    f: reference,
    w: redemption.rewardId,
    x: redemption.externalCode,
    k: redemption.originalKey,
    u: [
      code,
      type,
      shortText(value),
      validFrom === null ? null : instantToText(validFrom),
      end === null ? null : instantToText(end),
    ],
  }
}
