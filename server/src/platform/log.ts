import { type Logger, pino } from 'pino'

export type { Logger }

/** Whatever could hold a secret or a person's data is named here once, at any depth that we log. */
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

export function createLogger(options: { level: string; destination: NodeJS.WritableStream }): Logger {
  return pino(
    {
      level: options.level,
      base: { pid: process.pid },
      timestamp: pino.stdTimeFunctions.isoTime,
      formatters: { level: (level) => ({ level }) },
      redact: {
        paths: REDACTED.flatMap((name) => [name, `*.${name}`, `*.*.${name}`]),
        censor: '[redacted]',
      },
    },
    options.destination,
  )
}
