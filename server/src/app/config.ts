import { isNetwork } from '../platform/http/address.ts'
import { APP_ROLE, APP_ROLE_NAME } from '../platform/postgres/roles.ts'
import { readSealingKeys } from '../platform/sealing.ts'
import { CELL_NAME, MAIN_CELL } from '../tenancy/cells.ts'
import { RETRY_SECONDS } from '../webhooks/rules/retry-plan.ts'

/** Everything the environment decides, read once at the start and passed on as a value. */
export interface Config {
  readonly databaseUrl: string
  /** Databases of further cells by name; the cell «main» is `databaseUrl`. */
  readonly cellUrls: Readonly<Record<string, string>>
  /** The role of PostgreSQL under which Punchcard works, whoever logs in. */
  readonly appRole: string
  readonly redisUrl: string | null
  readonly host: string
  readonly port: number
  readonly metricsHost: string
  readonly metricsPort: number | null
  readonly workerMetricsPort: number | null
  readonly logLevel: string
  /** For how long to serve on after SIGTERM, so that balancers notice. */
  readonly drainSeconds: number
  /** When everything is closed after SIGTERM, whatever is under way. */
  readonly stopSeconds: number
  readonly connectionCount: number
  readonly rateLimitPerSecond: number
  readonly tenantRateLimitPerSecond: number
  readonly requestTimeoutMs: number
  readonly isAccessLogged: boolean
  /** How many proxies there are in front of us, or their addresses and networks; 0: none. */
  readonly trustProxy: number | readonly string[]
  readonly connectionsMax: number
  readonly answerTimeoutMs: number
  readonly isDocumented: boolean
  /** What has to be read again is sealed with the first; null: nothing can be. */
  readonly secretsKeys: readonly Buffer[] | null
  readonly isPrivateWebhookAllowed: boolean
  readonly webhookRetrySeconds: readonly number[]
}

export class ConfigError extends Error {
  override readonly name = 'ConfigError'
}

type Environment = Readonly<Record<string, string | undefined>>

const LOG_LEVELS = ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent']

