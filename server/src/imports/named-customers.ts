/** Whom the lines of a page name: as the till finds them, without changing anything. */
import { findRevoked } from '../accounts/collections/claims.ts'
import { erasedPersonLoads, isErasedPerson } from '../accounts/collections/erased-persons.ts'
import { findAccountsById, findCustomers, type StoredAccount } from '../accounts/store/accounts.ts'
import { load } from '../accounts/till/collection.ts'
import type { CustomerId } from '../contract/ids.ts'
import { isBlank } from '../contract/schema.ts'
import { contactLoads, ownersOf } from '../customers/collections/contacts.ts'
import { contactsToRecognise } from '../customers/recognise.ts'
import type { SentCustomer } from '../customers/sent-customer.ts'
import type { Tx } from '../platform/postgres/database.ts'
import type { Tenant } from '../tenancy/tenant.ts'
import { customerNames } from './collections/customer-names.ts'
import type { LineRefusal } from './line.ts'
import { LoadedFacts } from './loaded-facts.ts'
import { ambiguousOwners, whyAmbiguous } from './rules/which-customer.ts'

/** Who is meant by one line. */
export interface NamedCustomer {
  /** null: the customer is new. */
  readonly stored: StoredAccount | null
  readonly isErased: boolean
  /** Why it can't be said who is meant. */
  readonly refusal: LineRefusal | null
  /** The line has an id of the shop for a customer who has none yet. */
  readonly isClaimed: boolean
}

export async function findNamedCustomers(
  tx: Tx,
  tenant: Tenant,
  sent: readonly SentCustomer[],
): Promise<readonly NamedCustomer[]> {
  const tenantId = tenant.id
  const byName = await findCustomers(
    tx,
    sent.map(({ originalId }) => ({ tenantId, key: originalId })),
  )
  const facts = new LoadedFacts(tenantId)
  await facts.load(
    tx,
    sent.flatMap((one) => [...(isSought(tenant, one) ? contactLoads(one) : []), ...erasedPersonLoads(one)]),
  )
  const owners = sent.map((one, index) => (byName[index] ? null : ownerOf(facts, tenant, one)))
  const byId = await findAccountsById(
    tx,
    tenantId,
    owners.filter((id) => id !== null),
  )
  const claimable = sent.map(
    (one, index) => byName[index] ?? unlessOther(byId.get(owners[index] ?? 0), one) ?? null,
  )
  const revoked = await findRevoked(
    tx,
    tenantId,
    claimable.flatMap((found, index) => {
      const claimedId = sent[index]?.originalId
      return found && !byName[index] && claimedId !== undefined
        ? [{ customerId: found.customer.id, claimedId }]
        : []
    }),
  )
  const stored = claimable.map((found, index) =>
    found && revoked.has(`${found.customer.id} ${sent[index]?.originalId}`) ? null : found,
  )
  await loadNames(tx, facts, sent, stored)
  return sent.map((one, index) => named(facts, one, stored[index] ?? null))
}

function named(facts: LoadedFacts, sent: SentCustomer, stored: StoredAccount | null): NamedCustomer {
  const customer = stored?.customer ?? null
  const nameOf = (id: CustomerId) => facts.peek(customerNames, id)
  return {
    stored,
    isErased: isErasedPerson(facts, sent) || (customer !== null && customer.erasedAt !== null),
    refusal: customer ? null : whyAmbiguous(sent, ownersOf(facts, sent), nameOf),
    isClaimed:
      customer?.isUnclaimed === true && !sent.isNamedByContact && sent.originalId !== customer.originalId,
  }
}

/** Whether a customer is looked for by the contacts of the line. One with an id claims a customer who has none. */
function isSought(tenant: Tenant, sent: SentCustomer): boolean {
  return sent.isNamedByContact === true || contactsToRecognise(tenant, sent) !== null
}

/** A line with an id is of another person than one who has an id, or another document. */
function unlessOther(found: StoredAccount | undefined, sent: SentCustomer): StoredAccount | null {
  if (!found || sent.isNamedByContact) return found ?? null
  const { isUnclaimed, profile } = found.customer
  const isSame = isBlank(sent.document) || isBlank(profile.document) || sent.document === profile.document
  return isUnclaimed && isSame ? found : null
}

/** The one customer who has the contact of the line. */
function ownerOf(facts: LoadedFacts, tenant: Tenant, sent: SentCustomer): CustomerId | null {
  if (!isSought(tenant, sent)) return null
  const { email, document } = ownersOf(facts, sent)
  const [owner, other] = document.length > 0 ? document : email
  return owner !== undefined && other === undefined ? owner : null
}

/** Of those between whom a line can't decide. */
function loadNames(
  tx: Tx,
  facts: LoadedFacts,
  sent: readonly SentCustomer[],
  stored: readonly (StoredAccount | null)[],
): Promise<void> {
  const unclear = sent.flatMap((one, index) => {
    const found = stored[index] || !one.isNamedByContact ? null : ambiguousOwners(ownersOf(facts, one))
    return found?.owners ?? []
  })
  return facts.load(
    tx,
    unclear.map((id) => load(customerNames, id)),
  )
}
