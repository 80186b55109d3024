import type { Answer, CallOptions } from './call.ts'
import {
  type Circumstances,
  PunchcardConnectionError,
  type PunchcardError,
  PunchcardHttpError,
  PunchcardRefusal,
  PunchcardTimeoutError,
} from './errors.ts'
import type { Input, Operation } from './operation.ts'
import { OPERATIONS, type OperationId } from './operations.gen.ts'
import { type OutgoingRequest, requestOf, withKey } from './request.ts'
import { isPassing, isRefusedConnection, pause, readRetryAfter, TIMER_MAX_MS, waitAfter } from './retry.ts'
import { isAnswer, outcomeOf, refusalOf, resultOf } from './unwrap.ts'

export interface TransportOptions {
  readonly baseUrl: string
  readonly authorization: string
  readonly fetch: typeof fetch
  readonly timeoutMs: number
  readonly attemptTimeoutMs: number
  readonly retries: number
  /** In which language refusals are told; undefined: in English. */
  readonly language: string | undefined
}

/** Lists of up to 1,000 items are worked on for up to a minute. */
export const BULK_TIMEOUTS = { timeoutMs: 180_000, attemptTimeoutMs: 90_000 } as const
const TOO_MANY_REQUESTS = 429
const UNAVAILABLE = 503
const REQUEST_ID_HEADER = 'punchcard-request-id'
const SEQUENCE_HEADER = 'punchcard-customer-sequence'

/** One attempt: an answer, or why there is none and whether to try again. */
type Outcome =
  | { readonly answer: Answer<unknown> }
  | { readonly error: PunchcardError; readonly isPassing: boolean }

export class Transport {
  readonly #options: TransportOptions

  constructor(options: TransportOptions) {
    this.#options = options
  }

  /** Tries until there is an answer, a failure that stays, or no time. */
  async send(id: OperationId, given: Input, callOptions: CallOptions = {}): Promise<Answer<unknown>> {
    const operation: Operation = OPERATIONS[id]
    const input = withKey(operation, given)
    const request = requestOf(this.#options.baseUrl, operation, input)
    const { signal } = callOptions
    const { timeoutMs, attemptTimeoutMs, retries } = this.#limitsOf(operation, callOptions)
    const end = performance.now() + timeoutMs
    let mayBeDone = false
    for (let attempts = 1; ; attempts += 1) {
      signal?.throwIfAborted()
      const patienceMs = Math.min(attemptTimeoutMs, end - performance.now(), TIMER_MAX_MS)
      const outcome = await this.#attempt({ id, operation, input, request, attempts, patienceMs, signal })
      if ('answer' in outcome) return outcome.answer
      const { error } = outcome
      const [doneCode, readId] = operation.doneBefore ?? []
      if (mayBeDone && error instanceof PunchcardRefusal && error.code === doneCode) {
        // An attempt whose answer was lost did it: what its answer was is read.
        const rest = { ...callOptions, timeoutMs: end - performance.now() }
        const answer = await this.send(readId as OperationId, { path: input.path ?? [] }, rest)
        return { ...answer, attempts }
      }
      const { status = null, retryAfterMs = null } = error instanceof PunchcardHttpError ? error : {}
      const isRefused = error instanceof PunchcardConnectionError && isRefusedConnection(error.cause)
      mayBeDone ||= status !== TOO_MANY_REQUESTS && !isRefused
      const waitMs = waitAfter(attempts, retryAfterMs, Math.random())
      // Nothing is amiss but the moment: the server restarts, or is busy.
      const isWorthWaiting =
        retries > 0 && (isRefused || status === TOO_MANY_REQUESTS || status === UNAVAILABLE)
      const mayTryAgain = outcome.isPassing && (attempts <= retries || isWorthWaiting)
      if (!mayTryAgain || performance.now() + waitMs >= end) throw error
      await pause(waitMs, signal)
    }
  }

  #limitsOf(
    { wrapping }: Operation,
    options: CallOptions,
  ): Pick<TransportOptions, 'timeoutMs' | 'attemptTimeoutMs' | 'retries'> {
    const { timeoutMs, attemptTimeoutMs, retries } = this.#options
    const usual = wrapping === 'bulk' ? BULK_TIMEOUTS : { timeoutMs, attemptTimeoutMs }
    return {
      timeoutMs: options.timeoutMs ?? usual.timeoutMs,
      attemptTimeoutMs: options.attemptTimeoutMs ?? usual.attemptTimeoutMs,
      retries: options.retries ?? retries,
    }
  }

