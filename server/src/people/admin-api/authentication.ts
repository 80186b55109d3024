import type { TenantId } from '../../contract/ids.ts'
import type { Permission } from '../../contract/permission.ts'
import { isProblem, type Problem } from '../../contract/problem.ts'
import type { Clock, Instant } from '../../platform/clock.ts'
import { senderOf } from '../../platform/http/address.ts'
import type { Database } from '../../platform/postgres/database.ts'
import { findTenant } from '../../tenancy/store/tenants.ts'
import type { TenantSettings } from '../../tenancy/tenant.ts'
import { ConcurrencyLimit } from '../../tenancy/throttle.ts'
import type { Caller } from '../actor.ts'
import { tenantOfAdminToken, tokenFromHeader } from '../admin-token.ts'
import { isInNetworks } from '../network.ts'
import { canBeOfToken, permissionsOf, SUPPORT_ACCESS } from '../role.ts'
import { secondFactorBy } from '../rules/security.ts'
import { hashOf } from '../secrets.ts'
import {
  confirmedUntil,
  isLive,
  readCookies,
  SEEN_EVERY_MS,
  type Session,
  sessionOfCookies,
} from '../session.ts'
import { findSession, type SessionOfMember, saveSeen } from '../store/sessions.ts'
import { findLiveToken, type LiveToken, saveTokenUse } from '../store/tokens.ts'
import type { Authenticate, Known } from './authenticate.ts'
import { isOfOwnSite } from './csrf.ts'
import { ADDRESS_NOT_ALLOWED, BOTH, OTHER_SITE, SECOND_FACTOR_REQUIRED, TOKEN_REFUSED } from './texts.ts'

/** Of one sender at a time: a sender that invents cookies and tokens delays only itself. */
const LOOK_UPS_OF_SENDER = 8
const HOUR_MS = 3_600_000

export interface AuthenticationOptions {
  readonly directory: Database
  readonly clock: Clock
  /** Where the panel is, if not on the host that the request names. */
  readonly publicUrl: string | null
}

/**
 * Who sends a request: each one asks the directory. So a person who was removed or has lost a role, and a token that was
 * revoked, are refused with the next request, in every process.
 */
export function createAuthenticate(options: AuthenticationOptions): Authenticate {
  const { publicUrl } = options
  const lookUps = new ConcurrencyLimit(LOOK_UPS_OF_SENDER)

  return async ({ method, headers, address }, tenantId) => {
    const session = sessionOfCookies(readCookies(headers.cookie), headers.host)
    if (headers.authorization !== undefined) {
      if (session !== null) return BOTH
      const token = tokenFromHeader(headers.authorization)
      const owner = token === null ? null : tenantOfAdminToken(token)
      if (token === null || owner === null) return TOKEN_REFUSED
      const found = await lookUps.run(senderOf(address), () => callerOfToken(options, token, owner))
      if (!found || isProblem(found)) return found ?? TOKEN_REFUSED
      return admitted(found, { tenantId, owner, address })
    }
    if (!isOfOwnSite(method, headers, publicUrl)) return OTHER_SITE
    if (session === null) return null
    return lookUps.run(senderOf(address), () => callerOfSession(options, session, tenantId, address))
  }
}

/** A token is good for its own merchant; for any other one it is no member. */
function admitted(
  { caller, tenant }: Known,
  asked: { readonly tenantId: TenantId | null; readonly owner: number; readonly address: string },
): Known | Problem {
  if (asked.tenantId !== asked.owner) return { caller: { ...caller, permissions: null }, tenant: null }
  return tenant && !isAllowedFrom(asked.address, tenant.settings) ? ADDRESS_NOT_ALLOWED : { caller, tenant }
}

