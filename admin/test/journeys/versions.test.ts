/** Versions that wait: a change is carried into two of them, a conflict is shown in words, and each is cancelled. */
import type { Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { FROM_THE_PANEL, withBrowser } from '../support/browser.ts'
import { axeFindings, overflowOf, settled } from '../support/look.ts'
import { api, goTo, openAsOwner } from '../support/merchant.ts'

const { open } = withBrowser()

interface Rule {
  readonly id: number
  readonly kind: string
  readonly points?: string
  readonly multiplier?: string
}
interface Program {
  readonly cashback: object
  readonly rules: readonly Rule[]
}
interface Overview {
  readonly current: { readonly version: number; readonly program: Program }
  readonly queue: readonly { readonly version: number; readonly effectiveAt: string }[]
}

const DAY_MS = 86_400_000
const inDays = (days: number): string =>
  new Date(Math.ceil(Date.now() / DAY_MS + days) * DAY_MS).toISOString()
const headers = { 'if-match': '*' }
const overviewOf = (page: Page) => api<Overview>(page, 'GET', '/program')
const changed = (program: Program, kind: string, change: Partial<Rule>): Program => ({
  ...program,
  rules: program.rules.map((rule) => (rule.kind === kind ? { ...rule, ...change } : rule)),
})

async function schedule(
  page: Page,
  program: Program,
  basedOn: number,
  effectiveAt: string | null,
): Promise<void> {
  await api(page, 'PUT', '/program/draft', { body: { program, basedOn }, headers })
  const body = { effectiveAt, note: effectiveAt === null ? null : 'Holidays' }
  await api(page, 'POST', '/program/publish', {
    body,
    headers: { ...headers, 'idempotency-key': `${Date.now()}` },
  })
}

/** The first doubles what brands earn more than today, the second gives more on birthdays. */
async function twoWait(page: Page): Promise<Overview> {
  const { current } = await overviewOf(page)
  const december = changed(current.program, 'brand', { multiplier: '4' })
  await schedule(page, december, current.version, inDays(20))
  const [first] = (await overviewOf(page)).queue
  await schedule(page, changed(december, 'birthday', { points: '77' }), first?.version ?? 0, inDays(50))
  return overviewOf(page)
}

const tenantPath = (page: Page, path: string) =>
  new URL(page.url()).pathname.replace(/^\/panel\/t\/(\d+).*/, `/v1/admin/tenants/$1${path}`)

/** As it was before: other journeys begin with the program as it is published. */
async function putBack(page: Page, program: Program): Promise<void> {
  for (const { version } of (await overviewOf(page)).queue) {
    await page.request.delete(`${tenantPath(page, '/program/scheduled')}?version=${version}`, {
      headers: { ...FROM_THE_PANEL, ...headers },
    })
  }
  await page.request.delete(tenantPath(page, '/program/draft'), {
    headers: { ...FROM_THE_PANEL, ...headers },
  })
  const { current } = await overviewOf(page)
  if (JSON.stringify(current.program) !== JSON.stringify(program))
    await schedule(page, program, current.version, null)
}

it('a change is carried into two versions, a conflict is told rule by rule, and each version is cancelled', async () => {
  const { page, context, faults } = await openAsOwner(open, '/')
  const before = await twoWait(page)
  const [december = 0, january = 0] = before.queue.map(({ version }) => version)
  await goTo(page, '/program')
  await settled(page)
  const queue = page.getByRole('region', { name: 'Scheduled versions' })
  await queue.getByText(`Version ${december} is scheduled`).waitFor()
  const second = queue.getByRole('listitem').filter({ hasText: `Version ${january} is scheduled` })
  await second.getByText('1 change').click()
  await second.getByText('77 points').waitFor()
  expect(await axeFindings(page)).toEqual([])

  // The rate of what is live is corrected while both wait.
  const purchase = before.current.program.rules.find(({ kind }) => kind === 'purchase')
  const rule = page.locator(`li[data-rule="${purchase?.id}"]`)
  await rule.getByRole('button', { name: '1 point', exact: true }).click()
  await page.getByRole('textbox', { name: 'Value' }).fill('3')
  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: 'Publish…' }).click()
  const dialog = page.getByRole('dialog', { name: 'Publish' })
  await dialog.getByRole('heading', { name: 'Also change what is scheduled' }).waitFor()
  await dialog.getByText(new RegExp(`^Version ${december}, from`)).waitFor()
  await dialog.getByText(new RegExp(`^Version ${january}, from`)).waitFor()
  const submit = dialog.getByRole('button', { name: 'Publish now' })
  expect(await submit.isDisabled()).toBe(true)
  await dialog.getByText('Confirm “Make the same changes there” first').waitFor()
  expect(await axeFindings(page)).toEqual([])
  await dialog.getByRole('checkbox', { name: 'Make the same changes there' }).press('Space')
  await submit.press('Enter')
  await dialog.waitFor({ state: 'detached' })
  const live = before.current.version + 3
  await queue.getByText(`Version ${live + 1} is scheduled`).waitFor()
  await queue.getByText(`Version ${live + 2} is scheduled`).waitFor()
  const carried = await overviewOf(page)
  expect(carried.current.version).toBe(live)
  expect(carried.queue.map(({ effectiveAt }) => effectiveAt)).toEqual(
    before.queue.map(({ effectiveAt }) => effectiveAt),
  )

  // What the first of them changes itself is a conflict: both values are told, and nothing is published.
  const brand = before.current.program.rules.find(({ kind }) => kind === 'brand')
  const multiplied = page.locator(`li[data-rule="${brand?.id}"]`)
  await multiplied.getByRole('button', { name: brand?.multiplier ?? '', exact: true }).click()
  await page.getByRole('textbox', { name: 'Value' }).fill('9')
  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: 'Publish…' }).click()
  await dialog.getByRole('checkbox').check()
  await submit.click()
  const conflict = dialog.getByRole('alert')
  await conflict.getByText('9 times the points').first().waitFor()
  await conflict.getByText('4 times the points').first().waitFor()
  await conflict.getByText(`Version ${live + 1}`, { exact: true }).waitFor()
  expect(await axeFindings(page)).toEqual([])
  expect((await overviewOf(page)).current.version).toBe(live)
  await dialog.getByRole('button', { name: 'Cancel' }).click()

  await queue.getByRole('button', { name: `Cancel version ${live + 1}` }).click()
  await queue.getByText(`Version ${live + 1} is scheduled`).waitFor({ state: 'detached' })
  expect((await overviewOf(page)).queue.map(({ version }) => version)).toEqual([live + 2])
  // The refused publication was answered with 409.
  expect(faults.filter((fault) => !fault.includes('409'))).toEqual([])
  await putBack(page, before.current.program)
  await context.close()
})

it('what waits and what does not agree fits a phone, in the dark', async () => {
  const { page, context } = await openAsOwner(open, '/', { width: 360, height: 800, scheme: 'dark' })
  const before = await twoWait(page)
  const program = changed(before.current.program, 'brand', { multiplier: '9' })
  await api(page, 'PUT', '/program/draft', { body: { program }, headers })
  await goTo(page, '/program')
  await settled(page)
  await page.getByRole('button', { name: 'Publish…' }).click()
  const dialog = page.getByRole('dialog', { name: 'Publish' })
  await dialog.getByRole('checkbox').waitFor()
  expect(await overflowOf(page)).toEqual([])
  await dialog.getByRole('checkbox').check()
  await dialog.getByRole('button', { name: 'Publish now' }).click()
  await dialog.getByRole('alert').getByText('4 times the points').first().waitFor()
  expect(await overflowOf(page)).toEqual([])
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  expect(await overflowOf(page)).toEqual([])
  expect(await axeFindings(page)).toEqual([])
  await putBack(page, before.current.program)
  await context.close()
})
