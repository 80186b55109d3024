/** Imports and exports: long work is watched, paused, resumed and cancelled. */
import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import pg from 'pg'
import type { Page } from 'playwright-core'
import { expect, inject, it } from 'vitest'
import { FROM_THE_PANEL, withBrowser } from '../support/browser.ts'
import { startTestJob } from '../support/jobs.ts'
import { focused, go, tabTo } from '../support/keys.ts'
import { axeFindings, overflowOf, settled } from '../support/look.ts'
import { api, goTo, openAsOwner } from '../support/merchant.ts'
import { joinAs } from '../support/punchcard.ts'
import { confirmed } from '../support/session.ts'

const { open } = withBrowser()

/** Counts for hours, 50 rows per half a second. */
const LONG = { to: 1_000_000, rows: 50, pageMs: 500 }

it('a job is followed, paused, resumed and cancelled without a pointer', async () => {
  const { page, context, faults } = await openAsOwner(open, '/')
  await page.getByRole('heading', { level: 1 }).waitFor()
  const id = await startTestJob(inject('devServer'), 'test.count', LONG)
  await page.keyboard.press('g')
  await page.keyboard.press('i')
  await page.getByRole('heading', { name: 'Imports and exports' }).waitFor()
  expect(await page.getByRole('link', { name: 'Imports and exports' }).getAttribute('aria-current')).toBe(
    'page',
  )
  // Exports of other journeys may be listed above it.
  const rows = page.getByRole('table', { name: 'Jobs' }).getByRole('row')
  const row = rows.filter({ hasText: 'test.count' }).first()
  await row.getByText('Running').waitFor()
  await row.getByText(/^[\d,]+ of 1,000,000/).waitFor()
  expect(await row.innerText()).toContain('Ana, just now')
  // How far it is changes by itself, and after some seconds how fast it goes is known.
  await row.getByText(/^[\d,]+ of 1,000,000 · [\d,]+ per second · about \d+ hours left$/).waitFor()
  expect(await axeFindings(page)).toEqual([])

  await go(page, 'Pause: test.count')
  await row.getByText('Paused', { exact: true }).waitFor()
  const { done, state } = await api<{ done: number; state: string }>(page, 'GET', `/jobs/${id}`)
  expect(state).toBe('paused')
  await row.getByText(`${done.toLocaleString('en')} of 1,000,000`, { exact: true }).waitFor()
  await go(page, 'Resume: test.count')
  await row.getByText('Running').waitFor()

  await go(page, 'Cancel…: test.count')
  const question = page.getByRole('dialog', { name: 'Cancel “test.count”?' })
  await question.waitFor()
  await page.keyboard.press('Escape')
  await question.waitFor({ state: 'detached' })
  await expect.poll(() => focused(page)).toBe('Cancel…: test.count')
  await page.keyboard.press('Enter')
  await question.waitFor()
  await tabTo(page, 'Cancel job')
  await page.keyboard.press('Enter')
  await row.getByText('Cancelled', { exact: true }).waitFor()
  await row.getByText('Expires in 6 days').waitFor()
  expect(await row.getByRole('button').count()).toBe(0)
  expect(faults).toEqual([])
  await context.close()
})

it.each(['en', 'pt-BR', 'es'] as const)('every state of a job fits a phone in %s', async (language) => {
  const server = inject('devServer')
  const { page, context, faults } = await openAsOwner(open, '/', { width: 360, language })
  await page.request.patch('/v1/admin/me', {
    data: { locale: language },
    headers: FROM_THE_PANEL,
  })
  const short = await startTestJob(server, 'test.lines', { lines: 10 })
  await expect
    .poll(async () => (await api<{ state: string }>(page, 'GET', `/jobs/${short}`)).state)
    .toBe('done')
  const failed = await startTestJob(server, 'test.count', LONG)
  await api(page, 'POST', `/jobs/${failed}/pause`)
  await expect
    .poll(async () => (await api<{ state: string }>(page, 'GET', `/jobs/${failed}`)).state)
    .toBe('paused')
  await asAfterFiveFailures(failed)
  await goTo(page, '/data')
  await settled(page)
  const words = {
    en: ['Done', 'Failed', 'Request ID: req-1'],
    'pt-BR': ['Concluído', 'Falhou', 'ID da requisição: req-1'],
    es: ['Terminado', 'Falló', 'ID de solicitud: req-1'],
  }[language]
  for (const word of words) await page.getByText(word).first().waitFor()
  expect(await overflowOf(page)).toEqual([])
  expect(await axeFindings(page)).toEqual([])
  await page
    .getByRole('button', { name: /^(Cancel|Cancelar)…: test\.count$/ })
    .first()
    .click()
  await page.getByRole('dialog').locator('button[type=submit]').click()
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  expect((await api<{ state: string }>(page, 'GET', `/jobs/${failed}`)).state).toBe('cancelled')
  expect(faults).toEqual([])
  await context.close()
})

