import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { describe, expect, it, onTestFinished } from 'vitest'
import { freePort, type RunningServer, startPunchcard, startServe } from '../cli/punchcard-process.ts'
import { type Gateway, startGateway } from '../support/gateway.ts'
import { patient } from '../support/patience.ts'
import { SERVER_URL } from '../support/server-url.ts'
import { useTestApi } from '../support/test-api.ts'
import { startBalancer } from './balancer.ts'
import { exchange } from './raw-http.ts'
import { PER_SECOND, SteadyClient } from './steady-client.ts'

const test = useTestApi()
/** `ROLLING_RESTARTS=8` for all of them, which takes a minute or two. */
const RESTARTS = Number(process.env.ROLLING_RESTARTS ?? 1)
const HEALTH = 'GET /livez HTTP/1.1\r\nHost: x\r\n\r\n'

const portOf = ({ url }: RunningServer): number => Number(new URL(url).port)

async function open(port: number): Promise<Socket> {
  const socket = connect(port, '127.0.0.1')
  socket.on('error', () => {})
  onTestFinished(() => void socket.destroy())
  await once(socket, 'connect')
  return socket
}

describe('punchcard serve, told to stop', () => {
  it('says that it is not ready, and serves on for a while on connections that it does not keep', async () => {
    await using server = await startServe({
      DATABASE_URL: test.api.databaseUrl,
      PUNCHCARD_DRAIN_SECONDS: '3',
    })
    const startedAt = performance.now()
    server.process.kill('SIGTERM')
    await expect.poll(async () => (await fetch(`${server.url}/readyz`)).status).toBe(503)
    const { authorization } = test.api.key
    const answer = await exchange(
      portOf(server),
      `GET /v1/pvt/RewardConfigurations HTTP/1.1\r\nHost: x\r\nAuthorization: ${authorization}\r\n\r\n`,
    )
    expect(answer).toMatchObject({ statusCode: 200, headers: { connection: 'close' } })
    expect(await exchange(portOf(server), HEALTH)).toMatchObject({ statusCode: 200 })
    expect(await server.stop()).toBe(0)
    expect(performance.now() - startedAt).toBeGreaterThan(2_900)
  })

  it('is not held up by connections that are silent, drip, or do not read', async () => {
    await using server = await startServe({
      DATABASE_URL: test.api.databaseUrl,
      PUNCHCARD_STOP_SECONDS: '6',
      PUNCHCARD_REQUEST_TIMEOUT_MS: '600000',
    })
    const [, headers, body, reader] = await Promise.all(Array.from({ length: 4 }, () => open(portOf(server))))
    headers?.write('GET /livez HTTP/1.1\r\nHost: x\r\nX-Slow: ')
    body?.write(
      `PUT /v1/pvt/Product/p HTTP/1.1\r\nHost: x\r\nAuthorization: ${test.api.key.authorization}\r\n` +
        'Content-Type: application/json\r\nContent-Length: 100000\r\n\r\n{',
    )
    const drops = setInterval(() => {
      headers?.write('x')
      body?.write(' ')
    }, 50)
    onTestFinished(() => clearInterval(drops))
    reader?.pause()
    reader?.write('GET /docs/js/scalar.js HTTP/1.1\r\nHost: x\r\n\r\n')
    await sleep(300)
    const startedAt = performance.now()
    expect(await server.stop()).toBe(0)
    expect(performance.now() - startedAt).toBeLessThan(patient(6_500))
  })
})

describe('punchcard work, told to stop', () => {
  it('ends by the deadline where its database has gone silent', async () => {
    const { port, goSilent } = await startDatabaseGateway()
    const url = new URL(test.api.databaseUrl)
    url.host = `127.0.0.1:${port}`
    await using worker = await startPunchcard(
      ['work'],
      { DATABASE_URL: url.href, PUNCHCARD_WORKER_METRICS_PORT: '0', PUNCHCARD_STOP_SECONDS: '3' },
      ({ log }) => log().includes('"msg":"ready"'),
    )
    goSilent()
    await sleep(1_500)
    const startedAt = performance.now()
    await worker.stop()
    expect(performance.now() - startedAt).toBeLessThan(patient(4_500))
  })
})

describe('punchcard work', () => {
  it('says on its port whether it lives and is ready, beside its metrics', async () => {
    const { port, goSilent } = await startDatabaseGateway()
    const url = new URL(test.api.databaseUrl)
    url.host = `127.0.0.1:${port}`
    const metricsPort = await freePort()
    await using worker = await startPunchcard(
      ['work'],
      {
        DATABASE_URL: url.href,
        PUNCHCARD_WORKER_METRICS_PORT: String(metricsPort),
        PUNCHCARD_METRICS_HOST: '127.0.0.2',
        PUNCHCARD_STOP_SECONDS: '2',
      },
      ({ log }) => log().includes('"msg":"ready"'),
    )
    const statusOf = async (path: string): Promise<number> =>
      (await fetch(`http://127.0.0.2:${metricsPort}${path}`)).status
    expect(await statusOf('/livez')).toBe(200)
    expect(await statusOf('/readyz')).toBe(200)
    expect(await statusOf('/metrics')).toBe(200)
    expect(await statusOf('/else')).toBe(404)
    await expect(fetch(`http://127.0.0.1:${metricsPort}/livez`)).rejects.toThrow()
    const metrics = async (): Promise<string> =>
      (await fetch(`http://127.0.0.2:${metricsPort}/metrics`)).text()
    expect(await metrics()).toContain('punchcard_database_up{cell="main"} 1')
    goSilent()
    await expect
      .poll(metrics, { timeout: 20_000, interval: 500 })
      .toContain('punchcard_database_up{cell="main"} 0')
    expect(await statusOf('/livez')).toBe(200)
    // Where it could not reach its database, no other worker could either.
    expect(await statusOf('/readyz')).toBe(200)
    await worker.stop()
  })
})

function startDatabaseGateway(): Promise<Gateway> {
  const { hostname, port } = new URL(SERVER_URL)
  return startGateway({ hostname, port: Number(port) || 5432 })
}

describe('two processes behind a balancer that knows only connections', () => {
  it(`lose no request of ${PER_SECOND} a second through ${RESTARTS} restarts (ROLLING_RESTARTS=8 for all)`, async () => {
    const environment = { DATABASE_URL: test.api.databaseUrl, PUNCHCARD_DRAIN_SECONDS: '3' }
    await using balancer = await startBalancer()
    const servers = await Promise.all([startServe(environment), startServe(environment)])
    for (const { url } of servers) balancer.add(url)
    const client = new SteadyClient(balancer.url, test.api.key.authorization)
    await expect.poll(() => client.isAnswered(), { timeout: 10_000 }).toBe(true)
    const sending = client.sendUntilStopped()
    for (let restart = 0; restart < RESTARTS; restart += 1) {
      const at = restart % 2
      const old = servers[at]
      if (!old) throw new Error('there are two')
      expect(await old.stop()).toBe(0)
      balancer.remove(old.url)
      const fresh = await startServe(environment)
      servers[at] = fresh
      balancer.add(fresh.url)
      await sleep(1_500)
    }
    client.stop()
    await sending
    process.stdout.write(
      `${RESTARTS} restarts: ${client.failures.length} of ${client.sent} requests failed\n`,
    )
    expect(client.failures).toEqual([])
    expect(client.sent).toBeGreaterThan(RESTARTS * 3 * (PER_SECOND / 4))
    await Promise.all(servers.map((server) => server.stop()))
  }, 600_000)
})
