import type { Prize } from '../../awards/make-award.ts'
import type { CardRule, Program } from '../../earning/program.ts'
import type { Instant } from '../../platform/clock.ts'
import { type Decimal, ZERO } from '../../platform/decimal.ts'
import { cardRuleOf, isBegun, isDone, type StampCard, stampsOn, termsOf } from '../card.ts'

/** What a card is for its customer. The numbers go over the wire as `State`. */
export const CARD_STATE = { open: 0, done: 1, notStarted: 2, over: 3, ended: 4 } as const
export type CardState = (typeof CARD_STATE)[keyof typeof CARD_STATE]

/** A card as people see it. */
export interface ShownCard {
  /** As it counts for this card: a card that was begun keeps its size and its prize. */
  readonly rule: CardRule
  /** In stamps; of a card that counts money, in money. */
  readonly size: Decimal
  readonly prize: Prize
  readonly state: CardState
  /** null: the customer has none yet, or no customer is meant. */
  readonly card: StampCard | null
}

/** The programs that a customer's cards may name. */
export interface CardPrograms {
  readonly current: Program
  readonly versionOf: (version: number) => Program | undefined
}

/** The cards that can be had now, in the order of the program. */
export function showCards({ index: { cards }, version }: Program, now: Instant): ShownCard[] {
  return cards.map((rule) => {
    const { size, prize } = termsOf(rule, { version })
    return { rule, size, prize, state: stateOf(rule, 0, now), card: null }
  })
}

/** The customer's cards: those that can be had now, then those that the merchant has ended. */
export function showCardsOf(
  cards: ReadonlyMap<number, StampCard>,
  programs: CardPrograms,
  now: Instant,
): ShownCard[] {
  const active = programs.current.index.cards
  const activeIds = new Set(active.map(({ id }) => id))
  const ended = [...cards.keys()].filter((id) => !activeIds.has(id)).sort((a, b) => a - b)
  return [...active.map(({ id }) => id), ...ended].flatMap(
    (ruleId) => showCard(ruleId, cards.get(ruleId), programs, now) ?? [],
  )
}

/** null: there is no such card. */
export function showCard(
  ruleId: number,
  card: StampCard | undefined,
  { current, versionOf }: CardPrograms,
  now: Instant,
): ShownCard | null {
  const begunRule = card && cardRuleOf(versionOf(card.begunVersion), ruleId)
  const live = cardRuleOf(current, ruleId)
  const rule = live ?? begunRule
  if (!rule) return null
  const state = stateOf(live ?? null, card?.completed ?? 0, now)
  if (!card || !(isBegun(card) || state === CARD_STATE.ended)) {
    const { size, prize } = termsOf(rule, current)
    return { rule, size, prize, state, card: card ?? null }
  }
  const { size, prize } = card
  const kept = begunRule ? { stamps: begunRule.stamps, perAmount: begunRule.perAmount } : {}
  return { rule: { ...rule, ...kept, ...prize }, size, prize, state, card }
}

/** Ended by the merchant, with nothing left on it: only shown where all are asked for. */
export function isHistory({ state, card }: ShownCard): boolean {
  return state === CARD_STATE.ended && (card === null || stampsOn(card) === ZERO)
}

/** `rule`: as the program has it now; null: it has it no more. */
export function stateOf(rule: CardRule | null, completed: number, now: Instant): CardState {
  if (!rule?.isActive) return CARD_STATE.ended
  if (isDone(rule, completed)) return CARD_STATE.done
  const { from = null, until = null } = rule.when ?? {}
  if (from !== null && now < from) return CARD_STATE.notStarted
  return until !== null && now >= until ? CARD_STATE.over : CARD_STATE.open
}
