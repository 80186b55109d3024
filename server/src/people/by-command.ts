import type { TenantId } from '../contract/ids.ts'
import type { Locale } from '../contract/locale.ts'
import type { Role } from '../contract/permission.ts'
import { isRefusal } from '../contract/refusal.ts'
import { type Instant, instantToText } from '../platform/clock.ts'
import type { Database, Tx } from '../platform/postgres/database.ts'
import { systemClock } from '../platform/system-clock.ts'
import { findTenant } from '../tenancy/store/tenants.ts'
import type { Actor } from './actor.ts'
import type { AuditEntry, AuditFacts } from './audit.ts'
import { createOperator, invite, makeReset } from './manage.ts'
import { PeopleError } from './people-error.ts'
import { maskEmail, type Person, readEmail } from './person.ts'
import { insertAudit, insertPlatformAudit } from './store/audit.ts'
import { listPlatformEntries } from './store/audit-list.ts'
import { closeInvitation, findOpenInvitation } from './store/invitations.ts'
import { deleteMembership, lockMember, membershipsOf } from './store/memberships.ts'
import {
  deletePerson,
  findPersonByEmail,
  listPersons,
  lockPerson,
  saveSecondFactor,
} from './store/persons.ts'
import { deleteSessionsOf } from './store/sessions.ts'
import { revokeTokensEverywhere } from './store/tokens.ts'

/* The operator's commands for managing people. They are audited too. */

const ACTOR: Actor = { kind: 'cli', id: null, label: 'punchcard' }

function entryOf(at: Instant, facts: AuditFacts & { readonly action: string }): AuditEntry {
  return { ...facts, at, actor: ACTOR, via: 'cli', requestId: null, address: null }
}

function requireEmail(text: string): string {
  const email = readEmail(text)
  if (email === null) throw new PeopleError(`“${text}” is no e-mail address.`)
  return email
}

interface MadeLink {
  readonly token: string
  readonly expiresAt: string
}

export function addOperator(
  directory: Database,
  { email: given, name, locale }: { readonly email: string; readonly name: string; readonly locale: Locale },
): Promise<MadeLink & { readonly person: number }> {
  const email = requireEmail(given)
  const now = systemClock()
  return directory.transaction([], async (tx) => {
    const person = await createOperator(tx, { email, name: name.slice(0, 100), locale }, now)
    if (isRefusal(person)) throw new PeopleError(person.message)
    const target = { kind: 'person', id: String(person.id), label: person.name }
    await insertPlatformAudit(tx, [entryOf(now, { action: 'person.createOperator', target })])
    return { person: person.id, ...(await linkFor(tx, person, now)) }
  })
}

async function linkFor(tx: Tx, person: Person, now: Instant): Promise<MadeLink> {
  const { token, expiresAt } = await makeReset(tx, person, ACTOR.label, now)
  return { token, expiresAt: instantToText(expiresAt) }
}

/** An invitation that is open gets a new link, with this role: the old one may be lost. */
export function inviteByCommand(
  directory: Database,
  tenantId: TenantId,
  invited: { readonly email: string; readonly role: Role },
): Promise<MadeLink & { readonly invitation: number }> {
  const email = requireEmail(invited.email)
  const now = systemClock()
  return directory.transaction([tenantId], async (tx) => {
    if (!(await findTenant(tx, tenantId))) throw new PeopleError(`There is no tenant ${tenantId}.`)
    const open = await findOpenInvitation(tx, tenantId, email)
    if (open) await closeInvitation(tx, tenantId, open.id, 'withdrawn', now)
    const made = await invite(tx, tenantId, { email, role: invited.role, by: ACTOR.label, byId: null }, now)
    if (isRefusal(made)) throw new PeopleError(made.message)
    const { invitation, token } = made
    const target = { kind: 'invitation', id: String(invitation.id), label: maskEmail(email) }
    const facts = { action: 'people.invite', target, after: { role: invited.role } }
    await insertAudit(tx, 'directory', tenantId, [entryOf(now, facts)])
    return { invitation: invitation.id, token, expiresAt: instantToText(invitation.expiresAt) }
  })
}

