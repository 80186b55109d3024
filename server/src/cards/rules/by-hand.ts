import type { Customer } from '../../accounts/customer.ts'
import type { Posting } from '../../accounts/rules/posting.ts'
import type { RecordId } from '../../contract/ids.ts'
import { isRefusal, type Refusal, refusal } from '../../contract/refusal.ts'
import type { StampLimit } from '../../earning/card-members.ts'
import { periodOf } from '../../earning/limits.ts'
import type { CardRule, Program } from '../../earning/program.ts'
import { type Instant, instantToText } from '../../platform/clock.ts'
import { type Decimal, ZERO } from '../../platform/decimal.ts'
import { knownLocalDate, localDate } from '../../platform/zone.ts'
import type { Days, GivenStamps, HandStamps, SentByHand, SentStamps } from '../by-hand.ts'
import { isDone, newCard, STAMP_TYPE, type StampCard, type StampEntry, worthOfStamp } from '../card.ts'
import { CardPosting } from './card-posting.ts'
import { stampEnd } from './ends.ts'
import { fillCard, type PrizeDesk, takeBackStamps, undoPrizes } from './prizes.ts'
import { isBeforeCard } from './quantity.ts'

/** Why stamps are not given by hand, or not taken back. */
export const BY_HAND_REASONS = [
  'customer-unknown',
  'card-unknown',
  'card-off',
  'not-enrolled',
  'not-a-card',
  'key-used',
  'key-unknown',
  'date-ahead',
  'date-too-old',
  'outside-dates',
  'card-done',
  'limit-reached',
] as const
export type ByHandReason = (typeof BY_HAND_REASONS)[number]

const DAY_MS = 86_400_000
/** How far a sender's clock may be ahead of ours. */
const AHEAD_MAX_MS = DAY_MS
const BACK_MAX_MS = 31 * DAY_MS

export interface GiveContext {
  readonly customer: Customer | null
  readonly current: Program
  readonly ruleId: number
  readonly card: StampCard | undefined
  /** What the key was used for before. */
  readonly stored: HandStamps | undefined
  readonly timeZone: string
  /** What was given in some days, by orders and by hand, before this batch. */
  readonly givenIn: (days: Days) => readonly GivenStamps[]
}

/** Stamps that were given: nothing where the key was used before. */
export interface GivenByHand {
  readonly isNew: boolean
  readonly stamps: Decimal
  /** null: the card is as it was. */
  readonly made: { readonly posting: CardPosting; readonly given: HandStamps } | null
}

/** `at`: what they are for where no date was sent. */
export function giveByHand(
  context: GiveContext,
  { sent, at }: { readonly sent: SentStamps; readonly at: Instant },
  desk: PrizeDesk,
  main: Posting,
): GivenByHand | Refusal<ByHandReason> {
  const { customer, stored, timeZone, card, current } = context
  if (!customer || customer.erasedAt !== null) return noCustomer()
  if (stored) return isSame(stored, sent) ? { isNew: false, stamps: ZERO, made: null } : keyUsed(sent.key)
  const rule = takingRule(context, customer)
  if (isRefusal(rule)) return rule
  const moment = sent.date ?? at
  const posting = new CardPosting(card ?? newCard(rule, current), main, timeZone)
  const stamps = BigInt(sent.count) * worthOfStamp(rule)
  const refused =
    refuseMoment(rule, current, moment, main.now) ?? refuseMore(context, rule, posting, { stamps, moment })
  if (refused) return refused
  desk.beginCard(posting)
  const day = localDate(moment, timeZone)
  const expiresAt = stampEnd(rule, day, timeZone)
  const explanation = keptOf(sent)
  const before = posting.entries.length
  posting.give(stamps, expiresAt, { type: STAMP_TYPE.byHand, day, key: sent.key, explanation })
  const entry = posting.entries[before]
  if (!entry) throw new Error('stamps that are given are recorded')
  fillCard(posting, desk, main)
  const given = { recordId: entry.id, stamps, expiresAt, ended: ZERO, sent: explanation, takenBack: null }
  return { isNew: true, stamps, made: { posting, given } }
}

function keptOf({ count, date }: SentStamps): SentByHand {
  return date === null ? { count } : { count, date: instantToText(date) }
}

function isSame({ sent: kept }: HandStamps, sent: SentStamps): boolean {
  const { count, date } = keptOf(sent)
  return kept !== null && kept.count === count && kept.date === date
}

/** The rule, where it takes stamps of this customer now. */
function takingRule(
  { current, ruleId, card }: GiveContext,
  { profile }: Customer,
): CardRule | Refusal<ByHandReason> {
  const rule = current.rules.find(({ id }) => id === ruleId)
  if (!rule) return card ? cardOff(ruleId) : noCard(ruleId)
  if (rule.kind !== 'card') return notCard(ruleId)
  if (!rule.isActive) return cardOff(ruleId)
  return profile.isEnrolled ? rule : refusal('not-enrolled', 'The customer is not enrolled.', 'id')
}

function refuseMoment(
  rule: CardRule,
  program: Program,
  moment: Instant,
  now: Instant,
): Refusal<ByHandReason> | null {
  if (moment > now + AHEAD_MAX_MS) return refusal('date-ahead', 'Date is more than 24 hours ahead.', 'Date')
  if (moment < now - BACK_MAX_MS) return refusal('date-too-old', 'Date is more than 31 days back.', 'Date')
  if (isBeforeCard(rule, program, moment)) {
    return refusal('outside-dates', 'The card had not started then.', 'Date')
  }
  const until = rule.when?.until ?? null
  return until !== null && moment >= until
    ? refusal('outside-dates', 'The card was over by then.', 'Date')
    : null
}

