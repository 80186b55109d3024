import type { Customer } from '../../accounts/customer.ts'
import { type Contact, contactTerm } from '../../accounts/rules/terms.ts'
import {
  type Change,
  type Collection,
  keyText,
  type Load,
  load,
  put,
} from '../../accounts/till/collection.ts'
import type { Facts } from '../../accounts/till/command.ts'
import type { CustomerId, TenantId } from '../../contract/ids.ts'
import { keyColumns, rowsAs } from '../../platform/postgres/columns.ts'
import { run } from '../../platform/postgres/database.ts'
import { sql } from '../../platform/postgres/sql.ts'
import type { ContactOwners } from '../rules/save.ts'
import type { SentCustomer } from '../sent-customer.ts'

const BY_TERM = keyColumns<string>('term', 'text')
/** Enough to tell whether anyone else has it. A few, because a term may be left of what a customer no longer has. */
const OWNERS_MAX = 5

/**
 * Customers by the term of an e-mail or document. The transaction that asks holds it until its end: of two that
 * would make a customer with the same contact, the second sees the first. In one order, so that no two wait for each
 * other.
 */
const contacts: Collection<string, readonly CustomerId[]> = {
  name: 'contacts',
  async load(tx, keys) {
    const [, { rows }] = await Promise.all([
      run(
        tx,
        sql`
        select pg_advisory_xact_lock(contact)
        from (
          select distinct hashtextextended(term, tenant_id) as contact
          from ${rowsAs('wanted', BY_TERM, keys)}
          order by contact
        ) as held`,
      ),
      run(
        tx,
        sql<{
          tenant_id: TenantId
          term: string
          id: CustomerId
          email: string | null
          document: string | null
        }>`
        select wanted.tenant_id, wanted.term, customer.id, customer.email, customer.document
        from ${rowsAs('wanted', BY_TERM, keys)}
        cross join lateral (
          select customer_id from customer_term as stored
          where stored.tenant_id = wanted.tenant_id and stored.term = wanted.term
          order by customer_id
          limit ${OWNERS_MAX}
        ) as found
        join customer on customer.tenant_id = wanted.tenant_id and customer.id = found.customer_id`,
      ),
    ])
    const owners = new Map<string, CustomerId[]>()
    for (const { tenant_id: tenantId, term, id, email, document } of rows) {
      if (![contactTerm('email', email), contactTerm('document', document)].includes(term)) continue
      const key = keyText({ tenantId, key: term })
      owners.set(key, [...(owners.get(key) ?? []), id])
    }
    return owners
  },
  // The terms themselves are written with the customer; this only lets the next of a batch see them.
  save: 'derived',
}

const KINDS = ['email', 'document'] as const satisfies readonly Contact[]
type Contacts = Pick<SentCustomer, (typeof KINDS)[number]>

function termsToAsk(sent: Contacts): string[] {
  return KINDS.flatMap((kind) => contactTerm(kind, sent[kind]) ?? [])
}

export function contactLoads(sent: Contacts): Load[] {
  return termsToAsk(sent).map((term) => load(contacts, term))
}

/** Who has the contacts that were sent. */
export function ownersOf(facts: Pick<Facts, 'get'>, sent: Contacts): ContactOwners {
  const ownersFor = (kind: (typeof KINDS)[number]): readonly CustomerId[] => {
    const term = contactTerm(kind, sent[kind])
    return (term !== null && facts.get(contacts, term)) || []
  }
  return { email: ownersFor('email'), document: ownersFor('document') }
}

/** That a customer has its contacts from now on. */
export function contactChanges(facts: Facts, { id, profile }: Customer): Change[] {
  return termsToAsk(profile).map((term) => put(contacts, term, [...(facts.peek(contacts, term) ?? []), id]))
}