/** Five failures in a row take more than a minute. */
async function asAfterFiveFailures(id: number): Promise<void> {
  const failed = 'update job set state = 4, failures = 5, problem = $2, finished_at = now() where id = $1'
  await change(failed, [id, JSON.stringify({ reason: 'failed-repeatedly', requestId: 'req-1' })])
}

async function change(text: string, values: readonly unknown[]): Promise<void> {
  const client = new pg.Client({ connectionString: inject('devServer').databaseUrl })
  await client.connect()
  const { rowCount } = await client.query(text, [...values])
  await client.end()
  expect(rowCount).toBe(1)
}

it('people see the jobs that they could have started, and no others', async () => {
  const server = inject('devServer')
  await startTestJob(server, 'test.count', { to: 1 })
  await startTestJob(server, 'test.lines', { lines: 1 })
  // Support may not export customers, which counting stands for here.
  const support = await joinAs(open, 'support')
  await goTo(support.page, '/data')
  await settled(support.page)
  await support.page.getByText('test.lines').first().waitFor()
  expect(await support.page.getByText('test.count').count()).toBe(0)
  await support.context.close()
})

/** As an import uploads it. What is in it is not known before it is read, so it counts as one with persons. */
async function upload(page: Page, name: string, text: string): Promise<number> {
  const octets = Buffer.from(text)
  const begun = await api<{ id: number }>(page, 'POST', '/files', {
    body: { name, bytes: octets.length, purpose: 'import' },
  })
  const sha256 = createHash('sha256').update(octets).digest()
  const sent = await page.request.put(
    `/v1/admin/tenants/${inject('devServer').tenant}/files/${begun.id}/parts/1`,
    {
      data: octets,
      headers: {
        ...FROM_THE_PANEL,
        'content-type': 'application/octet-stream',
        'content-digest': `sha-256=:${sha256.toString('base64')}:`,
      },
    },
  )
  expect(sent.ok(), await sent.text()).toBe(true)
  await api(page, 'POST', `/files/${begun.id}/complete`, { body: {} })
  return begun.id
}

