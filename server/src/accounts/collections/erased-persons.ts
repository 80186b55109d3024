import type { TenantId } from '../../contract/ids.ts'
import { keyColumns, rowsAs } from '../../platform/postgres/columns.ts'
import { run } from '../../platform/postgres/database.ts'
import { sql } from '../../platform/postgres/sql.ts'
import type { Customer } from '../customer.ts'
import { contactTerm } from '../rules/terms.ts'
import { type Collection, keyText, type Load, load } from '../till/collection.ts'
import type { Facts } from '../till/command.ts'

/** By what a person is recognised who was erased and comes back. */
export interface RecognisedBy {
  readonly originalId: string
  readonly email: string | null
  readonly document: string | null
}

export function recognisedBy({ originalId, profile: { email, document } }: Customer): RecognisedBy {
  return { originalId, email, document }
}

/** As they are hashed. */
export function personTerms({ originalId, email, document }: RecognisedBy): string[] {
  const contacts = [contactTerm('email', email), contactTerm('document', document)]
  return [idTerm(originalId), ...contacts.filter((term) => term !== null)]
}

export function idTerm(originalId: string): string {
  return `i:${originalId}`
}

const BY_TERM = keyColumns<string>('term', 'text')

/** Terms of persons who were erased. They are kept as hashes, and hashed where the merchant's key is. */
const erasedPersons: Collection<string, true> = {
  name: 'erased persons',
  async load(tx, keys) {
    const { rows } = await run(
      tx,
      sql<{ tenant_id: TenantId; term: string }>`
      select wanted.tenant_id, wanted.term
      from ${rowsAs('wanted', BY_TERM, keys)}
      join erasure_key as own on own.tenant_id = wanted.tenant_id
      join erased_person as person on person.tenant_id = wanted.tenant_id
        and person.hmac = sha256(own.key || sha256(own.key || convert_to(wanted.term, 'UTF8')))`,
    )
    return new Map(rows.map(({ tenant_id: tenantId, term }) => [keyText({ tenantId, key: term }), true]))
  },
}

export function erasedPersonLoads(person: RecognisedBy): Load[] {
  return personTerms(person).map((term) => load(erasedPersons, term))
}

/** Whether this person was erased before: as far as it was asked for. */
export function isErasedPerson(facts: Facts, person: RecognisedBy): boolean {
  return personTerms(person).some((term) => facts.peek(erasedPersons, term) !== undefined)
}
