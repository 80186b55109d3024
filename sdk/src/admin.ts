/** The management API of a Punchcard server: what people do in the panel, for programs. */
import type { AdminOperation } from './admin-operation.ts'
import { ADMIN_OPERATIONS } from './admin-operations.gen.ts'
import type { AdminOperations } from './admin-types.gen.ts'
import { isPassing, isRefusedConnection, pause, readRetryAfter, TIMER_MAX_MS, waitAfter } from './retry.ts'

export type { AdminOperations } from './admin-types.gen.ts'

export type AdminOperationId = keyof AdminOperations

export interface PunchcardAdminOptions {
  /** Where the server is, such as `https://loyalty.example`. */
  readonly url: string | undefined
  /** A service or personal token, `pat_…`, as the panel has shown it. It is secret. */
  readonly token: string | undefined
  /** For a whole call with its repetitions. Default: 30 s. */
  readonly timeoutMs?: number | undefined
  /** How often what passes is repeated at most. Default: 3. */
  readonly retries?: number | undefined
  /** In which language problems are told: `pt-BR`, `es` or `en`. */
  readonly language?: string | undefined
  /** In place of the global one. */
  readonly fetch?: typeof fetch | undefined
}

/** Besides what the operation takes. */
export interface AdminCallOptions {
  /** `version` or `ETag` of what is changed: refused with 412 where it has changed meanwhile. */
  readonly ifMatch?: string | undefined
  /** By which a repetition is known; where an operation takes one, it is made for each call. */
  readonly idempotencyKey?: string | undefined
  readonly signal?: AbortSignal | undefined
}

/** What the operation takes may be left out where it takes nothing. */
type Arguments<Id extends AdminOperationId> =
  Record<never, never> extends AdminOperations[Id]['input']
    ? [input?: AdminOperations[Id]['input'], options?: AdminCallOptions]
    : [input: AdminOperations[Id]['input'], options?: AdminCallOptions]

export interface AdminAnswer<Result> {
  readonly result: Result
  /** Of what was answered: send it back as `ifMatch`. */
  readonly etag: string | null
  readonly requestId: string | null
}

interface AnyInput {
  readonly path?: Readonly<Record<string, string | number>>
  readonly query?: Readonly<Record<string, unknown>>
  readonly body?: unknown
}

/** Why a call was not done: a problem of RFC 9457. */
export class PunchcardProblem extends Error {
  override readonly name = 'PunchcardProblem'
  readonly operation: AdminOperationId
  readonly status: number
  /** The last part of the problem's `type`, such as `validation`; empty where something else answered. */
  readonly type: string
  readonly requestId: string | null
  /** As it was answered. */
  readonly problem: Readonly<Record<string, unknown>>

  constructor(
    operation: AdminOperationId,
    status: number,
    requestId: string | null,
    problem: Readonly<Record<string, unknown>>,
  ) {
    const text = problem.detail ?? problem.title ?? `The server answered with the status ${status}.`
    super(`${text} (${operation}${requestId === null ? '' : `, request ${requestId}`})`)
    this.operation = operation
    this.status = status
    this.type = String(problem.type ?? '').replace(/^.*[/:]/, '')
    this.requestId = requestId
    this.problem = problem
  }
}

export class PunchcardAdmin {
  readonly #options: PunchcardAdminOptions
  readonly #url: string

