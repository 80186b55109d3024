/** An answer with an HTTP status of its own, given before an operation is reached. */
export class EdgeError extends Error {
  override readonly name = 'EdgeError'
  readonly statusCode: number
  readonly headers: Readonly<Record<string, string>>

  constructor(statusCode: number, message: string, headers: Readonly<Record<string, string>> = {}) {
    super(message)
    this.statusCode = statusCode
    this.headers = headers
  }
}

export function unauthorized(): EdgeError {
  const message =
    'The API token or key is missing or wrong: send them with HTTP Basic authentication, the token (pct_…) as the user and the key (pcs_…) as the password.'
  return new EdgeError(401, message, { 'www-authenticate': 'Basic realm="Punchcard", charset="UTF-8"' })
}

export function forbidden(message: string): EdgeError {
  return new EdgeError(403, message)
}

export function tooManyRequests(message: string, retryAfterSeconds: number): EdgeError {
  return new EdgeError(429, message, { 'retry-after': String(retryAfterSeconds) })
}

export function unavailable(message: string): EdgeError {
  return new EdgeError(503, message, { 'retry-after': '1' })
}
