import type { Posting } from '../../accounts/rules/posting.ts'
import type { OrderId } from '../../contract/ids.ts'
import { lotDates } from '../../earning/credit-earning.ts'
import type { CardRule } from '../../earning/program.ts'
import { type CompletedFacts, type StampFacts, TOPIC } from '../../events/event.ts'
import { instantToText } from '../../platform/clock.ts'
import { shortText, ZERO } from '../../platform/decimal.ts'
import { STAMP_TYPE, type StampEntry } from '../card.ts'
import { decodePrize, type StoredPrize } from '../prize.ts'
import type { CardPosting } from './card-posting.ts'

/** What receivers are told of a card beside its records. */
export interface ToldOf {
  readonly name: string
  readonly isMoney: boolean
  /** The order that the command is about, by both of its ids. */
  readonly order: { readonly id: OrderId; readonly key: string } | null
}

/** `rule`: what says how the card is called; undefined: no program that is known has it. */
export function toldOf(rule: CardRule | undefined, order: ToldOf['order'] = null): ToldOf {
  return { name: rule?.name ?? '', isMoney: rule?.counts === 'spend', order }
}

/** Tells receivers of all that was recorded on a card: its stamps, and where it was full, that. */
export function tellStamps(main: Posting, posting: CardPosting, of: ToldOf): void {
  for (const [index, entry] of posting.entries.entries()) {
    const state = posting.states[index]
    if (!state || entry.stamps === ZERO) continue
    const topic = entry.stamps > ZERO ? TOPIC.stampAdd : TOPIC.stampRemoved
    main.tell(topic, stampFacts(entry, state, of), entry.at)
    if (entry.type === STAMP_TYPE.full)
      main.tell(TOPIC.cardCompleted, completedFacts(entry, state, of, posting))
  }
}

type State = CardPosting['states'][number]

function stampFacts(entry: StampEntry, { balance, size, number }: State, of: ToldOf): StampFacts {
  return {
    ...cardFacts(entry, number, of),
    s: shortText(entry.stamps),
    t: entry.type,
    b: shortText(balance),
    z: shortText(size),
    ...(of.isMoney && { m: 1 as const }),
    ...(of.order && entry.orderId === of.order.id && { i: of.order.key }),
    ...(entry.expiresAt !== null && { e: instantToText(entry.expiresAt) }),
  }
}

function cardFacts({ ruleId, id, origins }: StampEntry, number: number, { name }: ToldOf) {
  return {
    c: ruleId,
    n: name,
    k: number,
    r: id,
    ...(origins.length > 0 && {
      o: origins.map(({ lotId, used }) => [lotId, shortText(used)] as const),
    }),
  }
}

function completedFacts(
  entry: StampEntry,
  { number }: State,
  of: ToldOf,
  { now, timeZone }: CardPosting,
): CompletedFacts {
  const { prize: stored } = entry.explanation as { readonly prize: StoredPrize }
  const prize = decodePrize(stored)
  const { availableAt } = lotDates(prize, now, timeZone)
  return {
    ...cardFacts(entry, number, of),
    p: shortText(prize.points),
    ...(prize.rewardId !== null && { w: prize.rewardId }),
    a: instantToText(availableAt),
  }
}
