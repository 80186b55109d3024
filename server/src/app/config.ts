import { type FileQuotas, USUAL_QUOTAS } from '../jobs/rules/file-quota.ts'
import { isNetwork, plainHostname } from '../platform/http/address.ts'
import { APP_ROLE, APP_ROLE_NAME } from '../platform/postgres/roles.ts'
import { readSealingKeys } from '../platform/sealing.ts'
import type { TracingSettings } from '../platform/tracing/tracing.ts'
import { CELL_NAME, MAIN_CELL } from '../tenancy/cells.ts'
import { RETRY_SECONDS } from '../webhooks/rules/retry-plan.ts'
import { type Environment, Settings } from './settings.ts'
import { readTracing } from './tracing-settings.ts'
import { tellUnknownVariables } from './unknown-variables.ts'

/** Everything the environment decides, read once at the start and passed on as a value. */
export interface Config {
  readonly databaseUrl: string
  /** Databases of further cells by name; the cell “main” is `databaseUrl`. */
  readonly cellUrls: Readonly<Record<string, string>>
  /** The role of PostgreSQL under which Punchcard works, no matter which user logs in. */
  readonly appRole: string
  readonly redisUrl: string | null
  readonly host: string
  readonly port: number
  /** How many processes `serve` uses. */
  readonly processes: number
  readonly metricsHost: string
  readonly metricsPort: number | null
  readonly workerMetricsPort: number | null
  /** From which hour by UTC the worker verifies a seventh of all accounts; null: never. */
  readonly verifyHour: number | null
  /** How many jobs of different merchants a worker has in a turn at once, for each cell. */
  readonly jobLanes: number
  /** Octets that files of merchants may have, together in a cell and of one merchant. */
  readonly fileQuotas: FileQuotas
  /** The priority of a worker for the operating system; 0: that of all others. */
  readonly workerNice: number
  readonly logLevel: string
  /** How long to go on serving after SIGTERM, so that load balancers notice. */
  readonly drainSeconds: number
  /** How long after SIGTERM everything is closed, even requests under way. */
  readonly stopSeconds: number
  readonly connectionCount: number
  readonly rateLimitPerSecond: number
  readonly tenantRateLimitPerSecond: number
  readonly requestTimeoutMs: number
  readonly isAccessLogged: boolean
  /** How many proxies stand in front of the server, or their addresses and networks; 0: none. */
  readonly trustProxy: number | readonly string[]
  readonly connectionsMax: number
  readonly answerTimeoutMs: number
  /** Which parts `serve` serves. */
  readonly serves: ReadonlySet<ServedPart>
  readonly isDocumented: boolean
  readonly isPanelServed: boolean
  /** Requests of browsers to one merchant. */
  readonly storefrontRateLimitPerSecond: number
  /** The priority, for the operating system, of a process that serves the storefront alone; 0: that of all others. */
  readonly storefrontNice: number
  /** Where people open Punchcard, like https://loyalty.example.com; null: on the host that their browser names. */
  readonly publicUrl: string | null
  /** Where customers open pages of shops, on a host of its own; null: on that of everything else. */
  readonly shopOrigin: string | null
  /** Secrets that have to be read again are sealed with the first key; null: none can be stored. */
  readonly secretsKeys: readonly Buffer[] | null
  readonly isPrivateWebhookAllowed: boolean
  /** Networks that webhooks may reach although they are not public. */
  readonly webhookNetworks: readonly string[]
  readonly webhookRetrySeconds: readonly number[]
  /** Where traces are sent; null: none are made. */
  readonly tracing: TracingSettings | null
  /** A sentence for each variable that looks like one of ours and is none. */
  readonly unknownVariables: readonly string[]
}

/**
 * `private`: the API for shops. `admin`: the management API. `panel`: the pages for it. `docs`: the reference.
 * `storefront`: the API for browsers.
 */
export const SERVED_PARTS = ['private', 'admin', 'panel', 'docs', 'storefront'] as const
export type ServedPart = (typeof SERVED_PARTS)[number]

/** Whether a process serves browsers and nothing else, so that what they do holds up no sale. */
export function isStorefrontAlone({ serves }: Pick<Config, 'serves'>): boolean {
  return serves.has('storefront') && !serves.has('private') && !serves.has('admin')
}

export class ConfigError extends Error {
  override readonly name = 'ConfigError'
}

/** More than any machine needs for one PostgreSQL, and each opens connections to it. */
export const PROCESSES_MAX = 64

const LOG_LEVELS = ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent']

const DATABASE_PROTOCOLS = ['postgres:', 'postgresql:']
const REDIS_PROTOCOLS = ['redis:', 'rediss:']

