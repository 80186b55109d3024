import { createHash } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import { isOfTenant, isReading, type Operation } from '../contract/admin-api/operation.ts'
import {
  CONFIRM,
  DIGEST_MISSING,
  IF_MATCH_MISSING,
  IF_MATCH_UNREADABLE,
  KEY_MISSING,
  MERCHANT_CLOSED,
  MERCHANT_SUSPENDED,
  NOT_FOUND,
  NOT_SIGNED_IN,
  notPermitted,
  SESSION_ONLY,
  tooManyRequests,
} from '../contract/admin-api/texts.ts'
import type { Permission } from '../contract/permission.ts'
import { type Problem, ProblemError, unlessProblem } from '../contract/problem.ts'
import { actorKey, type Caller, hasToConfirm } from '../people/actor.ts'
import type { Authenticate } from '../people/admin-api/authenticate.ts'
import type { Clock } from '../platform/clock.ts'
import { senderOf } from '../platform/http/address.ts'
import type { RequestCounts } from '../tenancy/rate-limit.ts'
import { isWhole } from '../tenancy/standing.ts'
import type { Tenant } from '../tenancy/tenant.ts'

/** Of one actor, within a second. */
const REQUESTS_PER_SECOND = 50
const WRITES_PER_SECOND = 10

export interface GuardOptions {
  readonly authenticate: Authenticate
  readonly clock: Clock
  readonly counts: RequestCounts
  /** Default: yes. The command line has no limits. */
  readonly isLimited?: boolean
}

/** What a request was admitted with. */
export interface Admitted {
  readonly caller: Caller | null
  readonly tenant: Tenant | null
  readonly ifMatch: number | null
  readonly idempotencyKey: string | null
  /** The SHA-256 that the body is said to have. */
  readonly digest: Buffer | null
}

/**
 * Who may do what, before a byte of the body is read: log-in, merchant, permission, confirmation, limits, and the
 * headers that the operation asks for. Throws the problem where there is one.
 */
export async function admit(
  operation: Operation,
  request: FastifyRequest,
  options: GuardOptions,
): Promise<Admitted> {
  const tenantId = isOfTenant(operation) ? tenantIdOf(request) : null
  const { method, headers, ip = 'unknown' } = request
  const found = await options.authenticate({ method, headers, address: ip }, tenantId)
  const { caller, tenant } = unlessProblem(found) ?? { caller: null, tenant: null }
  await limit(operation, caller, ip, options)
  refuse(problemOfAccess(operation, caller, options.clock()))
  if (tenantId !== null && !tenant) throw new ProblemError(NOT_FOUND)
  if (tenant && caller) refuse(problemOfStanding(operation, tenant, caller))
  return { caller, tenant, ...preconditionsOf(operation, request) }
}

function tenantIdOf({ params }: FastifyRequest): number {
  const { tenant = '' } = params as { tenant?: string }
  const id = Number(tenant)
  if (!/^[1-9]\d{0,15}$/.test(tenant) || !Number.isSafeInteger(id)) throw new ProblemError(NOT_FOUND)
  return id
}

/** Whether the caller may do it. A merchant that a person has nothing to do with is not there for them. */
function problemOfAccess(
  { permission, also, confirm }: Operation,
  caller: Caller | null,
  now: number,
): Problem | null {
  if (permission === 'anyone') return null
  if (!caller) return NOT_SIGNED_IN
  if (permission === 'person') {
    if (caller.session === null) return SESSION_ONLY
  } else if (permission === 'operator') {
    if (caller.session === null || !caller.isOperator) return NOT_FOUND
  } else {
    if (!caller.permissions) return NOT_FOUND
    const missing = [permission as Permission, ...(also ? [also] : [])].find(
      (one) => !caller.permissions?.has(one),
    )
    if (missing) return notPermitted(missing)
  }
  return confirm && hasToConfirm(caller, now) ? CONFIRM : null
}

/** An operator has to look at a merchant before deciding about it, at the command line or with support access. */
function problemOfStanding(
  operation: Operation,
  { standing }: Tenant,
  { via, actor }: Caller,
): Problem | null {
  if (standing.state === 'active') return null
  if (!isWhole(standing)) return NOT_FOUND
  if (via === 'cli' || (actor.kind === 'operator' && isReading(operation))) return null
  if (standing.state === 'closed') return isReading(operation) ? null : MERCHANT_CLOSED
  return MERCHANT_SUSPENDED
}

async function limit(
  operation: Operation,
  caller: Caller | null,
  address: string,
  { counts, isLimited = true }: GuardOptions,
): Promise<void> {
  if (!isLimited) return
  const who = caller ? actorKey(caller.actor) : senderOf(address)
  const names = [`admin-${who}`, ...(isReading(operation) ? [] : [`admin-write-${who}`])]
  const [requests = 0, writes = 0] = await counts.count(names)
  if (requests > REQUESTS_PER_SECOND || writes > WRITES_PER_SECOND) throw new ProblemError(tooManyRequests(1))
}

function preconditionsOf(
  { ifMatch: needsVersion, idempotent, octetBodyMax }: Operation,
  { headers }: FastifyRequest,
): Pick<Admitted, 'ifMatch' | 'idempotencyKey' | 'digest'> {
  const version = headers['if-match']
  if (needsVersion && version === undefined) throw new ProblemError(IF_MATCH_MISSING)
  const key = headers['idempotency-key']
  if (key === undefined && idempotent) throw new ProblemError(KEY_MISSING)
  if (key !== undefined && (typeof key !== 'string' || !/^[\x21-\x7e]{1,100}$/.test(key))) {
    throw new ProblemError(KEY_MISSING)
  }
  const digest = octetBodyMax === undefined ? null : sha256Of(headers['content-digest'])
  if (octetBodyMax !== undefined && digest === null) throw new ProblemError(DIGEST_MISSING)
  return {
    ifMatch: version === undefined ? null : versionOf(version),
    idempotencyKey: key ?? null,
    digest,
  }
}

/** As RFC 9530 writes it, among other digests perhaps. */
function sha256Of(header: string | string[] | undefined): Buffer | null {
  const found = /(?:^|,)\s*sha-256=:([A-Za-z0-9+/]{43}=):\s*(?:,|$)/.exec(
    String(header ?? '').slice(0, 1_000),
  )
  return found?.[1] === undefined ? null : Buffer.from(found[1], 'base64')
}

/** `"r17"` is 17, `*` is null: whichever version. A proxy that compresses makes an ETag weak. */
function versionOf(tag: string): number | null {
  if (tag.trim() === '*') return null
  const found = /^(?:W\/)?"r(\d{1,15})"$/.exec(tag.trim())
  if (!found) throw new ProblemError(IF_MATCH_UNREADABLE)
  return Number(found[1])
}

/** What a key stands for: the same key with another request is a mistake. */
export function hashOfRequest({ id }: Operation, { params, query, body }: FastifyRequest): Buffer {
  return createHash('sha256')
    .update(JSON.stringify([id, params, query, Buffer.isBuffer(body) ? hashOfOctets(body) : (body ?? null)]))
    .digest()
}

function hashOfOctets(octets: Buffer): string {
  return createHash('sha256').update(octets).digest('base64')
}

function refuse(found: Problem | null): void {
  if (found) throw new ProblemError(found)
}
