import { pageBefore, pageBelowId, pageOf } from '../../contract/admin-api/page.ts'
import { NOT_FOUND } from '../../contract/admin-api/texts.ts'
import type { TenantId } from '../../contract/ids.ts'
import { localized } from '../../contract/locale.ts'
import { invalid, isProblem, type Problem, problem } from '../../contract/problem.ts'
import { ProblemList } from '../../contract/problem-list.ts'
import { seesPersons, writtenFor } from '../../customers/admin-api/present.ts'
import { type LoggedEvent, nameOfEvent, readWebhookId, webhookId } from '../../events/event.ts'
import type { Caller } from '../../people/actor.ts'
import type { AdminApi, Call } from '../../people/admin-api/api.ts'
import { type Clock, type Instant, instantToText, instantToTextOrNull } from '../../platform/clock.ts'
import type { Tx } from '../../platform/postgres/database.ts'
import { type Sealer, SealingError } from '../../platform/sealing.ts'
import { openHeaders, unsealEndpoint } from '../endpoint-secrets.ts'
import { queueReplay, type Replay, testMessage, testName } from '../manage.ts'
import { readPayloadSettings } from '../payload-settings.ts'
import { headersOf, type Message } from '../sending/sender.ts'
import { findAttempt, listAttempts as findAttempts, type ListedAttempt } from '../store/attempts.ts'
import { findEndpoint, type SealedEndpoint } from '../store/endpoints.ts'
import { findKeptBack, listParked as findParked, NEWEST_PARKED, type ParkedEvent } from '../store/replays.ts'
import { targetOf } from './audit-target.ts'
import {
  type AttemptItem,
  getAttempt,
  getEvent,
  listAttempts,
  listParked,
  type ParkedItem,
  type RequestShown,
  replayEvents,
} from './console-schema.ts'
import { bodyOf, type EventShown, type KnownEvents, presentEvent, readKnown } from './show-events.ts'

interface ConsoleOptions {
  readonly clock: Clock
  /** null: no key is set, and so no signature can be shown. */
  readonly sealer: Sealer | null
  readonly userAgent: string
}

/** What an endpoint was sent and what it answered, and how it is sent again. */
export function consoleRoutes(api: AdminApi, options: ConsoleOptions): void {
  attemptRoutes(api, options)
  parkedRoute(api)
  replayRoute(api)
  eventRoute(api, options)
}

function attemptRoutes(api: AdminApi, options: ConsoleOptions): void {
  api.read(listAttempts, 'cell', async (tx, { tenant, params, query, caller }) => {
    const page = pageBelowId(query)
    if (isProblem(page)) return page
    if (!(await findEndpoint(tx, tenant.id, params.id))) return NOT_FOUND
    const filter = { outcome: query.outcome ?? null, status: query.status ?? null }
    const { attempts, lookedUntil } = await findAttempts(tx, tenant.id, params.id, filter, page)
    const known = await readKnown(tx, tenant.id, attempts)
    const toItem = (attempt: ListedAttempt) =>
      presentAttempt(attempt, params.id, presentEvent(attempt, known, caller), caller)
    const until = lookedUntil === null ? null : [lookedUntil]
    return { answer: pageOf(query, attempts, ({ attemptId }) => [attemptId], toItem, until) }
  })

  api.read(getAttempt, 'cell', async (tx, call) => {
    const { tenant, params, caller } = call
    const [endpoint, attempt] = await Promise.all([
      findEndpoint(tx, tenant.id, params.id),
      findAttempt(tx, tenant.id, params.id, params.attempt),
    ])
    if (!endpoint || !attempt) return NOT_FOUND
    const known = await readKnown(tx, tenant.id, [attempt])
    const isMasked = !isTest(attempt) && !seesPersons(caller)
    const message = await messageOf(tx, call, { endpoint, attempt, known })
    const customerId = known.events.get(attempt.eventId)?.customerId ?? attempt.customer?.id ?? 0
    const waiting = await findKeptBack(tx, tenant.id, endpoint.id, { customerId, eventId: attempt.eventId })
    return {
      answer: {
        ...presentAttempt(attempt, endpoint.id, presentEvent(attempt, known, caller), caller),
        request: message && requestOf(message, { endpoint, at: attempt.at, isMasked }, options),
        isMasked,
        waiting: waiting && {
          attempts: waiting.attempts,
          nextAttemptAt: instantToTextOrNull(waiting.nextAttemptAt),
          parkedAt: instantToTextOrNull(waiting.parkedAt),
        },
      },
    }
  })
}

