/** A panel of an installation whose shops have a host of their own: what it links to, previews and copies is there. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createServer } from 'node:net'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, inject, it } from 'vitest'
import { launch, openWatched } from '../support/browser.ts'
import { settled } from '../support/look.ts'
import { JOINED_WITH, joinByLink, makeMerchant } from '../support/punchcard.ts'
import { confirmed } from '../support/session.ts'

const ROOT = fileURLToPath(new URL('../../../', import.meta.url))

let browser: Awaited<ReturnType<typeof launch>>
let port = 0
let stop: () => Promise<void>

/** Another process of the installation: two names of this machine are the two hosts. */
beforeAll(async () => {
  browser = await launch()
  port = await freePort()
  const child = spawn(process.execPath, ['server/bin/punchcard.ts', 'serve'], {
    cwd: ROOT,
    stdio: ['ignore', 'ignore', 'pipe'],
    env: {
      ...process.env,
      DATABASE_URL: inject('devServer').databaseUrl,
      HOST: '127.0.0.1',
      PORT: String(port),
      PUNCHCARD_METRICS_PORT: '0',
      PUNCHCARD_DRAIN_SECONDS: '0',
      PUNCHCARD_SHOP_ORIGIN: shops(),
      PUNCHCARD_SECRETS_KEY: Buffer.alloc(32, 7).toString('base64'),
    },
  })
  stop = async () => {
    const ended = once(child, 'exit')
    child.kill('SIGTERM')
    await ended
  }
  for await (const line of createInterface({ input: child.stderr })) {
    if (line.includes('"msg":"ready"')) break
  }
  child.stderr.resume()
}, 60_000)
afterAll(async () => {
  await stop?.()
  await browser?.close()
})

const shops = (): string => `http://localhost:${port}`

it('the page of the program, the preview and the code name the host of shops', async () => {
  const { link } = await makeMerchant(`Host ${Date.now()}`)
  const { page, faults, context } = await joinByLink(
    () => openWatched(browser, `http://127.0.0.1:${port}`),
    link,
    'Rui',
  )
  await page.getByRole('link', { name: 'Storefront' }).click()
  await page.getByRole('button', { name: 'Switch on…' }).click()
  const dialog = page.getByRole('dialog', { name: 'Switch the storefront on?' })
  const slug = await dialog.getByLabel('Name of your shop in addresses').inputValue()
  await confirmed(
    page,
    () => dialog.getByRole('button', { name: 'Switch on' }).click(),
    () => page.getByText('On', { exact: true }).waitFor(),
    JOINED_WITH,
  )
  const program = page.getByRole('link', { name: 'Open your program page' })
  expect(await program.getAttribute('href')).toBe(`${shops()}/shop/${slug}`)
  const [shown] = await Promise.all([page.waitForEvent('popup'), program.click()])
  await shown.getByRole('heading', { level: 1 }).waitFor()
  expect(shown.url()).toBe(`${shops()}/shop/${slug}`)
  // What belongs to the panel is not there.
  expect((await shown.goto(`${shops()}/panel/`))?.status()).toBe(404)
  await shown.close()

  await page.getByRole('link', { name: 'Appearance' }).click()
  await settled(page)
  await page.frameLocator('iframe').locator('punchcard-balance [part=number]').first().waitFor()
  await page.getByRole('button', { name: 'Copy the code' }).click()
  const code = await page.getByRole('dialog').locator('pre').first().innerText()
  const addresses = [...code.matchAll(/https?:\/\/[^"\s]+/g)].map(([address]) => new URL(address))
  expect(addresses.map(({ origin }) => origin)).toEqual(addresses.map(() => shops()))
  expect(addresses.map(({ pathname }) => pathname)).toContain(`/${slug}`)
  for (const { href } of addresses.filter(({ pathname }) => pathname.startsWith('/shop/'))) {
    expect([href, (await page.request.get(href)).status()]).toEqual([href, 200])
  }
  expect(faults).toEqual([])
  await context.close()
})

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port: free } = server.address() as { port: number }
  server.close()
  return free
}
