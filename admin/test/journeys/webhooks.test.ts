/** Webhook endpoints: added, broken, mended, replayed, rotated, removed; and why calls were refused. */
import type { Page } from 'playwright-core'
import { expect, inject, it, onTestFinished } from 'vitest'
import { withBrowser } from '../support/browser.ts'
import { axeFindings, overflowOf, settled } from '../support/look.ts'
import { api, goTo, openAsOwner } from '../support/merchant.ts'
import { isSignedBy, Receiver } from '../support/receiver.ts'
import { confirmed } from '../support/session.ts'
import { buy } from '../support/shop.ts'

const { open } = withBrowser()
const run = Date.now().toString(36)

async function receiver(): Promise<Receiver> {
  const started = await Receiver.start()
  onTestFinished(() => started.stop())
  return started
}

/** Adds an endpoint as a person does, and returns the secret that is shown once. */
async function add(page: Page, url: string, name: string): Promise<string> {
  await page.getByRole('button', { name: 'Add endpoint…' }).click()
  await page.getByLabel('URL', { exact: true }).fill(url)
  await page.getByLabel('Description', { exact: true }).fill(name)
  return keep(page, () => page.getByRole('button', { name: 'Add endpoint', exact: true }).click())
}

async function keep(page: Page, act: () => Promise<void>): Promise<string> {
  const made = page.getByRole('dialog', { name: 'Secret created' })
  await confirmed(page, act, () => made.waitFor())
  const secret = await made.locator('pre').innerText()
  await made.getByRole('button', { name: "I've saved it" }).click()
  return secret
}

it('an endpoint is added, breaks, is seen to fail and why, is mended, and gets what it missed', async () => {
  const { page, faults, context } = await openAsOwner(open, '/developers/webhooks')
  const inbox = await receiver()
  inbox.answer = () => 500
  await add(page, `${inbox.url}/hooks`, `ERP ${run}`)
  const card = page.getByRole('link', { name: `ERP ${run}` })
  await card.getByText('Healthy').waitFor()
  await Promise.all([1, 2, 3].map((n) => buy({ id: `w-${run}-${n}`, customer: `w-${run}-${n}`, total: 40 })))
  await card.getByText('Failing', { exact: true }).waitFor()
  await card.click()
  await page.getByText(/answers 500/).waitFor()
  await page.getByRole('row').filter({ hasText: '500' }).first().getByRole('button').first().click()
  const detail = page.getByRole('complementary', { name: 'Attempt' })
  await detail.getByText('out of coffee').waitFor()
  await detail.getByText('webhook-signature: v1,').waitFor()
  await detail.getByText('Check the signature').click()
  await detail.getByText('WEBHOOK_SECRET=whsec_… node check.mjs').waitFor()
  expect(await axeFindings(page)).toEqual([])
  for (const width of [360, 1440]) {
    await page.setViewportSize({ width, height: 900 })
    expect(await overflowOf(page), `at ${width} px`).toEqual([])
  }
  inbox.answer = () => 200
  await page.getByRole('button', { name: 'Replay…' }).click()
  await page.getByRole('button', { name: 'Replay', exact: true }).click()
  await page.getByText(/Resending \d+ events?; waiting events follow/).waitFor()
  await page.getByText('Healthy').waitFor()
  const got = () =>
    new Set(inbox.received.flatMap(({ status, headers }) => (status === 200 ? headers['webhook-id'] : [])))
      .size
  await expect.poll(got, { timeout: 20_000 }).toBe(3)
  expect(faults).toEqual([])
  await context.close()
})

it('the secret is rotated while deliveries go on, and every one verifies', async () => {
  const { page, faults, context } = await openAsOwner(open, '/developers/webhooks')
  const inbox = await receiver()
  const secrets = [await add(page, `${inbox.url}/turning`, `App ${run}`)]
  inbox.answer = (_, request) => (secrets.some((secret) => isSignedBy(secret, request)) ? 200 : 401)
  let isOver = false
  const selling = (async () => {
    for (let n = 0; !isOver; n += 1) await buy({ id: `r-${run}-${n}`, customer: `r-${run}`, total: 10 })
  })()
  await page.getByRole('link', { name: `App ${run}` }).click()
  await page.getByRole('link', { name: 'Settings and secret' }).click()
  await page.getByRole('button', { name: 'Rotate secret…' }).click()
  const fresh = await keep(page, () => page.getByRole('button', { name: 'Create new secret' }).click())
  await page.getByText(/Both secrets sign\. The old one expires in 2\d:\d\d:\d\d/).waitFor()
  // The receiver knows the old one alone until now.
  await expect
    .poll(() => inbox.received.some((one) => isSignedBy(fresh, one)), { timeout: 20_000 })
    .toBe(true)
  secrets.push(fresh)
  isOver = true
  await selling
  expect(inbox.received.filter(({ status }) => status !== 200)).toEqual([])
  await page.getByRole('button', { name: /^More about/ }).click()
  await page.getByRole('menuitem', { name: 'Remove…' }).click()
  await page.getByRole('button', { name: 'Remove', exact: true }).click()
  await page.waitForURL(/\/developers\/webhooks$/)
  await page.getByRole('link', { name: `App ${run}` }).waitFor({ state: 'detached' })
  expect(faults).toEqual([])
  await context.close()
})

