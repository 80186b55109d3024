import { request } from 'node:http'
import type pg from 'pg'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { clientOf } from '../support/client-of.ts'
import { patient } from '../support/patience.ts'
import { useTestApi } from '../support/test-api.ts'
import { emptyDatabase } from '../support/test-database.ts'
import { freePort, punchcard, type RunningServer, startServe } from './punchcard-process.ts'
import { runHere } from './run-here.ts'

const test = useTestApi()
const REWARDS = '/v1/pvt/RewardConfigurations'

async function connect(): Promise<pg.Client> {
  const client = clientOf(test.api.databaseUrl)
  await client.connect()
  onTestFinished(() => client.end())
  return client
}

describe('punchcard serve', () => {
  let server: RunningServer
  beforeAll(async () => {
    server = await startServe({
      DATABASE_URL: test.api.databaseUrl,
      PUNCHCARD_METRICS_PORT: String(await freePort()),
      // Nobody is there: limits are then not shared, and that is all.
      REDIS_URL: 'redis://127.0.0.1:1',
      PUNCHCARD_PANEL_ORIGIN: 'https://loyalty.example.com',
    })
  })
  afterAll(() => server.stop())

  it('names a variable that it does not know', () => {
    const said = server
      .log()
      .split('\n')
      .find((line) => line.includes('a variable is unknown'))
    expect(JSON.parse(said ?? '{}')).toMatchObject({
      level: 'warn',
      reason: expect.stringMatching(/^PUNCHCARD_PANEL_ORIGIN is not a variable of Punchcard/),
    })
  })

  it('answers', async () => {
    expect(await (await fetch(`${server.url}/livez`)).json()).toEqual({ status: 'ok' })
    expect(await (await fetch(`${server.url}/readyz`)).json()).toEqual({ status: 'ok' })
    const { authorization, secret } = test.api.key
    const list = await fetch(server.url + REWARDS, { headers: { authorization } })
    expect(list.status).toBe(200)
    expect(await list.json()).toMatchObject({ Items: [], HasError: false })
    expect(server.log()).not.toContain(secret)
  })

  it('says how many connections the database lacks, and what to set', async () => {
    await using greedy = await startServe({
      DATABASE_URL: test.api.databaseUrl,
      PUNCHCARD_DATABASE_CONNECTIONS: '1000',
    })
    const line = (log: string) => log.split('\n').find((one) => one.includes('has too few connections'))
    const { reason } = JSON.parse(line(greedy.log()) ?? '{}') as { reason?: string }
    // The one of the other tests is there too.
    expect(reason).toMatch(
      /^2 serve may open 2028 connections, and PostgreSQL has \d+ for them: max_connections/,
    )
    expect(reason).toMatch(/Set max_connections to \d+ or more and restart PostgreSQL, or lower/)
  })

  it('shows its metrics on a port of their own only', async () => {
    const { authorization } = test.api.key
    await fetch(server.url + REWARDS, { headers: { authorization } })
    const metrics = await (await fetch(server.metricsUrl ?? '')).text()
    const counted = `punchcard_http_request_seconds_count{method="GET",route="${REWARDS}",status="200"}`
    expect(metrics).toContain(counted)
    expect(metrics).toContain('punchcard_database_connections{cell="main",state="idle"}')
    expect(metrics).toMatch(/^punchcard_build_info{version="[\d.]+",commit="([0-9a-f]{40}|unknown)",/m)
    expect(metrics).toContain('punchcard_redis_up 0')
    expect((await fetch(`${server.url}/metrics`)).status).toBe(404)
    expect((await fetch(new URL('/livez', server.metricsUrl ?? ''))).status).toBe(404)
  })

  it.each([
    ['PORT', () => server.url],
    ['PUNCHCARD_METRICS_PORT', () => server.metricsUrl ?? ''],
  ])('refuses to start on a %s that is taken, and says so', async (variable, url) => {
    const { port } = new URL(url())
    const second = await punchcard(['serve'], {
      ...{ DATABASE_URL: test.api.databaseUrl, PUNCHCARD_LOG_LEVEL: 'silent' },
      ...{ PORT: '0', PUNCHCARD_METRICS_PORT: '0', [variable]: port },
    })
    expect(second).toEqual({
      exitCode: 2,
      stdout: '',
      stderr: `listen EADDRINUSE: address already in use 127.0.0.1:${port}. Choose another PORT or PUNCHCARD_METRICS_PORT.\n`,
    })
  })

  it('refuses to start on a database that was not migrated, and says what to do', async () => {
    const { exitCode, stdout, stderr } = await runHere(['serve'], { DATABASE_URL: await emptyDatabase() })
    expect({ exitCode, stdout }).toEqual({ exitCode: 2, stdout: '' })
    expect(stderr).toMatch(
      /^The database “\w+” lacks 0001_tenancy\.sql, .*: run `punchcard migrate` first\.\n$/,
    )
  })
})

describe('punchcard serve, told to stop', () => {
  it('finishes what is under way, takes nothing new and exits 0', async () => {
    await using server = await startServe({ DATABASE_URL: test.api.databaseUrl })
    const { authorization, tenantId } = test.api.key
    const operator = await connect()
    const watcher = await connect()
    const countWaiting = async (): Promise<number | null> => {
      const { rowCount } = await watcher.query(
        `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
      )
      return rowCount
    }
    // Whoever writes this product has to wait until we let go.
    await operator.query('begin')
    await operator.query(
      `insert into product (tenant_id, original_id, title, is_active) values ($1, 'slow', 'T', true)`,
      [tenantId],
    )

    const slow = put(`${server.url}/v1/pvt/Product/slow`, authorization, {
      OriginalId: 'slow',
      Title: 'Finished',
    })
    await expect.poll(() => countWaiting(), { timeout: patient(4_000) }).toBe(1)
    server.process.kill('SIGTERM')
    await expect.poll(() => server.log(), { timeout: patient(3_000) }).toContain('"msg":"stopping"')
    await expect(fetch(`${server.url}/livez`)).rejects.toThrow()
    const letGoAt = performance.now()
    await operator.query('commit')

    expect(await slow).toMatchObject({ status: 200, body: { Code: '07', HasError: false } })
    expect(await server.stop()).toBe(0)
    // The sender would have kept its connection: that must not hold up the end.
    expect(performance.now() - letGoAt).toBeLessThan(patient(3_000))
    const { rows } = await operator.query(`select title from product where original_id = 'slow'`)
    expect(rows).toEqual([{ title: 'Finished' }])
  })
})

/** On a connection that is kept, as merchants' backends do. */
function put(
  url: string,
  authorization: string,
  product: object,
): Promise<{ status: number | undefined; body: unknown }> {
  return new Promise((resolve, reject) => {
    const headers = { authorization, 'content-type': 'application/json', connection: 'keep-alive' }
    const sent = request(url, { method: 'PUT', headers }, (response) => {
      let text = ''
      response.on('data', (chunk: Buffer) => {
        text += chunk.toString()
      })
      response.on('end', () => resolve({ status: response.statusCode, body: JSON.parse(text) }))
    })
    sent.on('error', reject)
    sent.end(JSON.stringify(product))
  })
}
