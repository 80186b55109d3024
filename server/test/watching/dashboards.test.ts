/**
 * A running Punchcard under load, with a worker and a receiver of webhooks, is scraped by a running Prometheus: every
 * query of every dashboard and rule has a result there, and the commands of the runbooks work.
 */
import { spawnSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { parse } from 'yaml'
import { DASHBOARDS } from '../../checks/dashboards/definitions.ts'
import { publishProgram } from '../../src/earning/store.ts'
import { createLogger } from '../../src/platform/log.ts'
import { MAIN_CELL } from '../../src/tenancy/cells.ts'
import { migrateQueue } from '../../src/worker/queue.ts'
import { freePort, punchcard, startPunchcard, startServe } from '../cli/punchcard-process.ts'
import { clientOf } from '../support/client-of.ts'
import { urlOfLogin } from '../support/logins.ts'
import { Receiver } from '../support/receiver.ts'
import { program } from '../support/shop.ts'
import { useTestApi } from '../support/test-api.ts'
import { isWanted } from './programs.ts'
import { Prometheus } from './prometheus.ts'

const ROOT = join(import.meta.dirname, '../../..')
const PUNCHCARD = join(ROOT, 'server/bin/punchcard.ts')
const RULES = join(ROOT, 'deploy/prometheus/punchcard.rules.yaml')
const RUNBOOKS = readFileSync(join(ROOT, 'docs/operating/runbooks.md'), 'utf8')
const PATIENCE_MS = 120_000
/** Metrics that need a standby, a Redis, or a command that somebody runs every night. */
const ONLY_SOMEWHERE = /^punchcard_(replication|redis|backup)_/

interface Rule {
  readonly alert?: string
  readonly record?: string
  readonly expr: string
}

const { groups } = parse(readFileSync(RULES, 'utf8')) as { groups: { rules: Rule[] }[] }
const rules = groups.flatMap((group) => group.rules)

/** The metrics that an expression names. */
function metricsIn(expr: string): string[] {
  return [...new Set(expr.match(/\b(?:punchcard|nodejs|process)[_:][\w:]+|\bup\b/g) ?? [])]
}

describe.skipIf(!isWanted)('what is watched', () => {
  const test = useTestApi()
  const opened = new AsyncDisposableStack()
  const ports = { api: '', metrics: '', worker: '' }
  let environment: Record<string, string>
  let prometheus: Prometheus
  let endpoint: string
  let tenant: string

  beforeAll(async () => {
    const { databaseUrl, cells, key } = test.api
    environment = {
      DATABASE_URL: databaseUrl,
      PUNCHCARD_SECRETS_KEY: randomBytes(32).toString('base64'),
      PUNCHCARD_WEBHOOK_ALLOW_PRIVATE: '1',
      PUNCHCARD_WEBHOOK_RETRY_SECONDS: '1,1',
    }
    const log = createLogger({ level: 'error', destination: process.stderr })
    await migrateQueue(urlOfLogin(databaseUrl, 'owner'), log)
    const { tenantId } = key
    await cells
      .of({ cell: MAIN_CELL })
      .transaction([tenantId], (tx) => publishProgram(tx, tenantId, program()))
    tenant = String(tenantId)
    const inbox = await Receiver.start()
    opened.defer(() => inbox.stop())
    // Every fifth is refused at first, so that there are failures to be seen.
    inbox.reply = () => ({ status: inbox.requests.length % 5 === 0 ? 500 : 200 })
    endpoint = await addEndpoint(inbox.url)
    await startProcesses()
    const load = new AbortController()
    const sending = sendUntil(load.signal, ports.api, key.authorization)
    opened.defer(async () => {
      load.abort()
      await sending
    })
    await queueJobs(databaseUrl)
    prometheus = opened.use(
      await Prometheus.start(
        { 'punchcard-serve': `127.0.0.1:${ports.metrics}`, 'punchcard-work': `127.0.0.1:${ports.worker}` },
        RULES,
      ),
    )
  })
  afterAll(() => opened.disposeAsync())

  async function addEndpoint(url: string): Promise<string> {
    const topics = ['--topics', 'Point_Add,Point_Update,Point_Removed']
    const args = ['webhook', 'add', '--tenant', tenant, '--url', url, ...topics, '--json']
    const { stdout, stderr } = await punchcard(args, environment)
    expect(stderr).toBe('')
    return String(JSON.parse(stdout).id)
  }

  async function startProcesses(): Promise<void> {
    ports.metrics = String(await freePort())
    ports.worker = String(await freePort())
    const server = opened.use(await startServe({ ...environment, PUNCHCARD_METRICS_PORT: ports.metrics }))
    ports.api = new URL(server.url).port
    opened.use(
      await startPunchcard(
        ['work'],
        { ...environment, PUNCHCARD_WORKER_METRICS_PORT: ports.worker },
        ({ log }) => log().includes('"msg":"ready"'),
      ),
    )
  }

  /** Those that would come within the hour, or tomorrow. */
  async function queueJobs(databaseUrl: string): Promise<void> {
    const client = clientOf(databaseUrl)
    await client.connect()
    await client.query(
      `select graphile_worker.add_job('hourly'), graphile_worker.add_job('lookForDailyRuns')`,
    )
    await client.end()
  }

  /** Those of these queries that have no result, even after a while: some figures come late. */
  async function withoutResult(queries: readonly string[]): Promise<string[]> {
    const endAt = Date.now() + PATIENCE_MS
    let missing = [...queries]
    for (;;) {
      const counts = await Promise.all(missing.map((query) => prometheus.count(query)))
      missing = missing.filter((_, index) => counts[index] === 0)
      if (missing.length === 0 || Date.now() > endAt) return missing
      await sleep(1_000)
    }
  }

  it('every query of every dashboard has a result', { timeout: 2 * PATIENCE_MS }, async () => {
    const queries = DASHBOARDS.flatMap(({ rows }) =>
      rows.flatMap(({ panels }) => panels.flatMap((panel) => panel.queries.map(({ expr }) => expr))),
    )
    expect(queries.length).toBeGreaterThan(40)
    const asked = queries.map((expr) =>
      expr.replaceAll('$__rate_interval', '1m').replaceAll('$tenant', tenant),
    )
    expect(asked.filter((expr) => expr.includes('$'))).toEqual([])
    expect(await withoutResult(asked)).toEqual([])
    expect(await prometheus.count('punchcard_no_such_metric')).toBe(0)
  })

  it('every choice of a dashboard has values', async () => {
    const choices = DASHBOARDS.flatMap(({ variables }) => variables)
    expect(choices).not.toEqual([])
    const asked = choices.map(({ name, metric }) => `count by (${name}) (${metric}{${name}!=""})`)
    expect(await withoutResult(asked)).toEqual([])
  })

  it('every recording rule has a result, and every alert looks at metrics that are there', {
    timeout: 2 * PATIENCE_MS,
  }, async () => {
    const recorded = rules.flatMap(({ record }) => record ?? [])
    const watched = rules
      .flatMap(({ alert, expr }) => (alert ? metricsIn(expr) : []))
      .filter((metric) => !ONLY_SOMEWHERE.test(metric))
    expect(recorded.length).toBeGreaterThan(10)
    expect(await withoutResult([...new Set([...recorded, ...watched])])).toEqual([])
    const health = await prometheus.rules()
    expect(rules.filter(({ alert, record }) => health.get(alert ?? record ?? '') !== 'ok')).toEqual([])
  })

  it('the statements of the runbooks can be run', async () => {
    const statements = [...RUNBOOKS.matchAll(/^```sql\n([\s\S]*?)^```/gm)].map(([, text = '']) => text)
    expect(statements.length).toBeGreaterThan(3)
    const client = clientOf(urlOfLogin(test.api.databaseUrl, 'owner'))
    await client.connect()
    for (const statement of statements) await client.query(statement)
    await client.end()
  })

  it('the commands of the runbooks can be run', { timeout: PATIENCE_MS }, () => {
    const commands = [...RUNBOOKS.matchAll(/^```sh\n([\s\S]*?)^```/gm)].map(([, text = '']) => text)
    expect(commands.length).toBeGreaterThan(3)
    for (const command of commands) {
      const here = command
        .replaceAll(':3000', `:${ports.api}`)
        .replaceAll(':9464', `:${ports.metrics}`)
        .replaceAll(':9465', `:${ports.worker}`)
        .replaceAll('npx punchcard', `'${process.execPath}' '${PUNCHCARD}'`)
        .replaceAll('--tenant 1', `--tenant ${tenant}`)
        .replaceAll('--endpoint 1', `--endpoint ${endpoint}`)
        .replaceAll('--customer ana', '--customer c-1')
      const { status, stdout, stderr } = spawnSync('bash', ['--norc', '-euo', 'pipefail', '-c', here], {
        env: { PATH: process.env.PATH, ...environment },
        encoding: 'utf8',
      })
      expect({ command, status, stderr }).toEqual({ command, status: 0, stderr: '' })
      expect(stdout).not.toBe('')
    }
  })
})

/** A shop's day in little: orders, balances, rewards, and requests that are refused. */
async function sendUntil(signal: AbortSignal, port: string, authorization: string): Promise<void> {
  const headers = { authorization, 'content-type': 'application/json' }
  const url = (path: string): string => `http://127.0.0.1:${port}/v1/pvt/${path}`
  const send = async (path: string, body?: object): Promise<void> => {
    const method = body ? 'POST' : 'GET'
    const response = await fetch(url(path), {
      method,
      headers,
      ...(body ? { body: JSON.stringify(body) } : {}),
    })
    await response.text()
  }
  for (let order = 1; !signal.aborted; order += 1) {
    const now = new Date().toISOString()
    const customer = `c-${order % 50}`
    await Promise.all([
      send('POS/orders', {
        OriginalId: `o-${order}`,
        OrderPlacementDate: now,
        OrderCompletedDate: now,
        IsCompleted: true,
        OrderTotal: 80,
        Customer: { OriginalId: customer },
      }),
      send(`Customer/${customer}/points`),
      send(`Customer/${customer}/rewards`),
      send('Customer/nobody/cashback', {}),
    ])
    await sleep(50)
  }
}
