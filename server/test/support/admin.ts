import { createHash } from 'node:crypto'
import { type FastifyInstance, fastify } from 'fastify'
import { afterAll, beforeAll, expect } from 'vitest'
import { tillOfEachCell } from '../../src/app/tills.ts'
import { PERMISSIONS, type Permission } from '../../src/contract/permission.ts'
import { type AdminApiOptions, serveAdminApi } from '../../src/management/management-api.ts'
import type { Actor } from '../../src/people/actor.ts'
import { authenticateAs } from '../../src/people/admin-api/authenticate.ts'
import { createLogger } from '../../src/platform/log.ts'
import type { ShopKey, TestApi } from './test-api.ts'

export interface Answer<Body = Record<string, unknown>> {
  readonly status: number
  readonly body: Body
  readonly etag: string | undefined
  readonly headers: Readonly<Record<string, unknown>>
}

export interface SendOptions {
  /** The ETag that was read. */
  readonly ifMatch?: string | undefined
  readonly key?: string | null
  readonly language?: string
  /** Who sends it; default: Bia. */
  readonly as?: string
  /** Its kind and number; default: that of person 7. */
  readonly actor?: `${'person' | 'token'}:${number}`
  readonly permissions?: readonly Permission[]
  /** Whether they have confirmed who they are lately; default: yes. */
  readonly isConfirmed?: boolean
  /** Of octets; default: their own. */
  readonly digest?: string
}

type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'

/** Of all managers, for two of one merchant may not send the same key. */
let keys = 0

/** What a merchant's people send to the management API, once who they are is known: that is tested elsewhere. */
export class Manager {
  readonly #server: () => FastifyInstance
  readonly shop: ShopKey

  constructor(server: () => FastifyInstance, shop: ShopKey) {
    this.#server = server
    this.shop = shop
  }

  async send<Body = Record<string, unknown>>(
    method: Method,
    path: string,
    body?: unknown,
    options: SendOptions = {},
  ): Promise<Answer<Body>> {
    keys += 1
    const { ifMatch, key = `key-${keys}`, language = 'en', as = 'Bia', actor, permissions } = options
    const isText = typeof body === 'string'
    const isOctets = Buffer.isBuffer(body)
    const type = isOctets ? 'application/octet-stream' : isText ? 'text/plain' : 'application/json'
    const response = await this.#server().inject({
      method,
      url: `/v1/admin/tenants/${this.shop.tenantId}${path}`,
      headers: {
        'accept-language': language,
        'x-test-actor': as,
        ...(actor ? { 'x-test-kind': actor } : {}),
        'x-test-member': String(this.shop.tenantId),
        ...(permissions ? { 'x-test-permissions': permissions.join() } : {}),
        ...(ifMatch === undefined ? {} : { 'if-match': ifMatch }),
        ...(key === null || method === 'GET' ? {} : { 'idempotency-key': key }),
        ...(options.isConfirmed === false ? { 'x-test-unconfirmed': '1' } : {}),
        ...(isOctets ? { 'content-digest': options.digest ?? digestOf(body) } : {}),
        ...(body === undefined ? {} : { 'content-type': type }),
      },
      ...(body === undefined ? {} : { payload: isText || isOctets ? body : JSON.stringify(body) }),
    })
    return {
      status: response.statusCode,
      body: (response.body === ''
        ? null
        : response.headers['content-type'] === 'application/octet-stream'
          ? response.rawPayload
          : response.json()) as Body,
      etag: response.headers.etag as string | undefined,
      headers: response.headers,
    }
  }

  get<Body = Record<string, unknown>>(path: string, options?: SendOptions): Promise<Answer<Body>> {
    return this.send('GET', path, undefined, options)
  }

  /** Sends it, and fails the test where it was refused. */
  async done<Body = Record<string, unknown>>(
    method: Method,
    path: string,
    body?: unknown,
    options?: SendOptions,
  ): Promise<Answer<Body>> {
    const answer = await this.send<Body>(method, path, body, options)
    expect(answer.status, JSON.stringify(answer.body)).toBeLessThan(300)
    return answer
  }

  /** What is wrong with it, as pointers with their codes. */
  async problems(method: Method, path: string, body: unknown, options?: SendOptions): Promise<string[]> {
    const { status, body: answer } = await this.send<{ errors?: { pointer: string; code?: string }[] }>(
      method,
      path,
      body,
      options,
    )
    expect(status, JSON.stringify(answer)).toBe(422)
    return (answer.errors ?? []).map(({ pointer, code }) => (code ? `${pointer} ${code}` : pointer))
  }
}

/** As `Content-Digest` tells it. */
export function digestOf(octets: Uint8Array): string {
  return `sha-256=:${createHash('sha256').update(octets).digest('base64')}:`
}

/** The management API beside a test's own, with a door that believes who one says one is. */
export function useManager(
  api: () => TestApi,
  more: () => Pick<AdminApiOptions, 'sealer' | 'reach' | 'kinds' | 'fileQuotas'> = () => ({}),
): { manager(shop: ShopKey): Manager } {
  let server: FastifyInstance | undefined
  const found = () => {
    if (!server) throw new Error('the management API has not started yet')
    return server
  }
  beforeAll(async () => {
    const { cells } = api()
    server = await startAdminApi({ ...more(), cells, now: () => api().now })
  })
  afterAll(() => server?.close())
  return { manager: (shop) => new Manager(found, shop) }
}

/** Its door believes who one says one is. */
export async function startAdminApi({
  now,
  cells,
  ...more
}: Pick<AdminApiOptions, 'cells' | 'sealer' | 'reach' | 'kinds' | 'fileQuotas'> & {
  readonly now: () => number
}): Promise<FastifyInstance> {
  const server = fastify()
  await serveAdminApi(server, {
    ...more,
    cells,
    tillOf: tillOfEachCell(cells, now),
    clock: now,
    log: createLogger({ level: 'silent', destination: process.stderr }),
    isLimited: false,
    authenticate: authenticateAs(cells.directory, ({ headers }, tenantId) => {
      const [kind, id] = String(headers['x-test-kind'] ?? 'person:7').split(':')
      const label = String(headers['x-test-actor'])
      const actor: Actor = { kind: kind as Actor['kind'], id: Number(id), label }
      const named = headers['x-test-permissions']
      const permissions = named === undefined ? PERMISSIONS : String(named).split(',')
      const isMember = String(tenantId) === headers['x-test-member']
      return {
        actor,
        via: actor.kind === 'token' ? 'token' : 'panel',
        personId: actor.kind === 'token' ? null : actor.id,
        session: Buffer.alloc(32),
        confirmedUntil: headers['x-test-unconfirmed'] ? null : now() + 600_000,
        permissions: isMember ? new Set(permissions as Permission[]) : null,
      }
    }),
  })
  return server
}
