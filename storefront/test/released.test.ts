/** What was released: it never changes, every server has it, and it works with the server of today. */
import { execFileSync } from 'node:child_process'
import { appendFileSync, cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { decimal } from '../../server/test/support/rewards.ts'
import { program } from '../../server/test/support/shop.ts'
import { describe } from '../scripts/files.ts'
import { bytesOf, RELEASES, type Release, readReleases } from '../scripts/released.ts'
import { type Journey, JOURNEYS as PRESENT } from './journeys.ts'
import { useShop } from './support/use-shop.ts'

const WORKSPACE = join(import.meta.dirname, '..')
/** A release of what the sources make now, which is then an old one. */
const OLD = '0.0.1'
const folder = mkdtempSync(join(tmpdir(), 'released-'))
const released = join(folder, 'released')
const out = join(folder, 'shop')
const test = useShop({
  program: program({ validityDays: 365 }),
  async furnish(_api, shop) {
    await shop.makeReward({ points: decimal(200) })
  },
})

function run(script: string, ...args: string[]): string {
  return execFileSync(process.execPath, [`scripts/${script}.ts`, '--released', released, ...args], {
    cwd: WORKSPACE,
    encoding: 'utf8',
    stdio: 'pipe',
  })
}

interface Versions {
  readonly versions: readonly (Release & { readonly isReleased: boolean })[]
}
const listed = (): Versions => JSON.parse(readFileSync(join(out, 'versions.json'), 'utf8')) as Versions

beforeAll(() => {
  run('release', '--as', OLD)
  run('build', '--out', out)
})
afterAll(() => rmSync(folder, { recursive: true }))

it('a release is made by one command, and once', () => {
  const files = readReleases(released)[0]?.files.map(({ name }) => name)
  expect(files).toEqual(['punchcard.js', 'punchcard-small.js', 'reserve.css'])
  expect(() => run('release', '--as', OLD)).toThrow(`${OLD} was released already`)
})

it('it is listed behind the present version, and lies beside it, to the byte', () => {
  const { versions } = listed()
  expect(versions.map(({ version, isReleased }) => [version, isReleased])).toEqual([
    [expect.any(String), false],
    [OLD, true],
  ])
  const old = versions[1] as Release
  for (const file of old.files) {
    const built = join(out, 'assets', basename(file.path))
    const bytes = bytesOf(released, old, file)
    expect([readFileSync(built), gunzipSync(readFileSync(`${built}.gz`))]).toEqual([bytes, bytes])
    expect(brotliDecompressSync(readFileSync(`${built}.br`))).toEqual(bytes)
  }
})

it('what the sources make is called by its version, or by what comes after it', () => {
  const again = join(folder, 'again')
  cpSync(released, again, { recursive: true })
  const { version } = listed().versions[0] as Release
  execFileSync(process.execPath, ['scripts/release.ts', '--released', again], { cwd: WORKSPACE })
  const build = (): Versions => {
    const to = join(folder, 'again-shop')
    execFileSync(process.execPath, ['scripts/build.ts', '--released', again, '--out', to], { cwd: WORKSPACE })
    return JSON.parse(readFileSync(join(to, 'versions.json'), 'utf8')) as Versions
  }
  expect(build().versions.map((one) => [one.version, one.isReleased])).toEqual([
    [version, true],
    [OLD, true],
  ])
  // As after a release whose sources went on.
  const [made] = readReleases(again).filter((one) => one.version === version)
  const [first, ...others] = made?.files ?? []
  if (!made || !first) throw new Error('nothing was released')
  const bytes = Buffer.concat([bytesOf(again, made, first), Buffer.from('//')])
  const file = describe({ name: first.name, bytes }, version)
  rmSync(join(again, version, basename(first.path)))
  writeFileSync(join(again, version, basename(file.path)), bytes)
  writeFileSync(join(again, version, 'release.json'), JSON.stringify({ version, files: [file, ...others] }))
  const [next, published] = build().versions
  expect([next?.version, next?.isReleased]).toEqual([`${version}-next`, false])
  expect([published?.version, published?.isReleased, published?.files[0]?.path]).toEqual([
    version,
    true,
    file.path,
  ])
  expect(readFileSync(join(folder, 'again-shop/assets', basename(file.path)))).toEqual(bytes)
})

it.each([
  ['a byte more', (file: string) => appendFileSync(file, ' ')],
  ['one less', (file: string) => rmSync(file)],
  ['another beside it', (file: string) => writeFileSync(`${file}.map`, '{}')],
] as const)('a released file that changed fails the build: %s', (_what, change) => {
  const copy = join(folder, 'changed')
  cpSync(released, copy, { recursive: true })
  const [old] = readReleases(copy)
  change(join(copy, OLD, basename(old?.files[0]?.path ?? '')))
  expect(() => readReleases(copy)).toThrow()
  expect(() =>
    execFileSync(process.execPath, ['scripts/build.ts', '--released', copy, '--out', join(folder, 'none')], {
      cwd: WORKSPACE,
      stdio: 'pipe',
    }),
  ).toThrow()
  rmSync(copy, { recursive: true })
})

it('nothing in released/ was changed or taken away since it came', () => {
  const changes = execFileSync(
    'git',
    ['log', '--no-renames', '--diff-filter=MDT', '--name-only', '--format=', '--', 'released/*/*'],
    { cwd: WORKSPACE, encoding: 'utf8' },
  )
  expect(changes.trim()).toBe('')
  const { versions } = JSON.parse(
    readFileSync(join(WORKSPACE, '../server/shop/versions.json'), 'utf8'),
  ) as Versions
  const paths = new Set(versions.flatMap(({ files }) => files.map(({ path }) => path)))
  const missing = readReleases(RELEASES).flatMap(({ files }) => files.filter(({ path }) => !paths.has(path)))
  expect(missing).toEqual([])
})

const journeysOf = async (at: string): Promise<readonly Journey[]> =>
  ((await import(pathToFileURL(join(at, 'journeys.ts')).href)) as { JOURNEYS: readonly Journey[] }).JOURNEYS

/** Each with the journeys that it was released with. */
const versions = [
  { version: `${OLD}, as if it were old`, in: '', journeys: PRESENT },
  ...(await Promise.all(
    readReleases(RELEASES).map(async ({ version }) => ({
      version,
      in: join(RELEASES, version),
      journeys: await journeysOf(join(RELEASES, version)),
    })),
  )),
].flatMap(({ journeys, ...one }) => journeys.map((journey) => ({ ...one, ...journey })))

it.each(versions)(
  '$version works with this server: $name',
  async ({ version, in: at, script, isCustomer, body, run: go }) => {
    const root = at || join(released, OLD)
    const [release] = readReleases(at ? RELEASES : released).filter((one) => root.endsWith(one.version))
    const file = release?.files.find(({ name }) => name === script)
    if (!file) throw new Error(`${version} has no ${script}`)
    await test.loyalty.has('bia', 1_240)
    test.shop.pages.set('/', () => ({
      body: `<main>${body}</main>`,
      meta: isCustomer ? { token: '/loyalty/token', who: 'bia' } : {},
      pinned: file,
    }))
    const opened = await test.open()
    // A release that was made for this test is on no server.
    if (!at) {
      await opened.page.route(`**${file.path}`, (route) =>
        route.fulfill({
          body: readFileSync(join(root, basename(file.path))),
          headers: { 'content-type': 'text/javascript', 'access-control-allow-origin': '*' },
        }),
      )
    }
    if (isCustomer) await opened.context.addCookies([{ name: 'customer', value: 'bia', url: test.shop.url }])
    await opened.page.goto(test.shop.url)
    await go(opened.page)
    expect([test.shop.reports, opened.faults]).toEqual([[], []])
  },
)
