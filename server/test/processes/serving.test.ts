/** `punchcard serve --processes 2` is one server: one port, one count of everything, one page of metrics. */
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import {
  freePort,
  punchcard,
  type RunningServer,
  startPunchcard,
  startServe,
} from '../cli/punchcard-process.ts'
import { runHere } from '../cli/run-here.ts'
import { clientOf } from '../support/client-of.ts'
import { openShop, SIMPLE_PROGRAM } from '../support/open-shop.ts'
import { orderToSend } from '../support/order-to-send.ts'
import { basic, useTestApi } from '../support/test-api.ts'
import { emptyDatabase } from '../support/test-database.ts'
import { childrenOf, metricByProcess, sendAlone, startSeveral } from './started.ts'

const test = useTestApi()
const ORDERS = '/v1/pvt/POS/orders'
const LIST = '/v1/pvt/RewardConfigurations'

const sum = (values: Iterable<number>): number => [...values].reduce((total, one) => total + one, 0)

describe('two processes', () => {
  let server: RunningServer
  beforeAll(async () => {
    server = await startSeveral({ DATABASE_URL: test.api.databaseUrl })
  })
  afterAll(() => server.stop())

  it('count orders of one customer once, whichever process gets them', async () => {
    const { authorization, tenantId } = await openShop(test.api.cells.of({ cell: 'main' }), {
      program: SIMPLE_PROGRAM,
    })
    const send = (id: number) =>
      sendAlone(server.url + ORDERS, {
        method: 'POST',
        authorization,
        body: orderToSend(`o-${id}`, 'ana', 10),
      })
    // Each three times, at the same time.
    const answers = await Promise.all(Array.from({ length: 120 }, (_, index) => send(index % 40)))
    expect(answers.filter(({ status }) => status !== 200)).toEqual([])
    const reader = clientOf(test.api.databaseUrl)
    await reader.connect()
    onTestFinished(() => reader.end())
    const { rows } = await reader.query(
      `select points_balance::float as balance,
          (select count(*)::int from customer_order where tenant_id = $1) as orders
        from customer where tenant_id = $1`,
      [tenantId],
    )
    expect(rows).toEqual([{ balance: 400, orders: 40 }])
    const counted = await metricByProcess(server, 'punchcard_http_request_seconds_count', ORDERS)
    expect([...counted.keys()].sort()).toEqual(['1', '2'])
    expect(sum(counted.values())).toBe(120)
  })

  it('show their metrics on one page, each series once, and tell processes apart', async () => {
    const { authorization } = test.api.key
    await Promise.all(Array.from({ length: 30 }, () => sendAlone(server.url + LIST, { authorization })))
    const page = await (await fetch(server.metricsUrl ?? '')).text()
    const series = page.split('\n').filter((line) => line !== '' && !line.startsWith('#'))
    const names = series.map((line) => line.slice(0, line.lastIndexOf(' ')))
    expect(new Set(names).size).toBe(names.length)
    expect(names.filter((name) => !/process="[12]"/.test(name))).toEqual([])
    const heads = page.split('\n').filter((line) => line.startsWith('# TYPE'))
    expect(new Set(heads).size).toBe(heads.length)
    for (const name of ['punchcard_ready', 'punchcard_build_info', 'process_start_time_seconds']) {
      expect([...(await metricByProcess(server, name, '')).keys()].sort()).toEqual(['1', '2'])
    }
    const counted = await metricByProcess(server, 'punchcard_http_request_seconds_count', LIST)
    expect(sum(counted.values())).toBe(30)
    expect((await fetch(`${server.url}/metrics`)).status).toBe(404)
    expect(childrenOf(server)).toHaveLength(2)
  })

  it('throttle failed logins together', async () => {
    const [{ token }, { secret }] = [await test.api.openShop(), await test.api.openShop()]
    const statuses: number[] = []
    for (let attempt = 0; attempt < 14; attempt += 1) {
      const authorization = basic(token, secret)
      statuses.push((await sendAlone(server.url + LIST, { authorization })).status)
    }
    expect(statuses).toEqual([...Array(10).fill(401), ...Array(4).fill(429)])
  })
})

