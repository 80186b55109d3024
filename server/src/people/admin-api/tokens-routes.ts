import { NOT_FOUND, NOT_SIGNED_IN } from '../../contract/admin-api/texts.ts'
import type { FieldProblem } from '../../contract/field-problem.ts'
import type { Permission } from '../../contract/permission.ts'
import { invalid } from '../../contract/problem.ts'
import { type Instant, instantToText, instantToTextOrNull } from '../../platform/clock.ts'
import type { Tx } from '../../platform/postgres/database.ts'
import { findTenant } from '../../tenancy/store/tenants.ts'
import { makeAdminToken, startOfAdminToken } from '../admin-token.ts'
import { canBeOfToken, permissionsOf } from '../role.ts'
import { hashOf } from '../secrets.ts'
import { insertAudit } from '../store/audit.ts'
import { findPerson } from '../store/persons.ts'
import { findSession } from '../store/sessions.ts'
import {
  type AdminToken,
  insertToken,
  listTokens,
  lockToken,
  revokeToken,
  saveTokenEnd,
} from '../store/tokens.ts'
import type { AdminApi, Call } from './api.ts'
import { problemOfSecurity } from './authentication.ts'
import type { PeopleDeps } from './deps.ts'
import { actorOf, entryOf } from './open-session.ts'
import { NOT_FOR_TOKENS, NOT_YOURS } from './texts.ts'
import * as operations from './tokens-schema.ts'

const DAY_MS = 86_400_000
const HOUR_MS = 3_600_000

/** Personal tokens: they are made and seen by their person, for a merchant that the body names. */
export function myTokenRoutes(api: AdminApi, deps: PeopleDeps): void {
  const { directory } = deps.cells

  api.custom(operations.listMyTokens, async (call) => {
    const tenantIds = await tenantsOf(call, deps)
    const { personId } = call.caller
    const tokens =
      tenantIds.length === 0
        ? []
        : await directory.read(tenantIds, (tx) => listTokens(tx, tenantIds, personId))
    return { answer: { items: tokens.map(presentToken) } }
  })

  api.custom(operations.createMyToken, (call) => createMyToken(call, deps))

  api.custom(operations.revokeMyToken, async (call) => {
    const tenantIds = await tenantsOf(call, deps)
    const { personId, actor } = call.caller
    const now = deps.clock()
    return directory.transaction(tenantIds, async (tx) => {
      const token = await lockToken(tx, tenantIds, call.params.id)
      if (!token || token.person?.id !== personId) return NOT_FOUND
      if (token.revokedAt === null) {
        await revokeToken(tx, token.tenantId, token.id, now)
        const entry = entryOf(call, actor, now, { action: 'token.revoke', target: targetOf(token) })
        await insertAudit(tx, 'directory', token.tenantId, [entry])
      }
      return { answer: {} }
    })
  })
}

/** Of the merchant itself. */
export function tokenRoutes(api: AdminApi, deps: PeopleDeps): void {
  api.read(operations.listTokens, 'directory', async (tx, call) => {
    const tokens = await listTokens(tx, [call.tenant.id], null)
    return { answer: { items: tokens.map(presentToken) } }
  })

  api.write(operations.createToken, 'directory', async (tx, call) => {
    const { label, permissions, expiresInDays } = call.body
    const wrong = problemsOfPermissions(permissions, 'service', permissionsOf('owner'))
    if (wrong.length > 0) return invalid(wrong)
    const now = deps.clock()
    const made = await makeToken(
      tx,
      call.tenant,
      {
        label,
        permissions,
        personId: null,
        createdBy: call.caller.actor.label,
        createdById: call.caller.personId,
        hasSecondFactor: false,
        expiresAt: expiresInDays == null ? null : now + expiresInDays * DAY_MS,
      },
      now,
    )
    return {
      answer: { token: presentToken(made.token), secret: made.secret },
      audit: { target: targetOf(made.token), after: factsOf(made.token) },
    }
  })

  api.write(operations.rotateToken, 'directory', async (tx, call) => {
    const now = deps.clock()
    const old = await lockToken(tx, [call.tenant.id], call.params.id)
    if (!old || old.person || old.revokedAt !== null) return NOT_FOUND
    if (old.expiresAt !== null && old.expiresAt <= now) return NOT_FOUND
    const endsAt = now + call.body.overlapHours * HOUR_MS
    await saveTokenEnd(tx, call.tenant.id, old.id, endsAt)
    const { label, permissions, expiresAt } = old
    const createdBy = call.caller.actor.label
    // As long as the old one had left: a rotation is no way around an end.
    const made = await makeToken(
      tx,
      call.tenant,
      {
        label,
        permissions,
        personId: null,
        createdBy,
        createdById: call.caller.personId,
        expiresAt,
        hasSecondFactor: false,
      },
      now,
    )
    return {
      answer: { token: presentToken(made.token), secret: made.secret },
      audit: {
        target: targetOf(old),
        before: { expiresAt: instantToTextOrNull(old.expiresAt) },
        after: { expiresAt: instantToText(endsAt), replacedBy: made.token.id },
      },
    }
  })

  api.write(operations.revokeToken, 'directory', async (tx, call) => {
    const token = await lockToken(tx, [call.tenant.id], call.params.id)
    if (!token) return NOT_FOUND
    if (token.revokedAt !== null) return { answer: presentToken(token), audit: null }
    const now = deps.clock()
    await revokeToken(tx, call.tenant.id, token.id, now)
    return { answer: presentToken({ ...token, revokedAt: now }), audit: { target: targetOf(token) } }
  })
}