/** Events have numbers from 1 on. */
function isTest({ eventId }: Pick<ListedAttempt, 'eventId'>): boolean {
  return eventId === 0
}

export function presentAttempt(
  attempt: ListedAttempt,
  endpointId: number,
  event: EventShown,
  caller: Pick<Caller, 'permissions'>,
): AttemptItem {
  const { attemptId, tenantId, at, attempt: number, isSuccess, status, durationMs, answer } = attempt
  return {
    id: attemptId,
    at: instantToText(at),
    isTest: isTest(attempt),
    event: isTest(attempt) ? { ...event, id: testName({ tenantId, id: endpointId }, at) } : event,
    attempt: number,
    isReceived: isSuccess,
    status,
    durationMs,
    // Receivers may answer with what they were sent.
    text: isTest(attempt) ? answer : writtenFor(caller, answer),
  }
}

/** What was sent, made again; null: the log no longer has the event. */
async function messageOf(
  tx: Tx,
  { tenant, now, caller }: Call<typeof getAttempt>,
  sent: { readonly endpoint: SealedEndpoint; readonly attempt: ListedAttempt; readonly known: KnownEvents },
): Promise<Message | null> {
  const { endpoint, attempt, known } = sent
  if (isTest(attempt)) return testMessage(endpoint, attempt.at)
  const event = known.events.get(attempt.eventId)
  if (!event) return null
  const settings = await readPayloadSettings(tx, tenant, now)
  const body = bodyOf(event, known.customers.get(event.customerId), settings, caller)
  return messageWith(event, body)
}

function messageWith(event: LoggedEvent, body: string): Message {
  return { id: webhookId(nameOfEvent(event)), topic: event.topic, sequence: event.sequence, body }
}

/** A signature of what is masked would fit no request that was ever sent. */
function requestOf(
  message: Message,
  sent: { readonly endpoint: SealedEndpoint; readonly at: Instant; readonly isMasked: boolean },
  { sealer, clock, userAgent }: ConsoleOptions,
): RequestShown {
  const { endpoint, at, isMasked } = sent
  const opened = sealer && openedOf(endpoint, sealer, clock())
  const keys = isMasked || !opened ? [] : opened.keys
  return {
    url: endpoint.url,
    headers: [
      ...pairsOf(headersOf(message, keys, at, userAgent)),
      ...(opened?.headerNames ?? []).map((name) => ({ name, value: HIDDEN })),
    ],
    body: message.body,
  }
}

const HIDDEN = '•••'

function pairsOf(headers: readonly string[]): { name: string; value: string }[] {
  return headers.flatMap((name, index) =>
    index % 2 === 0 ? [{ name, value: headers[index + 1] ?? '' }] : [],
  )
}

/** null: it was sealed with a key that is gone. */
function openedOf(endpoint: SealedEndpoint, sealer: Sealer, now: Instant) {
  try {
    const { sealedHeaders, tenantId } = endpoint
    const headers = sealedHeaders ? openHeaders(sealedHeaders, tenantId, sealer) : {}
    return { keys: unsealEndpoint(endpoint, sealer, now).keysAt(now), headerNames: Object.keys(headers) }
  } catch (error) {
    if (error instanceof SealingError) return null
    throw error
  }
}

function parkedRoute(api: AdminApi): void {
  api.read(listParked, 'cell', async (tx, { tenant, params, query, caller }) => {
    const page = pageBefore(query)
    if (isProblem(page)) return page
    if (!(await findEndpoint(tx, tenant.id, params.id))) return NOT_FOUND
    const below = Number.isFinite(page.below.at)
      ? { micros: page.below.at, id: page.below.id }
      : NEWEST_PARKED
    const parked = await findParked(tx, tenant.id, params.id, { below, limit: page.limit })
    const known = await readKnown(tx, tenant.id, parked)
    const toItem = ({ attempts, parkedAt, lastAnswer, ...event }: ParkedEvent): ParkedItem => ({
      event: presentEvent(event, known, caller),
      attempts,
      parkedAt: instantToText(parkedAt),
      lastAnswer,
    })
    const keysOf = ({ parkedMicros, eventId }: ParkedEvent) => [parkedMicros, eventId]
    return { answer: pageOf(query, parked, keysOf, toItem) }
  })
}

