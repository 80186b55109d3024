/**
 * A merchant with many lots exports and downloads them in the panel: each is a line, and the lines add up to what was
 * earned. In full: `JOURNEY_LOTS=100000 npm run test:panel -- journeys/lots`, which takes some minutes.
 */
import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { expect, inject, it } from 'vitest'
import { FROM_THE_PANEL, withBrowser } from '../support/browser.ts'
import { joinByLink, makeKey, makeMerchant } from '../support/punchcard.ts'

const { open } = withBrowser()

const LOTS = Number(process.env.JOURNEY_LOTS ?? 2_000)
/** As many as one request takes. */
const AT_ONCE = 1_000
const CUSTOMERS = 500
const PROGRAM = {
  cashback: { isOn: false, pointValue: '0' },
  rules: [{ id: 1, kind: 'purchase', name: '', points: '1' }],
}

it(`${LOTS} lots are exported and downloaded, each of them a line`, { timeout: 1_800_000 }, async () => {
  const { tenant, link } = await makeMerchant('Many lots')
  const { page, context, faults } = await joinByLink(open, link, 'Eva')
  const admin = `/v1/admin/tenants/${tenant}`
  const headers = { ...FROM_THE_PANEL, 'if-match': '*' }
  const put = await page.request.put(`${admin}/program/draft`, { headers, data: { program: PROGRAM } })
  expect(put.ok(), await put.text()).toBe(true)
  const published = await page.request.post(`${admin}/program/publish`, {
    headers: { ...headers, 'if-match': put.headers().etag ?? '*', 'idempotency-key': 'first' },
    data: {},
  })
  expect(published.ok(), await published.text()).toBe(true)
  await sell(tenant)

  await page.goto(`/panel/t/${tenant}/data`)
  await page.getByRole('button', { name: 'New export' }).click()
  const dialog = page.getByRole('dialog', { name: 'New export' })
  await dialog.getByRole('radio', { name: /^Open points/ }).check()
  await dialog.getByRole('combobox', { name: 'Format' }).click()
  await page.getByRole('option', { name: 'CSV for programs' }).click()
  await dialog.getByRole('button', { name: 'Start export' }).click()
  await dialog.waitFor({ state: 'detached' })
  const download = page.getByRole('button', { name: 'Download: lots.csv' })
  await download.waitFor({ timeout: 900_000 })
  const saved = page.waitForEvent('download', { timeout: 300_000 })
  await download.click()
  const octets = await readFile((await (await saved).path()) ?? '')
  const lines = octets.toString().trimEnd().split('\r\n')
  expect(lines).toHaveLength(LOTS + 1)
  const column = (lines[0] ?? '').split(',').indexOf('points')
  const sum = lines.slice(1).reduce((all, line) => all + Number(line.split(',')[column]), 0)
  expect(sum).toBe(LOTS * 10)
  const { items } = (await (await page.request.get(`${admin}/files`)).json()) as {
    items: { name: string; sha256: string; lines: number }[]
  }
  const file = items.find(({ name }) => name === 'lots.csv')
  expect([file?.sha256, file?.lines]).toEqual([createHash('sha256').update(octets).digest('hex'), LOTS])
  expect(faults).toEqual([])
  await context.close()
})

/** One lot of ten points per order. */
async function sell(tenant: number): Promise<void> {
  const { url } = inject('devServer')
  const { token, key } = await makeKey(tenant)
  const at = `${new Date().toISOString().slice(0, 19)}Z`
  for (let from = 0; from < LOTS; from += AT_ONCE) {
    const orders = Array.from({ length: Math.min(AT_ONCE, LOTS - from) }, (_, n) => ({
      OriginalId: `o-${from + n}`,
      ...{ OrderTotal: 10, IsCompleted: true, OrderPlacementDate: at, OrderCompletedDate: at },
      Customer: { OriginalId: `c-${(from + n) % CUSTOMERS}` },
    }))
    const response = await fetch(`${url}/v1/pvt/Order/bulk`, {
      method: 'POST',
      headers: {
        authorization: `Basic ${Buffer.from(`${token}:${key}`).toString('base64')}`,
        'content-type': 'application/json',
      },
      body: JSON.stringify(orders),
    })
    const text = await response.text()
    expect(response.ok && !text.includes('"HasError":true'), text.slice(0, 500)).toBe(true)
  }
}
