/** Moving in: a file of another system is understood, looked at before anything is written, applied and undone. */
import { readFile } from 'node:fs/promises'
import type { Page } from 'playwright-core'
import { expect, inject, it } from 'vitest'
import { withBrowser } from '../support/browser.ts'
import { go, tabTo } from '../support/keys.ts'
import { axeFindings, overflowOf, settled } from '../support/look.ts'
import { api, goTo, openAsOwner, restoreRules } from '../support/merchant.ts'
import { confirmed } from '../support/session.ts'
import { shopCall } from '../support/shop.ts'

const { open } = withBrowser()

/** Customers of one run are none of another one. */
const run = Date.now()

async function chooseFile(page: Page, name: string, lines: readonly string[]): Promise<void> {
  const buffer = Buffer.from(lines.join('\r\n'))
  await page.locator('input[type=file]').setInputFiles({ name, mimeType: 'text/csv', buffer })
}

/** The figure below a word, such as “Refused”. */
function count(page: Page, word: string): Promise<string> {
  return page.locator('dl > div').filter({ hasText: word }).first().locator('dd').innerText()
}

const MINUTES_4 = 240_000

it('a file of Smile.io is applied within minutes, by keyboard, and says so', async () => {
  const began = Date.now()
  const { page, context, faults } = await openAsOwner(open, '/data')
  await page.getByRole('link', { name: 'New import…' }).focus()
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { name: 'New import' }).waitFor()
  // Where it comes from, and how sure that is.
  await tabTo(page, 'Where does it come from?')
  await page.keyboard.press('ArrowDown')
  await page.getByRole('option', { name: 'Smile.io' }).waitFor()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await page.getByText(/The columns of the customers export are not documented.*a guess\./).waitFor()
  await chooseFile(page, 'smile.csv', [
    'email,points_balance,first_name,last_name,state',
    `ana.${run}@x.com,380,Ana,Lima,member`,
    `rui.${run}@x.com,1120,Rui,Prado,member`,
  ])
  await go(page, 'Upload and continue')

  // It has no expiry dates: what becomes of them is asked, and nothing is chosen before.
  await page.getByRole('heading', { name: '1 question is open' }).waitFor()
  const start = page.getByRole('button', { name: 'Start the dry run' })
  expect(await start.isDisabled()).toBe(true)
  const question = page.getByRole('group', { name: /expiry date expire/ })
  expect(await question.locator('input:checked').count()).toBe(0)
  expect(await axeFindings(page)).toEqual([])
  await question.getByRole('radio', { name: /^As new points do/ }).check()
  await page.getByRole('heading', { name: 'All questions are answered' }).waitFor()
  await go(page, 'Start the dry run')

  await page.getByRole('heading', { name: '2 lines read. Nothing is written yet.' }).waitFor()
  expect(await count(page, 'Will be added')).toBe('2')
  expect(await count(page, 'Unclaimed')).toBe('2')
  await page.getByText('1,500 points').first().waitFor()
  await page.getByText(/^You would owe R\$.75\.00 more, R\$.[\d,.]+ in total\.$/).waitFor()
  await page.getByText('not sent').waitFor()
  await page.getByText('within 30 days. Points already used stay used.').waitFor()
  expect(await axeFindings(page)).toEqual([])
  await go(page, 'Add 2 lines')

  await page.getByText('Applied', { exact: true }).waitFor({ timeout: 60_000 })
  expect(await count(page, 'Points added')).toBe('1,500')
  expect(await axeFindings(page)).toEqual([])
  expect(Date.now() - began).toBeLessThan(MINUTES_4)
  expect(faults).toEqual([])
  await context.close()
})

