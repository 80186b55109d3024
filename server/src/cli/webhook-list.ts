import { instantToText, instantToTextOrNull } from '../platform/clock.ts'
import { visible } from '../platform/terminal.ts'
import { type Endpoint, WebhookError } from '../webhooks/endpoint.ts'
import {
  attemptsOf,
  BACKLOG_COUNT_MAX,
  backlogsOf,
  endpointsOf,
  parkedOf,
  type WebhookTools,
} from '../webhooks/manage.ts'
import type { KeptAttempt } from '../webhooks/store/attempts.ts'
import type { EndpointBacklog } from '../webhooks/store/backlog.ts'
import type { ParkedEvent } from '../webhooks/store/replays.ts'
import { withName } from './event-names.ts'
import { table } from './output.ts'

export interface ListOptions {
  readonly tenant: number
  readonly endpoint?: number
  readonly attempts?: boolean
  readonly parked?: boolean
}

/** What `webhook list` prints, as JSON and as lines of text. */
interface Listing {
  readonly object: object
  readonly lines: readonly string[]
}

export async function listWebhooks(
  tools: WebhookTools,
  { tenant: tenantId, endpoint, attempts, parked }: ListOptions,
): Promise<Listing> {
  if ((attempts || parked) && endpoint === undefined) {
    throw new WebhookError('Name the endpoint too: --endpoint <number>.')
  }
  const id = { tenantId, id: endpoint ?? 0 }
  if (parked) return parkedListing(await parkedOf(tools, id))
  if (attempts) return attemptsListing(await attemptsOf(tools, id))
  const all = await endpointsOf(tools, tenantId)
  const backlogs = await backlogsOf(tools, tenantId)
  const endpoints = all
    .filter(({ id: one }) => endpoint === undefined || one === endpoint)
    .map((one) => withTexts(one, backlogs.get(one.id)))
  const rows = endpoints.map((one) => [
    String(one.id),
    one.state,
    upTo(one.waiting, BACKLOG_COUNT_MAX),
    String(one.held),
    String(one.parked),
    visible(one.url),
    one.topics.join(','),
    visible(one.stateReason ?? ''),
  ])
  const headings = ['Endpoint', 'State', 'Waiting', 'Held', 'Parked', 'Address', 'Topics', '']
  return { object: { endpoints }, lines: linesOf(headings, rows) }
}

function parkedListing(found: readonly ParkedEvent[]): Listing {
  const parked = found.map(({ transaction: _, parkedMicros: __, ...one }) => ({
    ...withName(one),
    parkedAt: instantToText(one.parkedAt),
  }))
  const rows = parked.map((one) => [one.event, one.parkedAt, String(one.attempts)])
  return { object: { parked }, lines: linesOf(['Event', 'Parked', 'Attempts'], rows) }
}

function attemptsListing(found: readonly KeptAttempt[]): Listing {
  const attempts = found.map(({ transaction: _, ...one }) => ({
    ...withName(one),
    at: instantToText(one.at),
  }))
  const rows = attempts.map((one) => [
    one.event,
    one.at,
    String(one.status ?? 'no answer'),
    `${one.durationMs} ms`,
    visible(one.answer),
  ])
  return { object: { attempts }, lines: linesOf(['Event', 'At', 'Status', 'Time', 'Answer'], rows) }
}

function linesOf(headings: readonly string[], rows: readonly (readonly string[])[]): string[] {
  return rows.length > 0 ? [table(headings, rows)] : []
}

function upTo(count: number, most: number): string {
  return count >= most ? `${most} or more` : String(count)
}

function withTexts(
  { tenantId: _, version: __, ...endpoint }: Endpoint,
  backlog: EndpointBacklog | undefined,
) {
  return {
    ...endpoint,
    // Active, and yet nothing has been received since the last failure.
    state: endpoint.state === 'active' && endpoint.failingSince !== null ? 'failing' : endpoint.state,
    waiting: backlog?.events ?? 0,
    held: backlog?.held ?? 0,
    parked: backlog?.parked ?? 0,
    stateSince: instantToText(endpoint.stateSince),
    previousSecretUntil: instantToTextOrNull(endpoint.previousSecretUntil),
    failingSince: instantToTextOrNull(endpoint.failingSince),
    createdAt: instantToText(endpoint.createdAt),
  }
}
