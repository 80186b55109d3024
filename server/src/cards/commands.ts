import { load } from '../accounts/till/collection.ts'
import type { Command } from '../accounts/till/command.ts'
import { CURRENT, programSchedule } from '../earning/collections.ts'
import { programAt } from '../earning/schedule.ts'
import type { Tenant } from '../tenancy/tenant.ts'
import { changesOfStamped } from './changes.ts'
import { stampCards } from './collections/cards.ts'
import { CardPosting } from './rules/card-posting.ts'
import { tellStamps } from './rules/tell.ts'

export interface SettleCardsInput {
  readonly tenant: Tenant
  /** The id in the merchant's store. */
  readonly customerKey: string
}

/** Ends the stamps that are due, each at its own moment. Whatever changes a card does so first; this is nothing else. */
export const settleCards: Command<SettleCardsInput, null> = {
  name: 'settle cards',
  customerOf: ({ customerKey }) => customerKey,
  loads: () => [load(programSchedule, CURRENT)],
  loadsAfter: ({ customer }) => ({ lots: false, loads: customer ? [load(stampCards, customer.id)] : [] }),
  decide(facts, { tenant }, posting) {
    const { customer } = facts
    if (!customer) return { result: null }
    const { rules } = programAt(facts.get(programSchedule, CURRENT), posting.now)
    const due = [...(facts.get(stampCards, customer.id)?.values() ?? [])].filter(
      ({ account: { nextDueAt } }) => nextDueAt !== null && nextDueAt <= posting.now,
    )
    const cards = due.map((card) => {
      const settled = new CardPosting(card, posting, tenant.timeZone)
      const rule = rules.find(({ id, kind }) => kind === 'card' && id === card.ruleId)
      const isMoney = rule?.kind === 'card' && rule.counts === 'spend'
      tellStamps(posting, settled, { name: rule?.name ?? '', isMoney, order: null })
      return settled
    })
    return { result: null, changes: changesOfStamped(facts, customer.id, { cards, awards: [] }) }
  },
}
