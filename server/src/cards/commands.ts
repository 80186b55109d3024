import type { Command } from '../accounts/till/command.ts'
import type { Tenant } from '../tenancy/tenant.ts'
import { loadsOfCards, settleAllCards } from './of-customer.ts'

export interface SettleCardsInput {
  readonly tenant: Tenant
  /** The id in the merchant's store. */
  readonly customerKey: string
}

/** Ends the stamps that are due. All that changes a card does so first; this is nothing else. */
export const settleCards: Command<SettleCardsInput, null> = {
  name: 'settle cards',
  customerOf: ({ customerKey }) => customerKey,
  loads: () => [],
  loadsAfter: ({ customer }) => ({ lots: false, loads: customer ? loadsOfCards(customer.id) : [] }),
  decide(facts, { tenant }, posting) {
    const { customer } = facts
    if (!customer) return { result: null }
    return { result: null, changes: settleAllCards(facts, { tenant, customerId: customer.id }, posting) }
  },
}
