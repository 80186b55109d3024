/** Rules that give a reward: for a birthday, for reaching a tier and for a full card, as sentences of a draft. */
import type { Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { withBrowser } from '../support/browser.ts'
import { axeFindings, overflowOf, settled } from '../support/look.ts'
import { api, discardDraft, openAsOwner } from '../support/merchant.ts'

const { open } = withBrowser()

interface Draft {
  readonly program: { readonly rules: readonly { readonly kind: string; readonly reward?: string }[] }
}

const ruleOf = async (page: Page, kind: string) => {
  await settled(page)
  const { program } = await api<Draft>(page, 'GET', '/program/draft')
  return program.rules.find((rule) => rule.kind === kind)
}

it('a birthday gives a reward besides its points, and then instead of them', async () => {
  const { page, context, faults } = await openAsOwner(open, '/program')
  const rule = page.locator('li[data-rule]', { hasText: 'on their birthday' })
  await page.getByRole('heading', { name: 'Gifts and actions' }).waitFor()
  await rule.getByRole('button', { name: '+ a reward' }).click()
  // The slot opens with the rewards that can be given; cashback is none of them.
  const search = page.getByRole('textbox', { name: 'Search' })
  await search.waitFor()
  await page.getByRole('option', { name: 'Free shipping', exact: true }).waitFor()
  expect(await page.getByRole('option', { name: 'Cashback' }).count()).toBe(0)
  await search.fill('Free')
  await page.getByRole('option', { name: 'R$ 10 off' }).waitFor({ state: 'detached' })
  await page.getByRole('option', { name: 'Free shipping', exact: true }).click()
  await rule.getByRole('button', { name: 'Free shipping' }).waitFor()
  expect(await rule.getByRole('button', { name: '+ a reward' }).count()).toBe(0)
  expect(await axeFindings(page)).toEqual([])
  await rule.getByRole('button', { name: '30 points' }).click()
  // As many points as the reward costs do not pay for it.
  await page.getByRole('textbox', { name: 'Value' }).fill('100')
  await page.keyboard.press('Enter')
  await rule.getByText('The reward “Free shipping” costs 100 points to redeem').waitFor()
  await rule.getByRole('button', { name: '100 points', exact: true }).click()
  await rule.getByRole('button', { name: 'no points' }).click()
  await rule.getByRole('button', { name: '+ points' }).waitFor()
  expect(await ruleOf(page, 'birthday')).toMatchObject({ reward: expect.stringMatching(/^\d+$/) })
  expect(await ruleOf(page, 'birthday')).not.toHaveProperty('points')
  // Without the other, neither can be taken out.
  await rule.getByRole('button', { name: 'Free shipping' }).click()
  await search.waitFor()
  expect(await page.getByRole('button', { name: 'no reward' }).count()).toBe(0)
  await page.keyboard.press('Escape')
  await rule.getByRole('button', { name: '+ points' }).click()
  await page.keyboard.press('Enter')
  await rule.getByRole('button', { name: 'Free shipping' }).press('Backspace')
  await rule.getByRole('button', { name: '+ a reward' }).waitFor()
  expect(await ruleOf(page, 'birthday')).not.toHaveProperty('reward')
  await discardDraft(page)
  expect(faults).toEqual([])
  await context.close()
})

it('reaching a tier is a rule of the gallery, and Buy 10, get one offers a reward', async () => {
  const { page, context, faults } = await openAsOwner(open, '/program')
  await page.getByRole('button', { name: 'Add a rule' }).click()
  await page.getByRole('button', { name: /^Reaching a tier/ }).click()
  const adding = page.getByRole('dialog', { name: 'Reaching a tier' })
  await adding.getByRole('combobox', { name: 'Which ones' }).fill('Go')
  await page.getByRole('option', { name: 'Gold' }).click()
  await page.keyboard.press('Tab')
  await page.getByRole('listbox').waitFor({ state: 'detached' })
  await adding.getByRole('button', { name: 'Add to draft' }).click()
  const rule = page.locator('li[data-rule]', { hasText: 'Customers who reach' })
  await rule.getByRole('button', { name: 'Gold', exact: true }).waitFor()
  await rule.getByRole('button', { name: '+ a reward' }).click()
  await page.getByRole('option', { name: '10% off', exact: true }).click()
  await rule.getByRole('button', { name: '10% off' }).waitFor()

  await page.getByRole('button', { name: 'Add a rule' }).click()
  await page.getByText('10 stamps earn a reward').waitFor()
  await page.getByRole('button', { name: /^Buy 10, get one/ }).click()
  const card = page.getByRole('dialog', { name: 'A punch card' })
  await card.getByLabel('Name of the card').fill('Coffee card')
  await card.getByRole('combobox', { name: 'Which ones' }).fill('coffee')
  const reward = card.getByRole('combobox', { name: 'Reward for a full card' })
  expect(await reward.inputValue()).toBe('')
  const add = card.getByRole('button', { name: 'Add to draft' })
  await card.getByText('Still missing: what a full card gives.').waitFor()
  expect(await add.isDisabled()).toBe(true)
  await reward.click()
  await page.getByRole('option', { name: 'Create a reward…' }).click()
  const title = card.getByLabel('Name of the new reward')
  await card.getByText('Still missing: the name of the new reward.').waitFor()
  expect(await add.isDisabled()).toBe(true)
  await title.fill('Free coffee')
  expect(await card.getByLabel('Extra points (optional)').inputValue()).toBe('')
  expect(await axeFindings(page)).toEqual([])
  // One click makes the reward and the card.
  await add.click()
  await page.getByRole('img', { name: 'Coffee card (draft): 0 of 10 stamps. Prize: Free coffee' }).waitFor()
  expect(await ruleOf(page, 'card')).not.toHaveProperty('points')
  expect(await axeFindings(page)).toEqual([])
  await page.setViewportSize({ width: 360, height: 800 })
  expect(await overflowOf(page)).toEqual([])
  await discardDraft(page)
  const { items } = await api<{ items: { id: number; title: string; prizeOnly: boolean }[] }>(
    page,
    'GET',
    '/rewards?limit=50',
  )
  const made = items.find((one) => one.title === 'Free coffee')
  expect(made).toMatchObject({ prizeOnly: true })
  // Nobody can take it for nothing.
  await page.setViewportSize({ width: 1280, height: 800 })
  await page.goto(page.url().replace(/\/program.*$/, `/rewards/${made?.id}`))
  await page.getByText('Customers get it only from a rule').waitFor()
  expect(await page.getByText('free', { exact: true }).count()).toBe(0)
  expect(faults).toEqual([])
  await context.close()
})