it('a file is downloaded after the password, octet by octet, and deleted for good', async () => {
  const { page, context, faults } = await openAsOwner(open, '/')
  const name = `customers-${Date.now()}.csv`
  const text = 'id,name\n1,João\n'.repeat(500)
  const id = await upload(page, name, text)
  await goTo(page, '/data')
  const row = page.getByRole('table', { name: 'Files' }).getByRole('row').filter({ hasText: name })
  await row.getByText('Expires in 29 days').waitFor()
  expect(await row.innerText()).toContain('8 kB')
  expect(await axeFindings(page)).toEqual([])

  const waiting = page.waitForEvent('download')
  await confirmed(
    page,
    () => row.getByRole('button', { name: `Download: ${name}` }).click(),
    async () => {
      const download = await waiting
      expect(download.suggestedFilename()).toBe(name)
      expect(await readFile(await download.path(), 'utf8')).toBe(text)
    },
  )
  await row.getByRole('button', { name: `Delete…: ${name}` }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Delete file' }).click()
  await row.getByText('Deleted', { exact: true }).waitFor()
  expect(await row.getByRole('button').count()).toBe(0)
  const gone = await page.request.get(`/v1/admin/tenants/${inject('devServer').tenant}/files/${id}`)
  expect(gone.status()).toBe(404)
  expect(faults).toEqual([])
  await context.close()
})

it('a file that was erased meanwhile says why, also where the page still offers it', async () => {
  const { page, context } = await openAsOwner(open, '/')
  const name = `late-${Date.now()}.csv`
  const id = await upload(page, name, 'id\n1\n')
  await goTo(page, '/data')
  const row = page.getByRole('table', { name: 'Files' }).getByRole('row').filter({ hasText: name })
  await row.getByRole('button', { name: `Download: ${name}` }).waitFor()
  await change(`update file set state = 2, deleted_because = 'customerErased' where id = $1`, [id])
  await row.getByRole('button', { name: `Download: ${name}` }).click()
  await page
    .getByRole('alert')
    .getByText(/deleted because a customer was erased/)
    .waitFor()
  await page.reload()
  await row.getByText('Deleted: a customer was erased').waitFor()
  await context.close()
})

it('orders are exported for some days, and the file is downloaded', async () => {
  const { page, context, faults } = await openAsOwner(open, '/data')
  await page.getByRole('button', { name: 'New export' }).click()
  const dialog = page.getByRole('dialog', { name: 'New export' })
  await dialog.getByRole('radio', { name: /^Orders/ }).check()
  await dialog.getByRole('textbox', { name: 'From (optional)' }).fill('1 Nov 2026')
  expect(await axeFindings(page)).toEqual([])
  await dialog.getByRole('button', { name: 'Start export' }).click()
  await dialog.waitFor({ state: 'detached' })
  const row = page.getByRole('table', { name: 'Jobs' }).getByRole('row').nth(1)
  await row.getByText('Export: Orders', { exact: true }).waitFor()
  await row.getByText('Done', { exact: true }).waitFor({ timeout: 60_000 })
  const button = page.getByRole('button', { name: /^Download: orders.*\.csv/ }).first()
  await button.waitFor({ timeout: 60_000 })
  const download = page.waitForEvent('download')
  await button.click()
  const text = await readFile((await (await download).path()) ?? '', 'utf8')
  expect(text.split('\n').length).toBeGreaterThan(5)
  expect(text.split('\n')[0]).toContain('total')
  expect(faults).toEqual([])
  await context.close()
})

it('lots as they were at the end of a day are exported and downloaded', async () => {
  const { page, context, faults } = await openAsOwner(open, '/reports/liability?asOf=2026-10-31')
  await page.getByRole('link', { name: 'Export lots' }).click()
  const dialog = page.getByRole('dialog', { name: 'New export' })
  await expect.poll(() => dialog.getByRole('radio', { name: /^Open points/ }).isChecked()).toBe(true)
  expect(await dialog.getByRole('textbox', { name: /^At the end of/ }).inputValue()).toBe('31 Oct 2026')
  await dialog.getByRole('button', { name: 'Start export' }).click()
  await dialog.waitFor({ state: 'detached' })
  await page
    .getByRole('table', { name: 'Jobs' })
    .getByText('Export: Open points, end of 31 Oct')
    .first()
    .waitFor()
  const button = page.getByRole('button', { name: /^Download: lots.*\.csv/ }).first()
  await button.waitFor({ timeout: 60_000 })
  const download = page.waitForEvent('download')
  await button.click()
  const text = await readFile((await (await download).path()) ?? '', 'utf8')
  expect(text.trim().split('\n').length).toBeGreaterThan(100)
  expect(faults).toEqual([])
  await context.close()
})

it('everything is exported as one archive, after the password', async () => {
  const { page, context, faults } = await openAsOwner(open, '/data?dialog=export')
  const dialog = page.getByRole('dialog', { name: 'New export' })
  await dialog.getByRole('radio', { name: /^Everything/ }).check()
  expect(await dialog.getByRole('combobox', { name: 'Format' }).count()).toBe(0)
  expect(await axeFindings(page)).toEqual([])
  await confirmed(
    page,
    () => dialog.getByRole('button', { name: 'Start export' }).click(),
    async () => {
      await page.getByText('Everything, as one archive').first().waitFor()
    },
  )
  await page.getByText('everything.tar').first().waitFor({ timeout: 60_000 })
  expect(faults).toEqual([])
  await context.close()
})
