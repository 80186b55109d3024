import { describe, expect, it } from 'vitest'
import { withBrowser } from '../support/browser.ts'
import { axeFindings, overflowOf } from '../support/look.ts'

const { open } = withBrowser()

describe.each(['light', 'dark'] as const)('the kit in %s', (scheme) => {
  it.each([360, 768, 1440])('is clean at %i px', async (width) => {
    const { page, context, faults } = await open({ scheme, width })
    await page.goto('/panel/kit')
    await page.getByRole('heading', { name: 'Kit' }).waitFor()
    expect(await overflowOf(page)).toEqual([])
    expect(await axeFindings(page)).toEqual([])
    expect(faults).toEqual([])
    await context.close()
  })
})

it('a slot is edited in place: Enter opens and keeps, Escape restores, Tab goes on', async () => {
  const { page, context, faults } = await open()
  await page.goto('/panel/kit')
  const slot = page.getByRole('button', { name: '2', exact: true }).first()
  await slot.focus()
  await page.keyboard.press('Enter')
  const field = page.locator('input[data-slot=open]')
  await field.waitFor()
  await page.keyboard.type('7')
  expect(await field.inputValue()).toBe('7')
  await page.keyboard.press('Escape')
  expect(await field.count()).toBe(0)
  await slot.click()
  await page.keyboard.press('Tab')
  // The next slot that is typed into is open.
  expect(await page.locator('input[data-slot=open]').inputValue()).toBe('14')
  expect(faults).toEqual([])
  await context.close()
})
