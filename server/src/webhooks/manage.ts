import { randomBytes } from 'node:crypto'
import type { TenantId } from '../contract/ids.ts'
import type { Topic } from '../events/event.ts'
import { type LogPosition, type NamedEvent, webhookId } from '../events/event.ts'
import { endOfLog } from '../events/store.ts'
import type { Clock, Instant } from '../platform/clock.ts'
import type { Database, Tx } from '../platform/postgres/database.ts'
import { type Sealer, SealingError } from '../platform/sealing.ts'
import {
  ENDPOINTS_MAX,
  type Endpoint,
  type NewEndpoint,
  problemOfEndpoint,
  WebhookError,
} from './endpoint.ts'
import { openHeaders, resealed, sealingContext, unsealEndpoint } from './endpoint-secrets.ts'
import { testPayload } from './rules/payload.ts'
import type { Reach } from './sending/address-guard.ts'
import { type Answer, createSender, type Message } from './sending/sender.ts'
import { makeSecret, SECRET_BYTES } from './sending/signature.ts'
import { insertAttempts, type KeptAttempt, listAttempts } from './store/attempts.ts'
import { type EndpointBacklog, readBacklogs } from './store/backlog.ts'
import {
  countEndpoints,
  deleteEndpoint,
  findEndpoint,
  forgetFailing,
  insertEndpoint,
  insertMissingCursors,
  listEndpoints,
  lockEndpoints,
  replaceSecret,
  type SealedEndpoint,
  saveSealed,
  setEndpointState,
} from './store/endpoints.ts'
import {
  listParked,
  NEWEST_PARKED,
  type ParkedEvent,
  replayAt,
  replayEvent,
  replayFailed,
  replayRange,
  touchEndpoint,
} from './store/replays.ts'

/** What the commands need beside the database of the tenant. */
export interface WebhookTools {
  readonly database: Database
  readonly sealer: Sealer
  readonly reach: Reach
  readonly clock: Clock
  readonly userAgent: string
}

/** Names an endpoint of a tenant. */
export interface EndpointId {
  readonly tenantId: TenantId
  readonly id: number
}

/** How long an old secret can go on signing. */
const OVERLAP_HOURS_MAX = 30 * 24
/** Events that are sent again by one command. */
const REPLAY_MAX = 10_000
const LIST_MAX = 100
/** A backlog is counted up to here: beyond, the exact number helps no more. */
export const BACKLOG_COUNT_MAX = 10_000
/** No event has the number 0: it is the test. */
const TEST_EVENT_ID = 0

export async function addEndpoint(
  { database, sealer, reach }: WebhookTools,
  tenantId: TenantId,
  endpoint: NewEndpoint,
): Promise<{ id: number; secret: string }> {
  const problem = problemOfEndpoint(endpoint, reach)
  if (problem) throw new WebhookError(problem.message)
  const made = await database.transaction([tenantId], (tx) => makeEndpoint(tx, sealer, tenantId, endpoint))
  if (!made) throw new WebhookError(`A merchant has at most ${ENDPOINTS_MAX} endpoints: remove one first.`)
  return made
}

/** For an endpoint that comes without its own: one that no receiver knows. */
export function newSealedSecret(
  sealer: Sealer,
  tenantId: TenantId,
  random: (bytes: number) => Uint8Array,
): Buffer {
  return sealer.seal(makeSecret(random(SECRET_BYTES)), sealingContext('secret', tenantId))
}

/** Endpoints that came without a place in the log read what is written from now on. */
export async function startEndpointsAtEnd(tx: Tx, tenantId: TenantId): Promise<void> {
  await insertMissingCursors(tx, tenantId, await endOfLog(tx, tenantId))
}

/** An endpoint that was checked; null: the merchant has as many as one may have. */
export async function makeEndpoint(
  tx: Tx,
  sealer: Sealer,
  tenantId: TenantId,
  { url, topics, description, headers }: NewEndpoint,
): Promise<{ id: number; secret: string } | null> {
  if ((await countEndpoints(tx, tenantId)) >= ENDPOINTS_MAX) return null
  const secret = makeSecret(randomBytes(SECRET_BYTES))
  const toInsert = {
    url: withoutHash(url),
    topics: [...new Set(topics)] as Topic[],
    description,
    sealedHeaders: sealHeaders(sealer, tenantId, headers),
    sealedSecret: sealer.seal(secret, sealingContext('secret', tenantId)),
  }
  const id = await insertEndpoint(tx, tenantId, toInsert, await endOfLog(tx, tenantId))
  return { id, secret }
}

