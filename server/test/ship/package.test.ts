/**
 * The npm package: which files it has, and that it runs where it is installed. Node strips no types below
 * node_modules, so this is another program than the one that all other tests run.
 *
 * `npm run test:ship` also installs it from the registry's packages into an empty folder, by npx, as people do.
 */
import { execFileSync, spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import {
  existsSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join, relative } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { VERSION } from '../../src/app/version.ts'
import { punchcard, startServe } from '../cli/punchcard-process.ts'
import { acceptInvitation, hasChromium } from '../support/chromium.ts'
import { basic } from '../support/test-api.ts'
import { cloneDatabase } from '../support/test-database.ts'
import { isShipping, tool } from './tools.ts'

const ROOT = join(import.meta.dirname, '../../..')
const NAME = '@punchcard-loyalty/server'

let folder: string
let tarball: string
let installed: string

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'punchcard-shipped-'))
  // CI has just built what browsers load.
  const isBuilt =
    !isShipping &&
    ['panel/index.html', 'shop/versions.json'].every((file) => existsSync(join(ROOT, 'server', file)))
  // A relative folder, as README and the workflow of releases have it.
  const flags = ['--out', relative(ROOT, folder), ...(isBuilt ? ['--built-panel'] : [])]
  const printed = execFileSync('npm', ['run', '--silent', 'package', '--', ...flags], {
    cwd: ROOT,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  tarball = printed.trim()
  installed = join(folder, 'node_modules', NAME)
  mkdirSync(installed, { recursive: true })
  execFileSync('tar', ['-xzf', tarball, '--strip-components=1', '-C', installed])
  // What it depends on is what is installed here.
  for (const name of readdirSync(join(ROOT, 'node_modules'))) {
    if (name !== '@punchcard-loyalty')
      symlinkSync(join(ROOT, 'node_modules', name), join(folder, 'node_modules', name))
  }
  // While images are built beside it, the panel alone has taken minutes.
}, 600_000)
afterAll(() => rmSync(folder, { recursive: true, force: true }))

describe('the npm package', () => {
  it('has what runs and what it reads, and no test', () => {
    const files = globSync('**/*', { cwd: installed, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name).slice(installed.length + 1))
    const kinds = [
      /^(LICENSE|NOTICE|README\.md|package\.json|bin\/(punchcard|start)\.js)$/,
      /^src\/[\w/-]+\.js$/,
      /^src\/(demo|http\/reference\/examples|people)\/[\w-]+\.(json|txt|yaml)$/,
      /^migrations\/\d{4}_\w+\.sql$/,
      /^shop\/(versions\.json|assets\/[\w.-]+)$/,
      /^panel\/(index\.html|mark\.svg|scheme\.js|assets\/[\w.-]+)(\.(br|gz))?$/,
    ]
    expect(files.filter((file) => !kinds.some((kind) => kind.test(file)))).toEqual([])
    const sources = globSync('{bin,src,migrations}/**/*.{json,ts,sql,txt,yaml}', {
      cwd: join(ROOT, 'server'),
    })
    const expected = sources
      .filter((file) => !file.endsWith('.test.ts'))
      .map((file) => file.replace(/\.ts$/, '.js'))
    expect(expected.length).toBeGreaterThan(500)
    expect(expected.filter((file) => !files.includes(file))).toEqual([])
  })

  it('is where README and the workflow of releases look for it', () => {
    expect(tarball).toBe(join(folder, basename(tarball)))
    const readme = readFileSync(join(ROOT, 'README.md'), 'utf8')
    expect(readme).toContain(`npm run package -- --out out\n`)
    expect(readme).toContain(` ./out/${basename(tarball)}\n`)
  })

  it('says who it is, and asks for exactly what was tested', () => {
    const read = (file: string) => JSON.parse(readFileSync(file, 'utf8'))
    const workspace = read(join(ROOT, 'server/package.json'))
    const manifest = read(join(installed, 'package.json'))
    const { version, dependencies, optionalDependencies, engines } = workspace
    expect(manifest).toMatchObject({
      ...{ name: NAME, version, dependencies, optionalDependencies, engines },
      bin: { punchcard: 'bin/start.js' },
    })
    expect(Object.keys(manifest)).not.toContain('scripts')
    expect(Object.keys(manifest)).not.toContain('devDependencies')
    const printed = execFileSync(process.execPath, [join(installed, manifest.bin.punchcard), '--version'])
    expect(printed.toString().trim()).toBe(version)
  })

  it('serves the API, the panel and the elements for shops', async () => {
    const { url, drop } = await cloneDatabase()
    const program = join(installed, 'bin/punchcard.js')
    try {
      await using server = await startServe({ DATABASE_URL: url }, { program })
      expect(await (await fetch(`${server.url}/readyz`)).json()).toEqual({ status: 'ok' })
      const page = await (await fetch(`${server.url}/panel/`)).text()
      const [, script = ''] = /src="(\/panel\/assets\/[^"]+\.js)"/.exec(page) ?? []
      expect((await fetch(server.url + script)).headers.get('content-type')).toContain('javascript')
      const list = await (await fetch(`${server.url}/shop/versions.json`)).text()
      const [present] = JSON.parse(list).versions
      expect(present.version).toBe(VERSION)
      for (const { path, integrity } of present.files) {
        const bytes = Buffer.from(await (await fetch(server.url + path)).arrayBuffer())
        expect(`sha384-${createHash('sha384').update(bytes).digest('base64')}`).toBe(integrity)
      }
      const { info } = (await (await fetch(`${server.url}/openapi.json`)).json()) as { info: object }
      expect(info).toMatchObject({ version: VERSION })

      const create = ['tenant', 'create', '--name', 'Book corner', '--currency', 'EUR', '--json']
      const zone = ['--time-zone', 'Europe/Lisbon', '--locale', 'en']
      const made = await punchcard([...create, ...zone], { DATABASE_URL: url }, { program })
      const { tenant } = JSON.parse(made.stdout) as { tenant: number }
      const address = { DATABASE_URL: url, PUNCHCARD_PUBLIC_URL: server.url }
      const { link, opened } = await invite(tenant, address)
      expect(link).toContain(`${server.url}/panel/join/`)
      if (opened) expect(opened.text).toContain('Book corner')
    } finally {
      await drop()
    }
  })
})

