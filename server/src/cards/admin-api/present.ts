import { AWARD_STATE, HELD_BECAUSE, type HeldBecause } from '../../awards/award.ts'
import type { Prize } from '../../awards/make-award.ts'
import { couponStateAt } from '../../coupons/coupon.ts'
import { presentEnd } from '../../customers/admin-api/effect.ts'
import { keyFor } from '../../customers/admin-api/present.ts'
import type { CardRule } from '../../earning/program.ts'
import { wordsFor } from '../../earning/words.ts'
import type { Caller } from '../../people/actor.ts'
import { type Instant, instantToText, instantToTextOrNull } from '../../platform/clock.ts'
import { shortText, ZERO } from '../../platform/decimal.ts'
import { nameOf } from '../../platform/name-of.ts'
import { localDateToText } from '../../platform/zone.ts'
import type { Tenant } from '../../tenancy/tenant.ts'
import { isBegun, STAMP_TYPE, type StampCard, stampsOn, stampsOwed, termsOf } from '../card.ts'
import type { TitleOf } from '../read-shown.ts'
import { CARD_STATE, type CardState, stateOf } from '../rules/show-card.ts'
import type { TriedCard } from '../rules/try.ts'
import type { ListedPrize } from '../store/listed.ts'
import { type ListedStamps, STAMP_PARTS, type StampSum } from '../store/records.ts'
import { type StampContext, sentenceOfStamps, sentenceOfTried } from '../texts.ts'
import type { CustomerCard } from './schema.ts'

/** Prizes of one card that are shown. */
const PRIZES_SHOWN = 20

export function presentRule(rule: CardRule, sentence: string | null, titleOf: TitleOf) {
  const { id, name, counts, perAmount, when } = rule
  return {
    ruleId: id,
    name,
    counts,
    perStamp: perAmount === null ? null : shortText(perAmount),
    size: shortText(termsOf(rule, { version: 0 }).size),
    prize: presentPrizeOf(rule, titleOf),
    sentence,
    startsAt: instantToTextOrNull(when?.from ?? null),
    endsAt: presentEnd(when?.until ?? null),
  }
}

function presentPrizeOf({ points, rewardId }: Pick<Prize, 'points' | 'rewardId'>, titleOf: TitleOf) {
  return {
    points: shortText(points),
    reward: rewardId === null ? null : { id: rewardId, title: titleOf(rewardId) ?? String(rewardId) },
  }
}

/** One customer's card with all that is known of it. */
export interface CardOfCustomer {
  /** As the card was begun; of one that is not, as the program has it now. */
  readonly rule: CardRule
  /** As the program has it now; null: it has it no more. */
  readonly live: CardRule | null
  readonly sentence: string | null
  readonly card: StampCard | undefined
  readonly sums: readonly StampSum[]
  readonly prizes: readonly ListedPrize[]
  readonly lotFacts: ReadonlyMap<number, { readonly day: string; readonly originalId: string | null }>
}

export function presentCard(
  shown: CardOfCustomer,
  { now, titleOf, caller, timeZone }: PresentContext,
): CustomerCard {
  const { rule, live, sentence, card, sums, prizes } = shown
  const completed = card?.completed ?? 0
  const hasTerms = card !== undefined && isBegun(card)
  return {
    ...presentRule(live ?? rule, sentence, titleOf),
    // Of a card that is begun, what was promised then.
    ...(hasTerms && {
      perStamp: rule.perAmount === null ? null : shortText(rule.perAmount),
      size: shortText(card.size),
      prize: presentPrizeOf(card.prize, titleOf),
    }),
    state: STATE_NAMES[stateOf(live, completed, now)],
    isBegun: hasTerms,
    stamps: shortText(card ? stampsOn(card) : ZERO),
    owed: shortText(card ? stampsOwed(card) : ZERO),
    writtenOff: shortText(sums.reduce((sum, { writtenOff }) => sum + writtenOff, ZERO)),
    number: completed + 1,
    completed,
    parts: STAMP_PARTS.flatMap((kind) => {
      const sum = sums.find(({ part }) => part === kind)
      return sum ? [{ kind, stamps: shortText(sum.stamps), records: sum.records }] : []
    }),
    lots: lotsOf(shown),
    prizes: prizes.slice(0, PRIZES_SHOWN).map((prize) => presentPrize(prize, { now, caller, timeZone })),
  }
}

function lotsOf({ card, lotFacts }: Pick<CardOfCustomer, 'card' | 'lotFacts'>): CustomerCard['lots'] {
  const lots = card?.account.lots ?? []
  const end = (at: Instant | null): number => at ?? Number.POSITIVE_INFINITY
  return lots
    .toSorted((one, other) => end(one.expiresAt) - end(other.expiresAt) || one.id - other.id)
    .map(({ id, orderId, original, remaining, expiresAt }) => {
      const { day = '', originalId = null } = lotFacts.get(id) ?? {}
      return {
        recordId: id,
        order: orderId === null || originalId === null ? null : { id: orderId, originalId },
        day,
        given: shortText(original.points),
        left: shortText(remaining.points),
        expiresAt: presentEnd(expiresAt),
      }
    })
}

