/** What happens to all cards of a customer at once. */
import type { Posting } from '../accounts/rules/posting.ts'
import { type Change, type Load, load } from '../accounts/till/collection.ts'
import type { Facts } from '../accounts/till/command.ts'
import type { CustomerId } from '../contract/ids.ts'
import { CURRENT, programSchedule } from '../earning/collections.ts'
import { programAt } from '../earning/schedule.ts'
import type { Tenant } from '../tenancy/tenant.ts'
import { cardRuleOf, STAMP_TYPE, type StampCard } from './card.ts'
import { changesOfStamped } from './changes.ts'
import { stampCards } from './collections/cards.ts'
import { CardPosting } from './rules/card-posting.ts'
import { tellStamps, toldOf } from './rules/tell.ts'
import { NOTHING_STAMPED } from './stamped.ts'

interface OfCustomer {
  readonly tenant: Tenant
  readonly customerId: CustomerId
}

export function loadsOfCards(customerId: CustomerId): Load[] {
  return [load(programSchedule, CURRENT), load(stampCards, customerId)]
}

/** Ends the stamps that are due, each at its own moment. */
export function settleAllCards(facts: Facts, of: OfCustomer, posting: Posting): Change[] {
  return changeCards(facts, of, posting, {
    isMeant: ({ account: { nextDueAt } }) => nextDueAt !== null && nextDueAt <= posting.now,
    change: () => {},
  })
}

/** Ends all stamps of a person who is erased. What is owed stays owed. */
export function endAllCards(facts: Facts, of: OfCustomer, posting: Posting): Change[] {
  return changeCards(facts, of, posting, {
    isMeant: ({ account }) => account.lots.length > 0,
    change: (card) => card.endAll({ type: STAMP_TYPE.erased }),
  })
}

/** Of two customers who are one now: what the one owed on a card is paid by the stamps of the other one. */
export function payStampDebts(facts: Facts, of: OfCustomer, posting: Posting): Change[] {
  return changeCards(facts, of, posting, {
    isMeant: ({ account }) => account.lots.length > 0 && account.debts.length > 0,
    change: (card) => card.payDebts(),
  })
}

interface CardsChange {
  readonly isMeant: (card: StampCard) => boolean
  readonly change: (card: CardPosting) => void
}

function changeCards(
  facts: Facts,
  { tenant, customerId }: OfCustomer,
  posting: Posting,
  { isMeant, change }: CardsChange,
): Change[] {
  const current = programAt(facts.peek(programSchedule, CURRENT), posting.now)
  const meant = [...(facts.peek(stampCards, customerId)?.values() ?? [])].filter(isMeant)
  const cards = meant.map((card) => {
    const changed = new CardPosting(card, posting, tenant.timeZone)
    change(changed)
    tellStamps(posting, changed, toldOf(cardRuleOf(current, card.ruleId)))
    return changed
  })
  return changesOfStamped(facts, customerId, { ...NOTHING_STAMPED, cards })
}
