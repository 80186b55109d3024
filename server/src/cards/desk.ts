import type { Facts } from '../accounts/till/command.ts'
import type { CustomerId } from '../contract/ids.ts'
import type { Program } from '../earning/program.ts'
import { undoContextOf } from '../rewards/undo-prizes.ts'
import type { Tenant } from '../tenancy/tenant.ts'
import { prizesAtHand } from './collections/prizes.ts'
import { PrizeDesk } from './rules/prizes.ts'

/** The prizes of a customer's cards, loaded where a command looks at them. */
export function deskOf(facts: Facts, customerId: CustomerId, tenant: Tenant, current: Program): PrizeDesk {
  return new PrizeDesk({
    ...undoContextOf(facts, tenant, current),
    customerId,
    prizesOf: (ruleId) => prizesAtHand(facts, { customerId, ruleId }),
  })
}
