import type { Posting } from '../accounts/rules/posting.ts'
import { type Change, load } from '../accounts/till/collection.ts'
import type { Command, Facts } from '../accounts/till/command.ts'
import { changesOfCards } from '../cards/changes.ts'
import { stampCards } from '../cards/collections/cards.ts'
import { deskOf } from '../cards/desk.ts'
import { CardPosting } from '../cards/rules/card-posting.ts'
import { fillCard, type PrizeDesk } from '../cards/rules/prizes.ts'
import { tellStamps, toldOf } from '../cards/rules/tell.ts'
import { stampedBy } from '../cards/stamped.ts'
import { CURRENT, currentProgram, programSchedule } from '../earning/collections.ts'
import { ZERO } from '../platform/decimal.ts'
import { changesOfReturns } from '../rewards/commands/redemptions.ts'
import { freedPrizes, lostLoads } from '../rewards/freed-prizes.ts'
import { canUndoPrize, type GivenPrize, undoPrize } from '../rewards/rules/undo-prize.ts'
import { changesOfUndone, undoContextOf } from '../rewards/undo-prizes.ts'
import type { Tenant } from '../tenancy/tenant.ts'
import { isStillEarned, progressLoads, tierLoads } from '../tiers/promote.ts'

interface TakeBackFreedInput {
  readonly tenant: Tenant
  /** The id in the merchant's store. */
  readonly customerKey: string
}

/**
 * Undoes what stood only because its coupon was used, now that the coupon is free again: as if it had been free when what
 * it was given for was taken back. Whatever the order in which sales are cancelled, the same is left.
 */
export const takeBackFreed: Command<TakeBackFreedInput, null> = {
  name: 'take back freed gifts',
  givesAwards: true,
  customerOf: ({ customerKey }) => customerKey,
  loads: (input) => [load(programSchedule, CURRENT), ...tierLoads(input.tenant), ...lostLoads(input)],
  loadsAfter(facts, input, now) {
    const { customer } = facts
    const freed = customer ? freedPrizes(facts, input.customerKey) : []
    if (!customer || freed.length === 0) return { lots: false, loads: [] }
    return { lots: true, loads: [load(stampCards, customer.id), ...progressLoads(facts, input.tenant, now)] }
  },
  decide(facts, input, posting) {
    const { customer } = facts
    if (customer?.originalId !== input.customerKey) return { result: null }
    const freed = freedPrizes(facts, input.customerKey)
    const { tenant } = input
    const current = currentProgram(facts, posting.now)
    const context = undoContextOf(facts, tenant, current)
    const others = freed
      .filter((prize) => !isOfCard(prize))
      .map((prize) =>
        isStillEarned(facts, { tenant, customer, award: prize.award, now: posting.now }) ||
        !canUndoPrize(prize, context, posting)
          ? { award: { ...prize.award, lost: null }, takenBack: null }
          : undoPrize(prize, context, posting),
      )
    const desk = deskOf(facts, customer.id, tenant, current)
    const stamped = stampedBy(desk, undoOnCards(facts, freed.filter(isOfCard), desk, input, posting))
    const returned = [...others.map(({ takenBack }) => takenBack), ...stamped.takenBack].filter(
      (one) => one !== null,
    )
    const changes: Change[] = [...changesOfUndone(others), ...changesOfCards(facts, customer.id, stamped)]
    const redemptions = returned.map(({ redemption }) => redemption)
    if (redemptions.length > 0) changes.push(...changesOfReturns(facts, redemptions))
    return { result: null, changes }
  },
}

function isOfCard({ award }: GivenPrize): boolean {
  return award.source === 'card'
}

/** What was owed for it may have been paid since, with other stamps: then the customer has paid for what is free again. */
function isStillLost({ award, reward }: GivenPrize, { balance }: CardPosting): boolean {
  return award.lost !== ZERO || balance < ZERO || reward?.redemption.returnedAt !== null
}

/** The stamps of the prizes that are left go back to their cards, which may be full with them again. */
function undoOnCards(
  facts: Facts,
  freed: readonly GivenPrize[],
  desk: PrizeDesk,
  { tenant }: TakeBackFreedInput,
  main: Posting,
): CardPosting[] {
  const customerId = facts.customer?.id
  if (customerId === undefined) return []
  const byRule = Map.groupBy(freed, ({ award }) => award.ruleId)
  return [...byRule].flatMap(([ruleId, prizes]) => {
    const card = facts.peek(stampCards, customerId)?.get(ruleId)
    if (!card) return []
    const posting = new CardPosting(card, main, tenant.timeZone)
    const ids = new Set(prizes.map(({ award }) => award.id))
    for (const prize of desk.prizesOf(posting)) {
      if (!ids.has(prize.award.id)) continue
      if (desk.canUndo(prize, main) && isStillLost(prize, posting)) desk.undo(posting, prize, main)
      else desk.change({ ...prize.award, lost: null })
      ids.delete(prize.award.id)
      if (ids.size === 0) break
    }
    const rule = desk.ruleOf(ruleId)
    if (rule?.isActive && facts.customer?.profile.isEnrolled) fillCard(posting, desk, main)
    tellStamps(main, posting, toldOf(rule))
    return [posting]
  })
}