/** Throws one ConfigError that names every wrong variable, what is wrong and what to write instead. */
export function readConfig(environment: Environment): Config {
  const settings = new Settings(environment)
  const serves = readServed(settings)
  const publicUrl = readOrigin(settings, 'PUNCHCARD_PUBLIC_URL', PUBLIC_URL_IS)
  const config: Omit<Config, 'unknownVariables'> = {
    secretsKeys: readSecretsKeys(settings),
    isPrivateWebhookAllowed: settings.flag('PUNCHCARD_WEBHOOK_ALLOW_PRIVATE'),
    webhookNetworks: readWebhookNetworks(settings),
    webhookRetrySeconds: readRetrySeconds(settings),
    databaseUrl: settings.address('DATABASE_URL', DATABASE_PROTOCOLS),
    cellUrls: readCellUrls(settings),
    appRole: readAppRole(settings),
    redisUrl: settings.has('REDIS_URL') ? settings.address('REDIS_URL', REDIS_PROTOCOLS) : null,
    logLevel: readLogLevel(settings),
    host: settings.text('HOST') ?? '127.0.0.1',
    port: settings.integer('PORT', 3000, 0, 65_535),
    processes: settings.integer('PUNCHCARD_PROCESSES', 1, 1, PROCESSES_MAX),
    metricsHost: settings.text('PUNCHCARD_METRICS_HOST') ?? '127.0.0.1',
    metricsPort: settings.integer('PUNCHCARD_METRICS_PORT', 9464, 0, 65_535) || null,
    workerMetricsPort: settings.integer('PUNCHCARD_WORKER_METRICS_PORT', 9465, 0, 65_535) || null,
    verifyHour: readVerifyHour(settings),
    jobLanes: settings.integer('PUNCHCARD_JOB_LANES', 1, 1, 4),
    fileQuotas: readFileQuotas(settings),
    workerNice: settings.integer('PUNCHCARD_WORKER_NICE', 10, 0, 19),
    drainSeconds: settings.integer('PUNCHCARD_DRAIN_SECONDS', 5, 0, 3_600),
    stopSeconds: settings.integer('PUNCHCARD_STOP_SECONDS', 25, 1, 3_600),
    connectionCount: settings.integer('PUNCHCARD_DATABASE_CONNECTIONS', 10, 2, 1_000),
    rateLimitPerSecond: settings.integer('PUNCHCARD_RATE_LIMIT_PER_SECOND', 10_000, 1, 1_000_000),
    tenantRateLimitPerSecond: settings.integer(
      'PUNCHCARD_TENANT_RATE_LIMIT_PER_SECOND',
      20_000,
      1,
      1_000_000,
    ),
    isAccessLogged: settings.flag('PUNCHCARD_ACCESS_LOG'),
    requestTimeoutMs: settings.integer('PUNCHCARD_REQUEST_TIMEOUT_MS', 10_000, 100, 600_000),
    trustProxy: readProxies(settings),
    connectionsMax: settings.integer('PUNCHCARD_CONNECTIONS_MAX', 10_000, 1, 1_000_000),
    answerTimeoutMs: settings.integer('PUNCHCARD_ANSWER_TIMEOUT_MS', 60_000, 100, 600_000),
    serves,
    isDocumented: settings.flag('PUNCHCARD_DOCS', true) && serves.has('docs'),
    isPanelServed: settings.flag('PUNCHCARD_PANEL', true) && serves.has('panel'),
    storefrontRateLimitPerSecond: settings.integer(
      'PUNCHCARD_STOREFRONT_RATE_LIMIT_PER_SECOND',
      2_000,
      1,
      1_000_000,
    ),
    storefrontNice: settings.integer('PUNCHCARD_STOREFRONT_NICE', 10, 0, 19),
    publicUrl,
    shopOrigin: readShopOrigin(settings, publicUrl),
    tracing: readTracing(settings),
  }
  if (settings.problems.length > 0) throw new ConfigError(settings.problems.join('\n'))
  return { ...config, unknownVariables: tellUnknownVariables(environment, settings.known) }
}

function readServed(settings: Settings): ReadonlySet<ServedPart> {
  const value = settings.text('PUNCHCARD_SERVE') ?? 'all'
  if (value === 'all') return new Set(SERVED_PARTS)
  const named = value.split(',').map((part) => part.trim())
  const parts = SERVED_PARTS.filter((part) => named.includes(part))
  if (parts.length === new Set(named).size) return new Set(parts)
  settings.problems.push(
    `PUNCHCARD_SERVE must be all, or some of ${SERVED_PARTS.join(',')} with commas between them, but is “${value}”.`,
  )
  return new Set(SERVED_PARTS)
}

const GIGABYTE = 1_000_000_000
const GIGABYTES_MAX = 1_000_000

function readFileQuotas(settings: Settings): FileQuotas {
  const gigabytes = (name: string, usual: number) =>
    settings.integer(name, usual / GIGABYTE, 0, GIGABYTES_MAX) * GIGABYTE
  return {
    ofCell: gigabytes('PUNCHCARD_FILES_GB', USUAL_QUOTAS.ofCell),
    ofTenant: gigabytes('PUNCHCARD_FILES_PER_TENANT_GB', USUAL_QUOTAS.ofTenant),
  }
}

/** null: never. */
function readVerifyHour(settings: Settings): number | null {
  if (settings.text('PUNCHCARD_VERIFY_HOUR') === 'never') return null
  return settings.integer('PUNCHCARD_VERIFY_HOUR', 5, 0, 23)
}

