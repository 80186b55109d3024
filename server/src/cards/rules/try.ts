import { NEW_ACCOUNT, NOTHING } from '../../accounts/account.ts'
import { Posting } from '../../accounts/rules/posting.ts'
import type { Prize } from '../../awards/make-award.ts'
import type { OrderId } from '../../contract/ids.ts'
import type { OrderFacts } from '../../earning/order-facts.ts'
import type { CardRule, Program } from '../../earning/program.ts'
import type { UsedOf } from '../../earning/taken.ts'
import type { Instant } from '../../platform/clock.ts'
import { type Decimal, ZERO } from '../../platform/decimal.ts'
import { newCard, STAMP_TYPE, type StampCard } from '../card.ts'
import { CardPosting } from './card-posting.ts'
import { PrizeDesk } from './prizes.ts'
import { type StampBasis, stampBasis } from './quantity.ts'
import { stampCard } from './stamp-order.ts'

export interface TriedWith {
  /** Of the customer; undefined: none is begun. */
  readonly cards: ReadonlyMap<number, StampCard> | undefined
  readonly isEnrolled: boolean
  readonly now: Instant
  readonly timeZone: string
  readonly usedOf: UsedOf | undefined
}

/** What an order would do to one card. */
export interface TriedCard {
  readonly rule: CardRule
  readonly before: Decimal
  readonly stamps: Decimal
  readonly after: Decimal
  readonly size: Decimal
  readonly sizeAfter: Decimal
  readonly fills: number
  /** Of the card that the customer has now. */
  readonly prize: Prize
  /** What full cards would give in all. */
  readonly points: Decimal
}

/** The very stamping that an order does, with nothing recorded: the ids that it gives away are of no record. */
export function tryStamps(program: Program, facts: OrderFacts, by: TriedWith): TriedCard[] {
  const basis = stampBasis(program, facts)
  return program.index.cards.map((rule) => tryCard(rule, program, basis, by))
}

function tryCard(
  rule: CardRule,
  program: Program,
  basis: StampBasis,
  { cards, isEnrolled, now, timeZone, usedOf = () => ZERO }: TriedWith,
): TriedCard {
  let id = 0
  const main = new Posting(NEW_ACCOUNT, now, { next: () => (id += 1) })
  const desk = new PrizeDesk({
    customerId: 0,
    current: program,
    timeZone,
    policy: 'debt',
    prizesOf: () => [],
    endedInBatch: () => NOTHING,
  })
  const settled = new CardPosting(cards?.get(rule.id) ?? newCard(rule, program), main, timeZone)
  desk.beginCard(settled)
  const card = settled.card
  const tried = stampCard(
    card,
    {
      orderId: 0 as OrderId,
      timeZone,
      rule: { card: rule, program },
      now: basis,
      before: null,
      had: undefined,
      standing: ZERO,
      isEnrolled,
      usedOf,
    },
    desk,
    main,
  )
  const posting = tried?.posting ?? null
  return {
    rule,
    before: settled.balance,
    stamps: tried?.taken?.amount ?? ZERO,
    after: posting?.balance ?? settled.balance,
    size: card.size,
    sizeAfter: posting?.terms.size ?? card.size,
    fills: posting?.entries.filter(({ type }) => type === STAMP_TYPE.full).length ?? 0,
    prize: card.prize,
    points: main.entries.reduce(
      (sum, entry) => (entry.kind === 'credit' ? sum + entry.amount.points : sum),
      ZERO,
    ),
  }
}
