import { append, type Change, put } from '../accounts/till/collection.ts'
import type { Facts } from '../accounts/till/command.ts'
import { awards } from '../awards/collections.ts'
import type { CustomerId } from '../contract/ids.ts'
import { coupons } from '../coupons/collections/coupons.ts'
import { changesOfReturns } from '../rewards/commands/redemptions.ts'
import { stampCards } from './collections/cards.ts'
import { movedStamps, paidStamps, stampRecords } from './collections/records.ts'
import type { CardPosting } from './rules/card-posting.ts'
import type { Stamped } from './stamped.ts'

export function changesOfStamped(facts: Facts, customerId: CustomerId, stamped: Stamped): Change[] {
  const returned = stamped.takenBack.map(({ redemption }) => redemption)
  return [
    ...changesOfCards(facts, customerId, stamped),
    ...(returned.length > 0 ? changesOfReturns(facts, returned) : []),
  ]
}

/** But for the redemptions that are returned, which a command counts together with others. */
export function changesOfCards(
  facts: Pick<Facts, 'peek'>,
  customerId: CustomerId,
  { cards, awards: made, takenBack }: Stamped,
): Change[] {
  if (cards.length === 0) return []
  const all = new Map(facts.peek(stampCards, customerId))
  for (const { card } of cards) all.set(card.ruleId, card)
  return [
    put(stampCards, customerId, all),
    ...cards.flatMap((posting) => changesOfCard(customerId, posting)),
    ...made.map((award) => put(awards, { customerId, id: award.id }, award)),
    ...takenBack.map(({ redemption, coupon }) => put(coupons, redemption.couponKey, coupon)),
  ]
}

function changesOfCard(customerId: CustomerId, posting: CardPosting): Change[] {
  const { card, paid, moved } = posting
  const { entries } = card.ofBatch
  // What is added to a record that is not saved yet is in the record itself.
  const unsaved = new Set(entries.map(({ id }) => id))
  return [
    ...entries.map((entry) => put(stampRecords, { customerId, id: entry.id }, entry)),
    ...paid
      .filter(({ debitId }) => !unsaved.has(debitId))
      .map((one) => append(paidStamps, { ...one, customerId })),
    ...moved.filter(({ id }) => !unsaved.has(id)).map((one) => append(movedStamps, { ...one, customerId })),
  ]
}
