/** What is published, in an empty folder: its size, its types, and that it runs wherever it should. */
import { execFile, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { promisify } from 'node:util'
import { gzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { program } from '../../server/test/support/shop.ts'
import { badNetwork } from './support/bad-network.ts'
import { useClients } from './support/use-client.ts'

const run = promisify(execFile)
const SDK = join(import.meta.dirname, '..')
const CONSUMER = join(import.meta.dirname, 'consumer')
const TSC = join(SDK, '../node_modules/.bin/tsc')
/** Of what an import loads, gzipped. */
const SIZES_MAX = { 'punchcard.js': 12 * 1_024, 'admin.js': 6 * 1_024 }

const test = useClients()
let folder = ''

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'punchcard-consumer-'))
  const packed = execFileSync('npm', ['pack', '--json', '--pack-destination', folder], { cwd: SDK })
  const [{ filename }] = JSON.parse(packed.toString()) as [{ filename: string }]
  const installed = join(folder, 'node_modules/@punchcard-loyalty/client')
  mkdirSync(installed, { recursive: true })
  execFileSync('tar', ['-xzf', join(folder, filename), '--strip-components=1', '-C', installed])
  cpSync(CONSUMER, folder, { recursive: true })
  writeFileSync(join(folder, 'package.json'), '{ "type": "module" }')
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const dist = (): string => join(folder, 'node_modules/@punchcard-loyalty/client/dist')

function published(end: string): string[] {
  const files = ['', 'cjs'].flatMap((part) =>
    readdirSync(join(dist(), part))
      .filter((file) => file.endsWith(end))
      .map((file) => join(dist(), part, file)),
  )
  return files.map((file) => readFileSync(file, 'utf8'))
}

/** A file and all that it imports. */
function loadedBy(entry: string, seen = new Map<string, string>()): Map<string, string> {
  if (seen.has(entry)) return seen
  const text = readFileSync(join(dist(), entry), 'utf8')
  seen.set(entry, text)
  for (const [, target = ''] of text.matchAll(/from '\.\/([^']+)'/g)) loadedBy(target, seen)
  return seen
}

