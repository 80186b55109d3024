import type { Prize } from '../../awards/make-award.ts'
import type { Showing } from '../../coupons/public-api/present.ts'
import { toOwnCode } from '../../coupons/public-api/present.ts'
import { sentenceForCustomers } from '../../earning/customer-rule.ts'
import type { CardRule } from '../../earning/program.ts'
import type { RuleSentenceContext } from '../../earning/rule-sentence.ts'
import { instantToTextOrNull, lastSecondBefore } from '../../platform/clock.ts'
import { type Decimal, minimum, shortText, textWithPlaces, ZERO } from '../../platform/decimal.ts'
import { nameOf } from '../../platform/name-of.ts'
import type { Tenant } from '../../tenancy/tenant.ts'
import { stampsOn, stampsOwed } from '../card.ts'
import type { Beside, TitleOf } from '../read-shown.ts'
import { CARD_STATE, type ShownCard } from '../rules/show-card.ts'
import type { CardReward } from '../store/card-rewards.ts'
import type { CardOfProgram, CardPrize, OwnCard } from './schema.ts'

/** For whom a card is shown; the language is the tenant's. */
export interface PresentingCards extends Showing {
  readonly tenant: Tenant
  readonly beside: Omit<Beside, 'lastStampAt'>
  /** What the ids that a card names are called; undefined: that is not known. */
  readonly nameOfPicked: RuleSentenceContext['nameOf']
}

export function isOwnCard({ state }: ShownCard): boolean {
  return state !== CARD_STATE.ended
}

export function presentOwnCard(shown: ShownCard, presenting: PresentingCards): OwnCard {
  const { rule, size, prize, card } = shown
  const { beside, tenant, now } = presenting
  const until = rule.when?.until ?? null
  const stamps = card ? stampsOn(card) : ZERO
  const isMoney = rule.counts === 'spend'
  const state = nameOf(CARD_STATE, shown.state)
  if (state === 'ended') throw new Error('a card that the merchant has ended is not shown')
  return {
    name: rule.name,
    text: sentenceForCustomers(rule, {
      ...tenant,
      now,
      nameOf: (kind, id) =>
        kind === 'reward' ? beside.titleOf(Number(id)) : presenting.nameOfPicked(kind, id),
    }),
    state,
    ...holesOf(rule, { stamps, size, isDone: state === 'done' }),
    stamps: shortText(stamps),
    size: shortText(size),
    owed: shortText(card ? stampsOwed(card) : ZERO),
    amount: isMoney ? textWithPlaces(stamps, 2) : null,
    goal: isMoney ? textWithPlaces(size, 2) : null,
    until: instantToTextOrNull(until === null ? null : lastSecondBefore(until)),
    prize: presentPrize(prize, beside.titleOf),
    coupons: beside.rewardsOf(rule.id).map((reward) => presentCoupon(reward, presenting)),
  }
}

const HOLES_MAX = 12
/** Of a card with more stamps, and of one that counts money without stamps. */
const TENTHS = 10

/** One for each stamp, where they are few enough to be counted. */
function holesOf(
  { counts, stamps: count }: Pick<CardRule, 'counts' | 'stamps'>,
  { stamps, size, isDone }: { readonly stamps: Decimal; readonly size: Decimal; readonly isDone: boolean },
): Pick<OwnCard, 'done' | 'of'> {
  const isSum = counts === 'spend' && count === 1
  const of = isSum || count > HOLES_MAX ? TENTHS : count
  const punched = isDone ? of : Number((minimum(stamps, size) * BigInt(of)) / size)
  return { done: punched, of }
}

/** To everyone, without what a customer has on it. */
export function presentCardOfProgram(
  { rule, size, prize }: ShownCard,
  context: RuleSentenceContext,
  titleOf: TitleOf,
): CardOfProgram {
  return {
    name: rule.name,
    text: sentenceForCustomers(rule, context),
    size: shortText(size),
    prize: presentPrize(prize, titleOf),
  }
}

function presentPrize({ points, rewardId }: Pick<Prize, 'points' | 'rewardId'>, titleOf: TitleOf): CardPrize {
  return {
    reward: rewardId === null ? null : (titleOf(rewardId) ?? null),
    points: points === ZERO ? null : shortText(points),
  }
}

function presentCoupon({ given }: CardReward, presenting: PresentingCards): OwnCard['coupons'][number] {
  if (given === null) return { code: null, until: null, state: 'onItsWay' }
  const { code, until, state } = toOwnCode(given.coupon, presenting)
  return { code, until, state: state === 'notYet' ? 'notYet' : 'usable' }
}
