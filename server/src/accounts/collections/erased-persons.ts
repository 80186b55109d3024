import type { TenantId } from '../../contract/ids.ts'
import { type Columns, rowsAs } from '../../platform/postgres/columns.ts'
import { run } from '../../platform/postgres/database.ts'
import { sql } from '../../platform/postgres/sql.ts'
import type { Customer } from '../customer.ts'
import { contactTerm } from '../rules/terms.ts'
import { type Collection, keyText, type Load, load } from '../till/collection.ts'
import type { Facts } from '../till/command.ts'
import { findErasureKeys, hashOfTerm } from './erasure-keys.ts'

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

const BY_HASH: Columns<{ readonly tenantId: TenantId; readonly term: string; readonly hash: Buffer }> = {
  tenant_id: ['bigint', ({ tenantId }) => tenantId],
  term: ['text', ({ term }) => term],
  hash: ['bytea', ({ hash }) => hash],
}

/** Terms of persons who were erased. They are kept as hashes; a merchant who has erased no customer has no key for them. */
const erasedPersons: Collection<string, true> = {
  name: 'erased persons',
  async load(tx, keys) {
    const keyOf = await findErasureKeys(
      tx,
      keys.map(({ tenantId }) => tenantId),
    )
    const hashed = keys.flatMap(({ tenantId, key: term }) => {
      const own = keyOf.get(tenantId)
      return own ? [{ tenantId, term, hash: hashOfTerm(own, term) }] : []
    })
    if (hashed.length === 0) return new Map()
    const { rows } = await run(
      tx,
      sql<{ tenant_id: TenantId; term: string }>`
      select wanted.tenant_id, wanted.term
      from ${rowsAs('wanted', BY_HASH, hashed)}
      join erased_person as person on person.tenant_id = wanted.tenant_id and person.hmac = wanted.hash`,
    )
    return new Map(rows.map(({ tenant_id: tenantId, term }) => [keyText({ tenantId, key: term }), true]))
  },
}

export function erasedPersonLoads(person: RecognisedBy): Load[] {
  return personTerms(person).map((term) => load(erasedPersons, term))
}

/** Whether this person was erased before: as far as it was asked for. */
export function isErasedPerson(facts: Pick<Facts, 'peek'>, person: RecognisedBy): boolean {
  return personTerms(person).some((term) => facts.peek(erasedPersons, term) !== undefined)
}
