import { pageBelowId, pageOf } from '../../contract/admin-api/page.ts'
import { NOT_FOUND } from '../../contract/admin-api/texts.ts'
import { invalid, isProblem, type Problem } from '../../contract/problem.ts'
import { isRefusal } from '../../contract/refusal.ts'
import { type Instant, instantToText } from '../../platform/clock.ts'
import type { Tx } from '../../platform/postgres/database.ts'
import { findTenant } from '../../tenancy/store/tenants.ts'
import type { Tenant } from '../../tenancy/tenant.ts'
import { invitationLink } from '../links.ts'
import { invite, inviteAgain } from '../manage.ts'
import { maskEmail, type Person, readEmail } from '../person.ts'
import { hashOf, tenantOfInvitation } from '../secrets.ts'
import { insertAudit } from '../store/audit.ts'
import {
  closeInvitation,
  findInvitationByToken,
  type Invitation,
  listOpenInvitations,
  lockInvitation,
} from '../store/invitations.ts'
import { insertMembership } from '../store/memberships.ts'
import { addTenantOfPerson, findPersonByEmail, insertPerson, lockPerson } from '../store/persons.ts'
import type { AdminApi, Call } from './api.ts'
import type { PeopleDeps } from './deps.ts'
import { problemOfPasswordOf } from './new-password.ts'
import { actorOf, cookieOf, entryOf, openSession, senderOfVisit, targetOf } from './open-session.ts'
import * as operations from './people-schema.ts'
import { INVITED_ALREADY, LINK_OVER, MEMBER_ALREADY, NO_EMAIL, NO_NAME, NO_PASSWORD_YET } from './texts.ts'

/** How people come to a merchant. */
export function invitationRoutes(api: AdminApi, deps: PeopleDeps): void {
  api.read(operations.listInvitations, 'directory', async (tx, { tenant, query }) => {
    const page = pageBelowId(query)
    if (isProblem(page)) return page
    const open = await listOpenInvitations(tx, tenant.id, page)
    const now = deps.clock()
    const present = (one: Invitation) => presentInvitation(one, now)
    return { answer: pageOf(query, open, ({ id }) => [id], present) }
  })

  api.write(operations.invitePerson, 'directory', async (tx, call) => {
    const email = readEmail(call.body.email)
    if (email === null) return invalid([{ pointer: '/email', message: NO_EMAIL }])
    const now = deps.clock()
    const { role } = call.body
    const made = await invite(
      tx,
      call.tenant.id,
      { email, role, by: call.caller.actor.label, byId: call.caller.personId },
      now,
    )
    if (isRefusal(made)) return made.reason === 'memberAlready' ? MEMBER_ALREADY : INVITED_ALREADY
    return {
      answer: {
        invitation: presentInvitation(made.invitation, now),
        link: invitationLink(call.origin, made.token),
      },
      audit: { target: targetOfInvitation(made.invitation), after: { role } },
    }
  })

  api.write(operations.resendInvitation, 'directory', async (tx, call) => {
    const invitation = await lockInvitation(tx, call.tenant.id, call.params.id)
    if (!invitation) return NOT_FOUND
    const now = deps.clock()
    const made = await inviteAgain(tx, call.tenant.id, invitation, now)
    return {
      answer: {
        invitation: presentInvitation(made.invitation, now),
        link: invitationLink(call.origin, made.token),
      },
      audit: { target: targetOfInvitation(invitation) },
    }
  })

  api.write(operations.withdrawInvitation, 'directory', async (tx, { tenant, params }) => {
    const invitation = await lockInvitation(tx, tenant.id, params.id)
    if (!invitation) return NOT_FOUND
    await closeInvitation(tx, tenant.id, invitation.id, 'withdrawn', deps.clock())
    return {
      answer: {},
      audit: { target: targetOfInvitation(invitation), before: { role: invitation.role } },
    }
  })

  api.custom(operations.showInvitation, async ({ params }) => {
    const found = await findByToken(deps, params.token)
    if (!found) return LINK_OVER
    const { invitation, tenant, person } = found
    return {
      answer: {
        email: invitation.email,
        role: invitation.role,
        tenantName: tenant.name,
        isKnown: person !== null,
        expiresAt: instantToText(invitation.expiresAt),
      },
    }
  })

  api.custom(operations.acceptInvitation, (call) => accept(call, deps))
}

