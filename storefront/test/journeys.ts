/**
 * What pages do with the elements of a version. A release keeps a copy of this beside its files, and it is run with them
 * against every server that comes after: what is in a release never changes. So it imports types alone, and looks at
 * nothing but what pages of shops rely on.
 */
import type { Page } from 'playwright-core'

export interface Journey {
  readonly name: string
  readonly script: 'punchcard.js' | 'punchcard-small.js'
  /** Signed in; else a visitor. Customers have 1,240 points, and a reward of 200 that takes R$ 10 off. */
  readonly isCustomer: boolean
  readonly body: string
  /** Throws where something is not as it should be. */
  readonly run: (page: Page) => Promise<void>
}

const seen = (page: Page, element: string, text: string): Promise<void> =>
  page.locator(element).getByText(text).first().waitFor()

export const JOURNEYS: readonly Journey[] = [
  {
    name: 'a balance in a header',
    script: 'punchcard-small.js',
    isCustomer: true,
    body: '<punchcard-balance></punchcard-balance>',
    run: (page) => seen(page, 'punchcard-balance', '1,240'),
  },
  {
    name: 'a visitor, and what a product earns',
    script: 'punchcard-small.js',
    isCustomer: false,
    body: '<punchcard-balance></punchcard-balance><punchcard-earn product="mug" price="50"></punchcard-earn>',
    async run(page) {
      await seen(page, 'punchcard-balance', 'Aurora Club')
      await seen(page, 'punchcard-earn', '50 points')
    },
  },
  {
    name: 'the page of the program, and a reward that is redeemed',
    script: 'punchcard.js',
    isCustomer: true,
    body: '<punchcard-page></punchcard-page>',
    async run(page) {
      await seen(page, 'punchcard-summary', '1,240')
      await seen(page, 'punchcard-history', '+1,240')
      const redeemed = page.evaluate(
        () =>
          new Promise((resolve) => {
            document.addEventListener('punchcard-redeemed', (event) =>
              resolve((event as CustomEvent).detail.coupon.code),
            )
          }),
      )
      await page.getByRole('button', { name: 'Redeem R$ 10 off' }).click()
      await page.getByRole('button', { name: 'Redeem 200\u00a0points' }).click()
      await seen(page, 'punchcard-rewards dialog', String(await redeemed))
      await page.keyboard.press('Escape')
      await seen(page, 'punchcard-summary', '1,040')
    },
  },
  {
    name: 'cashback at the checkout',
    script: 'punchcard.js',
    isCustomer: true,
    body: '<punchcard-redeem total="50"></punchcard-redeem>',
    async run(page) {
      await page.locator('punchcard-redeem').evaluate((element) => {
        element.addEventListener('punchcard-apply', (event) => {
          element.setAttribute('applied', (event as CustomEvent).detail.amount)
        })
        element.addEventListener('punchcard-remove', () => element.removeAttribute('applied'))
      })
      await page.getByRole('button', { name: 'Apply R$\u00a050.00' }).click()
      await seen(page, 'punchcard-redeem', 'R$\u00a050.00 applied')
      await page.getByRole('button', { name: 'Remove' }).click()
      await seen(page, 'punchcard-redeem', 'Use your cashback')
    },
  },
]
