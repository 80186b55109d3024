/** A person asks for their data, and then to be erased: what will happen is seen before, the certificate after. */
import { readFile } from 'node:fs/promises'
import { expect, it } from 'vitest'
import { withBrowser } from '../support/browser.ts'
import { axeFindings, settled } from '../support/look.ts'
import { api, goTo, openAsOwner } from '../support/merchant.ts'
import { confirmed } from '../support/session.ts'
import { buy } from '../support/shop.ts'

const { open } = withBrowser()

it('a person is exported and erased', async () => {
  const { page, context, faults } = await openAsOwner(open, '/')
  const customer = `erase-${Date.now()}`
  // Ids of orders stay, so this one does not name the customer.
  const order = `o-${Date.now()}`
  await buy({ id: order, customer, total: 120 })
  const { items } = await api<{ items: { id: number; publicId: string }[] }>(
    page,
    'GET',
    `/customers?search=${customer}%40example.com`,
  )
  const { id, publicId } = items[0] ?? { id: 0, publicId: '' }
  await goTo(page, `/customers/${id}`)
  const more = page.getByRole('button', { name: `More about Ana ${customer}` })
  await more.click()
  await page.getByRole('menuitem', { name: 'Export data' }).click()
  const offered = page.getByRole('status').getByRole('button', { name: 'Download' })
  await offered.waitFor()
  expect(page.url()).toMatch(/\/customers\/\d+\?export=\d+$/)
  await settled(page)
  expect(await axeFindings(page)).toEqual([])
  // It is still there after a reload, and on Home for the person who asked.
  await page.reload()
  await offered.waitFor()
  const saved = page.waitForEvent('download')
  let file = ''
  await confirmed(
    page,
    () => offered.click(),
    async () => {
      file = await readFile(await (await saved).path(), 'utf8')
    },
  )
  expect(JSON.parse(file)).toMatchObject({
    name: `Ana ${customer}`,
    orders: [{ originalId: order }],
  })
  await page.getByRole('button', { name: 'Hide export' }).click()
  await offered.waitFor({ state: 'detached' })
  expect(page.url()).toMatch(/\/customers\/\d+$/)

  await more.click()
  await page.getByRole('menuitem', { name: 'Erase customer…' }).click()
  const dialog = page.getByRole('dialog', { name: `Erase Ana ${customer}?` })
  await expect.poll(() => dialog.innerText()).toMatch(/Points lost\s+120/)
  const submit = dialog.getByRole('button', { name: 'Erase permanently' })
  expect(await submit.isDisabled()).toBe(true)
  await dialog.getByLabel(`Type ${customer} to confirm`).fill(customer)
  await settled(page)
  expect(await axeFindings(page)).toEqual([])
  const done = page.getByRole('dialog', { name: 'Customer erased' })
  await confirmed(
    page,
    () => submit.click(),
    () => done.waitFor(),
  )
  await settled(page)
  expect(await axeFindings(page)).toEqual([])
  expect(await done.innerText()).toMatch(/Points lost\s+120/)
  expect(await done.innerText()).toContain(publicId)
  await done.getByRole('button', { name: 'Done' }).click()

  await page.getByText('This customer was erased on').waitFor()
  await settled(page)
  expect(await page.locator('main').innerText()).not.toContain(customer)
  expect(await axeFindings(page)).toEqual([])
  await goTo(page, '/settings/audit')
  await page.getByText('erased').first().waitFor()
  expect(faults).toEqual([])
  await context.close()
})
