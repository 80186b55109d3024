/** docs/guides/storefront.md: every snippet of it, as it stands there. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeEach, expect, it, onTestFinished } from 'vitest'
import { PILL, useShop } from './support/use-shop.ts'

const ROOT = join(import.meta.dirname, '../..')
const GUIDE = readFileSync(join(ROOT, 'docs/guides/storefront.md'), 'utf8')
const snippets = (language: string): string[] =>
  [...GUIDE.matchAll(/^```(\w+)\n([\s\S]*?)^```$/gm)]
    .filter(([, found]) => found === language)
    .map(([, , text = '']) => text)

const test = useShop()

beforeEach(async () => {
  await test.loyalty.has('ana', 1240)
})

it('the pages show a visitor and a customer what the guide says', async () => {
  const [page1 = '', meta2 = ''] = snippets('html')
  const here = (html: string): string =>
    html
      .replaceAll('https://loyalty.example/aurora', `${test.network.url}/${test.loyalty.slug}`)
      .replaceAll('https://loyalty.example', test.network.url)
  const styles = snippets('css').join('\n')
  const metaOfVisitor = /<meta .*>/.exec(page1)?.[0] ?? ''
  for (const [html, customer, text] of [
    [page1, null, 'Join Aurora Club'],
    [page1.replace(metaOfVisitor, meta2.trim()), 'ana', '1,240 points'],
  ] as const) {
    const opened = await test.open()
    if (customer) await opened.context.addCookies([{ name: 'customer', value: customer, url: test.shop.url }])
    const whole = `<!doctype html><html lang="en"><title>Shop</title><style>${styles}</style>${here(html)}`
    test.shop.pages.set('/guide', () => ({ whole, body: '', policy: null }))
    await opened.page.goto(`${test.shop.url}/guide`)
    await expect.poll(() => opened.page.locator(PILL).innerText()).toBe(text)
    const corner = await opened.page
      .locator(PILL)
      .evaluate((pill) => getComputedStyle(pill).borderStartStartRadius)
    expect([corner, opened.faults]).toEqual(['6px', []])
  }
})

it('the checkout says to the page what is used, and shows what the page says', async () => {
  const [element = '', script = ''] = snippets('html').filter((html) => html.includes('punchcard-redeem'))
  const { page, faults } = await test.open()
  await page.context().addCookies([{ name: 'customer', value: 'ana', url: test.shop.url }])
  test.shop.pages.set('/', () => ({
    body: element + script,
    meta: { token: '/loyalty/token' },
    policy: null,
  }))
  const asked: (string | null)[] = []
  await page.route('**/checkout/cashback', (route) => {
    const request = route.request()
    asked.push(`${request.method()} ${request.postData()}`)
    const isFirst = asked.length === 1
    return route.fulfill({
      status: isFirst ? 409 : 200,
      json: isFirst ? { message: 'Try again.' } : { applied: '124.00', until: '2026-11-16T18:04:00Z' },
    })
  })
  await page.goto(test.shop.url)
  const apply = page.getByRole('button', { name: 'Apply R$\u00a0124.00' })
  await apply.click()
  await page.getByRole('alert').getByText('Try again.').waitFor()
  await apply.click()
  await page.getByText('R$\u00a0124.00 applied').waitFor()
  await page.getByRole('button', { name: 'Remove' }).click()
  await apply.waitFor()
  const body = '{"amount":"124.00"}'
  expect([asked, faults]).toEqual([[`POST ${body}`, `POST ${body}`, 'DELETE null'], []])
})

it('the route answers the customer of the session', async () => {
  const [code = ''] = snippets('js')
  const file = join(ROOT, 'examples/express-shop/guide-of-storefront.mjs')
  const session = `const sessions = { get: ({ headers }) => headers.cookie && { customerId: headers.cookie } }\n`
  const client = JSON.stringify(join(ROOT, 'sdk/src/punchcard.ts'))
  const start = `const server = shop.listen(0, '127.0.0.1', () => console.log(server.address().port))\n`
  writeFileSync(file, code.replace("'@punchcard-loyalty/client'", client) + session + start)
  onTestFinished(() => rmSync(file))
  const { url, idOf } = test.loyalty
  const { token, secret } = test.loyalty.key
  const child = spawn(process.execPath, [file], {
    env: { ...process.env, PUNCHCARD_URL: url, PUNCHCARD_TOKEN: token, PUNCHCARD_KEY: secret },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  onTestFinished(() => void child.kill())
  const [port] = (await once(child.stdout, 'data')) as [Buffer]
  const ask = (headers: Record<string, string>) =>
    fetch(`http://127.0.0.1:${String(port).trim()}/loyalty/token`, { method: 'POST', headers })
  const answered = await ask({ cookie: idOf.get('ana') ?? '', 'sec-fetch-site': 'same-origin' })
  expect([answered.status, answered.headers.get('cache-control')]).toEqual([200, 'no-store'])
  expect(await answered.json()).toMatchObject({ expiresIn: 900, initial: { me: { points: '1240' } } })
  expect((await ask({ 'sec-fetch-site': 'same-origin' })).status).toBe(204)
  expect((await ask({ 'sec-fetch-site': 'cross-site' })).status).toBe(403)
})
