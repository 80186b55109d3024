import type { Facts } from '../accounts/till/command.ts'
import { awards } from '../awards/collections.ts'
import type { CustomerId } from '../contract/ids.ts'
import type { Program } from '../earning/program.ts'
import { givenAtHand } from '../rewards/collections/given-rewards.ts'
import { type Tenant, takeBackPolicy } from '../tenancy/tenant.ts'
import type { CardKey, StandingPrize } from './card.ts'
import { standingPrizes } from './collections/prizes.ts'
import { PrizeDesk } from './rules/prizes.ts'

/** The prizes of a customer's cards, as far as a command has loaded them. */
export function deskOf(facts: Facts, customerId: CustomerId, tenant: Tenant, current: Program): PrizeDesk {
  return new PrizeDesk({
    customerId,
    current,
    timeZone: tenant.timeZone,
    policy: takeBackPolicy(tenant),
    prizesOf: (ruleId) => prizesAtHand(facts, { customerId, ruleId }),
    endedInBatch: (lotId) => facts.endedInBatch(lotId),
  })
}

/** Those that stand, newest first, as commands of this batch have left them. */
export function prizesAtHand(facts: Pick<Facts, 'peek'>, key: CardKey): StandingPrize[] {
  return (facts.peek(standingPrizes, key) ?? []).map((prize) => {
    const award = facts.peek(awards, prize.award) ?? prize.award
    return { ...prize, award, reward: givenAtHand(facts, award, prize.reward) }
  })
}
