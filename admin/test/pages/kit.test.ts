import type { Page } from 'playwright-core'
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

describe('a drawn card', () => {
  /** Holes and texts that leave their card or its cut corner; the cards get this much room. */
  const outsideOf = (page: Page, room: number): Promise<string[]> =>
    page.getByRole('img', { name: /Prize/ }).evaluateAll((cards, room) => {
      for (const card of cards) (card.parentElement as HTMLElement).style.width = `${room}px`
      const CUT = 24
      return cards.flatMap((card) => {
        const edge = card.getBoundingClientRect()
        const range = document.createRange()
        const boxes = [...card.querySelectorAll('p, span, i')].flatMap((part) => {
          range.selectNodeContents(part)
          return part.tagName === 'I' ? [part.getBoundingClientRect()] : [...range.getClientRects()]
        })
        return boxes
          .filter(
            ({ left, top, right, bottom }) =>
              left < edge.left ||
              top < edge.top ||
              right > edge.right ||
              bottom > edge.bottom ||
              edge.right - right + edge.bottom - bottom < CUT,
          )
          .map(({ right, bottom }) => `${card.ariaLabel}: ${right - edge.right}, ${bottom - edge.bottom}`)
      })
    }, room)

  it.each([320, 256])('has all its holes and texts within it in %i px', async (room) => {
    const { page, context } = await open({ width: 360 })
    await page.goto('/panel/kit')
    await page.getByRole('img', { name: 'Coffee card' }).waitFor()
    expect(await page.getByRole('img', { name: /Prize/ }).count()).toBe(18)
    expect(await outsideOf(page, room)).toEqual([])
    await context.close()
  })

  it('is 320 by 184 px, also with a name of 60 characters and 50 stamps', async () => {
    const { page, context } = await open({ width: 360 })
    await page.goto('/panel/kit')
    for (const name of ['Pair: ', 'Coffee card: ', 'Vila Madalena: 50 of 50 stamps']) {
      const box = await page.getByRole('img', { name }).boundingBox()
      expect(box).toMatchObject({ width: 320, height: 184 })
    }
    await context.close()
  })

  it.each([
    ['en', 'Owed lunches: 3 of 20 stamps, 2 owed. Prize: 200 points', '2 owed'],
    ['pt-BR', 'Owed lunches: 3 de 20 carimbos, 2 devidos. Prêmio: 200 points', '2 devidos'],
    ['es', 'Owed lunches: 3 de 20 sellos, 2 adeudados. Premio: 200 points', '2 adeudados'],
  ] as const)('is one picture with its text as its label in %s', async (language, label, note) => {
    const { page, context, faults } = await open({ language })
    await page.goto('/panel/kit')
    const card = page.getByRole('img', { name: label, exact: true })
    await card.waitFor()
    expect(await card.innerText()).toContain(note)
    expect(await card.locator('i').count()).toBe(20)
    expect(await card.locator('button, a, [tabindex]').count()).toBe(0)
    expect(faults).toEqual([])
    await context.close()
  })
})
