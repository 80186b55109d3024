/** Conditions of rules: added behind the sentence, changed in it, taken out again, by mouse and by keyboard. */
import { expect, inject, it } from 'vitest'
import { withBrowser } from '../support/browser.ts'
import { axeFindings, overflowOf, settled } from '../support/look.ts'
import { api, discardDraft, goTo, openAsOwner } from '../support/merchant.ts'
import { ensureDraft } from '../support/prepare.ts'

const { open } = withBrowser()

interface Draft {
  readonly program: {
    readonly rules: readonly {
      readonly id: number
      readonly kind: string
      readonly when?: object
      readonly stacks?: boolean
    }[]
  }
}

it('double on Tuesdays from four to six for one tier is written in the sentence, and taken out again', async () => {
  const { page, context, faults } = await openAsOwner(open, '/')
  await ensureDraft(page, inject('devServer').tenant)
  await goTo(page, '/program')
  await settled(page)
  const brand = async () =>
    (await api<Draft>(page, 'GET', '/program/draft')).program.rules.find(({ kind }) => kind === 'brand')
  const id = (await brand())?.id
  const rule = page.locator(`li[data-rule="${id}"]`)
  const add = async (what: string) => {
    await rule.getByRole('button', { name: '+ only when…' }).click()
    await page.getByRole('menuitem', { name: what }).click()
  }
  await add('On certain weekdays')
  // What was added is open at once.
  await page.getByRole('button', { name: 'Weekend', exact: true }).click()
  await rule.getByRole('button', { name: 'Saturdays and Sundays' }).waitFor()
  await page.getByRole('button', { name: 'Tue', exact: true }).click()
  await page.getByRole('button', { name: 'Sat', exact: true }).click()
  await page.getByRole('button', { name: 'Sun', exact: true }).click()
  await rule.getByRole('button', { name: 'Tuesdays', exact: true }).waitFor()
  expect(await axeFindings(page)).toEqual([])
  await page.keyboard.press('Escape')

  await add('At certain hours')
  await rule.getByRole('button', { name: '16:00 to 18:00' }).waitFor()
  await page.getByLabel('Until', { exact: true }).fill('1930')
  await page.keyboard.press('Enter')
  await rule.getByRole('button', { name: '16:00 to 19:30' }).waitFor()
  await page.getByLabel('From', { exact: true }).fill('half past four')
  await page.getByText('Write a time such as 16:00.').waitFor()
  expect(await axeFindings(page)).toEqual([])
  await page.keyboard.press('Escape')

  await add('For customers in certain tiers')
  await page.getByRole('option').first().waitFor()
  await page.keyboard.press('Escape')
  await add('On orders above an amount')
  await page.getByRole('textbox', { name: 'Value' }).fill('80')
  await page.keyboard.press('Enter')
  await expect
    .poll(async () => (await brand())?.when, { timeout: 20_000 })
    .toMatchObject({
      days: ['tue'],
      hours: [{ from: '16:00', until: '19:30' }],
      tiers: [expect.stringMatching(/^\d+$/)],
      minimumOrder: '80',
    })
  await page.getByText('on Tuesdays', { exact: false }).first().waitFor()

  // The basket beside it says why the rule gives it nothing.
  await settled(page)
  await page.getByText('Why not more?').click()
  await page.getByText('no line has what it asks for').first().waitFor()
  expect(await axeFindings(page)).toEqual([])

  // It goes beside others as its menu says, and the sentence tells it once it differs.
  await rule.getByRole('button', { name: /^More about/ }).click()
  await page.getByRole('menuitem', { name: 'Count it on top of everything' }).click()
  await rule.getByText('on top of everything').waitFor()
  expect(faults).toEqual([])

  // Taken out again, each in its own way.
  await rule.getByRole('button', { name: 'R$ 80.00' }).click()
  await page.getByRole('button', { name: 'no condition' }).click()
  await rule.getByRole('button', { name: 'Tuesdays', exact: true }).click()
  await page.getByRole('button', { name: 'no condition' }).click()
  await expect.poll(async () => Object.keys((await brand())?.when ?? {})).toEqual(['hours', 'tiers'])
  await discardDraft(page)
  await context.close()
})

it('a rule for certain orders that loses its last condition can be given another, and fits a phone', async () => {
  const { page, context, faults } = await openAsOwner(open, '/program', { width: 360, height: 800 })
  await settled(page)
  await page.getByRole('button', { name: 'Add a rule' }).first().click()
  await page.getByRole('button', { name: /^Certain orders/ }).click()
  const rule = page.locator('li[data-rule]', { hasText: 'Certain orders' }).last()
  await rule.getByRole('button', { name: 'R$ 200.00' }).click()
  await page.getByRole('textbox', { name: 'Value' }).waitFor()
  await page.getByRole('button', { name: 'no condition' }).waitFor()
  await page.keyboard.press('Escape')
  // No minimum is no condition. The sentence stays, with what is wrong below it.
  await rule.getByRole('button', { name: 'R$ 200.00' }).click()
  await page.getByRole('textbox', { name: 'Value' }).fill('0')
  await page.keyboard.press('Enter')
  await rule.getByText('This is missing').waitFor()
  await rule.getByRole('button', { name: '50', exact: true }).waitFor()
  await rule.getByRole('button', { name: '+ only when…' }).click()
  await page.getByRole('menuitem', { name: 'Between two dates' }).click()
  await rule.getByText('the end of', { exact: false }).first().waitFor()
  await page.getByRole('dialog').waitFor()
  await page.keyboard.press('Escape')
  await settled(page)
  expect(await overflowOf(page)).toEqual([])
  expect(await axeFindings(page)).toEqual([])
  await discardDraft(page)
  expect(faults).toEqual([])
  await context.close()
})
