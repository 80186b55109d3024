import type { TenantId } from '../contract/ids.ts'
import type { Locale } from '../contract/locale.ts'
import type { Role } from '../contract/permission.ts'
import { type Refusal, refusal } from '../contract/refusal.ts'
import type { Instant } from '../platform/clock.ts'
import type { Database, Tx } from '../platform/postgres/database.ts'
import { type Sealer, SealingError } from '../platform/sealing.ts'
import { endOfInvitation, endOfReset } from './links.ts'
import { PeopleError } from './people-error.ts'
import { type Person, totpContext } from './person.ts'
import { hashOf, makeInvitationToken, makeSecret } from './secrets.ts'
import { type Invitation, insertInvitation, renewInvitation } from './store/invitations.ts'
import { findMemberByEmail, insertMembership, membershipsOf, saveRole } from './store/memberships.ts'
import {
  addTenantOfPerson,
  findPersonByEmail,
  insertPerson,
  listPersons,
  savePassword,
  saveResealedTotp,
  saveSecondFactor,
} from './store/persons.ts'
import { insertReset } from './store/resets.ts'
import { deleteSessionsOf } from './store/sessions.ts'

export interface MadeInvitation {
  readonly invitation: Invitation
  /** The last part of its link, shown once. */
  readonly token: string
}

/** Invites a person to a merchant. Of an address there is one open invitation at a time. */
export async function invite(
  tx: Tx,
  tenantId: TenantId,
  invited: {
    readonly email: string
    readonly role: Role
    readonly by: string
    /** The person who invites; null: the command line. */
    readonly byId: number | null
  },
  now: Instant,
): Promise<MadeInvitation | Refusal<'memberAlready' | 'invitedAlready'>> {
  const { email, role, by, byId } = invited
  if ((await findMemberByEmail(tx, tenantId, email)) !== null) {
    return refusal('memberAlready', `${email} is a member of tenant ${tenantId} already.`)
  }
  const token = makeInvitationToken(tenantId)
  const invitation = await insertInvitation(
    tx,
    tenantId,
    {
      email,
      role,
      tokenHash: hashOf(token),
      invitedBy: by,
      invitedById: byId,
      expiresAt: endOfInvitation(now),
    },
    now,
  )
  if (!invitation) return refusal('invitedAlready', `${email} is invited to tenant ${tenantId} already.`)
  return { invitation, token }
}

/** A new link for an invitation; the one before leads nowhere. */
export async function inviteAgain(
  tx: Tx,
  tenantId: TenantId,
  invitation: Invitation,
  now: Instant,
): Promise<MadeInvitation> {
  const token = makeInvitationToken(tenantId)
  const expiresAt = endOfInvitation(now)
  await renewInvitation(tx, tenantId, { id: invitation.id, tokenHash: hashOf(token), expiresAt })
  return { invitation: { ...invitation, expiresAt }, token }
}

/** The last part of a link with which a person sets a password, once. The transaction is bound to all their merchants. */
export async function makeReset(
  tx: Tx,
  person: Pick<Person, 'id' | 'isOperator'>,
  by: string,
  now: Instant,
): Promise<{ readonly token: string; readonly expiresAt: Instant }> {
  const token = makeSecret()
  const expiresAt = endOfReset(now)
  const accessHash = await accessHashOf(tx, person)
  await insertReset(tx, { tokenHash: hashOf(token), personId: person.id, madeBy: by, expiresAt, accessHash })
  return { token, expiresAt }
}

/** What a person can open: their merchants with the roles. The transaction is bound to all of these merchants. */
export async function accessHashOf(tx: Tx, person: Pick<Person, 'id' | 'isOperator'>): Promise<Buffer> {
  const memberships = await membershipsOf(tx, person.id)
  const opened = memberships.map(({ tenant, role }) => `${tenant.id} ${role}`).toSorted()
  return hashOf(JSON.stringify([person.isOperator, opened]))
}

/** A person who runs the installation. They set their password with a link. */
export async function createOperator(
  tx: Tx,
  { email, name, locale }: { readonly email: string; readonly name: string; readonly locale: Locale },
  now: Instant,
): Promise<Person | Refusal<'known'>> {
  const person = await insertPerson(tx, { email, name, locale, passwordHash: null, isOperator: true }, now)
  return person ?? refusal('known', `There is a person with the address ${email} already.`)
}

/**
 * For `punchcard dev`: an owner who can sign in with this password, whatever was before. Those who are signed in are
 * signed out.
 */
export async function ensureOwner(
  tx: Tx,
  tenantId: TenantId,
  owner: {
    readonly email: string
    readonly name: string
    readonly locale: Locale
    readonly passwordHash: string
  },
  now: Instant,
): Promise<number> {
  const { email, name, locale, passwordHash } = owner
  const known = await findPersonByEmail(tx, email)
  const person =
    known ?? (await insertPerson(tx, { email, name, locale, passwordHash, isOperator: false }, now))
  if (!person) throw new PeopleError(`${email} was made by another command at this moment: try again.`)
  if (known) {
    await savePassword(tx, known.id, passwordHash, now)
    await saveSecondFactor(tx, known.id, { totpSecret: null, totpLastStep: null, recoveryHashes: [] })
    await deleteSessionsOf(tx, known.id, null)
  }
  const member = { personId: person.id, role: 'owner', by: 'punchcard dev', byId: null } as const
  if (!(await insertMembership(tx, tenantId, member, now))) await saveRole(tx, tenantId, member, now)
  await addTenantOfPerson(tx, person.id, tenantId)
  return person.id
}

/** Seals the secrets of second factors anew with the sealer's first key. A set-up that was not finished is over. */
export async function resealSecondFactors(
  directory: Database,
  sealer: Sealer,
): Promise<{ readonly people: number; readonly unreadable: readonly number[] }> {
  const unreadable: number[] = []
  let people = 0
  for (const { id, totpSecret } of await directory.read([], listPersons)) {
    if (totpSecret === null) continue
    try {
      const sealed = sealer.seal(sealer.open(totpSecret, totpContext(id)), totpContext(id))
      await directory.transaction([], (tx) => saveResealedTotp(tx, id, totpSecret, sealed))
      people += 1
    } catch (error) {
      if (!(error instanceof SealingError)) throw error
      unreadable.push(id)
    }
  }
  return { people, unreadable }
}
