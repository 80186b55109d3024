import type { Locale } from '../../contract/locale.ts'
import { wordsFor } from '../../earning/words.ts'
import { instantToText, lastSecondBefore } from '../../platform/clock.ts'
import { shortText, textWithPlaces } from '../../platform/decimal.ts'
import type { RewardForCustomer } from '../load-for-customer.ts'
import type { Reward } from '../reward.ts'
import { REWARD_TYPE, type RewardType, unitOf } from '../reward-type.ts'
import { mostCashback } from '../rules/eligibility.ts'
import { type Standing, standingFor } from '../rules/own-rewards.ts'
import { ownReasonsIn, requirementsOf } from '../texts.ts'
import {
  type OwnReward,
  type OwnRewards,
  REWARDS_MAX,
  type ShownReward,
  type ShownRewardType,
} from './schema.ts'

/** In whose money, and in which language. */
export interface Showing {
  readonly currency: string
  readonly timeZone: string
  readonly locale: Locale
}

const TYPES: Readonly<Record<RewardType, ShownRewardType>> = {
  [REWARD_TYPE.percent]: 'percent',
  [REWARD_TYPE.fixedValue]: 'fixedValue',
  [REWARD_TYPE.freeShipping]: 'freeShipping',
  [REWARD_TYPE.cashback]: 'cashback',
  [REWARD_TYPE.custom]: 'custom',
  [REWARD_TYPE.product]: 'product',
}

function presentReward(reward: Reward, showing: Showing): ShownReward {
  const { id, type, title, description, points, validUntil } = reward
  return {
    id,
    type: TYPES[type],
    title,
    text: description,
    points: unitOf(type) === 'cashback' ? null : shortText(points),
    value: worthOfCoupon(reward),
    image: imageOf(reward),
    until: validUntil === null ? null : instantToText(lastSecondBefore(validUntil)),
    requirements: requirementsOf(reward, showing, wordsFor(showing).money),
    tiers: reward.tiers.map(({ name }) => name),
  }
}

function worthOfCoupon({ type, value }: Reward): string | null {
  if (type === REWARD_TYPE.percent) return shortText(value)
  return type === REWARD_TYPE.fixedValue ? textWithPlaces(value, 2) : null
}

/** Pages of shops show no pictures but over TLS. */
function imageOf(reward: Reward): string | null {
  const candidates = [
    reward.isLandingPageIconActive ? reward.landingPageIcon : null,
    reward.isWidgetIconActive ? reward.widgetIcon : null,
    reward.customIconUrl,
  ]
  return candidates.find((url) => url !== null && isHttps(url)) ?? null
}

function isHttps(url: string): boolean {
  return URL.canParse(url) && new URL(url).protocol === 'https:'
}

/** To everyone, cheapest first: what a member can redeem now who has the points, and the tier. */
export function presentShownRewards(rewards: readonly RewardForCustomer[], showing: Showing): ShownReward[] {
  return rewards
    .filter((one) => standingFor(one)?.state === 'locked')
    .map(({ rewardNow: { reward } }) => reward)
    .toSorted((a, b) => compare(a.points, b.points))
    .slice(0, REWARDS_MAX)
    .map((reward) => presentReward(reward, showing))
}

/** Those that are ready first, then what is nearest. */
export function presentOwnRewards(rewards: readonly RewardForCustomer[], showing: Showing): OwnRewards {
  const standing = rewards.flatMap((one) => {
    const found = standingFor(one)
    return found ? [{ one, standing: found }] : []
  })
  const inOrder = standing.toSorted((a, b) => byStanding(a.standing, b.standing))
  return { items: inOrder.slice(0, REWARDS_MAX).map(({ one, standing }) => present(one, standing, showing)) }
}

function present({ rewardNow, buyer }: RewardForCustomer, standing: Standing, showing: Showing): OwnReward {
  const { reward } = rewardNow
  const isReadyCashback = standing.state === 'ready' && buyer && unitOf(reward.type) === 'cashback'
  return {
    ...presentReward(reward, showing),
    state: standing.state,
    missing: standing.state === 'missing' ? shortText(standing.missing) : null,
    percent: standing.state === 'missing' ? standing.hundredths / 100 : null,
    reason: 'reason' in standing ? ownReasonsIn(showing.locale)[standing.reason] : null,
    maximum: isReadyCashback ? textWithPlaces(mostCashback(reward, buyer.account), 2) : null,
  }
}

const ORDER: Readonly<Record<Standing['state'], number>> = {
  ready: 0,
  missing: 1,
  locked: 2,
  soldOut: 2,
  soon: 2,
}

function byStanding(a: Standing, b: Standing): number {
  if (a.state === 'ready' && b.state === 'ready') return compare(b.points, a.points)
  if (a.state === 'missing' && b.state === 'missing') return compare(a.missing, b.missing)
  return ORDER[a.state] - ORDER[b.state]
}

function compare(a: bigint, b: bigint): number {
  return a < b ? -1 : a > b ? 1 : 0
}
