/** `punchcard-summary`: the balance with what comes and goes, and the sum behind it. */
import type { Page } from 'playwright-core'
import { expect, it } from 'vitest'
import type { Me, OwnProgress, Why } from '../src/answers.ts'
import { HOSTILE, NOW, stopClock, useClub } from './support/club.ts'

const test = useClub()
const SUMMARY = '<punchcard-summary></punchcard-summary>'

/** What is seen, line by line, without what is only read aloud. */
const linesOf = (page: Page, part = '.top') =>
  page.locator(`punchcard-summary ${part}`).evaluate((element) => {
    const copy = element.cloneNode(true) as HTMLElement
    for (const said of copy.querySelectorAll('.said')) said.remove()
    const blocks = copy.querySelectorAll('h2, h3, p, dt, dd, tr')
    return [...blocks].map((block) =>
      [...(block.localName === 'tr' ? block.children : [block])]
        .map((cell) => cell.textContent?.replaceAll('\u00a0', ' '))
        .filter((text) => text !== '')
        .join(' | '),
    )
  })
const summary = (page: Page) => page.locator('punchcard-summary summary')

it('shows the balance, what it is worth, what is pending, and what expires next', async () => {
  const { page, faults } = await test.show(SUMMARY, 'ana')
  await summary(page).waitFor()
  expect(await linesOf(page)).toEqual([
    'Hello, Ana',
    '1,240 points',
    'Worth R$ 124.00',
    'Pending',
    '146',
    'available on 18 Nov',
    'Expiring soon',
    '46',
    'on 14 Dec',
  ])
  expect(await page.locator('#pending').evaluate((box) => getComputedStyle(box).borderInlineStartStyle)).toBe(
    'dashed',
  )
  expect(await summary(page).innerText()).toBe('Why 1,240\u00a0points?')
  expect([test.network.countOf('/why'), faults]).toEqual([0, []])
})

it('opens by the keyboard to a sum that adds up, asked for only then', async () => {
  const { page } = await test.show(SUMMARY, 'ana')
  await summary(page).focus()
  await page.keyboard.press('Enter')
  await page.locator('punchcard-summary tfoot').waitFor()
  expect(await linesOf(page, '.sums')).toEqual([
    'How it adds up',
    '5 orders | +1,626',
    'Adjustment | −40',
    'Reward | −200',
    'Pending | −146',
    'Balance | 1,240',
    'Breakdown by expiry',
    'Dec 2026 | 46',
    'Sept 2027 | 935',
    'Oct 2027 | 96',
    'Nov 2027 | 163',
  ])
  expect(test.network.countOf('/why')).toBe(1)
  await page.keyboard.press('Enter')
  await expect.poll(() => page.locator('punchcard-summary .sums').count()).toBe(0)
  expect(test.network.countOf('/why')).toBe(1)
})

it('stays open, with the focus, when points come', async () => {
  test.at(0)
  await test.loyalty.shop.upsertCustomers([{ OriginalId: 'olga', Name: 'Olga' }])
  await test.loyalty.shop.changedPoints('olga', 100)
  const { page } = await test.show(SUMMARY, 'olga')
  await summary(page).focus()
  await page.keyboard.press('Enter')
  await page.locator('punchcard-summary tfoot').waitFor()
  await test.loyalty.shop.changedPoints('olga', 20)
  await page.waitForTimeout(1_100)
  await stopClock(page, NOW + 60_000)
  await page.evaluate(() => void window.dispatchEvent(new Event('online')))
  await expect.poll(() => page.locator('punchcard-summary tfoot td').innerText()).toMatch(/^120/)
  expect(await page.locator('punchcard-summary [part=number]').innerText()).toBe('120')
  expect(await page.evaluate(() => document.activeElement?.shadowRoot?.activeElement?.localName)).toBe(
    'summary',
  )
})

it('says what is owed, in a sentence', async () => {
  const { page } = await test.show(SUMMARY, 'rui')
  await summary(page).waitFor()
  expect(await linesOf(page)).toEqual([
    'Hello, Rui',
    '−60 points',
    'You owe 60 points for a returned order. They’re covered by the next points you earn.',
  ])
})

it('begins with 0 for a new member, and is nothing for a visitor or who is no member', async () => {
  const { page } = await test.show(SUMMARY, 'davi')
  await summary(page).waitFor()
  expect(await linesOf(page)).toEqual(['Hello, Davi', '0 points'])
  const visitor = await test.show(SUMMARY, null)
  await visitor.page.getByText('Join Aurora Club').waitFor()
  expect(await visitor.page.locator('punchcard-summary #main').count()).toBe(0)
  const prospect = await test.show(SUMMARY, 'nobody-yet')
  await prospect.page.getByText('Join Aurora Club').waitFor()
  await expect.poll(() => test.network.countOf('/me/progress')).toBe(2)
  expect(await prospect.page.locator('punchcard-summary #main').count()).toBe(0)
})

it('shows what has no date, what comes in parts, and names as text', async () => {
  const me: Me = {
    ...{
      state: 'member',
      firstName: HOSTILE,
      points: '5',
      cashback: null,
      owed: '0',
      expiring: [],
      tier: null,
    },
    sequence: 1,
  }
  const pending = { points: '146', cashback: null, next: { points: '100', at: '2026-11-18T03:00:00.000Z' } }
  test.shop.tokenTrouble = {
    status: 200,
    body: JSON.stringify({ token: await test.loyalty.tokenOf('ana'), expiresIn: 900, initial: { me } }),
  }
  const progress: OwnProgress = { pending, tier: null, cards: [] }
  test.network.troubleOf.set('/me/progress', { status: 200, body: progress })
  const { page, faults } = await test.show(SUMMARY, 'ana')
  await summary(page).waitFor()
  expect(await linesOf(page)).toEqual([
    `Hello, ${HOSTILE}`,
    '5 points',
    'Pending',
    '146',
    '100 available on 18 Nov',
  ])
  test.network.troubleOf.set('/me/progress', {
    status: 200,
    body: { ...progress, pending: { ...pending, next: null } },
  })
  const undated = await test.show(SUMMARY, 'ana')
  await summary(undated.page).waitFor()
  expect(await linesOf(undated.page)).toEqual([`Hello, ${HOSTILE}`, '5 points', 'Pending', '146'])
  expect(faults).toEqual([])
})

it('leaves out the sum of an account with too many records', async () => {
  const why: Why = { points: '1240', parts: null, lots: [{ text: 'never', points: '1240', isSoon: false }] }
  test.network.troubleOf.set('/me/why', { status: 200, body: why })
  const { page } = await test.show(SUMMARY, 'ana')
  await summary(page).click()
  await page.locator('punchcard-summary .sums tr').waitFor()
  expect(await linesOf(page, '.sums')).toEqual(['Breakdown by expiry', 'never | 1,240'])
})

it('that can’t be read says so, and is tried again when it is opened once more', async () => {
  test.network.troubleOf.set('/me/why', 'down')
  const { page, faults } = await test.show(SUMMARY, 'ana')
  await summary(page).click()
  await page.getByRole('alert').waitFor()
  expect(await page.getByRole('alert').innerText()).toBe('Something went wrong. Try again.')
  expect(await page.locator('punchcard-summary [part=number]').innerText()).toBe('1,240')
  test.network.troubleOf.clear()
  await summary(page).click()
  await summary(page).click()
  await page.locator('punchcard-summary tfoot').waitFor()
  expect([await page.getByRole('alert').count(), faults]).toEqual([0, []])
})