it('a file of orders is counted as orders, and undone as orders', async () => {
  const { page, context, faults } = await openAsOwner(open, '/data/imports/new')
  await page.getByRole('radio', { name: /^Orders/ }).check()
  await chooseFile(page, 'orders.csv', [
    'order number,customer id,order date,completed,total,sku,line total,points earned',
    `${run}-1,ina-${run},2026-01-02T14:10:00-03:00,2026-01-04,300,espresso,180,100`,
    `${run}-1,ina-${run},2026-01-02T14:10:00-03:00,2026-01-04,300,mug,120,100`,
    `${run}-2,ina-${run},2026-01-05T09:00:00-03:00,,80,filter,80,`,
  ])
  await page.getByRole('button', { name: 'Upload and continue' }).click()
  await page.getByText('Points earned elsewhere').first().waitFor()
  expect(await axeFindings(page)).toEqual([])
  await page.getByRole('button', { name: 'Start the dry run' }).click()
  await page.getByText('2 orders', { exact: true }).waitFor()
  expect(await count(page, 'Will be added')).toBe('2')
  await page.getByText('within 30 days. Orders that were changed since stay.').waitFor()
  expect(await axeFindings(page)).toEqual([])
  await page.getByRole('button', { name: 'Add 2 lines' }).click()
  await page.getByText('Applied', { exact: true }).waitFor({ timeout: 60_000 })
  await page.getByRole('button', { name: 'Undo import…' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByText('Orders that stay because they were changed since').waitFor()
  await dialog.getByRole('button', { name: 'Undo import' }).click()
  await page.getByText('2 lines were undone.').waitFor({ timeout: 60_000 })
  expect(faults).toEqual([])
  await context.close()
})

it('an ambiguous file is asked about, refused lines are corrected and sent, and all of it is undone', async () => {
  const { page, context, faults } = await openAsOwner(open, '/data/imports/new')
  await chooseFile(page, 'saldos.csv', [
    'E-mail;Saldo;Validade',
    `eva.${run}@x.com;1.240;03/04/2027`,
    `gil.${run}@x.com;2.O50;05/06/2027`,
  ])
  await page.getByRole('button', { name: 'Upload and continue' }).click()
  await page.getByRole('heading', { name: '2 questions are open' }).waitFor()
  const start = page.getByRole('button', { name: 'Start the dry run' })
  // Two at once: neither is lost.
  await page.getByRole('radio', { name: /the comma is the decimal mark.*1\.240 → 1,240/s }).check()
  await page.getByRole('radio', { name: /^Day, month, year.*03\/04\/2027 → 3 Apr 2027/s }).check()
  await page.getByRole('heading', { name: 'All questions are answered' }).waitFor()
  // They are kept with the import, and not with the page.
  await page.reload()
  await page.getByRole('heading', { name: 'All questions are answered' }).waitFor()
  await start.click()

  await page.getByRole('heading', { name: '1 line is refused' }).waitFor()
  await page.getByText('2.O50', { exact: true }).waitFor()
  expect(await count(page, 'Will be added')).toBe('1')
  await page.getByRole('button', { name: 'Add 1 line' }).click()
  await page.getByText('Applied, with refused lines').waitFor({ timeout: 60_000 })
  const first = page.url()

  const errors = page.getByRole('button', { name: 'Error file' })
  const waiting = page.waitForEvent('download')
  let text = ''
  await confirmed(
    page,
    () => errors.click(),
    async () => {
      text = await readFile((await (await waiting).path()) ?? '', 'utf8')
    },
  )
  expect(text).toContain('punchcard_line')
  await page.getByRole('link', { name: 'Upload corrected file…' }).click()
  await page.getByText('It is read as “saldos.csv” was').waitFor()
  await chooseFile(page, 'corrected.csv', text.replace('2.O50', '2.050').split('\r\n'))
  await page.getByRole('button', { name: 'Upload and continue' }).click()
  // What was answered about the file is not asked again.
  await page.getByRole('button', { name: 'Start the dry run' }).click()
  await page.getByRole('heading', { name: '1 line read. Nothing is written yet.' }).waitFor()
  expect([await count(page, 'Will be added'), await count(page, 'Refused')]).toEqual(['1', '0'])
  await page.getByText('2,050 points').first().waitFor()

  await page.goto(first)
  await page.getByRole('button', { name: 'Undo import…' }).click()
  const dialog = page.getByRole('dialog', { name: 'Undo this import?' })
  await dialog.getByText('1,240').waitFor()
  expect(await axeFindings(page)).toEqual([])
  await dialog.getByRole('button', { name: 'Undo import' }).click()
  await page.getByText('1 line was undone.').waitFor({ timeout: 60_000 })
  expect(await count(page, 'Points taken off')).toBe('1,240')
  await goTo(page, '/data')
  const rows = page.getByRole('table', { name: 'Imports' }).getByRole('row')
  await rows.filter({ hasText: 'saldos.csv' }).filter({ hasText: 'Undone' }).first().waitFor()
  expect(faults).toEqual([])
  await context.close()
})

it('what the numbers depend on changed: the dry run is offered again, and nothing is applied', async () => {
  const { page, context } = await openAsOwner(open, '/data/imports/new', { width: 360 })
  await chooseFile(page, 'late.csv', ['email,points,expires', `late.${run}@x.com,70,2027-12-31`])
  await page.getByRole('button', { name: 'Upload and continue' }).click()
  await page.getByRole('button', { name: 'Start the dry run' }).click()
  await page.getByRole('heading', { name: '1 line read. Nothing is written yet.' }).waitFor()
  await settled(page)
  expect(await overflowOf(page)).toEqual([])
  const before = await publishAnother(page)
  await page.getByRole('button', { name: 'Add 1 line' }).click()
  const again = page.getByRole('button', { name: 'Run the dry run again' })
  await again.click()
  // Until then the numbers of before are there, and adding them is refused once more.
  await again.waitFor({ state: 'detached' })
  await page.getByRole('button', { name: 'Add 1 line' }).click()
  await page.getByText('Applied', { exact: true }).waitFor({ timeout: 60_000 })
  await settled(page)
  expect(await overflowOf(page)).toEqual([])
  await restoreRules(page, before)
  await context.close()
})

/** Other words for a rule make another version. Answers which one was live before. */
async function publishAnother(page: Page): Promise<number> {
  interface Live {
    readonly current: { readonly version: number; readonly program: { readonly rules: readonly object[] } }
  }
  const { current } = await api<Live>(page, 'GET', '/program')
  const address = `/v1/admin/tenants/${inject('devServer').tenant}/program/draft`
  const etagOf = async (): Promise<string> => (await page.request.get(address)).headers().etag ?? ''
  const [first, ...rest] = current.program.rules
  const program = { ...current.program, rules: [{ ...first, name: `Renamed ${run}` }, ...rest] }
  await api(page, 'PUT', '/program/draft', { body: { program }, headers: { 'if-match': await etagOf() } })
  const headers = { 'if-match': await etagOf(), 'idempotency-key': `publish-${run}` }
  await api(page, 'POST', '/program/publish', { body: {}, headers })
  return current.version
}

it('what columns mean is saved under a name, chosen for the next file, and deleted', async () => {
  const { page, context, faults } = await openAsOwner(open, '/data/imports/new')
  const lines = ['e-mail,saldo,vence', `nova.${run}@x.com,70,2027-12-31`]
  await chooseFile(page, 'first.csv', lines)
  await page.getByRole('button', { name: 'Upload and continue' }).click()
  const meaning = (of: Page) => of.getByRole('combobox', { name: 'What “saldo” is' })
  await meaning(page).click()
  await page.getByRole('option', { name: 'Cashback', exact: true }).click()
  await page.getByRole('button', { name: 'Save these columns…' }).click()
  const dialog = page.getByRole('dialog', { name: 'Save these columns' })
  await dialog.getByRole('textbox', { name: 'Name' }).fill(`Till ${run}`)
  expect(await axeFindings(page)).toEqual([])
  await dialog.getByRole('button', { name: 'Save', exact: true }).click()
  await page.getByText(`Columns saved as “Till ${run}”`).waitFor()

  await goTo(page, '/data/imports/new')
  await chooseFile(page, 'second.csv', lines)
  await page.getByRole('button', { name: 'Upload and continue' }).click()
  await meaning(page).waitFor()
  expect(await meaning(page).inputValue()).toBe('Points')
  await page.getByRole('combobox', { name: 'Saved columns' }).click()
  await page.getByRole('option', { name: `Till ${run}` }).click()
  await expect.poll(() => meaning(page).inputValue()).toBe('Cashback')
  await page.getByRole('button', { name: `Delete the saved columns “Till ${run}”` }).click()
  await page.getByText(`Deleted “Till ${run}”`).waitFor()
  await settled(page)
  expect(await axeFindings(page)).toEqual([])
  expect(faults).toEqual([])
  await context.close()
})

it('points that were used are listed before an import is undone and after', async () => {
  const { page, context, faults } = await openAsOwner(open, '/data/imports/new')
  const customer = `used-${run}`
  await chooseFile(page, 'used.csv', ['ID,points,expires', `${customer},500,2027-12-31`])
  await page.getByRole('button', { name: 'Upload and continue' }).click()
  await page.getByRole('button', { name: 'Start the dry run' }).click()
  await page.getByRole('button', { name: 'Add 1 line' }).click()
  await page.getByText('Applied', { exact: true }).waitFor({ timeout: 60_000 })
  const { items } = await api<{ items: { id: number; key: string }[] }>(page, 'GET', '/rewards')
  const reward = items.find(({ key }) => key === 'r-10-off')
  await shopCall(`RewardConfigurations/${reward?.id}/redeem`, { CustomerId: customer })
  await page.reload()
  await page.getByRole('button', { name: 'Undo import…' }).click()
  const dialog = page.getByRole('dialog', { name: 'Undo this import?' })
  const table = (of: string) =>
    page.getByRole('table', { name: of }).getByRole('row').filter({ hasText: customer })
  await table('Points that would stay').waitFor()
  expect(await axeFindings(page)).toEqual([])
  await confirmed(
    page,
    () => dialog.getByRole('button', { name: 'Undo import' }).click(),
    async () => {
      await page.getByText('1 line was undone.').waitFor({ timeout: 60_000 })
    },
  )
  await table('Points that stay').waitFor()
  expect(await axeFindings(page)).toEqual([])
  const waiting = page.waitForEvent('download')
  await page.getByRole('button', { name: 'CSV file' }).click()
  expect(await readFile((await (await waiting).path()) ?? '', 'utf8')).toContain(customer)
  expect(faults).toEqual([])
  await context.close()
})
