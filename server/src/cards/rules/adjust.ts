import type { Posting } from '../../accounts/rules/posting.ts'
import type { RecordId } from '../../contract/ids.ts'
import { type Refusal, refusal } from '../../contract/refusal.ts'
import type { AdjustmentReason } from '../../earning/explanation.ts'
import { localDate } from '../../platform/zone.ts'
import { newCard, STAMP_TYPE, type StampCard, worthOfStamp } from '../card.ts'
import type { AdjustedByKey } from '../collections/keys.ts'
import { CardPosting } from './card-posting.ts'
import { stampEnd } from './ends.ts'
import { fillCard, type PrizeDesk, takeBackStamps, undoPrizes } from './prizes.ts'
import { tellStamps, toldOf } from './tell.ts'

export type StampAdjustmentReason = 'customer-unknown' | 'card-unknown' | 'card-off' | 'key-used'

/** What a person gives a customer's card by hand, or takes from it. */
export interface StampAdjustment {
  readonly ruleId: number
  /** Below zero: taken. Of a card that counts money, one stamp is what is spent for one. */
  readonly stamps: number
  readonly reason: AdjustmentReason
  /** It is done once for each. */
  readonly key: string
}

/** No lot of the card: what is taken by hand comes from whatever ends first. */
const NO_LOT = { orderId: null, lot: { id: 0 as RecordId, expiresAt: null } } as const

/**
 * Limits, dates and `once` are not looked at: a person decides, says why, and is named in the audit. Where stamps would
 * have to be owed, prizes are undone first, as a return does it.
 */
export function adjustStamps(
  stored: StampCard | undefined,
  { ruleId, stamps, reason, key }: StampAdjustment,
  desk: PrizeDesk,
  timeZone: string,
  main: Posting,
): CardPosting | Refusal<StampAdjustmentReason> {
  const rule = desk.ruleOf(ruleId)
  if (!rule) return refusal('card-unknown', 'There is no such card.', 'card')
  if (stamps > 0 && !rule.isActive) return refusal('card-off', 'The card is switched off.', 'card')
  const card = stored ?? newCard(rule, desk.current)
  const posting = new CardPosting(card, main, timeZone)
  const amount = BigInt(Math.abs(stamps)) * worthOfStamp(rule)
  const day = localDate(main.now, timeZone)
  const why = { type: STAMP_TYPE.byHand, day, key, explanation: { reason, asked: stamps } }
  if (stamps > 0) {
    desk.beginCard(posting)
    posting.give(amount, stampEnd(rule, day, timeZone), why)
    fillCard(posting, desk, main)
  } else {
    undoPrizes(posting, () => amount, desk, main)
    takeBackStamps(posting, desk, amount, NO_LOT, why)
  }
  tellStamps(main, posting, toldOf(rule))
  return posting
}

/** What was recorded by hand, whatever ended or was filled with it. */
export function recordedByHand(
  { entries }: Pick<CardPosting, 'entries'>,
  adjustment: StampAdjustment,
): AdjustedByKey {
  const own = entries.find(({ type }) => type === STAMP_TYPE.byHand)
  if (!own) throw new Error('stamps that are given or taken are recorded')
  const { reason, stamps: asked } = adjustment
  return { recordId: own.id, stamps: own.stamps, writtenOff: own.writtenOff, asked: { reason, asked } }
}

/** Whether a key was used for the same before. */
export function isSameAdjustment({ asked }: AdjustedByKey, { reason, stamps }: StampAdjustment): boolean {
  return asked?.reason === reason && asked.asked === stamps
}
