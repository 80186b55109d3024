import { pageById, pageOf } from '../../contract/admin-api/page.ts'
import { changedProblem, NOT_FOUND } from '../../contract/admin-api/texts.ts'
import { isProblem } from '../../contract/problem.ts'
import { instantToText } from '../../platform/clock.ts'
import { resetLink } from '../links.ts'
import { makeReset } from '../manage.ts'
import {
  deleteMembership,
  findMember,
  listMembers,
  lockMember,
  type Member,
  type Membership,
  saveRole,
} from '../store/memberships.ts'
import { findPerson, lockPerson, removeTenantOfPerson } from '../store/persons.ts'
import { deleteSessionsOf } from '../store/sessions.ts'
import { revokeTokensOf } from '../store/tokens.ts'
import type { AdminApi } from './api.ts'
import type { PeopleDeps } from './deps.ts'
import { targetOf } from './open-session.ts'
import * as operations from './people-schema.ts'
import { LAST_OWNER, WORKS_ELSEWHERE } from './texts.ts'

/** The people of a merchant. */
export function peopleRoutes(api: AdminApi, deps: PeopleDeps): void {
  api.read(operations.listPeople, 'directory', async (tx, { tenant, query }) => {
    const page = pageById(query)
    if (isProblem(page)) return page
    const members = await listMembers(tx, tenant.id, page)
    return { answer: pageOf(query, members, ({ id }) => [id], presentMember) }
  })

  api.write(operations.changeRole, 'directory', async (tx, call) => {
    const { tenant, params, body, ifMatch } = call
    const { member, owners } = await lockMember(tx, tenant.id, params.id)
    if (!member) return NOT_FOUND
    if (ifMatch !== null && ifMatch !== member.version) return changed(member)
    if (isLastOwner(member, owners) && body.role !== 'owner') return LAST_OWNER
    const isSame = member.role === body.role
    if (!isSame) {
      const by = call.caller.actor.label
      const granted = { personId: params.id, role: body.role, by, byId: call.caller.personId }
      await saveRole(tx, tenant.id, granted, deps.clock())
    }
    const saved = await findMember(tx, tenant.id, params.id)
    if (!saved) return NOT_FOUND
    return {
      answer: presentMember(saved),
      version: saved.version,
      audit: isSame
        ? null
        : { target: targetOf(saved), before: { role: member.role }, after: { role: body.role } },
    }
  })

  api.write(operations.removePerson, 'directory', async (tx, { tenant, params, ifMatch }) => {
    const { member, owners } = await lockMember(tx, tenant.id, params.id)
    const person = await lockPerson(tx, params.id)
    if (!member || !person) return NOT_FOUND
    if (ifMatch !== null && ifMatch !== member.version) return changed(member)
    if (isLastOwner(member, owners)) return LAST_OWNER
    await deleteMembership(tx, tenant.id, person.id)
    await removeTenantOfPerson(tx, person.id, tenant.id)
    await revokeTokensOf(tx, tenant.id, person.id, deps.clock())
    // Who has nothing left here is signed out; for another merchant they work on.
    const isElsewhere = person.isOperator || person.tenantIds.some((id) => id !== tenant.id)
    if (!isElsewhere) await deleteSessionsOf(tx, person.id, null)
    return { answer: {}, audit: { target: targetOf(person), before: { role: member.role } } }
  })

  api.write(operations.resetPasswordOf, 'directory', async (tx, call) => {
    const { tenant, params, caller } = call
    const member = await findMember(tx, tenant.id, params.id)
    const person = member && (await findPerson(tx, params.id))
    if (!person) return NOT_FOUND
    // Otherwise an owner could enter another merchant with the password of a person who works for both.
    if (person.isOperator || person.tenantIds.some((id) => id !== tenant.id)) return WORKS_ELSEWHERE
    const { token, expiresAt } = await makeReset(tx, person, caller.actor.label, deps.clock())
    return {
      answer: { link: resetLink(call.origin, token), expiresAt: instantToText(expiresAt) },
      audit: { target: targetOf(person) },
    }
  })
}

function isLastOwner({ role }: Membership, owners: number): boolean {
  return role === 'owner' && owners === 1
}

function changed({ changedBy, changedAt, version }: Membership) {
  return changedProblem(changedBy, instantToText(changedAt), version)
}

function presentMember(member: Member) {
  const { id, name, email, role, since, lastSeenAt, hasSecondFactor, version } = member
  return {
    id,
    name,
    email,
    role,
    since: instantToText(since),
    lastSeenAt: lastSeenAt === null ? null : instantToText(lastSeenAt),
    hasSecondFactor,
    etag: `"r${version}"`,
  }
}