interface PresentContext {
  readonly now: Instant
  readonly titleOf: TitleOf
  readonly caller: Pick<Caller, 'permissions'>
  readonly timeZone: string
}

function presentPrize(
  prize: ListedPrize,
  { now, caller, timeZone }: Omit<PresentContext, 'titleOf'>,
): CustomerCard['prizes'][number] {
  const { id, points, recordId, stampRecordId, madeAt, endedAt, availableAt, dueAt, expiresAt } = prize
  const { rewardId, title, coupon, heldBecause } = prize
  const from = availableAt ?? dueAt ?? madeAt
  return {
    id,
    state: stateOfPrize(prize, now),
    heldBecause: heldBecause === null ? null : nameOf<HeldBecause, number>(HELD_BECAUSE, heldBecause),
    points: shortText(points ?? ZERO),
    recordId,
    reward: rewardId === null ? null : { id: rewardId, title: title ?? String(rewardId) },
    coupon: coupon && {
      code: caller.permissions?.has('codes.read') ? coupon.code : null,
      state: couponStateAt(coupon, now, timeZone),
    },
    stampRecordId,
    madeAt: instantToText(madeAt.getTime()),
    availableAt: instantToText(from.getTime()),
    expiresAt: presentEnd(expiresAt?.getTime() ?? null),
    undoneAt: instantToTextOrNull(endedAt?.getTime() ?? null),
  }
}

function stateOfPrize(
  { state, availableAt }: ListedPrize,
  now: Instant,
): CustomerCard['prizes'][number]['state'] {
  if (state === AWARD_STATE.undone) return 'undone'
  if (state === AWARD_STATE.dropped) return 'dropped'
  if (state === AWARD_STATE.held) return 'held'
  const isWaiting = state === AWARD_STATE.due || (availableAt !== null && availableAt.getTime() > now)
  return isWaiting ? 'waiting' : 'given'
}

const STATE_NAMES: Readonly<Record<CardState, CustomerCard['state']>> = {
  [CARD_STATE.open]: 'open',
  [CARD_STATE.done]: 'done',
  [CARD_STATE.notStarted]: 'notStarted',
  [CARD_STATE.over]: 'over',
  [CARD_STATE.ended]: 'off',
}

/** What a basket would do to a card. */
export function presentTried(
  { rule, before, stamps, after, size, sizeAfter, fills, prize, points }: TriedCard,
  { locale, currency, timeZone }: Pick<Tenant, 'locale' | 'currency' | 'timeZone'>,
  titleOf: TitleOf,
) {
  const words = wordsFor({ locale, currency, timeZone })
  const isMoney = rule.counts === 'spend'
  const shown = after > ZERO ? after : ZERO
  const reward = prize.rewardId === null ? null : (titleOf(prize.rewardId) ?? String(prize.rewardId))
  return {
    ruleId: rule.id,
    name: rule.name,
    perStamp: rule.perAmount === null ? null : shortText(rule.perAmount),
    before: shortText(before),
    stamps: shortText(stamps),
    after: shortText(after),
    size: shortText(size),
    sizeAfter: shortText(sizeAfter),
    fills,
    prize: shortText(prize.points),
    reward,
    sentence: sentenceOfTried(
      { stamps, after: shown, size: sizeAfter, fills, prize: { points, reward } },
      { locale, words, isMoney },
    ),
  }
}

/** Without a rule: its versions are gone. */
export function presentCardNamed(ruleId: number, rule: CardRule | undefined) {
  const perAmount = rule?.perAmount ?? null
  return { ruleId, name: rule?.name ?? '', perStamp: perAmount === null ? null : shortText(perAmount) }
}

export interface Told {
  readonly caller: Pick<Caller, 'permissions'>
  readonly context: StampContext
  readonly prizes: readonly ListedPrize[]
  readonly titleOf: TitleOf
}

export function presentStamps(record: ListedStamps, { caller, context, prizes, titleOf }: Told) {
  const { explanation, order, key } = record
  // What a person did has the key of their request, which says nothing.
  const shownKey = explanation?.reason === undefined ? keyFor(caller, key) : null
  const prize = prizes.find(({ stampRecordId }) => stampRecordId === record.id) ?? null
  return {
    id: record.id,
    type: nameOf(STAMP_TYPE, record.type),
    part: record.part,
    at: instantToText(record.at),
    day: localDateToText(record.day),
    stamps: shortText(record.stamps),
    after: shortText(record.after),
    order,
    key: shownKey,
    expiresAt: presentEnd(record.expiresAt),
    owed: shortText(record.debt),
    writtenOff: shortText(record.writtenOff),
    origins: record.origins.map(({ lotId, used }) => ({ recordId: lotId, stamps: shortText(used) })),
    prizeId: prize?.id ?? null,
    sentence: sentenceOfStamps(
      { ...record, order: order?.originalId ?? null, key: shownKey },
      context,
      titleOf,
    ),
  }
}
