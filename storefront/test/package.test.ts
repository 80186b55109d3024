/** What npm has of the elements: what is in it, and that pages of shops that bundle their script work with it. */
import { execFile, execFileSync } from 'node:child_process'
import {
  cpSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { build } from 'vite'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { decimal } from '../../server/test/support/rewards.ts'
import { program } from '../../server/test/support/shop.ts'
import { useShop } from './support/use-shop.ts'

const STOREFRONT = join(import.meta.dirname, '..')
const MODULES = join(STOREFRONT, '../node_modules')
const NAME = '@punchcard-loyalty/storefront'
const run = promisify(execFile)
const test = useShop({
  program: program({ validityDays: 20 }),
  async furnish(_api, shop) {
    await shop.makeReward({ points: decimal(200) })
  },
})
let folder = ''
const installed = (): string => join(folder, 'node_modules', NAME)

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'punchcard-storefront-'))
  execFileSync(process.execPath, ['scripts/dist.ts'], { cwd: STOREFRONT })
  const packed = execFileSync('npm', ['pack', '--json', '--pack-destination', folder], { cwd: STOREFRONT })
  const [{ filename }] = JSON.parse(packed.toString()) as [{ filename: string }]
  mkdirSync(installed(), { recursive: true })
  execFileSync('tar', ['-xzf', join(folder, filename), '--strip-components=1', '-C', installed()])
  for (const name of ['react', 'react-dom', 'vue', '@vue', '@types', 'csstype', 'scheduler'])
    symlinkSync(join(MODULES, name), join(folder, 'node_modules', name))
  cpSync(join(STOREFRONT, 'test/consumer'), folder, { recursive: true })
  writeFileSync(join(folder, 'package.json'), '{ "type": "module" }')
})
afterAll(() => rmSync(folder, { recursive: true }))

it('is what is built, its page and its license: modules of elements, and types', () => {
  expect(readdirSync(installed()).toSorted()).toEqual(['LICENSE', 'README.md', 'dist', 'package.json'])
  const elements = globSync('elements/*.ts', { cwd: join(STOREFRONT, 'src') }).map((file) =>
    file.slice(9, -3),
  )
  const modules = ['configure', 'punchcard', ...elements].toSorted()
  const dist = readdirSync(join(installed(), 'dist'))
  expect(dist.filter((file) => file.endsWith('.js')).toSorted()).toEqual(modules.map((name) => `${name}.js`))
  expect(dist.filter((file) => !/\.(js|d\.ts)$/.test(file)).toSorted()).toEqual(['reserve.css', 'shared'])
  const types = dist.filter((file) => file.endsWith('.d.ts')).map((file) => file.slice(0, -5))
  expect(types).toEqual(expect.arrayContaining([...modules, 'react', 'vue']))
  const { dependencies, exports } = JSON.parse(readFileSync(join(installed(), 'package.json'), 'utf8'))
  expect(dependencies).toBeUndefined()
  expect(Object.keys(exports)).toEqual(['.', './configure', './react', './vue', './reserve.css', './*'])
})

it('imports nothing but itself', () => {
  const files = globSync('dist/**/*.js', { cwd: installed() })
  const targets = files.flatMap((file) =>
    [
      ...readFileSync(join(installed(), file), 'utf8').matchAll(
        /(?:^|[;}])(?:import|export)[^"';()]*["'`]([^"'`]+)["'`]/g,
      ),
    ].map(([, target]) => target),
  )
  expect(targets.length).toBeGreaterThan(20)
  expect(targets.filter((target) => !/^\.\.?\//.test(target ?? ''))).toEqual([])
})

it.each(['bundler', 'nodenext'])(
  'its types tell right from wrong, as a project with “%s” sees them',
  async (how) => {
    const compilerOptions = {
      ...{ strict: true, exactOptionalPropertyTypes: true, noEmit: true, target: 'es2022', types: [] },
      ...{ lib: ['es2022', 'dom', 'dom.iterable'], jsx: 'react-jsx', moduleResolution: how },
      ...{ module: how === 'bundler' ? 'esnext' : how, skipLibCheck: true },
    }
    const config = join(folder, `tsconfig.${how}.json`)
    writeFileSync(config, JSON.stringify({ compilerOptions, files: ['react.tsx', 'vue.ts'] }))
    const tsc = join(MODULES, '.bin/tsc')
    const { stdout } = await run(tsc, ['-p', config]).catch((error: { stdout: string }) => error)
    expect(stdout).toBe('')
  },
)

it.each(['react.tsx', 'vue.ts'])('a page of %s takes attributes, and hears events', async (entry) => {
  await test.loyalty.has('ana', 1240, 86)
  const url = `${test.network.url}/${test.loyalty.slug}`
  const built = await build({
    configFile: false,
    logLevel: 'warn',
    root: folder,
    // Under the runner it would be that of development.
    oxc: { jsx: { development: false } },
    define: {
      PAGE: JSON.stringify({ url, token: '/loyalty/token', who: 'ana', lang: 'en' }),
      'process.env.NODE_ENV': '"production"',
      ...{ __VUE_OPTIONS_API__: 'false', __VUE_PROD_DEVTOOLS__: 'false' },
      __VUE_PROD_HYDRATION_MISMATCH_DETAILS__: 'false',
    },
    build: {
      write: false,
      rolldownOptions: { input: join(folder, entry), output: { format: 'es', codeSplitting: false } },
    },
  })
  const [chunk] = [built].flat().flatMap((one) => ('output' in one ? one.output : []))
  const script = chunk && 'code' in chunk ? chunk.code : ''
  const whole =
    '<!doctype html><html lang="en"><title>Shop</title><main></main><script type="module" src="/app.js"></script></html>'
  test.shop.pages.set('/', () => ({ whole, body: '', policy: null }))
  const { page, context, faults } = await test.open()
  await context.addCookies([{ name: 'customer', value: 'ana', url: test.shop.url }])
  await page.route('**/app.js', (route) => route.fulfill({ contentType: 'text/javascript', body: script }))
  await page.goto(test.shop.url)
  const balance = page.locator('punchcard-balance')
  const attribute = (name: string) => balance.getAttribute(name)
  await balance
    .getByText('86 expire on')
    .waitFor()
    .catch(() => expect(faults).toEqual(['nothing is shown']))
  expect([await attribute('class'), await attribute('expiring')]).toEqual(['pill', ''])
  expect(await page.locator('punchcard-rewards').getAttribute('limit')).toBe('1')
  await page.getByRole('button', { name: 'Apply R$\u00a050.00' }).click()
  await page.getByText('R$\u00a050.00 applied').waitFor()
  await page.getByRole('button', { name: 'Remove' }).click()
  await page.getByRole('button', { name: 'Apply R$\u00a050.00' }).waitFor()
  await page.getByRole('button', { name: /^Redeem R\$/ }).click()
  await page.getByRole('button', { name: 'Redeem 200\u00a0points' }).click()
  await expect.poll(() => page.locator('output').innerText()).toMatch(/^\w{8,}$/)
  await page.keyboard.press('Escape')
  // What is not set is not there.
  await expect.poll(() => attribute('expiring')).toBe(null)
  await balance.getByText('1,040').waitFor()
  expect(faults).toEqual([])
})
