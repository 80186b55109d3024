import { createHash } from 'node:crypto'
import { personTerms, recognisedBy } from '../accounts/collections/erased-persons.ts'
import { erasureKeys, OWN } from '../accounts/collections/erasure-keys.ts'
import type { Customer } from '../accounts/customer.ts'
import type { Posting } from '../accounts/rules/posting.ts'
import { findCustomerKeys } from '../accounts/store/customer-keys.ts'
import { append, load } from '../accounts/till/collection.ts'
import type { Command, Decision, Facts, LoadsAfter } from '../accounts/till/command.ts'
import { endAllCards, loadsOfCards } from '../cards/of-customer.ts'
import type { CustomerId } from '../contract/ids.ts'
import type { Refusal } from '../contract/refusal.ts'
import { customerIds } from '../customers/collections/customer-ids.ts'
import { releaseStanding, standingLoad } from '../rewards/commands/reservations.ts'
import type { Tenant } from '../tenancy/tenant.ts'
import { belongings, forgetting, mergedInto } from './collections.ts'
import { type Erasure, NO_BELONGINGS } from './erasure.ts'
import { type EraseReason, endPoints, erasedCustomer, erasedId, refuseToErase } from './rules.ts'

export interface EraseInput {
  readonly tenant: Tenant
  /** By the id in the merchant's store, or by number. */
  readonly customer: { readonly key: string } | { readonly id: CustomerId }
  /** The id that was typed to confirm it; null: no confirmation was asked for. */
  readonly confirm: string | null
  /** 32 bytes at random, for an id that is not taken. */
  readonly chance: Buffer
}

export type EraseResult = Erasure | Refusal<EraseReason>

/**
 * Takes out of an account all that tells whose it was, and ends what is open. Records, sums and explanations stay. All
 * of it is one transaction: there is no moment at which a part of the person can still be read.
 */
export const erasePerson: Command<EraseInput, EraseResult> = {
  name: 'erase person',
  customerOf: ({ customer }) => ('key' in customer ? customer.key : null),
  resolve: (tx, inputs) =>
    findCustomerKeys(
      tx,
      inputs.map(({ tenant, customer }) => ({
        tenantId: tenant.id,
        customerId: 'id' in customer ? customer.id : 0,
      })),
    ),
  loads: () => [],
  loadsAfter: loadsToErase,
  decide: decideErase,
}

export function loadsToErase({ customer }: Facts): LoadsAfter {
  // A customer whom another command of the batch makes is not there yet, and may be erased in it.
  if (!customer) return { lots: false, loads: [load(erasureKeys, OWN)] }
  const loads = [
    standingLoad(customer),
    load(belongings, customer.id),
    load(mergedInto, customer.id),
    load(customerIds, erasedId(customer)),
    load(erasureKeys, OWN),
    ...loadsOfCards(customer.id),
  ]
  return { lots: true, loads }
}

export function decideErase(
  facts: Facts,
  { tenant, confirm, chance }: Pick<EraseInput, 'tenant' | 'confirm' | 'chance'>,
  posting: Posting,
): Decision<EraseResult> {
  const { customer } = facts
  const refused = refuseToErase(customer, confirm)
  if (refused || !customer) return { result: refused ?? unknown() }
  const released = releaseStanding(facts, customer, posting)
  const ended = endPoints(posting)
  const cards = endAllCards(facts, { tenant, customerId: customer.id }, posting)
  const erased = erasedCustomer(customer, idLeft(facts, customer, chance), posting.now)
  return {
    result: {
      customer: erased,
      ...ended,
      belongings: facts.peek(belongings, customer.id) ?? NO_BELONGINGS,
    },
    customer: erased,
    changes: [
      ...released,
      ...cards,
      append(forgetting, {
        customerId: customer.id,
        at: posting.now,
        terms: personTerms(recognisedBy(customer)),
        key: facts.get(erasureKeys, OWN) ?? noKey(),
      }),
      ...(facts.peek(mergedInto, customer.id) ?? []).map((merged) =>
        append(forgetting, {
          customerId: merged,
          at: posting.now,
          terms: [],
          key: facts.get(erasureKeys, OWN) ?? noKey(),
        }),
      ),
    ],
  }
}

const SUFFIX_BYTES = 8

/** A public id is no secret, so the id that would be left may be taken, or have been: then a random one is used. */
function idLeft(facts: Facts, customer: Customer, chance: Buffer): string {
  const id = erasedId(customer)
  const owner = facts.peek(customerIds, id)
  if (!owner || owner.customerId === customer.id) return id
  return `${id}-${createHash('sha256')
    .update(chance)
    .digest('hex')
    .slice(0, 2 * SUFFIX_BYTES)}`
}

function noKey(): never {
  throw new Error('a key is made where there is none')
}

function unknown(): never {
  throw new Error('unreachable: the customer was checked above')
}