  async #attempt(attempt: Attempt): Promise<Outcome> {
    const { id, attempts, patienceMs, signal } = attempt
    const nothing: Circumstances = { operation: id, requestId: null, attempts }
    const stop = new AbortController()
    const stopWith = (): void => stop.abort(signal?.reason)
    signal?.addEventListener('abort', stopWith, { once: true })
    let isLate = false
    const timer = setTimeout(() => {
      isLate = true
      stop.abort()
    }, patienceMs)
    try {
      const response = await this.#fetch(attempt.request, stop.signal)
      return read(response, await response.text(), attempt)
    } catch (error) {
      if (signal?.aborted) throw signal.reason
      const why = isLate
        ? new PunchcardTimeoutError(`No answer within ${Math.round(patienceMs)} ms.`, nothing, error)
        : new PunchcardConnectionError('The connection failed before there was an answer.', nothing, error)
      return { error: why, isPassing: true }
    } finally {
      clearTimeout(timer)
      signal?.removeEventListener('abort', stopWith)
    }
  }

  #fetch({ address, method, body }: OutgoingRequest, signal: AbortSignal): Promise<Response> {
    const { authorization, fetch, language } = this.#options
    const headers = {
      authorization,
      accept: 'application/json',
      ...(language === undefined ? {} : { 'accept-language': language }),
    }
    return fetch(address, {
      method,
      signal,
      // A redirect would take the order elsewhere, or make a GET of it.
      redirect: 'manual',
      ...(body === null
        ? { headers }
        : { headers: { ...headers, 'content-type': 'application/json' }, body }),
    })
  }
}

interface Attempt {
  readonly id: OperationId
  readonly operation: Operation
  readonly input: Input
  readonly request: OutgoingRequest
  readonly attempts: number
  readonly patienceMs: number
  readonly signal: AbortSignal | undefined
}

/** What an answer that came in whole says. */
function read(response: Response, text: string, { id, operation, input, attempts }: Attempt): Outcome {
  const { status, headers } = response
  const requestId = headers.get(REQUEST_ID_HEADER)
  const circumstances: Circumstances = { operation: id, requestId, attempts }
  const body = parse(text)
  if (status !== 200) {
    const retryAfterMs = readRetryAfter(headers.get('retry-after'), Date.now())
    const error = new PunchcardHttpError(messageOf(status, body), { status, retryAfterMs }, circumstances)
    return { error, isPassing: isPassing(status) }
  }
  if (!isAnswer(operation.wrapping, body)) {
    const message = 'Invalid response: truncated, or sent by a proxy.'
    return { error: new PunchcardConnectionError(message, circumstances), isPassing: true }
  }
  const refused = refusalOf(body)
  if (refused) {
    return { error: new PunchcardRefusal(refused.message, refused.code, circumstances), isPassing: false }
  }
  const sequence = headers.get(SEQUENCE_HEADER)
  return {
    answer: {
      result: resultOf(operation.wrapping, body, headers, input),
      outcome: outcomeOf(body),
      customerSequence: sequence === null ? null : Number(sequence),
      requestId,
      attempts,
    },
  }
}

/** undefined: it is no JSON. */
function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

function messageOf(status: number, body: unknown): string {
  const { ErrorMessage } = (body ?? {}) as { readonly ErrorMessage?: unknown }
  if (typeof ErrorMessage === 'string') return ErrorMessage
  if (status === 0 || (status >= 300 && status < 400)) {
    return 'The address leads elsewhere: give `url` as it is after the redirect.'
  }
  return `The server answered with the status ${status}.`
}
