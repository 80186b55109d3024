import { erasedPersonLoads, isErasedPerson } from '../accounts/collections/erased-persons.ts'
import type { Customer } from '../accounts/customer.ts'
import type { Posting } from '../accounts/rules/posting.ts'
import { contactsOf } from '../accounts/rules/terms.ts'
import { load, put } from '../accounts/till/collection.ts'
import type { Command, Decision, Facts } from '../accounts/till/command.ts'
import { grantedElsewhere, signupGrant } from '../actions/grant-changes.ts'
import { isRefusal } from '../contract/refusal.ts'
import { contactChanges, contactLoads, ownersOf } from '../customers/collections/contacts.ts'
import { contactsToRecognise } from '../customers/recognise.ts'
import { claimedCustomer } from '../customers/renamed-customer.ts'
import { newCustomer } from '../customers/rules/profile.ts'
import { bring, laterLoadsToBring, loadsToBring, orderAtHand } from '../orders/bring-orders.ts'
import type { OrderReason } from '../orders/rules/reasons.ts'
import type { Tenant } from '../tenancy/tenant.ts'
import { customerNames } from './collections/customer-names.ts'
import { importEffects } from './collections/effects.ts'
import { EFFECT_KIND } from './effect.ts'
import type { ImportOptions } from './import.ts'
import type { LineDone, LineReason, LineRefusal } from './line.ts'
import type { OrderLine } from './order-line.ts'
import { printOf } from './order-print.ts'
import { whyAmbiguous } from './rules/which-customer.ts'

export interface ImportOrderInput {
  readonly tenant: Tenant
  readonly line: OrderLine
  readonly importId: number
  readonly options: Pick<ImportOptions, 'webhooks'>
  /** For a customer who is new. */
  readonly publicId: string
}

export type ImportOrderResult = LineDone | LineRefusal

/** Brings an order from another system, once. One that is there is left as it is. It gives nothing that rules give. */
export const importOrder: Command<ImportOrderInput, ImportOrderResult> = {
  name: 'import order',
  customerOf: ({ line }) => line.sent.customer.originalId,
  contactsOf: ({ tenant, line: { sent } }) =>
    sent.customer.isNamedByContact ? contactsOf(sent.customer) : contactsToRecognise(tenant, sent.customer),
  claim: claimedCustomer,
  loads: ({ tenant, line: { sent } }) => [
    ...loadsToBring(tenant, sent.originalId),
    ...contactLoads(sent.customer),
    ...erasedPersonLoads(sent.customer),
  ],
  loadsAfter: (facts, { tenant, line }, now) => ({
    lots: false,
    loads: [
      ...(facts.customer ? [load(importEffects, { customerId: facts.customer.id, key: line.key })] : []),
      ...laterLoadsToBring(facts, tenant, now),
    ],
  }),
  decide(facts, input, posting) {
    const { sent, key } = input.line
    const { customer } = facts
    const nothing = { customerId: customer?.id ?? null, isProfileChanged: false }
    if (isErasedPerson(facts, sent.customer) || (customer && customer.erasedAt !== null)) {
      return { result: { ...nothing, outcome: 'erasedPerson' } }
    }
    const done = customer && facts.peek(importEffects, { customerId: customer.id, key })
    if (done && !done.isUndone) return { result: { ...nothing, outcome: 'doneBefore' } }
    if (orderAtHand(facts, sent.originalId)) return { result: { ...nothing, outcome: 'unchanged' } }
    const refused = customer
      ? null
      : whyAmbiguous(sent.customer, ownersOf(facts, sent.customer), (id) => facts.need(customerNames, id))
    return refused ? { result: refused } : decideNew(facts, input, posting)
  },
}

function decideNew(
  facts: Facts,
  { tenant, line, importId, options, publicId }: ImportOrderInput,
  posting: Posting,
): Decision<ImportOrderResult> {
  if (options.webhooks === 'silent') posting.silence()
  const { customer: known } = facts
  const { sent, isIgnored, key, elsewhere } = line
  const made = known ?? madeCustomer(tenant, line, { id: posting.nextId(), publicId }, posting)
  const brought = bring(facts, { tenant, customer: made, brought: { sent, isIgnored }, elsewhere }, posting)
  if (isRefusal(brought)) return { result: refusedOrder(brought.reason) }
  const effect = {
    ...{ importId, line: line.line, kind: EFFECT_KIND.order, ref: brought.order.id, madeAt: posting.now },
    undo: { ...(!known && { n: 1 as const }), h: printOf(brought.order) },
  }
  return {
    result: {
      outcome: !known && made.isUnclaimed ? 'unclaimed' : 'created',
      ...{ customerId: made.id, isProfileChanged: false },
    },
    customer: brought.customer,
    changes: [
      ...(known ? [] : newCustomerChanges(facts, made, posting)),
      ...brought.changes,
      put(importEffects, { customerId: made.id, key }, effect),
    ],
  }
}

function madeCustomer(
  tenant: Tenant,
  { sent }: OrderLine,
  ids: { readonly id: number; readonly publicId: string },
  { now }: Posting,
): Customer {
  const customer = newCustomer(tenant, sent.customer, ids, now)
  return sent.customer.isNamedByContact ? { ...customer, isUnclaimed: true } : customer
}

/** Who has signed up elsewhere is given nothing for it here, now or by a later run. */
function newCustomerChanges(facts: Facts, customer: Customer, { now }: Posting) {
  const { isEnrolled } = customer.profile
  return [
    ...contactChanges(facts, customer),
    ...(isEnrolled ? grantedElsewhere(facts, signupGrant(customer.id), now) : []),
  ]
}

/** What `readOrder` has not refused already. */
const REASONS: Readonly<Partial<Record<OrderReason, readonly [LineReason, string]>>> = {
  'placement-date-ahead': ['date-ahead', 'placedAt'],
  'completion-date-ahead': ['date-ahead', 'completedAt'],
  'completion-date-missing': ['value-missing', 'completedAt'],
  'completion-before-placement': ['before-placed', 'completedAt'],
  'cancellation-date-ahead': ['date-ahead', 'cancelledAt'],
  'cancellation-before-placement': ['before-placed', 'cancelledAt'],
}

function refusedOrder(reason: OrderReason): LineRefusal {
  const found = REASONS[reason]
  if (!found) throw new Error(`an imported order can't be refused for ${reason}`)
  const [why, member] = found
  return { kind: 'refusal', reason: why, member, facts: {} }
}
