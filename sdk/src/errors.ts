import { ERROR_CODES, type ErrorName, type OperationId } from './operations.gen.ts'

const NAMES = new Map<number, ErrorName>(
  Object.entries(ERROR_CODES).map(([name, code]) => [code, name as ErrorName]),
)

/** What was being done when something failed. */
export interface Circumstances {
  readonly operation: OperationId
  readonly requestId: string | null
  readonly attempts: number
}

/** Whatever goes wrong in a call. `name` says which of the kinds below it is. */
export class PunchcardError extends Error {
  override readonly name: string = 'PunchcardError'
  /** The operation's id in openapi.json. */
  readonly operation: OperationId
  /** Tell it to who runs the server: it is in the server's log. null: there was no answer. */
  readonly requestId: string | null
  /** How often it was tried. */
  readonly attempts: number

  constructor(message: string, { operation, requestId, attempts }: Circumstances, cause?: unknown) {
    const id = requestId === null ? '' : `, request ${requestId}`
    const tries = attempts > 1 ? `, ${attempts} attempts` : ''
    super(`${message} (${operation}${tries}${id})`, cause === undefined ? undefined : { cause })
    this.operation = operation
    this.requestId = requestId
    this.attempts = attempts
  }
}

/** The operation was reached and refused: nothing has changed. The same again is refused again. */
export class PunchcardRefusal extends PunchcardError {
  override readonly name = 'PunchcardRefusal'
  /** The number of the error. */
  readonly code: number
  /** Its name in the API; `GenericError` for a number that this version does not know. */
  readonly codeName: ErrorName
  /** The sentence alone, in the language of the client: `message` adds the operation and the request. */
  readonly text: string

  constructor(message: string, code: number, circumstances: Circumstances) {
    super(message, circumstances)
    this.text = message
    this.code = code
    this.codeName = NAMES.get(code) ?? 'GenericError'
  }
}

/** The server answered, but no operation was reached: wrong credentials, too many requests, overload. */
export class PunchcardHttpError extends PunchcardError {
  override readonly name = 'PunchcardHttpError'
  readonly status: number
  /** How long the server asks to wait; null: it does not say. */
  readonly retryAfterMs: number | null

  constructor(
    message: string,
    { status, retryAfterMs }: { readonly status: number; readonly retryAfterMs: number | null },
    circumstances: Circumstances,
  ) {
    super(message, circumstances)
    this.status = status
    this.retryAfterMs = retryAfterMs
  }
}

/** There was no answer, or only a part of one. It may have been done: the same call again has one effect. */
export class PunchcardConnectionError extends PunchcardError {
  override readonly name = 'PunchcardConnectionError'
}

/** There was no answer in time. It may have been done: the same call again has one effect. */
export class PunchcardTimeoutError extends PunchcardError {
  override readonly name = 'PunchcardTimeoutError'
}