async function callerOfToken(
  { directory, clock }: AuthenticationOptions,
  token: string,
  owner: number,
): Promise<Known | Problem | null> {
  const now = clock()
  const [found, tenant] = await directory.read([owner], (tx) =>
    Promise.all([findLiveToken(tx, owner, hashOf(token), now), findTenant(tx, owner)]),
  )
  // A personal token ends with the membership of its person.
  if (!found || (found.person && found.role === null)) return null
  // What is asked of a person's sessions is asked of their tokens: otherwise a token would be a way around it.
  if (found.person && tenant && lacksSecondFactor(tenant.settings, found, now)) return SECOND_FACTOR_REQUIRED
  const hour = now - (now % HOUR_MS)
  if (found.lastUsedAt === null || found.lastUsedAt < hour) {
    await directory.transaction([owner], (tx) => saveTokenUse(tx, owner, found.id, hour))
  }
  const { id, label, person } = found
  const caller: Caller = {
    actor: person
      ? { kind: 'person', id: person.id, label: `${person.name} (${label})` }
      : { kind: 'token', id, label },
    via: 'token',
    personId: person?.id ?? null,
    session: null,
    confirmedUntil: null,
    permissions: permissionsOfToken(found),
    // Tokens whose maker is not known share one.
    ...(person ? {} : { answersFor: found.createdById === null ? 'token:0' : `person:${found.createdById}` }),
  }
  return { caller, tenant }
}

/** At most those of its person, today: one who was demoted has weaker tokens. */
function permissionsOfToken({ person, role, permissions }: LiveToken): ReadonlySet<Permission> {
  const kind = person ? 'personal' : 'service'
  const ofRole = role === null ? null : permissionsOf(role)
  return new Set(
    permissions.filter(
      (permission) => canBeOfToken(permission, kind) && (ofRole === null || ofRole.includes(permission)),
    ),
  )
}

async function callerOfSession(
  { directory, clock }: AuthenticationOptions,
  tokenHash: Buffer,
  tenantId: TenantId | null,
  address: string,
): Promise<Known | Problem | null> {
  const now = clock()
  // The two travel together.
  const [found, tenant] = await directory.read(tenantId === null ? [] : [tenantId], (tx) =>
    Promise.all([
      findSession(tx, tokenHash, tenantId, now),
      tenantId === null ? null : findTenant(tx, tenantId),
    ]),
  )
  if (!found || found.session.isPending) return null
  const { session, role, personName } = found
  const isSupport = role === null && found.supportUntil !== null
  const settings = (role || isSupport) && tenant ? tenant.settings : null
  if (!isLive(session, now, settings?.security?.idleMinutes ?? null)) return null
  // The networks of a merchant are those of its own people; an operator is seen and can be sent away.
  const shut = settings && (isSupport ? null : problemOfSecurity(settings, session, address, now))
  if (shut) return shut
  if (isSupport && settings && lacksSecondFactor(settings, session, now)) return SECOND_FACTOR_REQUIRED
  if (session.seenAt + SEEN_EVERY_MS <= now) {
    await directory.transaction([], (tx) => saveSeen(tx, tokenHash, now, now - SEEN_EVERY_MS + 1))
  }
  const caller: Caller = {
    actor: { kind: isSupport ? 'operator' : 'person', id: session.personId, label: personName },
    via: 'panel',
    personId: session.personId,
    session: tokenHash,
    confirmedUntil: confirmedUntil(session),
    permissions: permissionsOfMember(found),
    memberSince: found.memberSince,
    isOperator: found.isOperator,
  }
  return { caller, tenant }
}

function permissionsOfMember({ role, supportUntil }: SessionOfMember): ReadonlySet<Permission> | null {
  if (role !== null) return new Set(permissionsOf(role))
  return supportUntil === null ? null : new Set(SUPPORT_ACCESS)
}

/** Why a member is kept out of a merchant that asks for more than a password. */
export function problemOfSecurity(
  settings: TenantSettings,
  session: Session,
  address: string,
  now: Instant,
): Problem | null {
  if (!isAllowedFrom(address, settings)) return ADDRESS_NOT_ALLOWED
  return lacksSecondFactor(settings, session, now) ? SECOND_FACTOR_REQUIRED : null
}

function lacksSecondFactor(
  settings: TenantSettings,
  { hasSecondFactor }: { readonly hasSecondFactor: boolean },
  now: Instant,
): boolean {
  const factorBy = secondFactorBy(settings)
  return factorBy !== null && factorBy <= now && !hasSecondFactor
}

function isAllowedFrom(address: string, settings: TenantSettings): boolean {
  const networks = settings.security?.allowedAddresses ?? []
  return networks.length === 0 || isInNetworks(address, networks)
}
