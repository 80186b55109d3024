import type { Facts } from '../accounts/till/command.ts'
import type { CustomerId } from '../contract/ids.ts'
import type { Program } from '../earning/program.ts'
import { type Tenant, takeBackPolicy } from '../tenancy/tenant.ts'
import { standingPrizes } from './collections/prizes.ts'
import { PrizeDesk } from './rules/prizes.ts'

/** The prizes of a customer's cards, as far as a command has loaded them. */
export function deskOf(facts: Facts, customerId: CustomerId, tenant: Tenant, current: Program): PrizeDesk {
  return new PrizeDesk({
    customerId,
    current,
    timeZone: tenant.timeZone,
    policy: takeBackPolicy(tenant),
    prizesOf: (ruleId) => facts.peek(standingPrizes, { customerId, ruleId }) ?? [],
    endedInBatch: (lotId) => facts.endedInBatch(lotId),
  })
}
