import { randomBytes } from 'node:crypto'
import { NOT_FOUND } from '../../contract/admin-api/texts.ts'
import { whenChanged } from '../../contract/config-refusal.ts'
import type { TenantId } from '../../contract/ids.ts'
import { invalid, type Problem, problem } from '../../contract/problem.ts'
import type { Topic } from '../../events/event.ts'
import type { AdminApi } from '../../people/admin-api/api.ts'
import { problemOf } from '../../people/admin-api/config-refusal.ts'
import { type AuditFacts, changesBetween } from '../../people/audit.ts'
import { insertAudit } from '../../people/store/audit.ts'
import { type Clock, type Instant, instantToText, instantToTextOrNull } from '../../platform/clock.ts'
import type { Tx } from '../../platform/postgres/database.ts'
import type { Sealer } from '../../platform/sealing.ts'
import type { Cells } from '../../tenancy/cells.ts'
import { problemsOfEndpoint } from '../check-endpoint.ts'
import { ENDPOINTS_MAX, type Endpoint, type EndpointState } from '../endpoint.ts'
import { openHeaders, sealingContext } from '../endpoint-secrets.ts'
import {
  BACKLOG_COUNT_MAX,
  makeEndpoint,
  sealHeaders,
  testEndpoint as sendTest,
  UNREACHED,
  withoutHash,
} from '../manage.ts'
import { type HourCount, totalOf } from '../rules/hour-counts.ts'
import type { Reach } from '../sending/address-guard.ts'
import { makeSecret, SECRET_BYTES } from '../sending/signature.ts'
import { readBacklogs } from '../store/backlog.ts'
import {
  listEndpoints as findEndpoints,
  forgetFailing,
  lockEndpoint,
  deleteEndpoint as removeEndpoint,
  replaceSecret,
  setEndpointState,
  updateEndpoint,
} from '../store/endpoints.ts'
import { readHours } from '../store/hours.ts'
import { ENDPOINT_KIND, targetOf } from './audit-target.ts'
import { consoleRoutes } from './console-routes.ts'
import { deliveriesRoute } from './deliveries-routes.ts'
import {
  changeEndpoint,
  createEndpoint,
  deleteEndpoint,
  type EndpointAnswer,
  getEndpoint,
  listEndpoints,
  pauseEndpoint,
  resumeEndpoint,
  rotateSecret,
  testEndpoint,
} from './schema.ts'

const HOUR_MS = 3_600_000
const SHOWN_HOURS = 48

export interface WebhookRoutesOptions {
  readonly cells: Cells
  readonly clock: Clock
  /** null: no key is set to seal secrets with. */
  readonly sealer: Sealer | null
  readonly reach: Reach
  readonly userAgent: string
}

export function webhookAdminRoutes(api: AdminApi, options: WebhookRoutesOptions): void {
  const { sealer, reach } = options

  api.read(listEndpoints, 'cell', async (tx, { tenant }) => {
    const items = await presentAll(tx, tenant.id, options)
    return { answer: { items, nextCursor: null } }
  })
  api.read(getEndpoint, 'cell', async (tx, { tenant, params }) => {
    const found = await find(tx, tenant.id, params.id, options)
    return found ? { answer: found, version: found.version } : NOT_FOUND
  })

  api.write(createEndpoint, 'cell', async (tx, { tenant, body }) => {
    if (!sealer) return NO_SECRETS_KEY
    const { url, topics, description = '', headers = {} } = body
    const problems = problemsOfEndpoint({ url, topics, description, headers }, reach)
    if (problems.length > 0) return invalid(problems)
    const made = await makeEndpoint(tx, sealer, tenant.id, { url, topics, description, headers })
    if (!made) return TOO_MANY
    const endpoint = await found(tx, tenant.id, made.id, options)
    return {
      answer: { endpoint, secret: made.secret },
      version: endpoint.version,
      audit: { target: targetOf(endpoint), before: null, after: membersOf(endpoint) },
    }
  })

  api.write(changeEndpoint, 'cell', async (tx, { tenant, params: { id }, body, ifMatch }) => {
    const before = await locked(tx, tenant.id, id, ifMatch, options)
    if ('kind' in before) return before
    const { url, topics, description, headers } = body
    if (headers !== undefined && !sealer) return NO_SECRETS_KEY
    const problems = problemsOfEndpoint(body, reach)
    if (problems.length > 0) return invalid(problems)
    await updateEndpoint(tx, tenant.id, id, {
      ...(url === undefined ? {} : { url: withoutHash(url) }),
      ...(topics === undefined ? {} : { topics: [...new Set(topics)] as Topic[] }),
      ...(description === undefined ? {} : { description }),
      ...(headers === undefined || !sealer ? {} : { sealedHeaders: sealHeaders(sealer, tenant.id, headers) }),
    })
    return changed(before, await found(tx, tenant.id, id, options))
  })

  api.write(deleteEndpoint, 'cell', async (tx, { tenant, params: { id }, ifMatch }) => {
    const before = await locked(tx, tenant.id, id, ifMatch, options)
    if ('kind' in before) return before
    await removeEndpoint(tx, tenant.id, id)
    return { answer: null, audit: { target: targetOf(before), before: membersOf(before), after: null } }
  })

  stateRoutes(api, options)
  secretRoutes(api, options)
  consoleRoutes(api, options)
  deliveriesRoute(api)
}

