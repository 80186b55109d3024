import type { Posting } from '../../accounts/rules/posting.ts'
import type { OrderId } from '../../contract/ids.ts'
import { grown, periodOf } from '../../earning/limits.ts'
import type { CardRule, Program } from '../../earning/program.ts'
import type { Taken, UsedOf } from '../../earning/taken.ts'
import { type Decimal, minimum, notBelowZero, ZERO } from '../../platform/decimal.ts'
import { localDate } from '../../platform/zone.ts'
import {
  isDone,
  newCard,
  STAMP_TYPE,
  type StampCard,
  type StampEntry,
  type StampType,
  stampsOwed,
  worthOfStamp,
} from '../card.ts'
import { CardPosting } from './card-posting.ts'
import { stampEnd } from './ends.ts'
import { fillCard, type PrizeDesk, takeBackStamps, undoPrizes } from './prizes.ts'
import { type StampBasis, stampsOfOrder } from './quantity.ts'

/** What an order asks of one card. */
export interface OrderOnCard {
  readonly orderId: OrderId
  /** Whose clock the order goes by. */
  readonly timeZone: string
  /** The rule by which the order gives stamps, and its program; null: it gives none any more. */
  readonly rule: { readonly card: CardRule; readonly program: Program } | null
  /** The order as it is now, and as it was before; null: it is new, or gone. */
  readonly now: StampBasis | null
  readonly before: StampBasis | null
  readonly had: Taken | undefined
  /** What its stored records come to, less what was written off. */
  readonly standing: Decimal
  readonly isEnrolled: boolean
  readonly usedOf: UsedOf
}

export interface OrderStamped {
  /** null: the card is as it was. */
  readonly posting: CardPosting | null
  /** What the order gives now; null: nothing. */
  readonly taken: Taken | null
}

/** Gives a card what an order is worth now, in place of what it gave before. */
export function stampCard(
  card: StampCard | undefined,
  order: OrderOnCard,
  desk: PrizeDesk,
  main: Posting,
): OrderStamped | null {
  const { rule, now, had, timeZone } = order
  const begun = card ?? (rule && newCard(rule.card, desk.current))
  if (!begun) return null
  const posting = new CardPosting(begun, main, timeZone)
  const taken = rule && now ? takenBy(order, rule, now, posting, desk) : null
  const gives = taken?.amount ?? ZERO
  const hadAmount = had?.amount ?? ZERO
  if (rule && now) correctDay(posting, order, rule.card, now)
  if (gives > hadAmount && rule && now) {
    giveStamps(posting, order, { rule: rule.card, stamps: gives - hadAmount, now }, desk)
    fillCard(posting, desk, main)
  } else {
    const type = now === null ? STAMP_TYPE.orderCancelled : STAMP_TYPE.orderChanged
    takeStamps(posting, order, { gives, type }, desk, main)
  }
  const isChanged = posting.entries.length > 0 || posting.moved.length > 0
  return { posting: isChanged ? posting : null, taken: gives > ZERO ? taken : null }
}

/** What it gives within what the card still takes. */
function takenBy(
  { had, before, usedOf, isEnrolled }: OrderOnCard,
  { card: rule, program }: NonNullable<OrderOnCard['rule']>,
  now: StampBasis,
  posting: CardPosting,
  desk: PrizeDesk,
): Taken {
  const { stampLimit, id: ruleId } = rule
  const most = stampLimit && BigInt(stampLimit.stamps) * worthOfStamp(rule)
  const ofOrder = most !== null && stampLimit?.per === 'order' ? most : null
  const quantity = (of: StampBasis): Decimal => {
    const stamps = stampsOfOrder(rule, program, of)
    return ofOrder === null ? stamps : minimum(stamps, ofOrder)
  }
  const asked = quantity(now)
  const askedBefore = before ? quantity(before) : ZERO
  const hadAmount = had?.amount ?? ZERO
  const key = { ruleId, measure: 'stamps' } as const
  // What a card that is done, or off, still owes is paid by what comes.
  const owed = stampsOwed(posting)
  const current = desk.ruleOf(ruleId)
  const takesMore = isEnrolled && current?.isActive === true && !isDone(current, posting.completed)
  const more = takesMore ? asked : isEnrolled ? owed : ZERO
  if (most === null || stampLimit === null || stampLimit.per === 'order') {
    return { ...key, period: '', amount: grown(asked, askedBefore, hadAmount, more) }
  }
  const period = periodOf(stampLimit.per, now.facts)
  const room = notBelowZero(most - usedOf({ ...key, period }))
  const isMoved = before !== null && periodOf(stampLimit.per, before.facts) !== period
  const amount = isMoved
    ? minimum(grown(asked, askedBefore, hadAmount, more), room)
    : grown(asked, askedBefore, hadAmount, minimum(room, more))
  return { ...key, period, amount }
}

function giveStamps(
  posting: CardPosting,
  { orderId, before, timeZone }: OrderOnCard,
  { rule, stamps, now }: { rule: CardRule; stamps: Decimal; now: StampBasis },
  desk: PrizeDesk,
): void {
  desk.beginCard(posting)
  const day = localDate(now.facts.placedAt, timeZone)
  const type = before ? STAMP_TYPE.orderChanged : STAMP_TYPE.order
  posting.give(stamps, stampEnd(rule, day, timeZone), { type, day, orderId })
}

/** A corrected date of placement: stamps of which nothing was used are of that day. */
function correctDay(
  posting: CardPosting,
  { before, orderId, timeZone }: OrderOnCard,
  rule: CardRule,
  now: StampBasis,
): void {
  if (before === null) return
  const day = localDate(now.facts.placedAt, timeZone)
  if (localDate(before.facts.placedAt, timeZone) === day) return
  posting.moveStamps(orderId, day, stampEnd(rule, day, timeZone))
}

/** What is recorded for the order above what it gives is taken back. What has ended costs nothing. */
function takeStamps(
  posting: CardPosting,
  { orderId, standing }: OrderOnCard,
  { gives, type }: { readonly gives: Decimal; readonly type: StampType },
  desk: PrizeDesk,
  main: Posting,
): void {
  const surplus = (): Decimal => standing + recordedFor(orderId, posting) - gives
  undoPrizes(posting, surplus, desk, main)
  const stamps = surplus()
  if (stamps > ZERO) takeBackStamps(posting, desk, stamps, { orderId }, { type, orderId })
}

/** What this batch has recorded for an order, this command included. */
function recordedFor(orderId: OrderId, { card }: CardPosting): Decimal {
  return sumOfOrder(card.ofBatch.entries, orderId)
}

export function sumOfOrder(entries: readonly StampEntry[], orderId: OrderId): Decimal {
  return entries
    .filter((entry) => entry.orderId === orderId)
    .reduce((sum, { stamps, writtenOff }) => sum + stamps - writtenOff, ZERO)
}
