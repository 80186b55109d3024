import type { KeyObject } from 'node:crypto'
import { type Dispatcher, Pool } from 'undici'
import { isOfOtherSeries } from '../../events/event.ts'
import type { Clock } from '../../platform/clock.ts'
import { monotonicClock } from '../../platform/system-clock.ts'
import { type Outcome, outcomeOf } from '../rules/retry-plan.ts'
import { ForbiddenAddressError, problemOfUrl, type Reach } from './address-guard.ts'
import { guardedConnector } from './connector.ts'
import { signatureOf } from './signature.ts'

/** What is sent, apart from its signature. */
export interface Message {
  readonly id: string
  readonly topic: string
  readonly sequence: number
  readonly body: string
  /** Where the attempt is traced. */
  readonly traceparent?: string | undefined
}

export interface Answer {
  readonly outcome: Outcome
  readonly durationMs: number
  /** The first 1 KiB of what came back, or why nothing did. */
  readonly text: string
}

/** The way to one endpoint: it has its own connections, so that an endpoint that hangs delays no other. */
export interface Sender {
  send(message: Message): Promise<Answer>
  /** Cuts off what is under way. */
  close(): Promise<void>
}

export interface SenderOptions {
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  /** The keys that sign at a moment: during a rotation two. */
  readonly keysAt: (now: number) => readonly KeyObject[]
  readonly reach: Reach
  readonly connections: number
  readonly clock: Clock
  readonly userAgent: string
}

export const ATTEMPT_TIMEOUT_MS = 15_000
const ANSWER_MAX_BYTES = 65_536
const ANSWER_KEPT_BYTES = 1_024
const KEEP_ALIVE_MS = 10_000

export function createSender(options: SenderOptions): Sender {
  const { url: text, reach, clock, keysAt, userAgent } = options
  const problem = problemOfUrl(text, reach)
  const url = new URL(text)
  const pool = new Pool(url.origin, {
    connect: guardedConnector(reach),
    connections: options.connections,
    pipelining: 1,
    allowH2: false,
    keepAliveTimeout: KEEP_ALIVE_MS,
    keepAliveMaxTimeout: KEEP_ALIVE_MS,
    headersTimeout: ATTEMPT_TIMEOUT_MS,
    bodyTimeout: ATTEMPT_TIMEOUT_MS,
    maxHeaderSize: 16_384,
  })
  const path = url.pathname + url.search
  const ownHeaders = Object.entries(options.headers).flat()

  return {
    send(message) {
      // The rules may have become stricter since the endpoint was added.
      if (problem !== null) return Promise.resolve(unsent(problem))
      const now = clock()
      const headers = [...headersOf(message, keysAt(now), now, userAgent), ...ownHeaders]
      return attempt(pool, { method: 'POST', path, headers, body: message.body }, clock)
    },
    close: () => pool.destroy().catch(() => {}),
  }
}

/** Names and values by turns. Without a key there is no signature: for showing what was sent. */
export function headersOf(
  { id, topic, sequence, body, traceparent }: Message,
  keys: readonly KeyObject[],
  now: number,
  userAgent: string,
): string[] {
  const timestamp = Math.floor(now / 1_000)
  return [
    'content-type',
    'application/json',
    'user-agent',
    userAgent,
    'webhook-id',
    id,
    'webhook-timestamp',
    String(timestamp),
    ...(keys.length === 0 ? [] : ['webhook-signature', signatureOf(keys, id, timestamp, body)]),
    'punchcard-topic',
    topic,
    'punchcard-customer-sequence',
    String(Math.abs(sequence)),
    ...(isOfOtherSeries(sequence) ? ['punchcard-series', 'other'] : []),
    ...(traceparent === undefined ? [] : ['traceparent', traceparent]),
  ]
}

function unsent(reason: string): Answer {
  return { outcome: { kind: 'failed', status: null, retryAt: null }, durationMs: 0, text: reason }
}

function attempt(pool: Pool, request: Dispatcher.DispatchOptions, clock: Clock): Promise<Answer> {
  return new Promise((resolve) => {
    const startedAt = monotonicClock()
    let controller: Dispatcher.DispatchController | null = null
    let status: number | null = null
    let retryAfter: string | undefined
    const chunks: Buffer[] = []
    let length = 0
    let isDone = false

    function finish(failure: Error | null): void {
      if (isDone) return
      isDone = true
      clearTimeout(timer)
      const outcome: Outcome =
        status === null
          ? { kind: 'failed', status: null, retryAt: null }
          : outcomeOf(status, retryAfter, clock())
      const text = status === null ? reasonOf(failure) : beginningOf(chunks)
      resolve({ outcome, durationMs: Math.round(monotonicClock() - startedAt), text })
    }
    /** What has been answered until then counts: only its beginning is kept. */
    function cutOff(reason: Error): void {
      finish(reason)
      controller?.abort(reason)
    }

    const timer = setTimeout(
      () => cutOff(new Error(`no answer within ${ATTEMPT_TIMEOUT_MS / 1_000} s`)),
      ATTEMPT_TIMEOUT_MS,
    )
    const handler: Dispatcher.DispatchHandler = {
      onRequestStart(started) {
        controller = started
        // The attempt timed out while it waited for a connection.
        if (isDone) started.abort(new Error('too late'))
      },
      onResponseStart(_, statusCode, headers) {
        if (statusCode < 200) return
        status = statusCode
        const value = headers['retry-after']
        retryAfter = Array.isArray(value) ? value[0] : value
      },
      onResponseData(_, chunk) {
        if (length < ANSWER_KEPT_BYTES) chunks.push(chunk)
        length += chunk.length
        if (length > ANSWER_MAX_BYTES) cutOff(new Error('the answer is too long'))
      },
      onResponseEnd: () => finish(null),
      onResponseError: (_, error) => finish(error),
    }
    try {
      pool.dispatch(request, handler)
    } catch (error) {
      finish(error as Error)
    }
  })
}

/** A reason that helps a merchant, in the list of attempts. */
function reasonOf(failure: Error | null): string {
  const code = (failure as NodeJS.ErrnoException | null)?.code
  // A name of the operator's network is told like a name that does not exist: else trying names would tell which exist.
  if (failure instanceof ForbiddenAddressError || /^(ENOTFOUND|EAI_\w+|ENODATA)$/.test(code ?? '')) {
    return 'There is no public address of this name.'
  }
  const message = failure?.message ?? 'no answer'
  return (code && !message.includes(code) ? `${message} (${code})` : message).slice(0, ANSWER_KEPT_BYTES)
}

function beginningOf(chunks: readonly Buffer[]): string {
  const [first] = chunks
  if (!first) return ''
  const bytes = (chunks.length === 1 ? first : Buffer.concat(chunks)).subarray(0, ANSWER_KEPT_BYTES)
  // PostgreSQL keeps no zero bytes in a text.
  return bytes.toString('utf8').replaceAll('\0', '')
}
