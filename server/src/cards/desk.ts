import type { Facts } from '../accounts/till/command.ts'
import type { CustomerId } from '../contract/ids.ts'
import type { Program } from '../earning/program.ts'
import { prizeAtHand } from '../rewards/collections/given-rewards.ts'
import { undoContextOf } from '../rewards/undo-prizes.ts'
import type { Tenant } from '../tenancy/tenant.ts'
import type { CardKey, StandingPrize } from './card.ts'
import { standingPrizes } from './collections/prizes.ts'
import { PrizeDesk } from './rules/prizes.ts'

/** The prizes of a customer's cards, as far as a command has loaded them. */
export function deskOf(facts: Facts, customerId: CustomerId, tenant: Tenant, current: Program): PrizeDesk {
  return new PrizeDesk({
    ...undoContextOf(facts, tenant, current),
    customerId,
    prizesOf: (ruleId) => prizesAtHand(facts, { customerId, ruleId }),
  })
}

/** Those that stand, newest first, as commands of this batch have left them. */
export function prizesAtHand(facts: Pick<Facts, 'peek'>, key: CardKey): StandingPrize[] {
  return (facts.peek(standingPrizes, key) ?? []).map((prize) => prizeAtHand(facts, prize))
}
