import type { AdminOperations } from '../../../sdk/src/admin-types.gen.ts'
import { spokenLanguage } from '../locales/i18n.ts'
import { OPERATIONS } from './operations.gen.ts'
import { type Problem, ProblemError, readProblem } from './problems.ts'

export type OperationId = keyof AdminOperations & keyof typeof OPERATIONS
export type Answer<Id extends OperationId> = WithProgram<AdminOperations[Id]['answer']>

type Program = NonNullable<AdminOperations['program.get']['answer']['current']>['program']
/** A draft is kept as it was saved, so the API promises any object; the panel saved it, as a program. */
type WithProgram<Value> = Value extends { program: Record<string, unknown> }
  ? Omit<Value, 'program'> & { program: Program }
  : Value

/** What is in the address, without the merchant: that is in the address of the page. */
type Params<Path> = keyof Omit<Path, 'tenant'> extends never
  ? { readonly params?: undefined }
  : { readonly params: Omit<Path, 'tenant'> }

export type Input<Id extends OperationId> = Omit<AdminOperations[Id]['input'], 'path'> &
  (AdminOperations[Id]['input'] extends { readonly path: infer Path }
    ? Params<Path>
    : { readonly params?: undefined }) & {
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

/** Asks the server; with the answer `before`, whether there is another one now. What it refuses is thrown as a `ProblemError`. */
export async function call<Id extends OperationId>(
  id: Id,
  tenant: number | null,
  input: Input<Id>,
  { signal, before }: { readonly signal?: AbortSignal; readonly before?: Answered<Id> | undefined } = {},
): Promise<Answered<Id>> {
  const response = await ask(id, tenant, input, { signal, seen: before?.etag })
  // Nothing has changed since.
  if (response.status === 304 && before) return before
  const body: unknown = await response.json().catch(() => null)
  if (!response.ok) throw new ProblemError(readProblem(response.status, body))
  return { answer: body as Answer<Id>, etag: response.headers.get('etag') }
}

/** A file, where the answer is none of JSON. The browser keeps what is large on its disk. */
export async function callForFile<Id extends OperationId>(
  id: Id,
  tenant: number | null,
  input: Input<Id>,
): Promise<Blob> {
  const response = await ask(id, tenant, input)
  if (!response.ok)
    throw new ProblemError(readProblem(response.status, await response.json().catch(() => null)))
  try {
    return await response.blob()
  } catch {
    // The connection was lost before its end.
    throw new ProblemError(offline())
  }
}

async function ask<Id extends OperationId>(
  id: Id,
  tenant: number | null,
  input: Input<Id>,
  {
    signal,
    seen,
  }: { readonly signal?: AbortSignal | undefined; readonly seen?: string | null | undefined } = {},
): Promise<Response> {
  const sent: Sent = input
  const [method, path, flags] = OPERATIONS[id]
  const isText = flags.includes('t')
  const isOctets = flags.includes('o')
  const headers: Record<string, string> = { accept: 'application/json', 'accept-language': spokenLanguage() }
  if (sent.body !== undefined) {
    const type = isText ? 'text/plain' : 'application/json'
    headers['content-type'] = isOctets ? 'application/octet-stream' : type
  }
  if (sent.etag) headers['if-match'] = sent.etag
  if (seen) headers['if-none-match'] = seen
  if (flags.includes('i')) headers['idempotency-key'] = sent.key ?? newKey()
  if (isOctets) headers['content-digest'] = await digestOf(sent.body as Uint8Array<ArrayBuffer>)
  return await send(addressOf(path, tenant, sent), {
    method,
    headers,
    ...(sent.body === undefined ? {} : { body: bodyOf(sent.body, isText, isOctets) }),
    ...(signal ? { signal } : {}),
  })
}

/** So that what arrives is what was chosen. */
async function digestOf(octets: Uint8Array<ArrayBuffer>): Promise<string> {
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', octets))
  return `sha-256=:${btoa(String.fromCharCode(...digest))}:`
}

function bodyOf(body: unknown, isText: boolean, isOctets: boolean): BodyInit {
  if (isOctets) return body as Uint8Array<ArrayBuffer>
  return isText ? String(body) : JSON.stringify(body)
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
