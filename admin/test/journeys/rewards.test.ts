/** Rewards as a merchant makes, changes and archives them. */
import { describe, expect, it } from 'vitest'
import { withBrowser } from '../support/browser.ts'
import { axeFindings, settled } from '../support/look.ts'
import { api, goTo, openAsOwner } from '../support/merchant.ts'

const { open } = withBrowser()

interface Reward {
  readonly id: number
  readonly title: string
  readonly points: string
  readonly isActive: boolean
  readonly archivedAt: string | null
}

describe('a new reward', () => {
  it('has only the fields of its type, and its card changes as one types', async () => {
    const { page, faults, context } = await openAsOwner(open, '/rewards/new')
    await page.getByRole('button', { name: /^Percent off/ }).click()
    expect(await page.getByLabel('Title', { exact: true }).getAttribute('placeholder')).toBe('10% off')
    await page.getByLabel('Title', { exact: true }).fill('Quarter off')
    await page.getByLabel('Worth').fill('25')
    await page.getByLabel('Costs').fill('350.5')
    await expect
      .poll(() => page.getByRole('complementary').innerText())
      .toMatch(/25% off[\s\S]*350\.5\spoints/)
    expect(await page.getByLabel('Maximum per redemption').count()).toBe(0)
    expect(await axeFindings(page)).toEqual([])
    await page.getByRole('button', { name: 'Create reward' }).click()
    await page.waitForURL(/\/rewards\/\d+$/)
    const id = Number(page.url().split('/').at(-1))
    expect(await api(page, 'GET', `/rewards/${id}`)).toMatchObject({
      type: 'percent',
      title: 'Quarter off',
      value: '25',
      points: '350.5',
      coupon: { validDays: 30 },
    })
    expect(faults).toEqual([])
    await context.close()
  })

  it('that is refused says so at each field, and keeps what was typed', async () => {
    const { page, context } = await openAsOwner(open, '/rewards/new?type=percent')
    await page.getByLabel('Worth').fill('140')
    await page.getByLabel('Costs').fill('99999')
    await page.getByRole('button', { name: 'Create reward' }).click()
    await page.getByText('At most 100 percent.').waitFor()
    await page.getByText(/At most 9999/).waitFor()
    expect(await page.getByLabel('Title', { exact: true }).getAttribute('aria-invalid')).toBe('true')
    expect(await page.getByLabel('Worth').inputValue()).toBe('140')
    await context.close()
  })
})

describe('a reward and e-mail', () => {
  it('offers none, because none is sent, and keeps what the API stored', async () => {
    const { page, context } = await openAsOwner(open, '/rewards')
    const made = await api<Reward>(page, 'POST', '/rewards', {
      headers: { 'idempotency-key': `mail-${Date.now()}` },
      body: {
        type: 'custom',
        title: 'Mailed',
        points: '10',
        notify: { team: ['ana@example.com'], customer: true },
      },
    })
    await goTo(page, `/rewards/${made.id}`)
    await page.getByText('Products and coupons').click()
    await page.getByRole('combobox', { name: 'Products' }).waitFor()
    expect(await page.getByText(/\be-?mail|Tell your team/i).count()).toBe(0)
    await page.getByLabel('Title', { exact: true }).fill('Not mailed')
    await page.getByRole('button', { name: 'Save reward' }).click()
    await page.getByText(/^Saved \d\d:\d\d/).waitFor()
    expect(await api(page, 'GET', `/rewards/${made.id}`)).toMatchObject({
      title: 'Not mailed',
      notify: { team: ['ana@example.com'], customer: true },
    })
    await context.close()
  })
})

