/** The Caddyfile of compose.yaml, with the addresses of this machine, in front of two processes that are not ready. */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { freePort, startPunchcard } from '../cli/punchcard-process.ts'
import { startGateway } from '../support/gateway.ts'
import { SERVER_URL } from '../support/server-url.ts'
import { useTestApi } from '../support/test-api.ts'
import { isInstalled } from './proxied.ts'

const CADDYFILE = join(import.meta.dirname, '../../../deploy/Caddyfile')

/** Debian: `apt-get install caddy`. It is no part of `.ci/run`. */
const CADDY = 'caddy'

describe.skipIf(!isInstalled(CADDY, 'version'))('the Caddyfile', { timeout: 120_000 }, () => {
  const test = useTestApi()

  it('sends to processes that are alive where none is ready, and to ready ones as soon as there are', async () => {
    const { hostname, port } = new URL(SERVER_URL)
    const gateway = await startGateway({ hostname, port: Number(port) || 5432 })
    await gateway.close()
    const main = new URL(test.api.databaseUrl)
    main.host = `127.0.0.1:${gateway.port}`
    const ports = [await freePort(), await freePort()]
    const start = (PORT: number) =>
      startPunchcard(
        ['serve'],
        { DATABASE_URL: main.href, PORT: String(PORT), PUNCHCARD_METRICS_PORT: '0' },
        ({ log }) => log().includes('"msg":"started, and ready when'),
      )
    const [one, two] = await Promise.all(ports.map(start))
    await using _one = one
    await using _two = two
    const url = await startCaddy(ports)
    const { authorization } = test.api.key
    const ask = () => fetch(`${url}/v1/pvt/RewardConfigurations`, { headers: { authorization } })
    const refused = await ask()
    expect(refused.status).toBe(503)
    expect(refused.headers.get('retry-after')).toBe('1')
    expect(refused.headers.get('punchcard-request-id')).toMatch(/\w/)
    expect(await refused.json()).toMatchObject({ HasError: true })
    await gateway.open()
    await expect.poll(async () => (await ask()).status, { timeout: 20_000, interval: 250 }).toBe(200)
    // One that stops says so, and loses nothing.
    const stopped = one?.stop()
    for (let count = 0; count < 50; count += 1) expect((await ask()).status).toBe(200)
    expect(await stopped).toBe(0)
  })
})

async function startCaddy([one = 0, two = 0]: readonly number[]): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'punchcard-caddy-'))
  const file = (await readFile(CADDYFILE, 'utf8'))
    .replaceAll('serve-a:3000', `127.0.0.1:${one}`)
    .replaceAll('serve-b:3000', `127.0.0.1:${two}`)
    .replaceAll('storefront:3000', `127.0.0.1:${two}`)
  // Its own port for administration is always the same one.
  await writeFile(join(folder, 'Caddyfile'), `{\n\tadmin off\n}\n${file}`)
  const url = `http://127.0.0.1:${await freePort()}`
  const child: ChildProcess = spawn(CADDY, ['run', '--config', 'Caddyfile', '--adapter', 'caddyfile'], {
    cwd: folder,
    env: { PATH: process.env.PATH, HOME: folder, PUNCHCARD_DOMAIN: url },
    stdio: 'ignore',
  })
  onTestFinished(async () => {
    const ended = once(child, 'exit')
    child.kill('SIGTERM')
    await ended
    await rm(folder, { recursive: true, force: true })
  })
  await expect
    .poll(
      () =>
        fetch(`${url}/livez`).then(
          ({ status }) => status,
          () => 0,
        ),
      { timeout: 10_000 },
    )
    .toBe(200)
  return url
}