function stateRoutes(api: AdminApi, options: WebhookRoutesOptions): void {
  const { sealer, cells, reach, clock, userAgent } = options
  async function turn(tx: Tx, tenantId: TenantId, id: number, state: EndpointState) {
    const before = await locked(tx, tenantId, id, null, options)
    if ('kind' in before) return before
    if (before.state === state) return { ...changed(before, before), audit: null }
    await setEndpointState(tx, tenantId, id, state, null)
    if (state === 'active') await forgetFailing(tx, tenantId, id)
    return changed(before, await found(tx, tenantId, id, options))
  }
  api.write(pauseEndpoint, 'cell', (tx, { tenant, params }) => turn(tx, tenant.id, params.id, 'paused'))
  api.write(resumeEndpoint, 'cell', (tx, { tenant, params }) => turn(tx, tenant.id, params.id, 'active'))

  // Waiting for a stranger's server, no transaction is open.
  api.custom(testEndpoint, async ({ tenant, params: { id }, caller, requestId, address }) => {
    if (!sealer) return NO_SECRETS_KEY
    const database = cells.of(tenant)
    const endpoint = await database.read([tenant.id], (tx) => find(tx, tenant.id, id, options))
    if (!endpoint) return NOT_FOUND
    const tools = { database, sealer, reach, clock, userAgent }
    const { outcome, durationMs, text } = await sendTest(tools, { tenantId: tenant.id, id })
    const isReceived = outcome.kind === 'received'
    const { actor, via } = caller
    await database.transaction([tenant.id], (tx) =>
      insertAudit(tx, 'cell', tenant.id, [
        {
          action: testEndpoint.audit ?? ENDPOINT_KIND,
          target: targetOf(endpoint),
          at: clock(),
          actor,
          via,
          requestId,
          address,
        },
      ]),
    )
    const { status } = outcome
    return {
      answer:
        status === null
          ? { isReceived, status, durationMs: 0, text: UNREACHED }
          : { isReceived, status, durationMs: Math.round(durationMs), text },
    }
  })
}

function secretRoutes(api: AdminApi, options: WebhookRoutesOptions): void {
  const { sealer, clock } = options
  api.write(rotateSecret, 'cell', async (tx, { tenant, params: { id }, body }) => {
    if (!sealer) return NO_SECRETS_KEY
    const before = await locked(tx, tenant.id, id, null, options)
    if ('kind' in before) return before
    const secret = makeSecret(randomBytes(SECRET_BYTES))
    const sealed = sealer.seal(secret, sealingContext('secret', tenant.id))
    await replaceSecret(tx, tenant.id, id, sealed, clock() + body.overlapHours * HOUR_MS)
    const endpoint = await found(tx, tenant.id, id, options)
    return { ...changed(before, endpoint), answer: { endpoint, secret } }
  })
}

const NO_SECRETS_KEY = problem('unavailable', {
  en: 'Secrets can’t be kept here: the operator has to set PUNCHCARD_SECRETS_KEY.',
  'pt-BR': 'Segredos não podem ser guardados aqui: o operador precisa definir PUNCHCARD_SECRETS_KEY.',
  es: 'Aquí no se pueden guardar secretos: el operador debe definir PUNCHCARD_SECRETS_KEY.',
})

