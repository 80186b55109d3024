import type { Amount } from '../accounts/account.ts'
import { append } from '../accounts/till/collection.ts'
import type { Command } from '../accounts/till/command.ts'
import { isRefusal } from '../contract/refusal.ts'
import { shortText } from '../earning/explanation.ts'
import type { AuditEntry, AuditFacts } from '../people/audit.ts'
import { auditJournal } from '../people/collections/audit-journal.ts'
import { type Merged, type MergeResult, mergeCustomers } from './commands.ts'
import type { MergeInput } from './merge.ts'

/** What the audit keeps of a merge: how much went where, and nothing of who it was. */
export function certificateOf({ customer, fromId, effect }: Merged): AuditFacts {
  const amount = ({ points, cashback }: Amount) => ({
    points: shortText(points),
    cashback: shortText(cashback),
  })
  const { balance, pending, owed, ...counts } = effect
  return {
    target: { kind: 'customer', id: String(customer.id), label: customer.publicId },
    before: null,
    after: {
      merged: fromId,
      balance: amount(balance),
      waiting: amount(pending),
      owed: amount(owed),
      ...counts,
    },
  }
}

/** Who did it, when and from where. */
type Told = Pick<AuditEntry, 'at' | 'actor' | 'via' | 'requestId' | 'address'>

/** Merges with a line in the audit, in the same transaction. */
export function certified(told: Told): Command<MergeInput, MergeResult> {
  return {
    ...mergeCustomers,
    decide(facts, input, posting) {
      const decision = mergeCustomers.decide(facts, input, posting)
      const { result, changes = [] } = decision
      if (isRefusal(result) || !result.isNew) return decision
      const entry = { ...certificateOf(result), action: 'customer.merge', ...told } as const
      return { ...decision, changes: [...changes, append(auditJournal, entry)] }
    },
  }
}
