import type { Customer } from '../accounts/customer.ts'
import { findCustomerKeys } from '../accounts/store/customer-keys.ts'
import { load, put } from '../accounts/till/collection.ts'
import type { Command } from '../accounts/till/command.ts'
import type { CustomerId } from '../contract/ids.ts'
import { isRefusal, type Refusal, refusal } from '../contract/refusal.ts'
import { CURRENT, currentProgram, programSchedule } from '../earning/collections.ts'
import type { CardRule } from '../earning/program.ts'
import type { Tenant } from '../tenancy/tenant.ts'
import type { StampCard } from './card.ts'
import { changesOfStamped } from './changes.ts'
import { stampCards } from './collections/cards.ts'
import { type AdjustedByKey, adjustedByKey } from './collections/keys.ts'
import { deskOf } from './desk.ts'
import {
  adjustStamps,
  isSameAdjustment,
  recordedByHand,
  type StampAdjustment,
  type StampAdjustmentReason,
} from './rules/adjust.ts'
import type { CardPosting } from './rules/card-posting.ts'
import { stampedBy } from './stamped.ts'

export interface AdjustStampsInput {
  readonly tenant: Tenant
  readonly customerId: CustomerId
  readonly adjustment: StampAdjustment
}

export interface AdjustedStamps {
  readonly customer: Customer
  readonly made: AdjustedByKey
  /** As it is now; undefined: customers were merged since, and their cards with them. */
  readonly card: StampCard | undefined
  /** null: it was done before. */
  readonly done: { readonly rule: CardRule; readonly posting: CardPosting } | null
}

export type AdjustStampsResult = AdjustedStamps | Refusal<StampAdjustmentReason>

/** Gives a customer's card stamps by hand, or takes some: once for each key. */
export const adjustStampsByHand: Command<AdjustStampsInput, AdjustStampsResult> = {
  name: 'adjust stamps',
  customerOf: () => null,
  resolve: (tx, inputs) =>
    findCustomerKeys(
      tx,
      inputs.map(({ tenant, customerId }) => ({ tenantId: tenant.id, customerId })),
    ),
  loads: () => [load(programSchedule, CURRENT)],
  loadsAfter({ customer }, { adjustment: { ruleId, stamps, key } }) {
    if (!customer) return { lots: false, loads: [] }
    const customerId = customer.id
    return {
      lots: stamps < 0,
      loads: [load(stampCards, customerId), load(adjustedByKey, { customerId, ruleId, key })],
    }
  },
  decide(facts, { tenant, adjustment }, posting) {
    const { customer } = facts
    if (!customer || customer.erasedAt !== null) {
      return { result: refusal('customer-unknown', 'There is no such customer.', 'id') }
    }
    const customerId = customer.id
    const { timeZone } = tenant
    const desk = deskOf(facts, customerId, tenant, currentProgram(facts, posting.now))
    const { ruleId } = adjustment
    const stored = facts.get(stampCards, customerId)?.get(ruleId)
    const key = { customerId, ruleId, key: adjustment.key }
    const before = facts.get(adjustedByKey, key)
    if (before && !isSameAdjustment(before, adjustment)) {
      return { result: refusal('key-used', 'The key was used for another request.') }
    }
    if (before) return { result: { customer, made: before, card: stored, done: null } }
    const adjusted = adjustStamps(stored, adjustment, desk, timeZone, posting)
    const rule = desk.ruleOf(ruleId)
    if (isRefusal(adjusted)) return { result: adjusted }
    if (!rule) throw new Error('a card that was adjusted has a rule')
    const stamped = stampedBy(desk, [adjusted])
    const made = recordedByHand(adjusted, adjustment)
    return {
      result: { customer, made, card: adjusted.card, done: { rule, posting: adjusted } },
      changes: [...changesOfStamped(facts, customerId, stamped), put(adjustedByKey, key, made)],
    }
  },
}
