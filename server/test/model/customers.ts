/** Customers that are saved by themselves: made, changed, given another id. */
import type { Customer, Outcome, Shop } from './shop.ts'
import { promote } from './tiers.ts'

/** What is undefined is left out. */
export interface SentCustomer {
  readonly name?: string | null
  readonly email?: string | null
  readonly isEnrolled?: boolean | null
}

export interface Upserted {
  readonly customer: Customer
  readonly operation: 'Created' | 'Updated' | 'Unchanged'
  readonly code: string
}

/** A known id is refused, unless everything is as it is stored; so is an e-mail that another customer has. */
export function createCustomer(shop: Shop, id: string, sent: SentCustomer, now: number): Outcome<Customer> {
  const known = shop.customers.get(id)
  if (known) {
    known.account.settle(now)
    const isSame =
      known.name === (sent.name ?? null) &&
      known.email === (sent.email ?? null) &&
      known.isEnrolled === (sent.isEnrolled ?? true)
    return isSame ? { done: known } : { error: 68 }
  }
  if (isUsed(shop, sent.email, null)) return { error: 118 }
  return { done: add(shop, id, sent, now) }
}

/** `newId`: the id that the customer is to have; undefined: it is left out. */
export function updateCustomer(
  shop: Shop,
  id: string,
  newId: string | undefined,
  sent: SentCustomer,
  now: number,
): Outcome<Customer> {
  const customer = shop.customers.get(id)
  if (!customer) return { error: 59 }
  customer.account.settle(now)
  if (newId !== undefined && isTaken(shop, newId, customer)) return { error: 41 }
  merge(customer, sent)
  if (newId !== undefined) {
    customer.names.add(newId)
    customer.originalId = newId
  }
  return { done: customer }
}

/** Never refused. A warning comes before what was done. */
export function upsertCustomer(shop: Shop, id: string, sent: SentCustomer, now: number): Upserted {
  const known = shop.customers.get(id)
  known?.account.settle(now)
  const before = known && { ...known }
  const customer = known ?? add(shop, id, sent, now)
  if (known) merge(known, sent)
  const isChanged =
    before &&
    (before.name !== customer.name ||
      before.email !== customer.email ||
      before.isEnrolled !== customer.isEnrolled)
  const operation = !before ? 'Created' : isChanged ? 'Updated' : 'Unchanged'
  const done = { Created: '06', Updated: '07', Unchanged: '05' }[operation]
  return { customer, operation, code: isUsed(shop, sent.email, customer) ? '04' : done }
}

function add(shop: Shop, id: string, sent: SentCustomer, now: number): Customer {
  const customer = shop.addCustomer(id, sent.isEnrolled ?? true, now, sent.email ?? null)
  merge(customer, sent)
  promote(shop, customer, now)
  return customer
}

function merge(customer: Customer, { name, email, isEnrolled }: SentCustomer): void {
  customer.name = name ?? customer.name
  customer.email = email ?? customer.email
  customer.isEnrolled = isEnrolled ?? customer.isEnrolled
}

/** By somebody else, in whatever case. */
function isUsed(shop: Shop, email: string | null | undefined, self: Customer | null): boolean {
  if (!email) return false
  return [...shop.customers.values()].some(
    (other) => other !== self && other.email?.toLowerCase() === email.toLowerCase(),
  )
}

/** Whoever had an id keeps others from having it. */
function isTaken(shop: Shop, id: string, self: Customer): boolean {
  return [...shop.customers.values()].some((other) => other !== self && other.names.has(id))
}
