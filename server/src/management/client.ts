import { createHash, randomUUID } from 'node:crypto'
import { fastify } from 'fastify'
import type { Config } from '../app/config.ts'
import { tillOfEachCell } from '../app/tills.ts'
import { ADMIN_PREFIX, type AnswerOf, type BodyOf, type Operation } from '../contract/admin-api/operation.ts'
import type { TenantId } from '../contract/ids.ts'
import { PERMISSIONS } from '../contract/permission.ts'
import type { Caller } from '../people/actor.ts'
import { authenticateAs } from '../people/admin-api/authenticate.ts'
import { createLogger } from '../platform/log.ts'
import { createSealer } from '../platform/sealing.ts'
import { systemClock } from '../platform/system-clock.ts'
import type { Cells } from '../tenancy/cells.ts'
import { serveAdminApi } from './management-api.ts'
import { RefusedError } from './refused-error.ts'

/** Calls operations of a merchant, wherever the management API is. */
export interface AdminClient {
  call<Op extends Operation>(operation: Op, body?: BodyOf<Op>, place?: CallPlace): Promise<AnswerOf<Op>>
  /** Of an operation whose body is octets. */
  sendOctets(operation: Operation, octets: Buffer, place?: CallPlace): Promise<void>
  /** Of an operation whose answer is a file. */
  download(operation: Operation, place?: CallPlace): Promise<AsyncIterable<Uint8Array>>
}

/** Which thing of the merchant, and what of it. */
export interface CallPlace {
  readonly params?: Readonly<Record<string, string | number>>
  readonly query?: Readonly<Record<string, string | number>>
}

interface Answer {
  readonly status: number
  readonly body: AsyncIterable<Uint8Array>
}

interface Sent {
  readonly method: string
  readonly path: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: string | Buffer | undefined
}

type Send = (sent: Sent) => Promise<Answer>

function clientOf(tenantId: TenantId, send: Send): AdminClient {
  const sent = async (
    { method, path, ifMatch, idempotent }: Operation,
    { params = {}, query = {} }: CallPlace,
    body?: { readonly octets: string | Buffer; readonly headers: Readonly<Record<string, string>> },
  ): Promise<AsyncIterable<Uint8Array>> => {
    const { status, body: answer } = await send({
      method,
      path: `${ADMIN_PREFIX}${pathOf(path, { ...params, tenant: tenantId })}${queryOf(query)}`,
      headers: {
        'accept-language': 'en',
        // What is called names the version that it means, so whichever revision there is will do.
        ...(ifMatch ? { 'if-match': '*' } : {}),
        ...(idempotent ? { 'idempotency-key': randomUUID() } : {}),
        ...body?.headers,
      },
      body: body?.octets,
    })
    if (status >= 400) throw new RefusedError(sentenceOf(status, await textOf(answer)))
    return answer
  }
  return {
    async call(operation, body, place = {}) {
      const octets = body === undefined ? undefined : JSON.stringify(body)
      const headers = { 'content-type': 'application/json' }
      const answer = await sent(operation, place, octets === undefined ? undefined : { octets, headers })
      const text = await textOf(answer)
      return text === '' ? {} : JSON.parse(text)
    },
    async sendOctets(operation, octets, place = {}) {
      const digest = createHash('sha256').update(octets).digest('base64')
      const headers = {
        'content-type': 'application/octet-stream',
        'content-digest': `sha-256=:${digest}:`,
      }
      await textOf(await sent(operation, place, { octets, headers }))
    },
    download: (operation, place = {}) => sent(operation, place),
  }
}

async function textOf(octets: AsyncIterable<Uint8Array>): Promise<string> {
  const parts: Uint8Array[] = []
  for await (const part of octets) parts.push(part)
  return Buffer.concat(parts).toString('utf8')
}

function pathOf(path: string, params: Readonly<Record<string, string | number>>): string {
  return path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(String(params[name] ?? '')))
}

function queryOf(query: Readonly<Record<string, string | number>>): string {
  const pairs = Object.entries(query).map(([name, value]): [string, string] => [name, String(value)])
  return pairs.length === 0 ? '' : `?${new URLSearchParams(pairs)}`
}

/** A server elsewhere, by its address and a token. */
export function remoteClient(url: string, token: string, tenantId: TenantId): AdminClient {
  return clientOf(tenantId, async ({ method, path, headers, body }) => {
    const response = await fetch(new URL(path, url), {
      method,
      headers: { authorization: `Bearer ${token}`, ...headers },
      ...(body === undefined ? {} : { body }),
    }).catch((error: Error) => {
      const { cause = error } = error as { cause?: unknown }
      throw new RefusedError(`${url} does not answer: ${(cause as Error).message}.`)
    })
    return { status: response.status, body: response.body ?? nothing() }
  })
}

async function* nothing(): AsyncGenerator<Uint8Array> {}

async function* once(octets: Uint8Array): AsyncGenerator<Uint8Array> {
  yield octets
}

const OPERATOR: Caller = {
  actor: { kind: 'cli', id: null, label: 'punchcard' },
  via: 'cli',
  personId: null,
  session: null,
  confirmedUntil: null,
  permissions: new Set(PERMISSIONS),
}

/** What only operations on files need. */
export type FileSettings = Pick<Config, 'secretsKeys' | 'fileQuotas'>

/** The same API in this process, for an operator who has the database. */
export async function withLocalClient<Result>(
  cells: Cells,
  tenantId: TenantId,
  work: (client: AdminClient) => Promise<Result>,
  files?: FileSettings,
): Promise<Result> {
  const server = fastify()
  await serveAdminApi(server, {
    cells,
    tillOf: tillOfEachCell(cells, systemClock),
    clock: systemClock,
    log: createLogger({ level: 'error', destination: process.stderr }),
    authenticate: authenticateAs(cells.directory, () => OPERATOR),
    isLimited: false,
    ...(files && {
      sealer: files.secretsKeys && createSealer(files.secretsKeys),
      fileQuotas: files.fileQuotas,
    }),
  })
  try {
    const client = clientOf(tenantId, async ({ method, path, headers, body }) => {
      const { statusCode, rawPayload } = await server.inject({
        method: method as 'GET',
        url: path,
        headers: { ...headers },
        ...(body === undefined ? {} : { payload: body }),
      })
      return { status: statusCode, body: once(rawPayload) }
    })
    return await work(client)
  } finally {
    await server.close()
  }
}

/** All that is wrong, one line each, with its place: in a file that was sent, the place in that. */
function sentenceOf(status: number, text: string): string {
  const { title, detail, errors } = parsed(text)
  if (title === undefined) return `The server answered with status ${status}.`
  const places = (errors ?? []).map(
    ({ pointer, message }) => `  ${pointer.replace(/^\/file/, '') || '/'}  ${message}`,
  )
  return [places.length > 0 ? `${title}:` : `${title}: ${detail}`, ...places].join('\n')
}

interface ProblemText {
  readonly title?: string
  readonly detail?: string
  readonly errors?: readonly { readonly pointer: string; readonly message: string }[]
}

function parsed(text: string): ProblemText {
  try {
    return JSON.parse(text) as ProblemText
  } catch {
    return {}
  }
}