it('a test, a pause and a wrong address', async () => {
  const { page, faults, context } = await openAsOwner(open, '/developers/webhooks')
  await page.getByRole('button', { name: 'Add endpoint…' }).click()
  await page.getByLabel('URL', { exact: true }).fill('not an address')
  await page.getByRole('button', { name: 'Add endpoint', exact: true }).click()
  await page.getByRole('dialog').locator('.mantine-InputWrapper-error').first().waitFor()
  await page.getByRole('button', { name: 'Cancel', exact: true }).click()
  const name = `Nowhere ${run}`
  await add(page, 'https://hooks.cafe-aurora.invalid/punchcard', name)
  await page.getByRole('link', { name }).click()
  await page.getByRole('button', { name: 'Send test' }).click()
  await page.getByText(/^Not received:/).waitFor()
  await page.getByRole('button', { name: 'Pause' }).click()
  await page.getByText('Paused').waitFor()
  await page.getByRole('button', { name: 'Resume' }).click()
  await page.getByText('Healthy').waitFor()
  expect(faults).toEqual([])
  await context.close()
})

it('why a call was refused stands on its page, without what was sent', async () => {
  const { page, faults, context } = await openAsOwner(open, '/settings')
  const { url, token, key } = inject('devServer')
  const authorization = `Basic ${Buffer.from(`${token}:${key}`).toString('base64')}`
  await fetch(`${url}/v1/pvt/Customer/nobody-${run}`, { headers: { authorization } })
  await page.waitForTimeout(2_000)
  await goTo(page, '/developers/keys')
  await page.getByRole('link', { name: 'Failed requests' }).click()
  await page.getByText('There is no customer with this id.').first().waitFor()
  expect(await page.getByText(`nobody-${run}`).count()).toBe(0)
  // A shop asks for one of its orders, or by the id of a request.
  const refused = await fetch(`${url}/v1/pvt/POS/orders`, {
    method: 'POST',
    headers: { authorization, 'content-type': 'application/json' },
    body: JSON.stringify({ OriginalId: `refused-${run}` }),
  })
  await page.waitForTimeout(2_000)
  const search = page.getByLabel('Request ID or order ID')
  for (const id of [`refused-${run}`, refused.headers.get('punchcard-request-id') ?? 'none']) {
    await search.fill(id)
    await page.getByText(`order refused-${run}`).waitFor()
    expect(await page.getByText('There is no customer with this id.').count()).toBe(0)
  }
  await search.fill(`no such id ${run}`)
  await page.getByText('No failed requests match.').waitFor()
  expect(await axeFindings(page)).toEqual([])
  expect(faults).toEqual([])
  await context.close()
})

it('two people change one endpoint: the second sees yours, theirs and the result, and nothing is lost', async () => {
  const { page, faults, context } = await openAsOwner(open, '/settings')
  const headers = { 'idempotency-key': `two-${Date.now()}` }
  const made = await api<{ endpoint: { id: number } }>(page, 'POST', '/webhook-endpoints', {
    headers,
    body: { url: 'https://two.cafe-aurora.invalid/hooks', description: 'Both', topics: ['Point_Add'] },
  })
  await goTo(page, `/developers/webhooks/${made.endpoint.id}`)
  await page.getByRole('button', { name: 'Edit…' }).click()
  await page.getByLabel('URL', { exact: true }).fill('https://mine.cafe-aurora.invalid/hooks')
  // Meanwhile somebody else.
  await api(page, 'PATCH', `/webhook-endpoints/${made.endpoint.id}`, {
    headers: { 'if-match': '"r1"' },
    body: { description: 'Theirs', url: 'https://theirs.cafe-aurora.invalid/hooks' },
  })
  await page.getByRole('dialog').getByRole('button', { name: 'Save endpoint' }).click()
  const changed = page.getByRole('dialog', { name: /changed this first/ })
  await changed.waitFor()
  expect(await changed.getByRole('row').allInnerTexts()).toHaveLength(3)
  expect(await axeFindings(page)).toEqual([])
  await changed.getByRole('button', { name: 'Save result' }).click()
  await changed.waitFor({ state: 'detached' })
  // The question is gone before the answer is there.
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  const now = await api<{ url: string; description: string }>(
    page,
    'GET',
    `/webhook-endpoints/${made.endpoint.id}`,
  )
  expect(now).toMatchObject({ url: 'https://mine.cafe-aurora.invalid/hooks', description: 'Theirs' })
  expect(faults).toEqual([])
  await context.close()
})