/** Runs `person invite` of the package, as somebody would who has installed it, and opens what it prints. */
async function invite(
  tenant: number,
  environment: Readonly<Record<string, string>>,
  cwd?: string,
): Promise<{ link: string; opened: Awaited<ReturnType<typeof acceptInvitation>> | null }> {
  const args = ['--tenant', String(tenant), '--email', 'ana@book-corner.example', '--role', 'owner', '--json']
  const program = join(installed, 'bin/punchcard.js')
  const options = { program, ...(cwd === undefined ? {} : { cwd }) }
  const { stdout, stderr } = await punchcard(['person', 'invite', ...args], environment, options)
  expect(stderr).toBe('')
  const { link } = JSON.parse(stdout) as { link: string }
  return { link, opened: hasChromium('The panel of the package') ? await acceptInvitation(link) : null }
}

describe.runIf(isShipping)('the npm package from its tarball', { timeout: 300_000 }, () => {
  it('has nothing that publint warns of', () => {
    const printed = execFileSync(tool('publint'), ['run', tarball, '--strict'], { encoding: 'utf8' })
    expect(printed).toContain('All good!')
  })

  it('`npx file:<tarball> dev --fresh` answers an order and shows the panel, in an empty folder', async () => {
    const empty = mkdtempSync(join(tmpdir(), 'punchcard-empty-'))
    const started = Date.now()
    const npx = spawn('npx', ['--yes', `file:${tarball}`, 'dev', '--fresh', '--json', '--port', '0'], {
      cwd: empty,
      // A cache of its own: what another run has left there proves nothing.
      env: { ...process.env, DATABASE_URL: undefined, npm_config_cache: join(folder, 'cache') },
      stdio: ['ignore', 'pipe', 'inherit'],
      detached: true,
    })
    const ended = once(npx, 'close')
    try {
      const [line] = (await Promise.race([once(npx.stdout, 'data'), ended])) as [unknown]
      const ready = JSON.parse(String(line)) as Record<'url' | 'panel' | 'token' | 'key', string> & {
        readonly tenant: number
      }
      process.stderr.write(`\nnpx to ready: ${((Date.now() - started) / 1_000).toFixed(1)} s\n`)
      const now = new Date().toISOString()
      const answer = await fetch(`${ready.url}/v1/pvt/POS/orders`, {
        method: 'POST',
        headers: { authorization: basic(ready.token, ready.key), 'content-type': 'application/json' },
        body: JSON.stringify({
          ...{ OriginalId: 'o-1', OrderTotal: 80, IsCompleted: true },
          ...{ OrderPlacementDate: now, OrderCompletedDate: now, Customer: { OriginalId: 'ana' } },
        }),
      })
      const { Result: order } = (await answer.json()) as { Result: { Customer: object } }
      expect(order.Customer).toMatchObject({ PointsBalance: 80, Cashback: 4 })
      expect(await (await fetch(ready.panel)).text()).toContain('/panel/assets/')
      // Another command finds the run in its folder, and links lead to its port.
      const { link, opened } = await invite(ready.tenant, {}, empty)
      expect(link).toContain(`${ready.url}/panel/join/`)
      if (opened) expect(opened.text).toContain('Café Aurora')
    } finally {
      // As Ctrl-C in a terminal: to npx and to what it has started.
      if (npx.pid !== undefined) process.kill(-npx.pid, 'SIGINT')
      await ended
    }
    // Only the folder of `punchcard dev`, with no database in it.
    expect(readdirSync(empty)).toEqual(['.punchcard'])
    expect(readdirSync(join(empty, '.punchcard')).filter((name) => name.startsWith('postgres'))).toEqual([])
    rmSync(empty, { recursive: true, force: true })
  })
})