export function withoutHash(address: string): string {
  const url = new URL(address)
  url.hash = ''
  return url.href
}

export function sealHeaders(
  sealer: Sealer,
  tenantId: TenantId,
  headers: Readonly<Record<string, string>>,
): Buffer | null {
  if (Object.keys(headers).length === 0) return null
  return sealer.seal(JSON.stringify(headers), sealingContext('headers', tenantId))
}

export function endpointsOf({ database, sealer }: WebhookTools, tenantId: TenantId): Promise<Endpoint[]> {
  return database.read([tenantId], (tx) =>
    listEndpoints(tx, tenantId, (sealed) => Object.keys(openHeaders(sealed, tenantId, sealer))),
  )
}

/** What the endpoints of a tenant still have before them, by their number. */
export async function backlogsOf(
  { database }: WebhookTools,
  tenantId: TenantId,
): Promise<ReadonlyMap<number, EndpointBacklog>> {
  const found = await database.read([tenantId], (tx) => readBacklogs(tx, [tenantId], BACKLOG_COUNT_MAX))
  return new Map(found.map((backlog) => [backlog.endpointId, backlog]))
}

/** What happens meanwhile is delivered when it is resumed. */
export async function pauseEndpoint({ database }: WebhookTools, { tenantId, id }: EndpointId): Promise<void> {
  await database.transaction([tenantId], async (tx) => {
    requireFound(await setEndpointState(tx, tenantId, id, 'paused', null), id)
  })
}

export async function resumeEndpoint(
  { database }: WebhookTools,
  { tenantId, id }: EndpointId,
): Promise<void> {
  await database.transaction([tenantId], async (tx) => {
    requireFound(await setEndpointState(tx, tenantId, id, 'active', null), id)
    await forgetFailing(tx, tenantId, id)
  })
}

/** The new secret, shown only now. Until the end of the overlap both sign. */
export async function rotateSecret(
  { database, sealer, clock }: WebhookTools,
  { tenantId, id }: EndpointId,
  overlapHours: number,
): Promise<{ secret: string; previousUntil: Instant }> {
  if (overlapHours > OVERLAP_HOURS_MAX) {
    throw new WebhookError(`The old secret can go on signing for at most ${OVERLAP_HOURS_MAX} hours.`)
  }
  const secret = makeSecret(randomBytes(SECRET_BYTES))
  const previousUntil = clock() + overlapHours * 3_600_000
  const sealed = sealer.seal(secret, sealingContext('secret', tenantId))
  await database.transaction([tenantId], async (tx) => {
    requireFound(await replaceSecret(tx, tenantId, id, sealed, previousUntil), id)
  })
  return { secret, previousUntil }
}

export interface Resealed {
  readonly endpoints: number
  /** Those that no key of ours opens: their secrets are lost, and they have to be added again. */
  readonly unreadable: readonly number[]
}

/** Seals the secrets and headers of a tenant's endpoints with the first key, so that the others can be forgotten. */
export function resealEndpoints(
  { database, sealer, clock }: Pick<WebhookTools, 'database' | 'sealer' | 'clock'>,
  tenantId: TenantId,
): Promise<Resealed> {
  return database.transaction([tenantId], async (tx) => {
    const unreadable: number[] = []
    const endpoints = (await lockEndpoints(tx, tenantId)).flatMap((endpoint) => {
      try {
        return [resealed(endpoint, sealer, clock())]
      } catch (error) {
        if (!(error instanceof SealingError)) throw error
        unreadable.push(endpoint.id)
        return []
      }
    })
    await Promise.all(endpoints.map((endpoint) => saveSealed(tx, endpoint)))
    return { endpoints: endpoints.length, unreadable }
  })
}

export async function removeEndpoint(
  { database }: WebhookTools,
  { tenantId, id }: EndpointId,
): Promise<void> {
  await database.transaction([tenantId], async (tx) => {
    requireFound(await deleteEndpoint(tx, tenantId, id), id)
  })
}

/**
 * What a merchant is told of every address that did not answer a test, whatever the reason: otherwise trying addresses
 * would tell which names and ports there are around the server.
 */
export const UNREACHED = 'There was no answer from this address.'