describe('limits hold for all processes together', () => {
  const LIMIT = 20

  it.each([
    ['without Redis', {}],
    ['with Redis', { REDIS_URL: 'redis://127.0.0.1:6379' }],
    ['with a Redis that is away', { REDIS_URL: 'redis://127.0.0.1:1' }],
  ])('of a key, %s', async (_, redis) => {
    const { authorization } = await test.api.openShop()
    await using server = await startSeveral({
      DATABASE_URL: test.api.databaseUrl,
      PUNCHCARD_RATE_LIMIT_PER_SECOND: String(LIMIT),
      ...redis,
    })
    const url = `${server.url}${LIST}/none`
    // Keys that are known are counted at once; a Redis that is away is found out by the first requests.
    await Promise.all(Array.from({ length: 20 }, () => sendAlone(url, { authorization })))
    const round = async (): Promise<{ accepted: number; seconds: number }> => {
      await new Promise((resolve) => setTimeout(resolve, 1_100))
      const startedAt = performance.now()
      const answers = await Promise.all(
        Array.from({ length: LIMIT * 4 }, () => sendAlone(url, { authorization })),
      )
      const seconds = (performance.now() - startedAt) / 1_000
      expect(answers.filter(({ status }) => status !== 200 && status !== 429)).toEqual([])
      return { accepted: answers.filter(({ status }) => status === 200).length, seconds }
    }
    for (let rounds = 0; rounds < 3; rounds += 1) {
      const { accepted, seconds } = await round()
      expect(accepted).toBeGreaterThanOrEqual(LIMIT)
      // A second that is over while they are sent allows as many again.
      expect(accepted).toBeLessThanOrEqual(LIMIT * (1 + Math.floor(seconds)))
    }
    const counted = await metricByProcess(server, 'punchcard_http_request_seconds_count', 'status="429"')
    expect([...counted.keys()].sort()).toEqual(['1', '2'])
  })
})

describe('how many', () => {
  it.each(['0', '65', '-1', '1.5', 'all', ''])('is not “%s”', async (processes) => {
    const refused = await runHere(['serve', '--processes', processes], {
      DATABASE_URL: test.api.databaseUrl,
    })
    expect(refused.exitCode).toBe(64)
    expect(refused.stderr).toMatch(
      /option '--processes <number>' argument '.*' is invalid\. It must be a whole/,
    )
  })

  it('is refused with its sentence where the variable is wrong', async () => {
    const refused = await punchcard(['serve'], {
      DATABASE_URL: test.api.databaseUrl,
      PUNCHCARD_PROCESSES: '65',
    })
    expect(refused).toEqual({
      exitCode: 2,
      stdout: '',
      stderr: 'PUNCHCARD_PROCESSES must be a whole number from 1 to 64, but is “65”.\n',
    })
  })
})

describe('a start that fails', () => {
  it('ends with what a lone process would say, said once', async () => {
    const environment = { DATABASE_URL: await emptyDatabase(), PORT: '0', PUNCHCARD_METRICS_PORT: '0' }
    const alone = await punchcard(['serve'], environment)
    expect(alone.stderr).toMatch(/run `punchcard migrate` first\.\n$/)
    expect(await punchcard(['serve', '--processes', '3'], environment)).toEqual(alone)
  })

  it.each(['PORT', 'PUNCHCARD_METRICS_PORT'])('says that the %s is taken', async (variable) => {
    const port = String(await freePort())
    await using first = await startServe({ DATABASE_URL: test.api.databaseUrl, [variable]: port })
    // One process unless told.
    expect(childrenOf(first)).toEqual([])
    const second = await punchcard(['serve', '--processes', '2'], {
      ...{ DATABASE_URL: test.api.databaseUrl, PUNCHCARD_LOG_LEVEL: 'silent' },
      ...{ PORT: '0', PUNCHCARD_METRICS_PORT: '0', [variable]: port },
    })
    expect(second).toEqual({
      exitCode: 2,
      stdout: '',
      stderr: `listen EADDRINUSE: address already in use 127.0.0.1:${port}. Choose another PORT or PUNCHCARD_METRICS_PORT.\n`,
    })
  })

  it('refuses to share a port with a lone server, and a lone server with it', async () => {
    const port = String(await freePort())
    await using several = await startPunchcard(
      // The flag goes before the variable.
      ['serve', '--processes', '3'],
      {
        ...{ DATABASE_URL: test.api.databaseUrl, PUNCHCARD_PROCESSES: '2' },
        ...{ PORT: port, PUNCHCARD_METRICS_PORT: '0' },
      },
      ({ log }) => log().includes('"msg":"ready"'),
    )
    expect(childrenOf(several)).toHaveLength(3)
    const alone = await punchcard(['serve'], {
      ...{ DATABASE_URL: test.api.databaseUrl, PUNCHCARD_LOG_LEVEL: 'silent' },
      ...{ PORT: port, PUNCHCARD_METRICS_PORT: '0' },
    })
    expect(alone.stderr).toContain('EADDRINUSE')
  })

  it('says that a sibling is not for people', async () => {
    const refused = await punchcard(['serve', '--sibling', '1'], { DATABASE_URL: test.api.databaseUrl })
    expect(refused).toMatchObject({ exitCode: 2, stderr: expect.stringContaining('--processes') })
  })
})