it('“did my ERP get it?” is answered from the event, from the order and from the customer', async () => {
  const { page, faults, context } = await openAsOwner(open, '/developers/webhooks')
  const inbox = await receiver()
  const name = `Ledger ${run}`
  await add(page, `${inbox.url}/ledger`, name)
  const customer = `did-${run}`
  await page.getByRole('link', { name }).click()
  // The console shows what arrives while one watches it.
  await buy({ id: `${customer}-1`, customer, total: 40 })
  await page
    .getByRole('row')
    .filter({ hasText: `Ana ${customer}` })
    .first()
    .waitFor()
  await expect.poll(() => inbox.received.length, { timeout: 20_000 }).toBeGreaterThan(0)
  const event = String(inbox.received.at(-1)?.headers['webhook-id'])

  await goTo(page, '/developers/webhooks')
  for (const asked of [event, `${customer}-1`, customer]) {
    await page.getByLabel('Webhook ID, order ID or customer ID').fill(asked)
    await page.getByRole('button', { name: 'Find', exact: true }).click()
    await page.getByText(`Deliveries of`).filter({ hasText: asked }).waitFor()
    const row = page.getByRole('row').filter({ hasText: name }).filter({ hasText: event })
    await row.getByText('Received · 200').waitFor()
  }
  await page.getByLabel('Webhook ID, order ID or customer ID').fill('nothing-like-it')
  await page.getByRole('button', { name: 'Find', exact: true }).click()
  await page.getByText('No event, order or customer has this ID.').waitFor()
  expect(await axeFindings(page)).toEqual([])

  await goTo(page, `/orders?id=${customer}-1`)
  await page.locator('tbody a').first().click()
  await page.getByRole('heading', { name: 'Webhooks' }).waitFor()
  await page.getByRole('row').filter({ hasText: name }).getByText('Received · 200').waitFor()
  await settled(page)
  if (process.env.PICTURES)
    await page.screenshot({ path: `${process.env.PICTURES}/order.png`, fullPage: true })

  // What is missing is said first.
  inbox.answer = () => 500
  await buy({ id: `${customer}-2`, customer, total: 10 })
  const [found] = (
    await api<{ items: { id: number }[] }>(page, 'GET', `/customers?search=${customer}%40example.com`)
  ).items
  await goTo(page, `/customers/${found?.id}?view=webhooks`)
  await page.getByText(new RegExp(`^${name} has not received evt_`)).waitFor()
  expect(await axeFindings(page)).toEqual([])
  if (process.env.PICTURES)
    await page.screenshot({ path: `${process.env.PICTURES}/customer.png`, fullPage: true })
  await page.getByRole('row').filter({ hasText: name }).getByRole('link').first().click()
  await page.getByRole('complementary', { name: 'Attempt' }).waitFor()
  expect(faults).toEqual([])
  await context.close()
})

it('every event has a sample payload', async () => {
  const { page, context, faults } = await openAsOwner(open, '/developers/webhooks')
  await page.getByRole('heading', { name: 'Sample payloads' }).waitFor()
  const choose = async (event: RegExp) => {
    await page.getByRole('combobox', { name: 'Event' }).click()
    await page.getByRole('option', { name: event }).click()
  }
  for (const [event, member] of [
    [/^Point_Removed/, '"PointAction": 2'],
    [/^Stamp_Add/, '"StampsOnCard": 10'],
    [/^Stamp_Removed/, '"Stamps": -4'],
    [/^Card_Completed/, '"Prize": {'],
    [/^Reward_Given/, '"CouponCode": "CAFE8RT2"'],
    [/^Reward_TakenBack/, '"AwardId": 90412'],
    [/^Points_Expiring/, '"LastActivityDate"'],
  ] as const) {
    await choose(event)
    await page.locator('pre', { hasText: member }).waitFor()
  }
  await page.getByRole('button', { name: 'Copy' }).waitFor()
  expect(await axeFindings(page)).toEqual([])
  await page.setViewportSize({ width: 360, height: 800 })
  expect(await overflowOf(page)).toEqual([])
  expect(faults).toEqual([])
  await context.close()
})
