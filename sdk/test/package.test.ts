/** What is published, in an empty folder: its size, its types, and that it runs wherever it should. */
import { execFile, execFileSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { gzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { program } from '../../server/test/support/shop.ts'
import { useClients } from './support/use-client.ts'

const run = promisify(execFile)
const SDK = join(import.meta.dirname, '..')
const CONSUMER = join(import.meta.dirname, 'consumer')
const TSC = join(SDK, '../node_modules/.bin/tsc')
const SIZE_MAX = 12 * 1_024

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

function published(end: string): string[] {
  const dist = join(folder, 'node_modules/@punchcard-loyalty/client/dist')
  const files = readdirSync(dist).filter((file) => file.endsWith(end))
  return files.map((file) => readFileSync(join(dist, file), 'utf8'))
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
      [...text.matchAll(/\b(?:from|import\()\s*['"]([^'"]+)/g)].map(([, one]) => one),
    )
    expect(targets.length).toBeGreaterThan(20)
    expect(targets.filter((target) => !target?.startsWith('./'))).toEqual([])
  })

  it('is small', () => {
    const bytes = gzipSync(published('.js').join('\n'), { level: 9 }).length
    process.stdout.write(`The client library has ${bytes} bytes, gzipped, of ${SIZE_MAX}.\n`)
    expect(bytes).toBeLessThanOrEqual(SIZE_MAX)
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
      files: ['consumer.ts'],
    }
    const file = join(folder, `tsconfig.${options.types.join()}.json`)
    writeFileSync(file, JSON.stringify(config))
    const { stdout } = await run(TSC, ['-p', file]).catch((error: { stdout: string }) => error)
    expect(stdout).toBe('')
  })
})

/** Programs with their flags, as in `/usr/bin/node,/opt/deno run -A,/opt/bun`; this Node is always one of them. */
const RUNTIMES = [process.execPath, ...(process.env.SDK_RUNTIMES?.split(',') ?? [])]

it.each(RUNTIMES)('it runs in %s', async (runtime) => {
  const shop = await test.open(program())
  const [command = '', ...flags] = runtime.split(' ')
  const { token, secret: key } = shop.key
  const config = JSON.stringify({ url: test.url, token, key, now: test.api.now })
  const { stdout } = await run(command, [...flags, 'run.js', config], { cwd: folder })
  expect(JSON.parse(stdout)).toEqual({
    points: 80,
    refused: ['PunchcardRefusal', 'ApiExternalOrder_Order_Not_Found', true],
    timedOut: 'PunchcardTimeoutError',
    event: 'Point_Add',
    forged: 'PunchcardWebhookError',
  })
})