function replayRoute(api: AdminApi): void {
  api.write(replayEvents, 'cell', async (tx, { tenant, params: { id }, body }) => {
    const what = readReplay(body, tenant.id)
    if (isProblem(what)) return what
    const endpoint = await findEndpoint(tx, tenant.id, id)
    const queued = endpoint && (await queueReplay(tx, { tenantId: tenant.id, id }, what))
    if (!queued) return NOT_FOUND
    if (queued.events === 0 && body.event !== undefined) return NO_EVENT
    const after = { ...body, events: queued.events }
    return { answer: queued, audit: { target: targetOf(endpoint), after } }
  })
}

function readReplay(body: Call<typeof replayEvents>['body'], tenantId: TenantId): Replay | Problem {
  const list = new ProblemList()
  const [from, to] = [list.readTime('/from', body.from), list.readTime('/to', body.to)]
  const failedSince = list.readTime('/failedSince', body.failedSince)
  if (from !== null && to !== null && to <= from) list.add('/to', ENDS_FIRST)
  if (list.problems.length > 0) return invalid(list.problems)
  const { event } = body
  const wanted: (Replay | null)[] = [
    event === undefined ? null : readEvent(event, tenantId),
    from === null || to === null ? null : { from, to },
    failedSince === null ? null : { failedSince },
  ]
  const named = wanted.flatMap((one) => one ?? [])
  if (event !== undefined && !wanted[0]) return invalid([{ pointer: '/event', message: NO_NAME }])
  const [what] = named
  const isHalf = (from === null) !== (to === null)
  return what && named.length === 1 && !isHalf ? what : invalid([{ pointer: '', message: ONE_OF_THEM }])
}

const POSITION = /^(\d{1,20})-(\d{1,15})$/
const TRANSACTION_MAX = 2n ** 64n

function readEvent(text: string, tenantId: TenantId): Replay | null {
  const [, transaction, id] = POSITION.exec(text) ?? []
  if (transaction !== undefined && BigInt(transaction) < TRANSACTION_MAX) {
    return { at: { transaction, id: Number(id) } }
  }
  const event = readWebhookId(text)
  // Of another merchant: then there is none with this name here.
  return (
    event && { event: event.tenantId === tenantId ? event : { ...event, customer: { id: 0, sequence: 0 } } }
  )
}

function eventRoute(api: AdminApi, { clock, userAgent }: ConsoleOptions): void {
  api.read(getEvent, 'cell', async (tx, { tenant, params: { position }, caller, now }) => {
    const [, transaction = '', id] = POSITION.exec(position) ?? []
    if (BigInt(transaction || 0) >= TRANSACTION_MAX) return NOT_FOUND
    const remembered = { tenantId: tenant.id, eventId: Number(id), transaction, customer: null }
    const known = await readKnown(tx, tenant.id, [remembered])
    const event = known.events.get(Number(id))
    if (!event) return NOT_FOUND
    const { customer, topic } = presentEvent({ ...nameOfEvent(event), transaction }, known, caller)
    if (!customer || !topic) return NOT_FOUND
    const settings = await readPayloadSettings(tx, tenant, now)
    const message = messageWith(event, bodyOf(event, known.customers.get(event.customerId), settings, caller))
    const ofAttempt = ['webhook-timestamp', 'webhook-signature']
    return {
      answer: {
        id: message.id,
        position,
        topic,
        customer,
        sequence: event.sequence,
        occurredAt: instantToText(event.occurredAt),
        headers: pairsOf(headersOf(message, [], clock(), userAgent)).filter(
          ({ name }) => !ofAttempt.includes(name),
        ),
        body: message.body,
        isMasked: !seesPersons(caller),
      },
    }
  })
}

const NO_EVENT = problem(
  'notFound',
  localized(
    'The log has no such event: it is kept for 30 days.',
    'O registro não tem este evento: ele é mantido por 30 dias.',
    'El registro no tiene este evento: se conserva durante 30 días.',
  ),
)
const NO_NAME = localized(
  'An event is named as in its webhook-id, like evt_7_4711_3.',
  'Um evento tem o nome do seu webhook-id, como evt_7_4711_3.',
  'Un evento se llama como en su webhook-id, por ejemplo evt_7_4711_3.',
)
const ENDS_FIRST = localized(
  'The end must be after the beginning.',
  'O fim deve ser depois do início.',
  'El fin debe ser posterior al inicio.',
)
const ONE_OF_THEM = localized(
  'Say what to send again: event, from with to, or failedSince, and only one of them.',
  'Diga o que reenviar: event, from com to, ou failedSince, e apenas um deles.',
  'Indique qué reenviar: event, from con to, o failedSince, y solo uno de ellos.',
)