/** Sends a made-up event at once, past the queue, and says what came back. */
export async function testEndpoint(tools: WebhookTools, { tenantId, id }: EndpointId): Promise<Answer> {
  const { database, sealer, reach, clock, userAgent } = tools
  const endpoint = await database.read([tenantId], (tx) => findEndpoint(tx, tenantId, id))
  if (!endpoint) throw notFound(id)
  const sender = createSender({
    ...unsealEndpoint(endpoint, sealer, clock()),
    reach,
    clock,
    userAgent,
    connections: 1,
  })
  const at = clock()
  const answer = await sender.send(testMessage(endpoint, at))
  await sender.close()
  const { outcome, durationMs } = answer
  const text = outcome.status === null ? UNREACHED : answer.text
  const isSuccess = outcome.kind === 'received'
  const made = {
    eventId: TEST_EVENT_ID,
    transaction: null,
    customer: null,
    attempt: 1,
    at,
    durationMs: outcome.status === null ? 0 : durationMs,
    isSuccess,
    status: outcome.status,
    answer: text,
  }
  await database.transaction([tenantId], (tx) => insertAttempts(tx, [{ tenantId, id, ...made }]))
  return answer
}

export function testName({ tenantId, id }: Pick<SealedEndpoint, 'tenantId' | 'id'>, at: Instant): string {
  return `test_${tenantId}_${id}_${at}`
}

/** The same for the same moment, so that what was sent can be shown again. */
export function testMessage(
  endpoint: Pick<SealedEndpoint, 'tenantId' | 'id' | 'topics'>,
  at: Instant,
): Message {
  return {
    id: testName(endpoint, at),
    topic: endpoint.topics[0] ?? '',
    sequence: 0,
    body: JSON.stringify(testPayload(at)),
  }
}

/** What to send again. */
export type Replay =
  | { readonly event: NamedEvent }
  | { readonly at: LogPosition }
  | { readonly from: Instant; readonly to: Instant }
  | { readonly failedSince: Instant }

/** How many events are sent again, and whether these are all: one command sends at most 10,000. */
export async function replay(
  { database }: WebhookTools,
  { tenantId, id }: EndpointId,
  what: Replay,
): Promise<{ events: number; isAll: boolean }> {
  if ('event' in what && what.event.tenantId !== tenantId) {
    throw new WebhookError(`${webhookId(what.event)} is an event of another merchant.`)
  }
  const queued = await database.transaction([tenantId], (tx) => queueReplay(tx, { tenantId, id }, what))
  if (!queued) throw notFound(id)
  if ('event' in what && queued.events === 0) {
    throw new WebhookError(`The log has no event ${webhookId(what.event)}.`)
  }
  return queued
}

/** Null: there is no such endpoint. The worker that has it begins within a second. */
export async function queueReplay(
  tx: Tx,
  { tenantId, id }: EndpointId,
  what: Replay,
): Promise<{ events: number; isAll: boolean } | null> {
  if (!(await touchEndpoint(tx, tenantId, id))) return null
  const events = await queueEvents(tx, { tenantId, id }, what)
  return { events, isAll: events < REPLAY_MAX }
}

function queueEvents(tx: Tx, { tenantId, id }: EndpointId, what: Replay): Promise<number> {
  if ('failedSince' in what) return replayFailed(tx, tenantId, id, what.failedSince, REPLAY_MAX)
  if ('from' in what) return replayRange(tx, tenantId, id, what, REPLAY_MAX)
  if ('at' in what) return replayAt(tx, tenantId, id, what.at)
  return replayEvent(tx, id, { ...what.event, tenantId })
}

/** The newest attempts that were kept. */
export async function attemptsOf(
  { database }: WebhookTools,
  { tenantId, id }: EndpointId,
): Promise<KeptAttempt[]> {
  const all = { outcome: null, status: null }
  const page = { belowId: Number.MAX_SAFE_INTEGER, limit: LIST_MAX }
  const { attempts } = await database.read([tenantId], (tx) => listAttempts(tx, tenantId, id, all, page))
  return attempts.map(({ attemptId: _, ...attempt }) => attempt)
}

/** Events that were given up, the last one first. */
export function parkedOf({ database }: WebhookTools, { tenantId, id }: EndpointId): Promise<ParkedEvent[]> {
  const page = { below: NEWEST_PARKED, limit: LIST_MAX }
  return database.read([tenantId], (tx) => listParked(tx, tenantId, id, page))
}

function requireFound(isFound: boolean, id: number): void {
  if (!isFound) throw notFound(id)
}

function notFound(id: number): WebhookError {
  return new WebhookError(`There is no endpoint ${id}.`)
}
