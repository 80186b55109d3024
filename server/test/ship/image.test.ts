/**
 * The image and compose.yaml, by the blocks of deploy/README.md word for word: an order, a webhook, a restart, and an
 * upgrade from the image of the commit before while shops send orders.
 *
 * `npm run test:image` runs it, as root on a Debian machine; it installs Podman and makes stand-ins for the images that
 * it would have to pull. IMAGE_UPGRADE_FROM names another commit; IMAGE_IS_BUILT=1 takes the images of the run before.
 */
import { execFile, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { type AddressInfo, createServer, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import { Webhook } from 'standardwebhooks'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ChecklistShell, readChecklist, type Step } from '../production/checklist.ts'
import { acceptInvitation, hasChromium } from '../support/chromium.ts'
import { basic } from '../support/test-api.ts'
import { until } from '../support/workers.ts'
import { Traffic } from '../upgrade/traffic.ts'
import { Engine, podman } from './podman.ts'
import { ensurePrograms } from './programs.ts'
import { composeProgram, makeStandIns, type StandIns } from './stand-ins.ts'
import { isShipping } from './tools.ts'

const ROOT = join(import.meta.dirname, '../../..')
const FROM = process.env.IMAGE_UPGRADE_FROM ?? 'HEAD~1'
const [HTTP_PORT, HTTPS_PORT, PROMETHEUS_PORT] = [18_080, 18_443, 19_090]

/** A shop's server, in the network of the worker: webhooks go to this machine or to a public address. */
const RECEIVER = `require('node:http').createServer((request, response) => {
  const chunks = []
  request.on('data', (chunk) => chunks.push(chunk)).on('end', () => {
    console.log(JSON.stringify({ headers: request.headers, body: Buffer.concat(chunks).toString() }))
    response.end()
  })
}).listen(8080, '127.0.0.1')`

const OVERRIDE = {
  services: {
    // Plain HTTP beside it: what sends orders under load speaks no TLS.
    proxy: { environment: { PUNCHCARD_DOMAIN: 'https://localhost, http://localhost' } },
    receiver: {
      image: 'punchcard:0.1.0',
      entrypoint: ['/usr/bin/node', '-e', RECEIVER.replaceAll('$', '$$$$')],
      network_mode: 'service:work',
      healthcheck: { disable: true },
    },
  },
}

let standIns: StandIns
let engine: Engine
let shell: ChecklistShell
/** The repository of the commit before, and of this one, each as a folder that images are built from. */
let older: string
let newer: string
let folder: string
const figures: Record<string, string> = {}

describe.runIf(isShipping)('the image', { timeout: 900_000 }, () => {
  beforeAll(async () => {
    ensurePrograms({
      ...{ podman: 'podman', buildah: 'buildah', runc: 'runc', slirp4netns: 'slirp4netns' },
      ...{ iptables: 'iptables', mmdebstrap: 'mmdebstrap', openssl: 'openssl', curl: 'curl' },
    })
    if (!existsSync('/usr/lib/podman/netavark')) ensurePrograms({ '/usr/lib/podman/netavark': 'netavark' })
    if (!existsSync('/usr/lib/podman/aardvark-dns'))
      ensurePrograms({ '/usr/lib/podman/aardvark-dns': 'aardvark-dns' })
    folder = mkdtempSync(join(tmpdir(), 'punchcard-image-'))
    standIns = makeStandIns()
    engine = await Engine.start(composeProgram())
    newer = join(folder, 'newer')
    older = join(folder, 'older')
    takeFiles(newer)
    takeCommit(older)
    writeFileSync(join(folder, 'override.json'), JSON.stringify(OVERRIDE))
    shell = new ChecklistShell(folder, environment(), join(newer, 'deploy'))
  }, 900_000)
  afterAll(async () => {
    await shell?.stop()
    await docker(['compose', '--profile', 'monitoring', 'down', '--volumes', '--timeout', '1'])
    await engine?.stop()
    rmSync(folder, { recursive: true, force: true })
    process.stderr.write(
      `\n${Object.entries(figures)
        .map(([what, figure]) => `${what}: ${figure}`)
        .join('\n')}\n`,
    )
  })

  it.skipIf(process.env.IMAGE_IS_BUILT)('is built, of the commit before and of this one', () => {
    const args = ['--file', join(newer, 'deploy/Containerfile'), '--build-arg', `NODE_IMAGE=${standIns.node}`]
    // No layer is used again, and each is more than a gigabyte.
    const build = [...args, '--network', 'host', '--layers=false']
    podman(['build', ...build, '--tag', 'punchcard:0.1.0', older])
    podman(['build', ...build, '--tag', 'punchcard:next', newer])
    const { Size: size } = inspect('punchcard:next')
    figures['size of the image'] = `${Math.round(size / 1e6)} MB`
    const file = join(folder, 'image.tar')
    podman(['save', '--output', file, 'punchcard:next'])
    const compressed = execFileSync('sh', ['-c', 'gzip -1 -c "$1" | wc -c', 'sh', file], { encoding: 'utf8' })
    figures['size of the image, compressed'] = `${Math.round(Number(compressed) / 1e6)} MB`
    rmSync(file)
    expect(size).toBeLessThan(250_000_000)
  })

  it('has no shell, and runs as any user, on a root that can not be written, without capabilities', () => {
    const strict = [
      '--rm',
      '--read-only',
      '--read-only-tmpfs=false',
      '--cap-drop',
      'ALL',
      '--user',
      '54321:54321',
    ]
    expect(podman(['run', ...strict, 'punchcard:next', '--version']).trim()).toBe('0.1.0')
    expect(() => podman(['run', '--rm', '--entrypoint', '/bin/sh', 'punchcard:next', '-c', 'true'])).toThrow()
    const { Config: config, Healthcheck: health } = inspect('punchcard:next')
    expect(config.User).toBe('10001:10001')
    expect(config.Labels).toMatchObject({ 'org.opencontainers.image.licenses': 'Apache-2.0' })
    expect(health?.Test).toEqual(['CMD', '/usr/bin/punchcard', 'health'])
  })

  it('ends on SIGTERM at once, also in a command that waits for the database', async () => {
    // A database that never says a word.
    const sockets = new Set<Socket>()
    const silent = createServer((socket) => sockets.add(socket)).listen(0, '127.0.0.1')
    await once(silent, 'listening')
    const { port } = silent.address() as AddressInfo
    const address = `DATABASE_URL=postgres://nobody@127.0.0.1:${port}/punchcard`
    for (const command of ['migrate', 'serve', 'work', 'verify']) {
      const before = sockets.size
      const flags = ['--detach', '--network', 'host', '--env', address]
      const id = podman(['run', ...flags, 'punchcard:next', command]).trim()
      await until(async () => sockets.size > before)
      const started = Date.now()
      podman(['stop', '--time', '30', id])
      expect([command, Date.now() - started < 10_000]).toEqual([command, true])
      podman(['rm', id])
    }
    for (const socket of sockets) socket.destroy()
    silent.close()
  })

  it('starts with compose, and answers the first order', async () => {
    const steps = await readChecklist('deploy/README.md', 'Start')
    expect(steps.map(({ title }) => title)).toEqual([
      '1. The image.',
      '2. What is yours to choose.',
      '3. Everything.',
      '4. A merchant',
      '5. The first order.',
      '6. The first person.',
    ])
    const run = (title: string): Promise<string> => shell.run(take(steps, title))
    await run('2. What is yours to choose.')
    const started = Date.now()
    await run('3. Everything.')
    figures['compose up, until all are healthy'] = seconds(started)
    await run('4. A merchant')
    await until(trust)
    const answer = await run('5. The first order.')
    figures['compose up to the first answered order'] = seconds(started)
    expect(answer).toContain('"PointsBalance":80')
    expect(answer).toContain('"Cashback":4')
    expect(await (await fetch(`http://localhost:${HTTP_PORT}/panel/`)).text()).toContain('/panel/assets/')
    const printed = await run('6. The first person.')
    expect(printed).not.toContain('PUNCHCARD_PUBLIC_URL')
    const [link = ''] = /https:\S+/.exec(printed) ?? []
    expect(link).toContain(`https://localhost:${HTTPS_PORT}/panel/join/`)
    if (hasChromium('The panel of the image')) {
      expect((await acceptInvitation(link)).text).toContain('Book corner')
    }
  })

  it('keeps secrets out of what an engine shows of a container', async () => {
    const id = (await docker(['compose', 'ps', '--quiet', 'serve-a'])).trim()
    const shown = podman(['inspect', id])
    const secret = readFileSync(join(newer, 'deploy/secrets/secrets-key'), 'utf8').trim()
    expect(shown).not.toContain(secret)
    expect(shown).not.toMatch(/postgres:\/\/punchcard_api/)
  })

  it('delivers a webhook with a right signature', async () => {
    await docker(['compose', 'up', '--detach', '--no-deps', 'receiver'])
    const added = await punchcard(
      ...['webhook', 'add', '--tenant', '1', '--url', 'http://127.0.0.1:8080', '--topics', 'Point_Add'],
    )
    const secret = /whsec_\S+/.exec(added)?.[0] ?? ''
    expect(await order('o-2', 20)).toMatchObject({ PointsBalance: 100 })
    const receiver = (await docker(['compose', 'ps', '--quiet', 'receiver'])).trim()
    const received = async () =>
      (await docker(['logs', receiver]))
        .split('\n')
        .filter((line) => line.startsWith('{'))
        .map((line) => JSON.parse(line) as { headers: Record<string, string>; body: string })
    await until(async () => (await received()).length > 0)
    const [first] = await received()
    expect(new Webhook(secret).verify(first?.body ?? '', first?.headers ?? {})).toMatchObject({ Points: 20 })
    await docker(['compose', 'rm', '--stop', '--force', 'receiver'])
  })

  it('has everything after all containers were killed and started again', async () => {
    await docker(['compose', 'kill'])
    await docker(['compose', 'up', '--detach', '--wait', 'database', 'serve-a', 'serve-b', 'work', 'proxy'])
    expect(await order('o-2', 20)).toMatchObject({ PointsBalance: 100 })
    expect(await punchcard('verify')).toContain('1 account verified, 0 differences.')
  })

  it('is upgraded under load without a failed request', async () => {
    const complaints = followComplaints()
    const traffic = new Traffic(`http://localhost:${HTTP_PORT}`, [shop()], 'upgraded', 1)
    traffic.start(6)
    await sleep(2_000)
    const steps = await readChecklist('deploy/README.md', 'A new version')
    expect(steps.map(({ title }) => title)).toEqual([
      '1. The image',
      '2. Migrate.',
      '3. One after the other.',
    ])
    await shell.run({ title: 'its name', block: 'export PUNCHCARD_IMAGE=punchcard:next' })
    const started = Date.now()
    await shell.run(take(steps, '2. Migrate.'))
    await shell.run(take(steps, '3. One after the other.'))
    figures['time of the upgrade'] = seconds(started)
    await sleep(2_000)
    await traffic.stop()
    figures['requests during the upgrade'] = `${traffic.sent}, ${traffic.failures.length} failed`
    expect({ failures: traffic.failures, complaints: complaints.stop() }).toMatchObject({ failures: [] })
    expect(traffic.sent).toBeGreaterThan(500)
    for (const service of ['serve-a', 'serve-b', 'work']) {
      const id = (await docker(['compose', 'ps', '--quiet', service])).trim()
      expect(podman(['inspect', '--format', '{{.ImageName}}', id])).toContain('punchcard:next')
    }
    expect(await punchcard('verify')).toMatch(/\d+ accounts verified, 0 differences\./)
  })

  it('is scraped by the Prometheus of the profile', async () => {
    await docker(['compose', '--profile', 'monitoring', 'up', '--detach', '--no-deps', 'prometheus'])
    const query = `http://localhost:${PROMETHEUS_PORT}/api/v1/query?query=sum(up)`
    await until(async () => {
      const answer = await fetch(query).catch(() => null)
      return answer?.ok === true && (await answer.text()).includes('"3"')
    })
  })

  it('makes a backup by the line of the page', async () => {
    const page = readFileSync(join(ROOT, 'deploy/README.md'), 'utf8')
    const [, line = ''] = /```sh\n\s+(\(umask 077; docker compose exec -T database .*)\n/.exec(page) ?? []
    await shell.run({ title: 'a backup', block: line })
    expect(readFileSync(join(newer, 'deploy/punchcard.dump')).subarray(0, 5).toString()).toBe('PGDMP')
  })
})

function environment(): Record<string, string> {
  return {
    ...standIns.others,
    ...engine.environment,
    PATH: `${engine.path}:${process.env.PATH}`,
    HOME: process.env.HOME ?? '/',
    COMPOSE_FILE: `${join(newer, 'deploy/compose.yaml')}:${join(folder, 'override.json')}`,
    PUNCHCARD_DOMAIN: 'localhost',
    PUNCHCARD_IMAGE: 'punchcard:0.1.0',
    PUNCHCARD_WEBHOOK_ALLOW_PRIVATE: '1',
    HTTP_PORT: String(HTTP_PORT),
    HTTPS_PORT: String(HTTPS_PORT),
    PROMETHEUS_PORT: String(PROMETHEUS_PORT),
    domain: `localhost:${HTTPS_PORT}`,
    CURL_CA_BUNDLE: join(folder, 'root.crt'),
  }
}

/** Not in step with this process, which meanwhile checks the health of containers. */
async function docker(args: readonly string[]): Promise<string> {
  const { stdout } = await promisify(execFile)('docker', args, {
    cwd: join(newer, 'deploy'),
    env: environment(),
    maxBuffer: 100_000_000,
  })
  return stdout
}

function punchcard(...args: readonly string[]): Promise<string> {
  return docker(['compose', 'exec', '-T', 'serve-a', 'punchcard', ...args])
}

/** What the API and the proxy log that is worse than information: why a request failed is lost with its container. */
function followComplaints(): { stop(): string[] } {
  const follower = spawn(
    'docker',
    ['compose', 'logs', '--follow', '--since', '1s', 'serve-a', 'serve-b', 'proxy'],
    {
      cwd: join(newer, 'deploy'),
      env: environment(),
      stdio: ['ignore', 'pipe', 'ignore'],
    },
  )
  let printed = ''
  follower.stdout.setEncoding('utf8').on('data', (text: string) => {
    printed += text
  })
  return {
    stop() {
      follower.kill()
      return printed.split('\n').filter((line) => /"level":"(warn|error|fatal)"/.test(line))
    },
  }
}

/** The files as they are here, committed or not; without those that git does not know. */
function takeFiles(into: string): void {
  mkdirSync(into)
  const listed = execFileSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], {
    cwd: ROOT,
  })
  for (const file of listed.toString().split('\0').filter(Boolean)) {
    if (existsSync(join(ROOT, file))) cpSync(join(ROOT, file), join(into, file))
  }
}

function takeCommit(into: string): void {
  mkdirSync(into)
  const archive = join(folder, 'older.tar')
  execFileSync('git', ['archive', '--output', archive, FROM], { cwd: ROOT })
  execFileSync('tar', ['-xf', archive, '-C', into])
}

function take(steps: readonly Step[], title: string): Step {
  const step = steps.find((one) => one.title === title)
  if (!step) throw new Error(`deploy/README.md has no step “${title}”`)
  return step
}

function inspect(image: string) {
  const [found] = JSON.parse(podman(['image', 'inspect', image])) as [
    {
      Size: number
      Config: { User: string; Labels: Record<string, string> }
      Healthcheck?: { Test: string[] }
    },
  ]
  return found
}

/** The certificate of the proxy's own authority, as soon as it has made one. */
async function trust(): Promise<boolean> {
  try {
    const file = '/data/caddy/pki/authorities/local/root.crt'
    writeFileSync(join(folder, 'root.crt'), await docker(['compose', 'exec', '-T', 'proxy', 'cat', file]))
    return true
  } catch {
    return false
  }
}

function shop() {
  const key = readFileSync(join(newer, 'deploy/secrets/web-shop-key'), 'utf8')
  const [, token = '', secret = ''] = /Token: (\S+)\nKey: +(\S+)/.exec(key) ?? []
  return { tenantId: 1, authorization: basic(token, secret) }
}

async function order(id: string, total: number): Promise<object> {
  const now = new Date().toISOString()
  const answer = await fetch(`http://localhost:${HTTP_PORT}/v1/pvt/POS/orders`, {
    method: 'POST',
    headers: { authorization: shop().authorization, 'content-type': 'application/json' },
    body: JSON.stringify({
      ...{ OriginalId: id, OrderTotal: total, IsCompleted: true },
      ...{ OrderPlacementDate: now, OrderCompletedDate: now, Customer: { OriginalId: 'ana' } },
    }),
  })
  const { Result: result } = (await answer.json()) as { Result: { Customer: object } }
  return result.Customer
}

function seconds(since: number): string {
  return `${((Date.now() - since) / 1_000).toFixed(1)} s`
}
