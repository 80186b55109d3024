import type { Amount } from '../../accounts/account.ts'
import type { Customer } from '../../accounts/customer.ts'
import type { StoredAccount } from '../../accounts/store/accounts.ts'
import { maskedDigits, maskedEmail, maskedName, maskedValue } from '../../contract/admin-api/masking.ts'
import { shortText } from '../../earning/explanation.ts'
import type { Caller } from '../../people/actor.ts'
import { instantToText, instantToTextOrNull } from '../../platform/clock.ts'
import { currentTier, type Tier, type Tiers } from '../../tiers/tier.ts'
import type { CustomerItem, CustomerShown } from './schema.ts'

export function presentAmount({ points, cashback }: Amount): { points: string; cashback: string } {
  return { points: shortText(points), cashback: shortText(cashback) }
}

/** Whether this caller sees who a customer is. */
export function seesPersons({ permissions }: Pick<Caller, 'permissions'>): boolean {
  return permissions?.has('customers.personal') ?? false
}

type Named = Pick<Customer, 'id' | 'originalId' | 'publicId' | 'profile' | 'erasedAt'> &
  Partial<Pick<Customer, 'mergedInto'>>

export function presentCustomer(customer: Named, caller: Pick<Caller, 'permissions'>): CustomerShown {
  const { id, publicId, profile, mergedInto = null } = customer
  // What is left of one who was merged must not be found by an id that can be sent.
  const originalId = mergedInto === null ? customer.originalId : `merged-${publicId}`
  const { name, email } = profile
  const erasedAt = instantToTextOrNull(customer.erasedAt)
  if (seesPersons(caller)) return { id, originalId, publicId, name, email, erasedAt }
  return {
    id,
    originalId: idFor(caller, originalId),
    publicId,
    name: name && maskedName(name),
    email: email && maskedEmail(email),
    erasedAt,
  }
}

/** Shops use addresses and documents as ids, whole or in parts. */
export function idFor(caller: Pick<Caller, 'permissions'>, id: string): string {
  if (seesPersons(caller)) return id
  return id.includes('@') ? maskedEmail(id) : maskedDigits(id)
}

export function presentContact(
  { profile }: Named,
  caller: Pick<Caller, 'permissions'>,
): { phone: string | null; document: string | null } {
  const { phone, document } = profile
  if (seesPersons(caller)) return { phone, document }
  return { phone: phone && maskedDigits(phone), document: document && maskedDigits(document) }
}

/** A customer as one of several. */
export function presentItem(
  { customer, account }: StoredAccount,
  tiers: Tiers,
  caller: Pick<Caller, 'permissions'>,
): CustomerItem {
  const tier = currentTier(tiers, customer)
  return {
    ...presentCustomer(customer, caller),
    ...presentContact(customer, caller),
    isEnrolled: customer.profile.isEnrolled,
    tier: tier && presentTier(tier),
    balance: presentAmount(account.balance),
    orders: customer.orderCount + (customer.ordersBefore ?? 0),
    createdAt: instantToText(customer.createdAt),
  }
}

export function presentTier({ id, name, color }: Tier): NonNullable<CustomerItem['tier']> {
  return { id, name, color }
}

/** Free text, such as a note or a reason, is hidden from roles that may not see persons: it may name one. */
export function writtenFor<Text extends string | null>(
  caller: Pick<Caller, 'permissions'>,
  text: Text,
): Text | string {
  return seesPersons(caller) || text === null ? text : (maskedValue(text) ?? '')
}

/** A key that a shop chose, in which an address or a document may stand. */
export function keyFor<Key extends string | null>(
  caller: Pick<Caller, 'permissions'>,
  key: Key,
): Key | string {
  return seesPersons(caller) || key === null ? key : maskedDigits(key)
}