describe('a reward without a price', () => {
  it('is asked about before it is saved as free, and typing 0 says it', async () => {
    const { page, context } = await openAsOwner(open, '/rewards/new?type=custom')
    await page.getByLabel('Title', { exact: true }).fill('Tote bag')
    await page.getByRole('button', { name: 'Create reward' }).click()
    const question = page.getByRole('dialog', { name: 'Give it away for free?' })
    await question.getByText(/get Tote bag without spending any points/).waitFor()
    expect(await axeFindings(page)).toEqual([])
    await question.getByRole('button', { name: 'Set a price' }).click()
    expect(page.url()).toMatch(/\/rewards\/new/)
    await page.getByLabel('Costs').fill('0')
    await page.getByRole('button', { name: 'Create reward' }).click()
    await page.waitForURL(/\/rewards\/\d+$/)
    // The form of the new reward stays until this one is loaded.
    const save = page.getByRole('button', { name: 'Save reward' })
    await save.waitFor()
    await page.getByLabel('Costs').fill('')
    await save.click()
    await page.getByRole('button', { name: 'Save as free' }).click()
    await page.getByText(/^Saved \d\d:\d\d/).waitFor()
    const id = Number(page.url().split('/').at(-1))
    expect(await api(page, 'GET', `/rewards/${id}`)).toMatchObject({ points: '0' })
    await context.close()
  })
})

describe('a reward that there is', () => {
  it('is changed by two at once without a loss', async () => {
    const { page, context } = await openAsOwner(open, '/rewards')
    const made = await api<Reward>(page, 'POST', '/rewards', {
      headers: { 'idempotency-key': `two-${Date.now()}` },
      body: { type: 'custom', title: 'Tasting', points: '400' },
    })
    const path = `/rewards/${made.id}`
    await goTo(page, path)
    await page.getByLabel('Title', { exact: true }).fill('Tasting for two')
    await api(page, 'PUT', path, {
      headers: { 'if-match': '"r1"' },
      body: { type: 'custom', title: 'Tasting', points: '450' },
    })
    await page.getByRole('button', { name: 'Save reward' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByText(/changed this first/).waitFor()
    expect(await dialog.getByRole('radio', { name: 'Title: Yours' }).isChecked()).toBe(true)
    expect(await dialog.getByRole('radio', { name: 'Costs: Theirs' }).isChecked()).toBe(true)
    expect(await axeFindings(page)).toEqual([])
    await dialog.getByRole('button', { name: 'Save result' }).click()
    await page.getByText(/^Saved \d\d:\d\d/).waitFor()
    expect(await api(page, 'GET', path)).toMatchObject({ title: 'Tasting for two', points: '450' })
    await context.close()
  })

  it('asks before what was typed is left', async () => {
    const { page, context } = await openAsOwner(open, '/rewards/1')
    await page.getByLabel('Title', { exact: true }).fill('Something else')
    await page.getByRole('link', { name: 'Tiers' }).click()
    await page.getByRole('button', { name: 'Keep editing' }).click()
    expect(await page.getByLabel('Title', { exact: true }).inputValue()).toBe('Something else')
    await page.getByRole('link', { name: 'Tiers' }).click()
    await page.getByRole('button', { name: 'Leave without saving' }).click()
    await page.waitForURL(/\/tiers$/)
    await context.close()
  })

  it('is archived, and is as it was after Undo', async () => {
    const { page, context } = await openAsOwner(open, '/rewards')
    const made = await api<Reward>(page, 'POST', '/rewards', {
      headers: { 'idempotency-key': `archive-${Date.now()}` },
      body: { type: 'custom', title: 'Gone tomorrow', points: '10' },
    })
    await page.reload()
    await page.getByRole('button', { name: 'More about Gone tomorrow' }).click()
    await page.getByRole('menuitem', { name: 'Archive' }).click()
    await page.getByText('“Gone tomorrow” archived').waitFor()
    expect((await api<Reward>(page, 'GET', `/rewards/${made.id}`)).archivedAt).not.toBeNull()
    await page.getByRole('button', { name: 'Undo' }).click()
    await expect
      .poll(() => api<Reward>(page, 'GET', `/rewards/${made.id}`))
      .toMatchObject({ archivedAt: null, isActive: true })
    await context.close()
  })
})

describe('by the keyboard', () => {
  it('a row of the list opens, and a reward is saved', async () => {
    const { page, context } = await openAsOwner(open, '/rewards')
    await settled(page)
    await page.getByRole('link', { name: 'Old tote bag' }).focus()
    await page.keyboard.press('Enter')
    await page.waitForURL(/\/rewards\/\d+$/)
    const title = page.getByLabel('Title', { exact: true })
    await title.focus()
    await page.keyboard.press('End')
    await page.keyboard.type('s')
    await page.keyboard.press('Enter')
    await page.getByText(/^Saved \d\d:\d\d/).waitFor()
    await context.close()
  })
})