export async function resetByCommand(
  directory: Database,
  given: string,
  isFactorOff: boolean,
): Promise<MadeLink & { readonly person: number }> {
  const email = requireEmail(given)
  const now = systemClock()
  const person = await directory.read([], (tx) => findPersonByEmail(tx, email))
  if (!person) throw new PeopleError(`There is no person with the address ${email}.`)
  return directory.transaction(person.tenantIds, async (tx) => {
    if (isFactorOff) {
      await saveSecondFactor(tx, person.id, { totpSecret: null, totpLastStep: null, recoveryHashes: [] })
      await deleteSessionsOf(tx, person.id, null)
    }
    const facts = {
      action: 'person.resetPassword',
      target: { kind: 'person', id: String(person.id), label: person.name },
      after: isFactorOff ? { secondFactor: false } : null,
    }
    await insertPlatformAudit(tx, [entryOf(now, facts)])
    return { person: person.id, ...(await linkFor(tx, person, now)) }
  })
}

/**
 * Removes a person with all that lets them in. Merchants keep what the audit says of them. The last owner of a merchant
 * stays, unless the merchant is to have none (`force`): then a new owner is invited with `person invite`.
 */
export async function removeByCommand(
  directory: Database,
  given: string,
  { force }: { readonly force: boolean },
): Promise<{ readonly person: number; readonly tenants: readonly number[] }> {
  const email = requireEmail(given)
  const now = systemClock()
  const found = await directory.read([], (tx) => findPersonByEmail(tx, email))
  if (!found) throw new PeopleError(`There is no person with the address ${email}.`)
  const { tenantIds } = found
  return directory.transaction(tenantIds, async (tx) => {
    for (const tenantId of tenantIds.toSorted((one, other) => one - other)) {
      const { member, owners } = await lockMember(tx, tenantId, found.id)
      if (!member) continue
      if (member.role === 'owner' && owners === 1 && !force) {
        throw new PeopleError(
          `${email} is the last owner of tenant ${tenantId}. With --force it is removed all the same.`,
        )
      }
      await deleteMembership(tx, tenantId, found.id)
      const facts = { action: 'people.remove', target: targetOfPerson(found), before: { role: member.role } }
      await insertAudit(tx, 'directory', tenantId, [entryOf(now, facts)])
    }
    const person = await lockPerson(tx, found.id)
    if (!person) throw new PeopleError(`There is no person with the address ${email}.`)
    if (person.tenantIds.some((id) => !tenantIds.includes(id))) {
      throw new PeopleError(`${email} has joined a merchant at this moment: try again.`)
    }
    await revokeTokensEverywhere(tx, tenantIds, person.id, now)
    await deletePerson(tx, person.id)
    await insertPlatformAudit(tx, [entryOf(now, { action: 'person.remove', target: targetOfPerson(person) })])
    return { person: person.id, tenants: tenantIds }
  })
}

function targetOfPerson({ id, name }: Pick<Person, 'id' | 'name'>) {
  return { kind: 'person', id: String(id), label: name }
}

interface ListedPerson {
  readonly person: number
  readonly email: string
  readonly name: string
  readonly isOperator: boolean
  readonly hasPassword: boolean
  readonly hasSecondFactor: boolean
  readonly createdAt: string
  readonly memberships: readonly { readonly tenant: number; readonly role: Role }[]
}

export async function listPeople(directory: Database): Promise<ListedPerson[]> {
  const persons = await directory.read([], listPersons)
  const listed: ListedPerson[] = []
  for (const person of persons) {
    const { tenantIds } = person
    const memberships =
      tenantIds.length === 0 ? [] : await directory.read(tenantIds, (tx) => membershipsOf(tx, person.id))
    listed.push({
      person: person.id,
      email: person.email,
      name: person.name,
      isOperator: person.isOperator,
      hasPassword: person.passwordHash !== null,
      hasSecondFactor: person.totpSecret !== null,
      createdAt: instantToText(person.createdAt),
      memberships: memberships.map(({ tenant, role }) => ({ tenant: tenant.id, role })),
    })
  }
  return listed
}

/** The audit of people's own accounts, newest first: it belongs to no merchant. */
export async function listPlatformAudit(directory: Database, limit: number) {
  const entries = await directory.read([], (tx) => listPlatformEntries(tx, limit))
  return entries.map((entry) => ({ ...entry, at: instantToText(entry.at) }))
}