  constructor(options: PunchcardAdminOptions) {
    if (!options.url || !/^https?:\/\/[^?#]+$/.test(options.url)) {
      throw new TypeError(`\`url\` must be an address like https://loyalty.example, and is “${options.url}”.`)
    }
    if (!options.token || !/^[!-~]+$/.test(options.token)) {
      throw new TypeError('`token` must be given as the panel has shown it.')
    }
    this.#options = options
    this.#url = options.url.replace(/\/+$/, '')
  }

  /** One operation by its id in openapi-admin.json: `admin.call('customers.get', { path: { tenant: 1, id: 17 } })`. */
  async call<Id extends AdminOperationId>(
    id: Id,
    ...given: Arguments<Id>
  ): Promise<AdminOperations[Id]['answer']> {
    return (await this.answer(id, ...given)).result
  }

  /** The same, with the version of what was answered and the request id. */
  async answer<Id extends AdminOperationId>(
    id: Id,
    ...[input = {}, options = {}]: Arguments<Id>
  ): Promise<AdminAnswer<AdminOperations[Id]['answer']>> {
    const request = await this.#requestOf(id, input as AnyInput, options)
    const { timeoutMs = 30_000, retries = 3 } = this.#options
    const stop = new AbortController()
    const giveUp = (): void => stop.abort(options.signal?.reason)
    const late = (): void => stop.abort(new Error(`No answer within ${timeoutMs} ms (${id}).`))
    const timer = setTimeout(late, Math.min(timeoutMs, TIMER_MAX_MS))
    options.signal?.addEventListener('abort', giveUp, { once: true })
    if (options.signal?.aborted) giveUp()
    const end = performance.now() + timeoutMs
    try {
      for (let attempts = 1; ; attempts += 1) {
        const outcome = await this.#attempt(id, request, stop.signal)
        if ('result' in outcome) return outcome as AdminAnswer<AdminOperations[Id]['answer']>
        const waitMs = waitAfter(attempts, outcome.retryAfterMs, Math.random())
        const isWaitedFor = retries > 0 && outcome.isWorthWaiting
        const mayRepeat = outcome.isPassing && (attempts <= retries || isWaitedFor)
        if (!mayRepeat || performance.now() + waitMs >= end) throw outcome.error
        await pause(waitMs, stop.signal)
      }
    } finally {
      clearTimeout(timer)
      // A file is read after this, and can still be given up.
      if (!request.isDownload) options.signal?.removeEventListener('abort', giveUp)
    }
  }

  async #requestOf(
    id: AdminOperationId,
    { path = {}, query = {}, body }: AnyInput,
    options: AdminCallOptions,
  ): Promise<AdminRequest> {
    const operation: AdminOperation = ADMIN_OPERATIONS[id]
    const { verb, path: template, takesKey, isDownload = false } = operation
    const address = template.replace(/\{(\w+)\}/g, (_, name: string) => {
      const part = String(path[name] ?? '')
      if (part === '' || part === '.' || part === '..') throw new TypeError(`path.${name} is missing.`)
      return encodeURIComponent(part)
    })
    const pairs = new URLSearchParams()
    for (const [name, value] of Object.entries(query)) {
      if (value !== undefined && value !== null) pairs.append(name, String(value))
    }
    const search = pairs.toString()
    const { headers: ofBody, ...sent } = body === undefined ? {} : await bodyOf(operation, body)
    const headers: Record<string, string> = {
      ...ofBody,
      authorization: `Bearer ${this.#options.token}`,
      accept: 'application/json, application/problem+json',
    }
    const { language } = this.#options
    if (language) headers['accept-language'] = language
    if (options.ifMatch) headers['if-match'] = options.ifMatch
    // Made once for all attempts: a repetition has one effect.
    if (takesKey) headers['idempotency-key'] = options.idempotencyKey ?? crypto.randomUUID()
    return {
      address: `${this.#url}${address}${search === '' ? '' : `?${search}`}`,
      init: { method: verb, headers, redirect: 'manual', ...sent },
      isDownload,
    }
  }

  async #attempt(
    id: AdminOperationId,
    { address, init, isDownload }: AdminRequest,
    signal: AbortSignal,
  ): Promise<AdminAnswer<unknown> | Failed> {
    const { fetch: send = fetch } = this.#options
    let response: Response
    let text: string
    try {
      response = await send(address, { ...init, signal })
      if (isDownload && response.ok) return fileOf(response)
      text = await response.text()
    } catch (error) {
      if (signal.aborted) throw signal.reason
      return { error, isPassing: true, isWorthWaiting: isRefusedConnection(error), retryAfterMs: null }
    }
    const { status, headers } = response
    const requestId = headers.get('punchcard-request-id')
    const answered = parse(text)
    if (response.ok && answered !== undefined)
      return { result: answered, etag: headers.get('etag'), requestId }
    return {
      error: new PunchcardProblem(id, status, requestId, (answered ?? {}) as Record<string, unknown>),
      isPassing: isPassing(status) || response.ok,
      isWorthWaiting: status === 429 || status === 503,
      retryAfterMs: readRetryAfter(headers.get('retry-after'), Date.now()),
    }
  }
}

interface AdminRequest {
  readonly address: string
  readonly init: RequestInit
  readonly isDownload: boolean
}

async function bodyOf(
  { isText, isOctets }: AdminOperation,
  body: unknown,
): Promise<{ headers: Record<string, string>; body: string | Uint8Array<ArrayBuffer> }> {
  if (isText) return { headers: { 'content-type': 'text/plain' }, body: String(body) }
  if (!isOctets) return { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }
  const octets = body as Uint8Array<ArrayBuffer>
  const hash = new Uint8Array(await crypto.subtle.digest('SHA-256', octets))
  const digest = `sha-256=:${btoa(String.fromCharCode(...hash))}:`
  return { headers: { 'content-type': 'application/octet-stream', 'content-digest': digest }, body: octets }
}

/** It is read by the caller, as fast as the caller likes. */
function fileOf({ body, headers }: Response): AdminAnswer<unknown> {
  return {
    result: body ?? new ReadableStream({ start: (stream) => stream.close() }),
    etag: null,
    requestId: headers.get('punchcard-request-id'),
  }
}

interface Failed {
  readonly error: unknown
  readonly isPassing: boolean
  readonly isWorthWaiting: boolean
  readonly retryAfterMs: number | null
}

/** null: nothing was answered, as after a deletion; undefined: it is no JSON. */
function parse(text: string): unknown {
  if (text === '') return null
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
