import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, it, onTestFinished } from 'vitest'
import { useTestApi } from '../support/test-api.ts'
import { freePort, punchcard, startPunchcard, startServe } from './punchcard-process.ts'
import { runHere } from './run-here.ts'

const test = useTestApi()

/** What `punchcard health` says where these ports are those of the two processes. */
async function healthWith(PORT: number, PUNCHCARD_WORKER_METRICS_PORT: number) {
  const environment = {
    DATABASE_URL: test.api.databaseUrl,
    // As in a container.
    HOST: '0.0.0.0',
    PORT: String(PORT),
    PUNCHCARD_WORKER_METRICS_PORT: String(PUNCHCARD_WORKER_METRICS_PORT),
  }
  const { exitCode, stdout } = await runHere(['health', '--json'], environment)
  return { exitCode, ...JSON.parse(stdout) }
}

const healthOf = (exitCode: number, serve: string, work: string) => ({
  exitCode,
  isReady: exitCode === 0,
  serve,
  work,
})

it('is well where `serve` or `work` is ready, and where both are', { timeout: 120_000 }, async () => {
  const [port, workerPort] = [await freePort(), await freePort()]
  expect(await healthWith(port, workerPort)).toEqual(healthOf(1, 'absent', 'absent'))
  const DATABASE_URL = test.api.databaseUrl
  await using _serve = await startServe({ DATABASE_URL, PORT: String(port) })
  expect(await healthWith(port, workerPort)).toEqual(healthOf(0, 'ready', 'absent'))
  // As a container asks.
  const asked = await punchcard(['health'], {
    DATABASE_URL,
    PORT: String(port),
    PUNCHCARD_WORKER_METRICS_PORT: '0',
  })
  expect(asked).toEqual({ exitCode: 0, stdout: 'serve: ready\nwork: absent\n', stderr: '' })
  await using _work = await startPunchcard(
    ['work'],
    { DATABASE_URL, PUNCHCARD_WORKER_METRICS_PORT: String(workerPort) },
    ({ log }) => log().includes('"msg":"ready"'),
  )
  expect(await healthWith(port, workerPort)).toEqual(healthOf(0, 'ready', 'ready'))
  expect(await healthWith(0, workerPort)).toEqual(healthOf(0, 'absent', 'ready'))
})

it('is not well where one of them leaves, or does not answer', async () => {
  const leaving = await listen(createServer((_request, response) => response.writeHead(503).end()))
  expect(await healthWith(leaving, 0)).toEqual(healthOf(1, 'not ready', 'absent'))
  const silent = await listen(createServer(() => undefined))
  expect(await healthWith(0, silent)).toEqual(healthOf(1, 'absent', 'not ready'))
})

async function listen(server: Server): Promise<number> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  return (server.address() as AddressInfo).port
}