/** Where the person may have tokens; those of merchants that they left are over. */
async function tenantsOf(
  { caller }: { readonly caller: { readonly personId: number | null } },
  { cells }: PeopleDeps,
): Promise<readonly number[]> {
  const { personId } = caller
  const person = personId === null ? null : await cells.directory.read([], (tx) => findPerson(tx, personId))
  return person?.tenantIds ?? []
}

async function createMyToken(call: Call<typeof operations.createMyToken>, deps: PeopleDeps) {
  const { tenant: tenantId, label, expiresInDays } = call.body
  const { personId, session: tokenHash } = call.caller
  if (personId === null || !tokenHash) return NOT_SIGNED_IN
  const now = deps.clock()
  return deps.cells.directory.transaction([tenantId], async (tx) => {
    const member = await findSession(tx, tokenHash, tenantId, deps.clock())
    const tenant = await findTenant(tx, tenantId)
    if (!member?.role || !tenant) return invalid([{ pointer: '/tenant', message: NOT_FOUND.detail }])
    const shut = problemOfSecurity(tenant.settings, member.session, call.address, now)
    if (shut) return shut
    const mine = permissionsOf(member.role)
    const permissions = call.body.permissions ?? mine.filter((one) => canBeOfToken(one, 'personal'))
    const wrong = problemsOfPermissions(permissions, 'personal', mine)
    if (wrong.length > 0) return invalid(wrong)
    const { token, secret } = await makeToken(
      tx,
      tenant,
      {
        label,
        permissions,
        personId,
        createdBy: member.personName,
        createdById: personId,
        expiresAt: now + expiresInDays * DAY_MS,
        hasSecondFactor: member.session.hasSecondFactor,
      },
      now,
    )
    const actor = actorOf({ id: personId, name: member.personName })
    const facts = { action: 'token.create', target: targetOf(token), after: factsOf(token) }
    await insertAudit(tx, 'directory', tenantId, [entryOf(call, actor, now, facts)])
    return { answer: { token: presentToken(token), secret } }
  })
}

interface TokenToMake {
  readonly label: string
  readonly permissions: readonly Permission[]
  readonly personId: number | null
  readonly createdBy: string
  readonly expiresAt: Instant | null
  readonly hasSecondFactor: boolean
  readonly createdById: number | null
}

async function makeToken(
  tx: Tx,
  tenant: { readonly id: number; readonly isSandbox: boolean },
  token: TokenToMake,
  now: Instant,
): Promise<{ readonly token: AdminToken; readonly secret: string }> {
  const secret = makeAdminToken(tenant.id, tenant.isSandbox ? 'test' : 'live')
  const start = startOfAdminToken(secret)
  const id = await insertToken(tx, tenant.id, { ...token, tokenHash: hashOf(secret), start }, now)
  const made = await lockToken(tx, [tenant.id], id)
  if (!made) throw new Error('a token is gone right after it was made')
  return { token: made, secret }
}

function problemsOfPermissions(
  asked: readonly Permission[],
  kind: 'personal' | 'service',
  mine: readonly Permission[],
): FieldProblem[] {
  return asked.flatMap((permission, index) => {
    const pointer = `/permissions/${index}`
    if (!canBeOfToken(permission, kind)) return [{ pointer, message: NOT_FOR_TOKENS }]
    return mine.includes(permission) ? [] : [{ pointer, message: NOT_YOURS }]
  })
}

function targetOf({ id, label }: AdminToken) {
  return { kind: 'token', id: String(id), label }
}

function factsOf({ permissions, expiresAt }: AdminToken) {
  return { permissions, expiresAt: instantToTextOrNull(expiresAt) }
}

function presentToken(token: AdminToken) {
  const { id, tenantId: tenant, person, label, start, permissions } = token
  return {
    id,
    tenant,
    kind: person ? ('personal' as const) : ('service' as const),
    person,
    label,
    start,
    permissions: [...permissions],
    createdAt: instantToText(token.createdAt),
    expiresAt: instantToTextOrNull(token.expiresAt),
    revokedAt: instantToTextOrNull(token.revokedAt),
    lastUsedAt: instantToTextOrNull(token.lastUsedAt),
  }
}