function readSecretsKeys(settings: Settings): Buffer[] | null {
  const value = settings.text('PUNCHCARD_SECRETS_KEY')
  if (value === undefined) return null
  const keys = readSealingKeys(value)
  // It is a secret: the message never repeats it.
  if (!keys) {
    settings.problems.push(
      'PUNCHCARD_SECRETS_KEY must be 32 bytes in base64, as `openssl rand -base64 32` makes them; several, the newest first, with commas between them.',
    )
  }
  return keys
}

function readRetrySeconds(settings: Settings): readonly number[] {
  const value = settings.text('PUNCHCARD_WEBHOOK_RETRY_SECONDS')
  if (value === undefined) return RETRY_SECONDS
  const seconds = value.split(',').map((part) => (part.trim() === '' ? Number.NaN : Number(part)))
  if (seconds.length <= 100 && seconds.every((one) => one >= 0 && one <= 604_800)) return seconds
  settings.problems.push(
    `PUNCHCARD_WEBHOOK_RETRY_SECONDS must be seconds with commas between them, like 5,300,1800, but is “${value}”.`,
  )
  return RETRY_SECONDS
}

function readWebhookNetworks(settings: Settings): readonly string[] {
  const value = settings.text('PUNCHCARD_WEBHOOK_ALLOWED_NETWORKS')
  if (value === undefined) return []
  const networks = value.split(',').map((part) => part.trim())
  if (networks.every(isNetwork)) return networks
  settings.problems.push(
    `PUNCHCARD_WEBHOOK_ALLOWED_NETWORKS must be addresses and networks with commas between them, like 10.0.0.0/8,192.168.7.4, but is “${value}”.`,
  )
  return []
}

function readCellUrls(settings: Settings): Record<string, string> {
  const names = settings.names.filter((name) => name.startsWith('PUNCHCARD_CELL_'))
  return Object.fromEntries(
    names.map((name) => {
      const cell = name.slice('PUNCHCARD_CELL_'.length).toLowerCase().replaceAll('_', '-')
      if (cell === MAIN_CELL) {
        settings.problems.push(`${name} must not be set: the cell “main” is DATABASE_URL.`)
      } else if (!CELL_NAME.test(cell)) {
        settings.problems.push(`${name} must end in a name like SOUTH_AMERICA.`)
      }
      return [cell, settings.address(name, DATABASE_PROTOCOLS)]
    }),
  )
}

function readAppRole(settings: Settings): string {
  const value = settings.text('PUNCHCARD_APP_ROLE') ?? APP_ROLE
  if (!APP_ROLE_NAME.test(value)) {
    settings.problems.push(
      `PUNCHCARD_APP_ROLE must be a name like punchcard_shop: “punchcard_”, then small letters, digits and _, but is “${value}”.`,
    )
  }
  return value
}

function readLogLevel(settings: Settings): string {
  const value = settings.text('PUNCHCARD_LOG_LEVEL') ?? 'info'
  if (!LOG_LEVELS.includes(value)) {
    settings.problems.push(`PUNCHCARD_LOG_LEVEL must be one of ${LOG_LEVELS.join(', ')}, but is “${value}”.`)
  }
  return value
}

function readOrigin(settings: Settings, name: string, what: string): string | null {
  const value = settings.text(name)
  if (value === undefined) return null
  const url = URL.canParse(value) ? new URL(value) : null
  if (url && /^https?:$/.test(url.protocol) && url.href === `${url.origin}/`) return url.origin
  settings.problems.push(`${name} must be ${what}, but is “${value}”.`)
  return null
}

const PUBLIC_URL_IS =
  'the address at which people open Punchcard, without a path, like https://loyalty.example.com'
const SHOP_ORIGIN_IS =
  'the address at which customers open the pages of shops, without a path, like https://club.example.com'

function hostOf(origin: string): string {
  return plainHostname(new URL(origin).hostname)
}

/** A host of its own for what customers meet; the panel's is none. */
function readShopOrigin(settings: Settings, publicUrl: string | null): string | null {
  const origin = readOrigin(settings, 'PUNCHCARD_SHOP_ORIGIN', SHOP_ORIGIN_IS)
  // Cookies know no ports, and no scheme keeps them apart.
  if (origin !== null && publicUrl !== null && hostOf(origin) === hostOf(publicUrl)) {
    settings.problems.push(
      'PUNCHCARD_SHOP_ORIGIN must have another host than PUNCHCARD_PUBLIC_URL, not only another port: it is there to keep them apart. Leave it out to have both on one.',
    )
  }
  return origin
}

function readProxies(settings: Settings): number | readonly string[] {
  const value = settings.text('PUNCHCARD_TRUST_PROXY')
  if (value === undefined) return 0
  if (/^\d{1,2}$/.test(value)) return Number(value)
  const networks = value.split(',').map((part) => part.trim())
  if (networks.every(isNetwork)) return networks
  settings.problems.push(
    `PUNCHCARD_TRUST_PROXY must be the number of proxies in front, or their addresses and networks with commas between them, like 10.0.0.7,192.168.0.0/16, but is “${value}”.`,
  )
  return 0
}
