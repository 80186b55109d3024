import type { AnswerOf, BodyOf, ParamsOf, QueryOf } from '../../../server/src/contract/admin-api/operation.ts'
import { spokenLanguage } from '../locales/i18n.ts'
import { OPERATIONS, type OperationTypes } from './operations.gen.ts'
import { type Problem, ProblemError, readProblem } from './problems.ts'

export type OperationId = keyof OperationTypes
export type Answer<Id extends OperationId> = AnswerOf<OperationTypes[Id]>

type Needed<Name extends string, Value> = Value extends undefined
  ? { readonly [Key in Name]?: undefined }
  : Record<never, never> extends Value
    ? { readonly [Key in Name]?: Value }
    : { readonly [Key in Name]: Value }

/** What an operation takes, without the merchant: that is in the address of the page. */
export type Input<Id extends OperationId> = Needed<'params', ParamsOf<OperationTypes[Id]>> &
  Needed<'query', QueryOf<OperationTypes[Id]>> &
  Needed<'body', BodyOf<OperationTypes[Id]>> & {
    /** The version that was seen, for `If-Match`. */
    readonly etag?: string | null
    /** The same key again is the same request again. */
    readonly key?: string
  }

export interface Answered<Id extends OperationId> {
  readonly answer: Answer<Id>
  readonly etag: string | null
}

interface Sent {
  readonly params?: object | undefined
  readonly query?: object | undefined
  readonly body?: unknown
  readonly etag?: string | null
  readonly key?: string
}

/** Asks the server. What it refuses is thrown as a `ProblemError`. */
export async function call<Id extends OperationId>(
  id: Id,
  tenant: number | null,
  input: Input<Id>,
  signal?: AbortSignal,
): Promise<Answered<Id>> {
  const sent: Sent = input
  const [method, path, flags] = OPERATIONS[id]
  const isText = flags.includes('t')
  const headers: Record<string, string> = { accept: 'application/json', 'accept-language': spokenLanguage() }
  if (sent.body !== undefined) headers['content-type'] = isText ? 'text/plain' : 'application/json'
  if (sent.etag) headers['if-match'] = sent.etag
  if (flags.includes('i')) headers['idempotency-key'] = sent.key ?? newKey()
  const response = await send(addressOf(path, tenant, sent), {
    method,
    headers,
    ...(sent.body === undefined ? {} : { body: isText ? String(sent.body) : JSON.stringify(sent.body) }),
    ...(signal ? { signal } : {}),
  })
  const body: unknown = await response.json().catch(() => null)
  if (!response.ok) throw new ProblemError(readProblem(response.status, body))
  return { answer: body as Answer<Id>, etag: response.headers.get('etag') }
}

async function send(address: string, init: RequestInit): Promise<Response> {
  try {
    return await fetch(address, { ...init, credentials: 'same-origin', cache: 'no-store' })
  } catch (error) {
    if (error instanceof DOMException && error.name === 'AbortError') throw error
    throw new ProblemError(offline())
  }
}

function offline(): Problem {
  return { name: 'offline', title: '', detail: '' }
}

function addressOf(path: string, tenant: number | null, { params = {}, query = {} }: Sent): string {
  const values: Record<string, unknown> = { ...params, tenant }
  const filled = path.replaceAll(/:(\w+)/g, (_, name: string) => encodeURIComponent(String(values[name])))
  const search = new URLSearchParams()
  for (const [name, value] of Object.entries(query)) {
    if (value !== undefined && value !== null && value !== '') search.set(name, String(value))
  }
  return search.size > 0 ? `${filled}?${search}` : filled
}

/** `crypto.randomUUID` is there only where the page came over TLS. */
export function newKey(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) =>
    byte.toString(16).padStart(2, '0'),
  ).join('')
}