/** All of them or none: a till can't tell a customer that a part was given. */
function refuseMore(
  { timeZone, givenIn }: GiveContext,
  rule: CardRule,
  posting: CardPosting,
  { stamps, moment }: { readonly stamps: Decimal; readonly moment: Instant },
): Refusal<ByHandReason> | null {
  if (isDone(rule, posting.completed)) {
    return refusal('card-done', 'The customer has filled this card, which is given once.', 'cardId')
  }
  const { stampLimit } = rule
  if (stampLimit === null) return null
  const most = BigInt(stampLimit.stamps) * worthOfStamp(rule)
  const days = daysOf(stampLimit, moment, timeZone)
  const used = days === null ? ZERO : usedIn(days, givenIn(days), posting.card.ofBatch.entries)
  if (used + stamps <= most) return null
  const per = stampLimit.per === 'order' ? 'at once' : `in one ${stampLimit.per}`
  return refusal('limit-reached', `Stamps: the card takes at most ${stampLimit.stamps} ${per}.`, 'Stamps')
}

/** The day, week or month of a moment; null: the limit is for each time. */
export function daysOf({ per }: StampLimit, moment: Instant, timeZone: string): Days | null {
  if (per === 'order') return null
  const day = localDate(moment, timeZone)
  if (per === 'day') return { first: day, last: day }
  const name = periodOf(per, { placedAt: moment, timeZone }).slice(1)
  if (per === 'week') {
    const first = knownLocalDate(name)
    return { first, last: first + 6 }
  }
  const first = knownLocalDate(`${name}-01`)
  const [year = 0, month = 0] = name.split('-').map(Number)
  const next = month === 12 ? `${year + 1}-01` : `${name.slice(0, 5)}${String(month + 1).padStart(2, '0')}`
  return { first, last: knownLocalDate(`${next}-01`) - 1 }
}

/** What was given in these days; what was taken back counts for the days in which it had been given. */
function usedIn(
  { first, last }: Days,
  stored: readonly GivenStamps[],
  entries: readonly StampEntry[],
): Decimal {
  const sources = new Set(stored.map(({ source }) => source))
  let used = stored.reduce((sum, { stamps }) => sum + stamps, ZERO)
  for (const entry of entries) {
    if (entry.type > STAMP_TYPE.byHandUndone) continue
    const source = sourceOf(entry)
    if (entry.stamps > ZERO && entry.day >= first && entry.day <= last) sources.add(source)
    else if (entry.stamps > ZERO || !sources.has(source)) continue
    used += entry.stamps - entry.writtenOff
  }
  return used
}

/** What stamps were given by, and what takes them back again names too. */
export function sourceOf({ orderId, key, id }: Pick<StampEntry, 'orderId' | 'key' | 'id'>): string {
  if (orderId !== null) return `order ${orderId}`
  return key === null ? `record ${id}` : `key ${key}`
}

export interface CancelContext {
  readonly customer: Customer | null
  readonly current: Program
  readonly ruleId: number
  readonly card: StampCard | undefined
  readonly stored: HandStamps | undefined
  readonly timeZone: string
}

export interface CancelledByHand {
  readonly takenBack: Decimal
  /** null: it was done before. */
  readonly posting: CardPosting | null
}

/** Takes back what was given for a key, as a return takes back what an order gave. What has ended costs nothing. */
export function cancelByHand(
  { customer, current, ruleId, card, stored, timeZone }: CancelContext,
  key: string,
  desk: PrizeDesk,
  main: Posting,
): CancelledByHand | Refusal<ByHandReason> {
  if (!customer || customer.erasedAt !== null) return noCustomer()
  if (!stored || !card) {
    const rule = current.rules.find(({ id }) => id === ruleId)
    if (!card && !rule) return noCard(ruleId)
    if (!card && rule?.kind !== 'card') return notCard(ruleId)
    return refusal('key-unknown', `No stamps were given for the key ${key}.`, 'key')
  }
  if (stored.takenBack !== null) return { takenBack: stored.takenBack, posting: null }
  const posting = new CardPosting(card, main, timeZone)
  const left = (): Decimal =>
    stored.stamps - stored.ended - endedOf(stored.recordId, posting.card.ofBatch.entries)
  undoPrizes(posting, left, desk, main)
  const reason = { type: STAMP_TYPE.byHandUndone, key }
  const stamps = left()
  const before = posting.entries.length
  if (stamps > ZERO) {
    const lot = { id: stored.recordId, expiresAt: stored.expiresAt }
    takeBackStamps(posting, desk, stamps, { orderId: null, lot }, reason)
  } else posting.note(reason)
  return { takenBack: -(posting.entries[before]?.stamps ?? ZERO), posting }
}

/** What these records have ended of the stamps of another one. */
function endedOf(recordId: RecordId, entries: readonly StampEntry[]): Decimal {
  return entries
    .filter(({ type }) => type === STAMP_TYPE.ended)
    .flatMap(({ origins }) => origins)
    .reduce((sum, { lotId, used }) => (lotId === recordId ? sum + used : sum), ZERO)
}

function noCustomer(): Refusal<ByHandReason> {
  return refusal('customer-unknown', 'There is no customer with this id.', 'id')
}

function noCard(ruleId: number): Refusal<ByHandReason> {
  return refusal('card-unknown', `There is no card with the id ${ruleId}.`, 'cardId')
}

function cardOff(ruleId: number): Refusal<ByHandReason> {
  return refusal('card-off', `The card ${ruleId} is switched off or removed.`, 'cardId')
}

function notCard(ruleId: number): Refusal<ByHandReason> {
  return refusal('not-a-card', `The rule ${ruleId} is not a card.`, 'cardId')
}

function keyUsed(key: string): Refusal<ByHandReason> {
  return refusal('key-used', `Key ${key} was used for other stamps.`, 'Key')
}
