/**
 * examples/next-route, installed with what is published, built and started. It fetches Next.js, so it runs by name
 * alone: `NEXT_ROUTE=1 npm run test:sdk -- next-route`.
 */
import { execFileSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openStorefront } from '../../server/test/support/storefront.ts'
import { startExample } from './support/example.ts'
import { openExampleShop } from './support/example-shop.ts'
import { useClients } from './support/use-client.ts'

const SDK = join(import.meta.dirname, '..')
const EXAMPLE = join(SDK, '../examples/next-route')
/** The route for webhooks as it is, in the edge runtime: to show that the library runs there. */
const AT_THE_EDGE = "export const runtime = 'edge'\nexport { POST } from '../webhooks/route'\n"
const QUIET = { NEXT_TELEMETRY_DISABLED: '1' }

const test = useClients()

describe.runIf(process.env.NEXT_ROUTE)('the routes take an order and its webhook', () => {
  let folder = ''
  const next = () => join(folder, 'node_modules/next/dist/bin/next')

  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'punchcard-next-'))
    cpSync(EXAMPLE, folder, { recursive: true })
    mkdirSync(join(folder, 'app/api/edge'))
    writeFileSync(join(folder, 'app/api/edge/route.ts'), AT_THE_EDGE)
    const packed = execFileSync('npm', ['pack', '--json', '--pack-destination', folder], { cwd: SDK })
    const [{ filename }] = JSON.parse(packed.toString()) as [{ filename: string }]
    const flags = ['install', '--ignore-scripts', '--no-audit', '--no-fund', join(folder, filename)]
    execFileSync('npm', flags, { cwd: folder, stdio: 'ignore' })
    const env = { ...process.env, ...QUIET, NODE_ENV: 'production' }
    execFileSync(process.execPath, [next(), 'build'], { cwd: folder, env, stdio: 'inherit' })
  }, 900_000)
  afterAll(() => rmSync(folder, { recursive: true, force: true }))

  it.each(['/api/webhooks', '/api/edge'])('at %s', async (path) => {
    const { shop, port, environment } = await openExampleShop(test, path)
    const started = { command: process.execPath, flags: [next(), 'start'], folder, port }
    const production = { ...environment, ...QUIET, NODE_ENV: 'production' }
    const example = await startExample({ ...started, environment: production })
    const paid = await example.send('POST', '/api/checkout', { basket: 'b-1', customer: 'ana', total: 80 })
    expect(paid).toEqual({ status: 200, answer: { order: 'b-1', points: 80 } })
    const refused = await example.send('POST', '/api/checkout', { basket: 'b-2', customer: 'ana', total: -1 })
    expect(refused).toMatchObject({ status: 409, answer: { error: expect.stringContaining('OrderTotal') } })
    const attempts = 'select status, answer from webhook_attempt where tenant_id = $1'
    await expect
      .poll(() => test.reader.query(attempts, [shop.tenantId]), { timeout: 30_000 })
      .toEqual([{ status: 200, answer: expect.stringContaining('"customer":"ana","PointsBalance":80') }])
    expect((await example.send('POST', path, { Points: 1 })).status).toBe(400)
    await openStorefront(test.api, shop)
    const ask = (cookie: string): Promise<Response> =>
      fetch(`http://127.0.0.1:${port}/loyalty/token`, {
        method: 'POST',
        headers: { cookie, 'sec-fetch-site': 'same-origin' },
      })
    expect((await ask('')).status).toBe(204)
    const minted = await ask('customer=ana')
    expect([minted.status, minted.headers.get('cache-control')]).toEqual([200, 'no-store'])
    expect(await minted.json()).toMatchObject({ initial: { me: { points: '80' } } })
    // What is personal comes with the token alone.
    const html = await fetch(`http://127.0.0.1:${port}/`, { headers: { cookie: 'customer=ana' } })
    expect(await html.text()).not.toMatch(/\b(80|ana|p[cl]1\.|pc[ts]_)\b|@\w/)
  })
})
