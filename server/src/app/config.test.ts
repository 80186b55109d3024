import { describe, expect, it } from 'vitest'
import { ConfigError, readConfig } from './config.ts'

const KEY = Buffer.alloc(32, 7).toString('base64')
const DATABASE_URL = 'postgres://user:password@host:5432/name'

function problemsOf(environment: Record<string, string>): string[] {
  try {
    readConfig(environment)
  } catch (error) {
    expect(error).toBeInstanceOf(ConfigError)
    return (error as ConfigError).message.split('\n')
  }
  return []
}

describe('the configuration', () => {
  it('needs only the address of the database', () => {
    expect(readConfig({ DATABASE_URL })).toEqual({
      databaseUrl: DATABASE_URL,
      cellUrls: {},
      appRole: 'punchcard_app',
      redisUrl: null,
      host: '127.0.0.1',
      port: 3000,
      processes: 1,
      metricsHost: '127.0.0.1',
      metricsPort: 9464,
      workerMetricsPort: 9465,
      verifyHour: 5,
      fileQuotas: { ofCell: 50_000_000_000, ofTenant: 5_000_000_000 },
      jobLanes: 1,
      workerNice: 10,
      logLevel: 'info',
      drainSeconds: 5,
      stopSeconds: 25,
      connectionCount: 10,
      rateLimitPerSecond: 10_000,
      tenantRateLimitPerSecond: 20_000,
      isAccessLogged: false,
      requestTimeoutMs: 10_000,
      trustProxy: 0,
      connectionsMax: 10_000,
      answerTimeoutMs: 60_000,
      isDocumented: true,
      serves: new Set(['private', 'admin', 'panel', 'docs', 'storefront']),
      isPanelServed: true,
      storefrontRateLimitPerSecond: 2_000,
      storefrontNice: 10,
      publicUrl: null,
      shopOrigin: null,
      tracing: null,
      secretsKeys: null,
      isPrivateWebhookAllowed: false,
      webhookNetworks: [],
      unknownVariables: [],
      webhookRetrySeconds: [5, 300, 1_800, 7_200, 18_000, 36_000, 50_400, 72_000, 86_400],
    })
  })

  it('reads every variable', () => {
    expect(
      readConfig({
        DATABASE_URL: ` ${DATABASE_URL} `,
        PUNCHCARD_SERVE: 'storefront, private',
        PUNCHCARD_STOREFRONT_RATE_LIMIT_PER_SECOND: '500',
        PUNCHCARD_STOREFRONT_NICE: '0',
        PUNCHCARD_CELL_OTHER: 'postgresql://host/other',
        PUNCHCARD_CELL_SOUTH_AMERICA: 'postgres://host/south',
        PUNCHCARD_APP_ROLE: 'punchcard_shop',
        REDIS_URL: 'rediss://host:6380',
        HOST: '0.0.0.0',
        PORT: '8080',
        PUNCHCARD_PROCESSES: '8',
        PUNCHCARD_METRICS_HOST: '10.0.0.5',
        PUNCHCARD_METRICS_PORT: '0',
        PUNCHCARD_DRAIN_SECONDS: '0',
        PUNCHCARD_STOP_SECONDS: '60',
        PUNCHCARD_WORKER_METRICS_PORT: '9500',
        PUNCHCARD_VERIFY_HOUR: 'never',
        PUNCHCARD_FILES_GB: '200',
        PUNCHCARD_FILES_PER_TENANT_GB: '20',
        PUNCHCARD_JOB_LANES: '4',
        PUNCHCARD_WORKER_NICE: '0',
        PUNCHCARD_LOG_LEVEL: 'debug',
        PUNCHCARD_DATABASE_CONNECTIONS: '25',
        PUNCHCARD_RATE_LIMIT_PER_SECOND: '50',
        PUNCHCARD_TENANT_RATE_LIMIT_PER_SECOND: '75',
        PUNCHCARD_ACCESS_LOG: '1',
        PUNCHCARD_REQUEST_TIMEOUT_MS: '2500',
        PUNCHCARD_TRUST_PROXY: '1',
        PUNCHCARD_CONNECTIONS_MAX: '500',
        PUNCHCARD_ANSWER_TIMEOUT_MS: '5000',
        PUNCHCARD_DOCS: '0',
        PUNCHCARD_PANEL: '0',
        PUNCHCARD_PUBLIC_URL: 'https://panel.example:8443/',
        PUNCHCARD_SHOP_ORIGIN: 'https://club.example',
        PUNCHCARD_SECRETS_KEY: `${KEY},${KEY}`,
        PUNCHCARD_WEBHOOK_ALLOW_PRIVATE: '1',
        PUNCHCARD_WEBHOOK_ALLOWED_NETWORKS: '10.20.0.0/16, 192.168.7.4',
        PUNCHCARD_WEBHOOK_RETRY_SECONDS: '1, 1,2.5',
        OTEL_EXPORTER_OTLP_ENDPOINT: 'http://collector:4318',
        OTEL_EXPORTER_OTLP_HEADERS: 'api-key=a=b, x-team=shops',
        OTEL_SERVICE_NAME: 'loyalty',
        OTEL_TRACES_SAMPLER: 'parentbased_traceidratio',
        OTEL_TRACES_SAMPLER_ARG: '0.05',
        UNRELATED: 'x',
      }),
    ).toEqual({
      unknownVariables: [],
      databaseUrl: DATABASE_URL,
      cellUrls: { other: 'postgresql://host/other', 'south-america': 'postgres://host/south' },
      appRole: 'punchcard_shop',
      redisUrl: 'rediss://host:6380',
      host: '0.0.0.0',
      port: 8080,
      processes: 8,
      metricsHost: '10.0.0.5',
      metricsPort: null,
      workerMetricsPort: 9500,
      verifyHour: null,
      fileQuotas: { ofCell: 200_000_000_000, ofTenant: 20_000_000_000 },
      jobLanes: 4,
      workerNice: 0,
      logLevel: 'debug',
      drainSeconds: 0,
      stopSeconds: 60,
      connectionCount: 25,
      rateLimitPerSecond: 50,
      tenantRateLimitPerSecond: 75,
      isAccessLogged: true,
      requestTimeoutMs: 2_500,
      trustProxy: 1,
      connectionsMax: 500,
      answerTimeoutMs: 5_000,
      isDocumented: false,
      serves: new Set(['private', 'storefront']),
      isPanelServed: false,
      storefrontRateLimitPerSecond: 500,
      storefrontNice: 0,
      publicUrl: 'https://panel.example:8443',
      shopOrigin: 'https://club.example',
      tracing: {
        endpoint: 'http://collector:4318',
        headers: { 'api-key': 'a=b', 'x-team': 'shops' },
        serviceName: 'loyalty',
        ratio: 0.05,
        followsCallers: true,
      },
      secretsKeys: [Buffer.alloc(32, 7), Buffer.alloc(32, 7)],
      webhookNetworks: ['10.20.0.0/16', '192.168.7.4'],
      isPrivateWebhookAllowed: true,
      webhookRetrySeconds: [1, 1, 2.5],
    })
  })

  it('takes a variable that is set to nothing as not set', () => {
    const blank = { PORT: '', REDIS_URL: ' ', PUNCHCARD_TRUST_PROXY: '', PUNCHCARD_LOG_LEVEL: '' }
    expect(readConfig({ DATABASE_URL, ...blank })).toEqual(readConfig({ DATABASE_URL }))
  })

  it.each([
    ['2', 2],
    ['10.0.0.7', ['10.0.0.7']],
    ['10.0.0.7, 192.168.0.0/16,2001:db8::/32', ['10.0.0.7', '192.168.0.0/16', '2001:db8::/32']],
  ])('reads proxies: %s', (value, proxies) => {
    expect(readConfig({ DATABASE_URL, PUNCHCARD_TRUST_PROXY: value }).trustProxy).toEqual(proxies)
  })

  it.each([
    ['PORT', '65536', 'PORT must be a whole number from 0 to 65535, but is “65536”.'],
    ['PORT', '-1', 'PORT must be a whole number from 0 to 65535, but is “-1”.'],
    ['PORT', '80.5', 'PORT must be a whole number from 0 to 65535, but is “80.5”.'],
    ['PORT', '0x50', 'PORT must be a whole number from 0 to 65535, but is “0x50”.'],
    [
      'PUNCHCARD_DATABASE_CONNECTIONS',
      '1',
      'PUNCHCARD_DATABASE_CONNECTIONS must be a whole number from 2 to 1000, but is “1”.',
    ],
    [
      'PUNCHCARD_PUBLIC_URL',
      'panel.example/panel',
      'PUNCHCARD_PUBLIC_URL must be the address at which people open Punchcard, without a path, like https://loyalty.example.com, but is “panel.example/panel”.',
    ],
    [
      'PUNCHCARD_SHOP_ORIGIN',
      'https://club.example/shop',
      'PUNCHCARD_SHOP_ORIGIN must be the address at which customers open the pages of shops, without a path, like https://club.example.com, but is “https://club.example/shop”.',
    ],
    ['PUNCHCARD_DOCS', 'yes', 'PUNCHCARD_DOCS must be 0 or 1, but is “yes”.'],
    [
      'PUNCHCARD_SERVE',
      'private,shop',
      'PUNCHCARD_SERVE must be all, or some of private,admin,panel,docs,storefront with commas between them, but is “private,shop”.',
    ],
    ...['yes', '-1', '10.0.0.1/33', '10.0.0', '10.0.0.1;10.0.0.2', 'proxy.internal'].map((value) => [
      'PUNCHCARD_TRUST_PROXY',
      value,
      `PUNCHCARD_TRUST_PROXY must be the number of proxies in front, or their addresses and networks with commas between them, like 10.0.0.7,192.168.0.0/16, but is “${value}”.`,
    ]),
    [
      'PUNCHCARD_LOG_LEVEL',
      'loud',
      'PUNCHCARD_LOG_LEVEL must be one of trace, debug, info, warn, error, fatal, silent, but is “loud”.',
    ],
  ])('refuses %s=%s', (name, value, problem) => {
    expect(problemsOf({ DATABASE_URL, [name]: value })).toEqual([problem])
  })

  it('says what to write where the address of the database is missing', () => {
    expect(problemsOf({})).toEqual([
      'DATABASE_URL is not set: write the address of the database, like postgres://user:password@host:port/name.',
    ])
  })

  it('names every wrong variable at once', () => {
    const problems = problemsOf({
      DATABASE_URL: 'mysql://host/name',
      PUNCHCARD_CELL_OTHER: 'host:5432',
      REDIS_URL: 'http://host',
      PORT: 'http',
      PUNCHCARD_METRICS_PORT: 'x',
      PUNCHCARD_LOG_LEVEL: 'x',
      PUNCHCARD_DATABASE_CONNECTIONS: 'x',
      PUNCHCARD_RATE_LIMIT_PER_SECOND: '0',
      PUNCHCARD_REQUEST_TIMEOUT_MS: '99',
      PUNCHCARD_TRUST_PROXY: 'x',
    })
    expect(problems.map((problem) => problem.split(' ', 1)[0]).sort()).toEqual([
      'DATABASE_URL',
      'PORT',
      'PUNCHCARD_CELL_OTHER',
      'PUNCHCARD_DATABASE_CONNECTIONS',
      'PUNCHCARD_LOG_LEVEL',
      'PUNCHCARD_METRICS_PORT',
      'PUNCHCARD_RATE_LIMIT_PER_SECOND',
      'PUNCHCARD_REQUEST_TIMEOUT_MS',
      'PUNCHCARD_TRUST_PROXY',
      'REDIS_URL',
    ])
  })

  it('never repeats an address, for it may hold a password', () => {
    const problems = problemsOf({
      DATABASE_URL: 'mysql://root:hunter2@host/name',
      REDIS_URL: 'http://:hunter2@host',
      PUNCHCARD_CELL_OTHER: 'root:hunter2@host',
    })
    expect(problems).toHaveLength(3)
    expect(problems.join()).not.toContain('hunter2')
  })

  it.each([
    'https://loyalty.example',
    'http://loyalty.example',
    'https://loyalty.example:8443',
    'https://LOYALTY.example.',
  ])('refuses %s as a host of its own, beside a panel on the same', (origin) => {
    const both = { DATABASE_URL, PUNCHCARD_PUBLIC_URL: 'https://loyalty.example' }
    expect(problemsOf({ ...both, PUNCHCARD_SHOP_ORIGIN: origin })).toEqual([
      expect.stringContaining('PUNCHCARD_SHOP_ORIGIN must have another host than PUNCHCARD_PUBLIC_URL'),
    ])
  })

  it.each([
    ['PUNCHCARD_CELL_MAIN', 'PUNCHCARD_CELL_MAIN must not be set: the cell “main” is DATABASE_URL.'],
    ['PUNCHCARD_CELL_', 'PUNCHCARD_CELL_ must end in a name like SOUTH_AMERICA.'],
    ['PUNCHCARD_CELL_2', 'PUNCHCARD_CELL_2 must end in a name like SOUTH_AMERICA.'],
  ])('refuses a cell %s that no tenant could live in, or that is there already', (name, problem) => {
    expect(problemsOf({ DATABASE_URL, [name]: 'postgres://host/another' })).toEqual([problem])
  })
})