interface Found {
  readonly invitation: Invitation
  readonly tenant: Tenant
  readonly person: Person | null
}

/** What a link invites to, if it still does. */
async function findByToken({ cells, clock }: PeopleDeps, token: string): Promise<Found | null> {
  const tenantId = tenantOfInvitation(token)
  if (tenantId === null) return null
  return cells.directory.read([tenantId], async (tx) => {
    const invitation = await findInvitationByToken(tx, tenantId, hashOf(token))
    const tenant = invitation && (await findTenant(tx, tenantId))
    if (!invitation || !tenant || invitation.expiresAt <= clock()) return null
    return { invitation, tenant, person: await findPersonByEmail(tx, invitation.email) }
  })
}

/**
 * The holder of the link creates an account for its address. One that is there already is entered with its own password
 * alone: the link was seen by the person who made it, and must not open what belongs to another.
 */
async function accept(call: Call<typeof operations.acceptInvitation>, deps: PeopleDeps) {
  const cookie = cookieOf(call)
  if (isProblem(cookie)) return cookie
  const found = await findByToken(deps, call.body.token)
  if (!found) return LINK_OVER
  const proved = found.person ? await enter(found.person, call, deps) : await introduce(found, call, deps)
  if (isProblem(proved)) return proved
  const { tenant, invitation } = found
  const now = deps.clock()
  return deps.cells.directory.transaction([tenant.id], async (tx) => {
    const open = await findInvitationByToken(tx, tenant.id, hashOf(call.body.token))
    const locked = open && (await lockInvitation(tx, tenant.id, open.id))
    if (!locked) return LINK_OVER
    const person = await proved(tx, now)
    if (!person) return LINK_OVER
    const { role, invitedBy, invitedById } = locked
    const granted = { personId: person.id, role, by: invitedBy, byId: invitedById }
    if (!(await insertMembership(tx, tenant.id, granted, now))) {
      return MEMBER_ALREADY
    }
    await closeInvitation(tx, tenant.id, invitation.id, 'accepted', now)
    await addTenantOfPerson(tx, person.id, tenant.id)
    const facts = { action: 'people.acceptInvitation', target: targetOf(person), after: { role } }
    await insertAudit(tx, 'directory', tenant.id, [entryOf(call, actorOf(person), now, facts)])
    const opening = { visit: call, cookie, now, trustsDevice: false, isFactorGiven: false }
    const { answer, headers } = await openSession(tx, person, opening)
    return { answer: { state: answer.state, tenant: tenant.id }, headers }
  })
}

/** Gives the person in the transaction of the acceptance; null: another request was quicker. */
type Proved = (tx: Tx, now: Instant) => Promise<Person | null>

type Accepting = Call<typeof operations.acceptInvitation>

async function enter(person: Person, call: Accepting, deps: PeopleDeps): Promise<Proved | Problem> {
  if (person.passwordHash === null) return NO_PASSWORD_YET
  const proved = await deps.proof.byPassword(person.email, call.body.password, senderOfVisit(call))
  if (isProblem(proved)) return proved
  // A password that was changed since then, by a link for example, has proved nothing.
  return async (tx) => {
    const locked = await lockPerson(tx, proved.id)
    return locked?.passwordHash === proved.passwordHash ? locked : null
  }
}

async function introduce(
  { invitation, tenant }: Found,
  call: Accepting,
  deps: PeopleDeps,
): Promise<Proved | Problem> {
  const { name, password } = call.body
  const { email } = invitation
  if (name === undefined) return invalid([{ pointer: '/name', message: NO_NAME }])
  const weak = problemOfPasswordOf(password, { email, tenantNames: [tenant.name], hasSecondFactor: false })
  if (weak) return weak
  const passwordHash = await deps.proof.hash(password, call.address)
  if (isProblem(passwordHash)) return passwordHash
  const person = { email, name, locale: call.locale, passwordHash, isOperator: false }
  return (tx, now) => insertPerson(tx, person, now)
}

function targetOfInvitation({ id, email }: Invitation) {
  return { kind: 'invitation', id: String(id), label: maskEmail(email) }
}

function presentInvitation(invitation: Invitation, now: Instant) {
  const { id, email, role, invitedBy, createdAt, expiresAt } = invitation
  return {
    id,
    email,
    role,
    invitedBy,
    createdAt: instantToText(createdAt),
    expiresAt: instantToText(expiresAt),
    isExpired: expiresAt <= now,
  }
}