describe('what is published', () => {
  it('is what is built, its page and its license', () => {
    const files = readdirSync(join(folder, 'node_modules/@punchcard-loyalty/client'))
    expect(files.sort()).toEqual(['LICENSE', 'README.md', 'dist', 'package.json'])
  })

  it('imports nothing but itself, types included', () => {
    const texts = [...published('.js'), ...published('.d.ts')]
    expect(texts.length).toBeGreaterThan(20)
    const targets = texts.flatMap((text) =>
      [...text.matchAll(/\b(?:from\s|import\(|require\()\s*['"]([^'"]+)/g)].map(([, one]) => one),
    )
    expect(targets.length).toBeGreaterThan(20)
    expect(targets.filter((target) => !target?.startsWith('./'))).toEqual([])
  })

  it.each(Object.entries(SIZES_MAX))('is small: %s', (entry, most) => {
    const bytes = gzipSync([...loadedBy(entry).values()].join('\n'), { level: 9 }).length
    process.stdout.write(`${entry} has ${bytes} bytes, gzipped, of ${most}.\n`)
    expect(bytes).toBeLessThanOrEqual(most)
  })
})

describe('a consumer compiles, without any types of the server', () => {
  it.each([
    ['with those of a browser or an edge runtime', { lib: ['es2022', 'dom', 'dom.iterable'], types: [] }],
    [
      'with those of Node',
      { lib: ['es2022'], types: ['node'], typeRoots: [join(SDK, '../node_modules/@types')] },
    ],
  ])('%s', async (_what, options) => {
    await expectToCompile(options, 'consumer.ts')
  })

  it('as CommonJS, as with Jest or `module: node16` without a type in package.json', async () => {
    const commonJs = {
      module: 'node16',
      lib: ['es2022', 'dom', 'dom.iterable'],
      types: [],
      esModuleInterop: true,
    }
    await expectToCompile(commonJs, 'common.cts')
  })

  async function expectToCompile(options: { readonly types: readonly string[] }, source: string) {
    const config = {
      compilerOptions: {
        strict: true,
        exactOptionalPropertyTypes: true,
        noUncheckedIndexedAccess: true,
        module: 'nodenext',
        target: 'es2022',
        noEmit: true,
        skipLibCheck: options.types.length > 0,
        ...options,
      },
      files: [source],
    }
    const file = join(folder, `tsconfig.${source}.${options.types.join()}.json`)
    writeFileSync(file, JSON.stringify(config))
    const { stdout } = await run(TSC, ['-p', file]).catch((error: { stdout: string }) => error)
    expect(stdout).toBe('')
  }
})

/** Programs with their flags, as in `/usr/bin/node,/opt/deno run -A,/opt/bun`; this Node is always one of them. */
const RUNTIMES = [process.execPath, ...(process.env.SDK_RUNTIMES?.split(',') ?? [])]

/** What the same calls come to everywhere. */
const CAME = {
  points: 80,
  refused: ['PunchcardRefusal', 'ApiExternalOrder_Order_Not_Found', true],
  timedOut: 'PunchcardTimeoutError',
  event: 'Point_Add',
  forged: 'PunchcardWebhookError',
}

/** What the calls are told, as JSON. */
async function given(): Promise<string> {
  const { token, secret: key } = (await test.open(program())).key
  const { url: silentUrl } = await badNetwork(test.url, 'silence')
  return JSON.stringify({ url: test.url, silentUrl, token, key, now: test.api.now })
}

const WAYS = RUNTIMES.flatMap((runtime) => ['run.js', 'run.cjs'].map((file) => [runtime, file] as const))

it.each(WAYS)('it runs in %s, %s', async (runtime, file) => {
  const [command = '', ...flags] = runtime.split(' ')
  const { stdout } = await run(command, [...flags, file, await given()], { cwd: folder })
  expect(JSON.parse(stdout)).toEqual(CAME)
})

/** Its binary: `npm install --prefix F --no-save @cloudflare/workerd-linux-64` brings it. */
const { SDK_WORKERD } = process.env

it.runIf(SDK_WORKERD)('it runs in workerd', async () => {
  cpSync(dist(), join(folder, 'dist'), { recursive: true })
  const scripts = readdirSync(join(folder, 'dist'), { withFileTypes: true }).filter(
    (entry) => entry.isFile() && entry.name.endsWith('.js'),
  )
  const modules = ['worker.js', 'calls.js', ...scripts.map(({ name }) => `dist/${name}`)]
  writeFileSync(join(folder, 'config.capnp'), workerdConfig(modules))
  const workerd = spawn(SDK_WORKERD ?? '', ['serve', 'config.capnp', '--control-fd=1'], { cwd: folder })
  onTestFinished(() => {
    workerd.kill()
  })
  const [told] = (await once(createInterface({ input: workerd.stdout }), 'line')) as [string]
  const { port } = JSON.parse(told) as { port: number }
  const answer = await fetch(`http://127.0.0.1:${port}/`, { method: 'POST', body: await given() })
  expect(await answer.json()).toEqual(CAME)
})

/** The worker may call this machine, where the server of the test is. */
function workerdConfig(modules: readonly string[]): string {
  const embedded = modules.map((file) => `(name = "${file}", esModule = embed "${file}")`)
  return `using Workerd = import "/workerd/workerd.capnp";
const config :Workerd.Config = (
  services = [
    (name = "main", worker = (modules = [${embedded.join(', ')}], compatibilityDate = "2026-01-01")),
    (name = "internet", network = (allow = ["public", "private"])),
  ],
  sockets = [(name = "http", address = "127.0.0.1:0", http = (), service = "main")],
);
`
}
