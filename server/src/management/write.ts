import type { Operation } from '../contract/admin-api/operation.ts'
import { KEY_IN_PROGRESS, KEY_OF_OTHER_REQUEST, SECRET_SHOWN } from '../contract/admin-api/texts.ts'
import type { TenantId } from '../contract/ids.ts'
import { isProblem, type Problem, ProblemError } from '../contract/problem.ts'
import { actorKey, type Caller } from '../people/actor.ts'
import type { AnswerHeaders, Call, Place, Written } from '../people/admin-api/api.ts'
import type { AuditEntry, AuditFacts } from '../people/audit.ts'
import { insertAudit, insertPlatformAudit } from '../people/store/audit.ts'
import { type KeptAnswer, keepAnswer, type RepeatKey, takeKey } from '../people/store/idempotency.ts'
import type { Instant } from '../platform/clock.ts'
import type { Database, Tx } from '../platform/postgres/database.ts'
import { isLockTimeout } from '../platform/postgres/failures.ts'

/** What goes out, from a write of now or from the one that a key stands for. */
export interface Outcome {
  readonly status: number
  readonly version: number | null
  readonly answer: unknown
  readonly isReplayed: boolean
  readonly headers: AnswerHeaders
}

export interface WriteRequest {
  readonly operation: Operation
  readonly place: Place
  readonly database: Database
  readonly call: Call
  /** The time of day: a sandbox's own clock can be moved, and the audit's can't. */
  readonly at: Instant
  readonly repeat: Omit<RepeatKey, 'actor'> | null
}

type Handle = (tx: Tx, call: Call) => Promise<Written<Operation> | Problem>

/** Does a write, tells the audit and keeps the answer for a repetition, all in one transaction or not at all. */
export function performWrite(request: WriteRequest, handle: Handle): Promise<Outcome> {
  const { operation, database, call, repeat } = request
  const { tenant } = call as { readonly tenant: { readonly id: number } | null }
  const { caller } = call as { readonly caller: Caller }
  const key = repeat && tenant ? { ...repeat, actor: actorKey(caller.actor), tenantId: tenant.id } : null
  return database.transaction(tenant ? [tenant.id] : [], async (tx) => {
    if (key) {
      const kept = await takeOrWait(tx, key, request.at)
      if (kept) return replay(kept, key)
    }
    const written = await handle(tx, call)
    if (isProblem(written)) throw new ProblemError(written)
    await tellAudit(tx, request, tenant?.id ?? null, written.audit)
    const outcome = outcomeOf(operation, written)
    if (key && !operation.showsSecret) await keepAnswer(tx, key.tenantId, key, outcome)
    return outcome
  })
}

export function outcomeOf(operation: Operation, written: Written<Operation>): Outcome {
  return {
    status: written.status ?? operation.status ?? 200,
    version: written.version ?? null,
    answer: written.answer,
    isReplayed: false,
    headers: written.headers ?? {},
  }
}

async function takeOrWait(
  tx: Tx,
  key: RepeatKey & { readonly tenantId: TenantId },
  now: Instant,
): Promise<KeptAnswer | null> {
  try {
    return await takeKey(tx, key.tenantId, key, now)
  } catch (error) {
    throw isLockTimeout(error) ? new ProblemError(KEY_IN_PROGRESS) : error
  }
}

export function replay(kept: KeptAnswer, { requestHash }: Pick<RepeatKey, 'requestHash'>): Outcome {
  if (!kept.requestHash.equals(requestHash)) throw new ProblemError(KEY_OF_OTHER_REQUEST)
  if (kept.status === null) throw new ProblemError(SECRET_SHOWN)
  return { status: kept.status, version: kept.version, answer: kept.answer, isReplayed: true, headers: {} }
}

/** The entries of what an operation has done. */
export async function tellAudit(
  tx: Tx,
  request: Pick<WriteRequest, 'operation' | 'place' | 'call' | 'at'>,
  tenantId: TenantId | null,
  told: Told,
): Promise<void> {
  const entries = entriesOf(request, told)
  if (tenantId === null) await insertPlatformAudit(tx, entries)
  else await insertAudit(tx, request.place, tenantId, entries)
}

type Told = AuditFacts | readonly AuditFacts[] | null | undefined

export function entriesOf(
  { operation, call, at }: Pick<WriteRequest, 'operation' | 'call' | 'at'>,
  told: Told,
): AuditEntry[] {
  const { actor, via } = (call as { readonly caller: Caller }).caller
  return [told ?? []].flat().map((facts: AuditFacts) => ({
    ...facts,
    action: facts.action ?? operation.audit ?? operation.id,
    at,
    actor,
    via,
    requestId: call.requestId,
    address: call.address,
  }))
}