const TOO_MANY = problem('conflict', {
  en: `A merchant has at most ${ENDPOINTS_MAX} endpoints: remove one first.`,
  'pt-BR': `Um lojista tem no máximo ${ENDPOINTS_MAX} endpoints: remova um primeiro.`,
  es: `Un comercio tiene como máximo ${ENDPOINTS_MAX} endpoints: quite uno primero.`,
})

async function presentAll(tx: Tx, tenantId: TenantId, { sealer, clock }: Showing): Promise<EndpointAnswer[]> {
  const namesOf = (sealed: Buffer) => (sealer ? Object.keys(openHeaders(sealed, tenantId, sealer)) : [])
  const now = clock()
  const [endpoints, backlogs, hours] = await Promise.all([
    findEndpoints(tx, tenantId, namesOf),
    readBacklogs(tx, [tenantId], BACKLOG_COUNT_MAX),
    readHours(tx, tenantId, now - SHOWN_HOURS * HOUR_MS),
  ])
  return endpoints.map((endpoint) => {
    const backlog = backlogs.find(({ endpointId }) => endpointId === endpoint.id)
    const waiting = backlog ?? { events: 0, since: null, held: 0, parked: 0 }
    return present(endpoint, waiting, hours.get(endpoint.id) ?? [], now)
  })
}

/** What is needed to show an endpoint. */
type Showing = Pick<WebhookRoutesOptions, 'sealer' | 'clock'>

/** A merchant has at most 20: of one all are read. */
async function find(
  tx: Tx,
  tenantId: TenantId,
  id: number,
  showing: Showing,
): Promise<EndpointAnswer | null> {
  return (await presentAll(tx, tenantId, showing)).find((endpoint) => endpoint.id === id) ?? null
}

async function found(tx: Tx, tenantId: TenantId, id: number, showing: Showing): Promise<EndpointAnswer> {
  const endpoint = await find(tx, tenantId, id, showing)
  if (!endpoint) throw new Error(`endpoint ${id} is gone right after it was saved`)
  return endpoint
}

async function locked(
  tx: Tx,
  tenantId: TenantId,
  id: number,
  expected: number | null,
  showing: Showing,
): Promise<EndpointAnswer | Problem> {
  const version = await lockEndpoint(tx, tenantId, id)
  if (version === null) return NOT_FOUND
  const stale = whenChanged(expected, version)
  if (stale) return problemOf(tx, stale, { kind: ENDPOINT_KIND, id: String(id), place: 'cell', tenantId })
  return found(tx, tenantId, id, showing)
}

function changed(before: EndpointAnswer, after: EndpointAnswer) {
  const audit: AuditFacts = {
    target: targetOf(after),
    ...changesBetween(membersOf(before), membersOf(after)),
  }
  return { answer: after, version: after.version, audit }
}

/** For the audit; neither secrets nor values of headers are among them. */
function membersOf(endpoint: EndpointAnswer) {
  const { url, topics, description, headerNames, state, previousSecretUntil } = endpoint
  return { url, topics, description, headerNames, state, previousSecretUntil }
}

interface Waiting {
  readonly events: number
  readonly since: Instant | null
  readonly held: number
  readonly parked: number
}

function present(
  endpoint: Endpoint,
  { events, since, held, parked }: Waiting,
  hours: readonly HourCount[],
  now: Instant,
): EndpointAnswer {
  return {
    id: endpoint.id,
    url: endpoint.url,
    topics: [...endpoint.topics],
    description: endpoint.description,
    headerNames: [...endpoint.headerNames],
    state: endpoint.state,
    stateReason: endpoint.stateReason,
    stateSince: instantToText(endpoint.stateSince),
    failingSince: instantToTextOrNull(endpoint.failingSince),
    leftOutAt: instantToTextOrNull(endpoint.leftOutAt),
    previousSecretUntil: instantToTextOrNull(endpoint.previousSecretUntil),
    backlog: { events, oldest: instantToTextOrNull(since), held, parked },
    last24Hours: totalOf(hours.filter(({ hour }) => hour > now - 24 * HOUR_MS)),
    hours: hours.map(({ hour, sent, failed }) => ({ at: instantToText(hour), sent, failed })),
    createdAt: instantToText(endpoint.createdAt),
    version: endpoint.version,
  }
}
