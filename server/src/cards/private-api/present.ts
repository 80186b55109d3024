import type { Prize } from '../../awards/make-award.ts'
import { endShown } from '../../coupons/coupon.ts'
import { sentenceOfRule } from '../../earning/rule-sentence.ts'
import { type Instant, instantToText, instantToTextOrNull, lastSecondBefore } from '../../platform/clock.ts'
import { decimalToNumber, ZERO } from '../../platform/decimal.ts'
import { localDateToText } from '../../platform/zone.ts'
import type { Tenant } from '../../tenancy/tenant.ts'
import { type StampCard, stampsOn, stampsOwed } from '../card.ts'
import type { Beside, TitleOf } from '../read-shown.ts'
import { CARD_STATE, type ShownCard } from '../rules/show-card.ts'
import type { CardReward } from '../store/card-rewards.ts'
import type { ListedStamps } from '../store/records.ts'
import { type StampContext, sentenceOfStamps } from '../texts.ts'
import type { Card, CustomerCard, Stamps } from './schema.ts'

const COUNTS = { items: 0, orders: 1, spend: 2 } as const
const REWARD_STATE = { usable: 0, onItsWay: 1, held: 2 } as const

export function toCard({ rule, size, prize, state }: ShownCard, tenant: Tenant, titleOf: TitleOf): Card {
  const until = rule.when?.until ?? null
  const goal = decimalToNumber(size)
  return {
    CardId: rule.id,
    Name: rule.name,
    Text: sentenceOfRule(rule, {
      ...tenant,
      nameOf: (kind, id) => (kind === 'reward' ? titleOf(Number(id)) : undefined),
    }),
    Counts: COUNTS[rule.counts],
    State: state,
    Size: goal,
    GoalAmount: rule.counts === 'spend' ? goal : null,
    StampAmount: rule.perAmount === null ? null : decimalToNumber(rule.perAmount),
    StartDate: instantToTextOrNull(rule.when?.from ?? null),
    EndDate: until === null ? null : instantToText(lastSecondBefore(until)),
    Prize: toPrize(prize, titleOf),
  }
}

function toPrize({ points, rewardId }: Prize, titleOf: TitleOf): Card['Prize'] {
  return {
    RewardConfigurationId: rewardId,
    Title: rewardId === null ? null : (titleOf(rewardId) ?? null),
    Points: points === ZERO ? null : decimalToNumber(points),
  }
}

export function toCustomerCard(shown: ShownCard, beside: Beside, tenant: Tenant): CustomerCard {
  const { card, rule, state } = shown
  const { Prize, StartDate, EndDate, GoalAmount, StampAmount, Size, ...named } = toCard(
    shown,
    tenant,
    beside.titleOf,
  )
  const stamps = card ? decimalToNumber(stampsOn(card)) : 0
  const completed = card?.completed ?? 0
  return {
    ...named,
    Stamps: stamps,
    Size,
    StampsOwed: card ? decimalToNumber(stampsOwed(card)) : 0,
    Amount: rule.counts === 'spend' ? stamps : null,
    GoalAmount,
    StampAmount,
    CardNumber: state === CARD_STATE.done ? completed : completed + 1,
    CompletedCount: completed,
    StartDate,
    EndDate,
    LastStampDate: instantToTextOrNull(beside.lastStampAt(rule.id) ?? null),
    StampsToExpire: card ? toExpire(card) : [],
    Prize,
    Rewards: beside.rewardsOf(rule.id).map(toReward),
  }
}

function toReward({ given, isHeld }: CardReward): CustomerCard['Rewards'][number] {
  if (given === null) {
    const State = isHeld ? REWARD_STATE.held : REWARD_STATE.onItsWay
    return { RewardId: null, ExternalCode: null, CouponCode: null, ValidDateEnd: null, State }
  }
  const { redemptionId, externalCode, coupon } = given
  return {
    RewardId: redemptionId,
    ExternalCode: externalCode,
    CouponCode: coupon.code,
    ValidDateEnd: instantToTextOrNull(endShown(coupon)),
    State: REWARD_STATE.usable,
  }
}

function toExpire({ account: { lots } }: StampCard): CustomerCard['StampsToExpire'] {
  const ends = new Map<Instant, bigint>()
  for (const { expiresAt, remaining } of lots) {
    if (expiresAt !== null) ends.set(expiresAt, (ends.get(expiresAt) ?? ZERO) + remaining.points)
  }
  return [...ends]
    .sort(([one], [other]) => one - other)
    .map(([when, stamps]) => ({
      Stamps: decimalToNumber(stamps),
      When: instantToText(lastSecondBefore(when)),
    }))
}

/** In whose words the records of a card are told. */
export interface Telling {
  readonly context: StampContext
  readonly titleOf: TitleOf
}

export function toStamps(record: ListedStamps, { context, titleOf }: Telling): Stamps {
  const { stamps, origins, expiresAt } = record
  const order = record.order?.originalId ?? null
  return {
    Id: record.id,
    Date: instantToText(record.at),
    Day: localDateToText(record.day),
    Stamps: decimalToNumber(stamps),
    StampType: record.type,
    StampsAfter: decimalToNumber(record.after),
    OrderId: order,
    Key: record.key,
    ExpirationDate: expiresAt === null ? null : instantToText(lastSecondBefore(expiresAt)),
    Origins: origins.map((origin) => ({
      StampId: origin.lotId,
      UsedStamps: decimalToNumber(origin.used),
    })),
    Text: sentenceOfStamps({ ...record, order }, context, titleOf),
  }
}
