/** `punchcard-history`: what happened, with its reasons, and more of it. */
import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { HOSTILE, NOW, stopClock, useClub } from './support/club.ts'

const test = useClub()
const HISTORY = '<h2>Activity</h2><punchcard-history></punchcard-history>'
const rows = (page: Page) => page.locator('punchcard-history li')
const until = (page: Page, count: number) => expect.poll(() => rows(page).count()).toBe(count)
const more = (page: Page) => page.getByRole('button', { name: 'Show more' })
const focused = (page: Page) =>
  page.evaluate(() => {
    const element = document.activeElement?.shadowRoot?.activeElement
    return element && `${element.localName} ${element.textContent?.trim()}`
  })

/** What is seen, without what is only read aloud. */
const textsOf = (page: Page) =>
  rows(page).evaluateAll((all) =>
    all.map((row) =>
      [...row.querySelectorAll('time, .what, .points > [aria-hidden]')]
        .map((cell) => cell.textContent)
        .join(' | '),
    ),
  )

it('shows what happened, newest first, and what is pending', async () => {
  const { page, faults } = await test.show(HISTORY, 'ana')
  await until(page, 7)
  expect(await textsOf(page)).toEqual([
    '15 Nov | Order 1058 available on 18 Nov | +146',
    '2 Nov | Order 1041 | +163',
    '21 Oct | Adjustment | −40',
    '17 Oct | R$ 10 off | −200',
    '2 Oct | Order 1029 | +96',
    '17 Sept | Order 1012 | +935',
    '11 Dec 2025 | Order 618 | +286',
  ])
  expect(faults).toEqual([])
})

it('opens by the keyboard, and its lines add up', async () => {
  const { page } = await test.show(HISTORY, 'ana')
  await until(page, 7)
  const order = rows(page).nth(1)
  await order.locator('summary').focus()
  await page.keyboard.press('Enter')
  const lines = await order
    .locator('tr')
    .evaluateAll((rows) =>
      rows.map((row) => [...row.querySelectorAll('th, [aria-hidden]')].map(({ textContent }) => textContent)),
    )
  expect(lines).toEqual([
    ['R$\u00a0123.80 × 1 point for every R$\u00a01.00', '+123'],
    ['R$\u00a039.90 of brand aurora, ×2', '+40'],
    ['Total', '+163'],
  ])
  expect(await order.locator('.box').innerText()).toContain('Expires after 5 Nov 2027.')
  await page.keyboard.press('Enter')
  expect(await order.locator('.box').isVisible()).toBe(false)
  // A change by hand has no reason that its customer may read.
  expect(await rows(page).nth(2).locator('summary').count()).toBe(0)
  await rows(page).nth(3).locator('summary').click()
  expect(await rows(page).nth(3).locator('.box').innerText()).toMatch(/−200\D+200.points\s+[A-Z0-9]{8,}$/)
})

it('says what a new member does to begin, and nothing to a visitor', async () => {
  const { page } = await test.show(HISTORY, 'davi')
  await page.getByText('No activity yet. It starts with your first order.').waitFor()
  const visitor = await test.show(HISTORY, null)
  await visitor.page.getByText('Join Aurora Club').waitFor()
  expect(await visitor.page.locator('punchcard-history').innerText()).toBe('')
  expect(test.network.countOf('/history')).toBe(1)
  expect(visitor.faults).toEqual([])
})

it('shows hostile names as text', async () => {
  const { page, faults } = await test.show(HISTORY, 'mallory')
  await until(page, 1)
  expect(await rows(page).innerText()).toContain(`Order ${HOSTILE}`)
  expect([await page.locator('punchcard-history img').count(), faults]).toEqual([0, []])
})

describe('more of it', () => {
  it('comes page by page without gap, and the focus stays where it was', async () => {
    const { page } = await test.show('<punchcard-history limit="12"></punchcard-history>', 'eva')
    await until(page, 12)
    await more(page).focus()
    await page.keyboard.press('Enter')
    await until(page, 24)
    expect(await focused(page)).toBe('button Show more')
    await page.keyboard.press('Enter')
    await until(page, 25)
    // The button is gone, and what is in its place has the focus.
    expect(await focused(page)).toBe('p That’s everything.')
    const orders = (await textsOf(page)).map((text) => /Order (\d+)/.exec(text)?.[1])
    expect(orders).toEqual(Array.from({ length: 25 }, (_, index) => String(924 - index)))
  })

  it('is not asked for again while the first page says the same', async () => {
    const { page } = await test.show('<punchcard-history limit="10"></punchcard-history>', 'eva')
    await until(page, 10)
    await more(page).click()
    await until(page, 20)
    test.network.reset()
    await stopClock(page, NOW + 60_000)
    await page.evaluate(() => void window.dispatchEvent(new Event('online')))
    await expect.poll(() => test.network.countOf('/history')).toBe(1)
    await page.waitForTimeout(300)
    expect([test.network.countOf('/history'), await rows(page).count()]).toEqual([1, 20])
  })

  it('goes on under what a new order adds on top; what is open stays open, and has the focus', async () => {
    test.at(0)
    await test.loyalty.shop.upsertCustomers([{ OriginalId: 'lia', Name: 'Lia' }])
    for (const order of [1, 2, 3, 4, 5]) await test.loyalty.shop.completed(`lia-${order}`, 'lia', 10 * order)
    const { page } = await test.show('<punchcard-history limit="2"></punchcard-history>', 'lia')
    await until(page, 2)
    await more(page).click()
    await until(page, 4)
    const third = rows(page).nth(2).locator('summary')
    await third.focus()
    await page.keyboard.press('Enter')
    await test.loyalty.shop.completed('lia-6', 'lia', 60)
    // Three pages of history within a second would be too many.
    await page.waitForTimeout(1_100)
    await stopClock(page, NOW + 60_000)
    await page.evaluate(() => void window.dispatchEvent(new Event('online')))
    await expect.poll(async () => (await textsOf(page))[0]).toContain('lia-6')
    expect((await textsOf(page)).map((text) => /lia-\d/.exec(text)?.[0])).toEqual([
      'lia-6',
      'lia-5',
      'lia-4',
      'lia-3',
    ])
    expect(await focused(page)).toMatch(/^summary .*lia-3/)
    expect(await rows(page).nth(3).locator('.box').isVisible()).toBe(true)
  })

  it('that can’t be read leaves what is there, says so, and can be tried again', async () => {
    const { page, faults } = await test.show('<punchcard-history limit="12"></punchcard-history>', 'eva')
    await until(page, 12)
    test.network.troubleOf.set('cursor=', 'down')
    await more(page).click()
    await page.getByRole('alert').waitFor()
    expect(await page.getByRole('alert').innerText()).toBe('Something went wrong. Try again.')
    expect(await rows(page).count()).toBe(12)
    expect(await page.locator('punchcard-history [part=stale]').count()).toBe(0)
    test.network.troubleOf.clear()
    await more(page).click()
    await until(page, 24)
    expect([await page.getByRole('alert').count(), faults]).toEqual([0, []])
  })
})

it('that is switched off is empty, and the page goes on', async () => {
  test.network.troubleOf.set('/history', { status: 404 })
  const { page, faults } = await test.show('<punchcard-history>my history</punchcard-history>', 'ana')
  await page.getByText('1,240 points').waitFor()
  await expect.poll(() => test.network.countOf('/history')).toBe(1)
  expect(await page.locator('punchcard-history').innerText()).toBe('my history')
  await page.evaluate(() => void window.dispatchEvent(new Event('online')))
  await page.waitForTimeout(300)
  expect([test.network.countOf('/history'), faults]).toEqual([1, []])
})
