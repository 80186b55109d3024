import { ERROR, type ErrorCode } from './private-api/errors.ts'

/** An answer with an HTTP status of its own, given before an operation is reached. */
export class EdgeError extends Error {
  override readonly name = 'EdgeError'
  readonly statusCode: number
  readonly errorCode: ErrorCode | null
  readonly headers: Readonly<Record<string, string>>

  constructor(
    statusCode: number,
    message: string,
    errorCode: ErrorCode | null = null,
    headers: Readonly<Record<string, string>> = {},
  ) {
    super(message)
    this.statusCode = statusCode
    this.errorCode = errorCode
    this.headers = headers
  }
}

export function unauthorized(): EdgeError {
  const message = 'The API token or key is missing or wrong: send them with HTTP Basic authentication.'
  return new EdgeError(401, message, null, { 'www-authenticate': 'Basic realm="Punchcard", charset="UTF-8"' })
}

export function tooManyRequests(message: string, retryAfterSeconds: number): EdgeError {
  return new EdgeError(429, message, ERROR.Too_Many_Requests, { 'retry-after': String(retryAfterSeconds) })
}

export function unavailable(message: string): EdgeError {
  return new EdgeError(503, message, null, { 'retry-after': '1' })
}