/** Throws one ConfigError that names every wrong variable, what is wrong and what to write instead. */
export function readConfig(environment: Environment): Config {
  const problems: string[] = []

  function text(name: string): string | undefined {
    const value = environment[name]?.trim()
    return value === '' ? undefined : value
  }

  function integer(name: string, fallback: number, min: number, max: number): number {
    const value = text(name)
    if (value === undefined) return fallback
    const number = Number(value)
    if (/^\d+$/.test(value) && number >= min && number <= max) return number
    problems.push(`${name} must be a whole number from ${min} to ${max}, but is «${value}».`)
    return fallback
  }

  function flag(name: string, fallback = false): boolean {
    const value = text(name)
    if (value === undefined) return fallback
    if (value !== '0' && value !== '1') {
      problems.push(`${name} must be 0 or 1, but is «${value}».`)
    }
    return value === '1'
  }

  function proxies(): number | readonly string[] {
    const value = text('PUNCHCARD_TRUST_PROXY')
    if (value === undefined) return 0
    if (/^\d{1,2}$/.test(value)) return Number(value)
    const networks = value.split(',').map((part) => part.trim())
    if (networks.every(isNetwork)) return networks
    problems.push(
      `PUNCHCARD_TRUST_PROXY must be the number of proxies in front, or their addresses and networks with commas between them, like 10.0.0.7,192.168.0.0/16, but is «${value}».`,
    )
    return 0
  }

  function address(name: string, value: string | undefined, protocols: readonly string[]): string {
    // The value may hold a password: the message never repeats it.
    const wanted = `${protocols[0]}//user:password@host:port/name`
    if (value === undefined) {
      problems.push(`${name} is not set: write the address of the database, like ${wanted}.`)
    } else if (!URL.canParse(value) || !protocols.includes(new URL(value).protocol)) {
      problems.push(`${name} is not an address like ${wanted}.`)
    }
    return value ?? ''
  }

  function secretsKeys(): Buffer[] | null {
    const value = text('PUNCHCARD_SECRETS_KEY')
    if (value === undefined) return null
    const keys = readSealingKeys(value)
    // It is a secret: the message never repeats it.
    if (!keys) {
      problems.push(
        'PUNCHCARD_SECRETS_KEY must be 32 bytes in base64, as `openssl rand -base64 32` makes them; several, the newest first, with commas between them.',
      )
    }
    return keys
  }

  function retrySeconds(): readonly number[] {
    const value = text('PUNCHCARD_WEBHOOK_RETRY_SECONDS')
    if (value === undefined) return RETRY_SECONDS
    const seconds = value.split(',').map((part) => (part.trim() === '' ? Number.NaN : Number(part)))
    if (seconds.length <= 100 && seconds.every((one) => one >= 0 && one <= 604_800)) return seconds
    problems.push(
      `PUNCHCARD_WEBHOOK_RETRY_SECONDS must be seconds with commas between them, like 5,300,1800, but is «${value}».`,
    )
    return RETRY_SECONDS
  }

  function appRole(): string {
    const value = text('PUNCHCARD_APP_ROLE') ?? APP_ROLE
    if (!APP_ROLE_NAME.test(value)) {
      problems.push(
        `PUNCHCARD_APP_ROLE must be a name like punchcard_shop: «punchcard_», then small letters, digits and _, but is «${value}».`,
      )
    }
    return value
  }

  const databaseProtocols = ['postgres:', 'postgresql:']
  const databaseUrl = address('DATABASE_URL', text('DATABASE_URL'), databaseProtocols)
  const cellUrls = Object.fromEntries(
    Object.keys(environment)
      .filter((name) => name.startsWith('PUNCHCARD_CELL_'))
      .map((name) => {
        const cell = name.slice('PUNCHCARD_CELL_'.length).toLowerCase().replaceAll('_', '-')
        if (cell === MAIN_CELL) problems.push(`${name} must not be set: the cell «main» is DATABASE_URL.`)
        else if (!CELL_NAME.test(cell)) problems.push(`${name} must end in a name like SOUTH_AMERICA.`)
        return [cell, address(name, text(name), databaseProtocols)]
      }),
  )
  const redis = text('REDIS_URL')
  const metricsPort = integer('PUNCHCARD_METRICS_PORT', 9464, 0, 65_535)
  const workerMetricsPort = integer('PUNCHCARD_WORKER_METRICS_PORT', 9465, 0, 65_535)
  const logLevel = text('PUNCHCARD_LOG_LEVEL') ?? 'info'
  if (!LOG_LEVELS.includes(logLevel)) {
    problems.push(`PUNCHCARD_LOG_LEVEL must be one of ${LOG_LEVELS.join(', ')}, but is «${logLevel}».`)
  }

  const config: Config = {
    secretsKeys: secretsKeys(),
    isPrivateWebhookAllowed: flag('PUNCHCARD_WEBHOOK_ALLOW_PRIVATE'),
    webhookRetrySeconds: retrySeconds(),
    databaseUrl,
    cellUrls,
    appRole: appRole(),
    redisUrl: redis === undefined ? null : address('REDIS_URL', redis, ['redis:', 'rediss:']),
    host: text('HOST') ?? '127.0.0.1',
    port: integer('PORT', 3000, 0, 65_535),
    metricsHost: text('PUNCHCARD_METRICS_HOST') ?? '127.0.0.1',
    metricsPort: metricsPort === 0 ? null : metricsPort,
    workerMetricsPort: workerMetricsPort === 0 ? null : workerMetricsPort,
    logLevel,
    drainSeconds: integer('PUNCHCARD_DRAIN_SECONDS', 5, 0, 3_600),
    stopSeconds: integer('PUNCHCARD_STOP_SECONDS', 25, 1, 3_600),
    connectionCount: integer('PUNCHCARD_DATABASE_CONNECTIONS', 10, 2, 1_000),
    rateLimitPerSecond: integer('PUNCHCARD_RATE_LIMIT_PER_SECOND', 10_000, 1, 1_000_000),
    tenantRateLimitPerSecond: integer('PUNCHCARD_TENANT_RATE_LIMIT_PER_SECOND', 20_000, 1, 1_000_000),
    isAccessLogged: flag('PUNCHCARD_ACCESS_LOG'),
    requestTimeoutMs: integer('PUNCHCARD_REQUEST_TIMEOUT_MS', 10_000, 100, 600_000),
    trustProxy: proxies(),
    connectionsMax: integer('PUNCHCARD_CONNECTIONS_MAX', 10_000, 1, 1_000_000),
    answerTimeoutMs: integer('PUNCHCARD_ANSWER_TIMEOUT_MS', 60_000, 100, 600_000),
    isDocumented: flag('PUNCHCARD_DOCS', true),
  }
  if (problems.length > 0) throw new ConfigError(problems.join('\n'))
  return config
}
