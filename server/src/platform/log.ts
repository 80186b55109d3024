import { type Logger, pino } from 'pino'

export type { Logger }

/** The members that could hold a secret or a person's data, at every depth that we log. */
const REDACTED = [
  'authorization',
  'cookie',
  'password',
  'secret',
  'key',
  'token',
  'email',
  'document',
  'phone',
]

interface LoggedError {
  readonly type: string
  readonly message: string
  readonly stack: string | undefined
  readonly code?: unknown
  readonly constraint?: unknown
  readonly cause?: LoggedError
  readonly errors?: readonly LoggedError[]
}

const ERRORS_MAX = 5

/** What helps to find a fault. PostgreSQL's `detail` does not: it quotes whole rows, and with them people. */
function toLoggedError(error: unknown): LoggedError {
  if (!(error instanceof Error)) return { type: typeof error, message: String(error), stack: undefined }
  const { code, constraint, errors } = error as { code?: unknown; constraint?: unknown; errors?: unknown }
  return {
    type: error.name,
    message: error.message,
    stack: error.stack,
    ...(code !== undefined && { code }),
    ...(constraint !== undefined && { constraint }),
    ...(error.cause !== undefined && { cause: toLoggedError(error.cause) }),
    ...(Array.isArray(errors) && { errors: errors.slice(0, ERRORS_MAX).map(toLoggedError) }),
  }
}

export function createLogger(options: { level: string; destination: NodeJS.WritableStream }): Logger {
  return pino(
    {
      level: options.level,
      base: { pid: process.pid },
      timestamp: pino.stdTimeFunctions.isoTime,
      formatters: { level: (level) => ({ level }) },
      serializers: { err: toLoggedError },
      redact: {
        paths: REDACTED.flatMap((name) => [name, `*.${name}`, `*.*.${name}`]),
        censor: '[redacted]',
      },
    },
    options.destination,
  )
}
