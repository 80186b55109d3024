/** `punchcard-cards`: what is on them, what they give, and what they have given. */
import type { Page } from 'playwright-core'
import { expect, it } from 'vitest'
import type { OwnProgress } from '../src/answers.ts'
import { HOSTILE, useClub } from './support/club.ts'

const test = useClub()
const CARDS = '<punchcard-cards></punchcard-cards>'

type Card = OwnProgress['cards'][number]

const CARD: Card = {
  name: 'Coffee card',
  text: 'Every item gives a stamp.',
  state: 'open',
  done: 7,
  of: 10,
  stamps: '7',
  size: '10',
  owed: '0',
  amount: null,
  goal: null,
  until: null,
  prize: { reward: null, points: '100' },
  coupons: [],
}

function answer(...cards: Partial<Card>[]): void {
  const body: OwnProgress = { pending: null, tier: null, cards: cards.map((card) => ({ ...CARD, ...card })) }
  test.network.troubleOf.set('/me/progress', { status: 200, body })
}

/** What is seen, line by line, of each card. */
const linesOf = async (page: Page) =>
  (await page.locator('punchcard-cards [part=card]').allInnerTexts()).map((text) =>
    text.replaceAll('\u00a0', ' ').split(/\n+/),
  )

it('shows the stamps on a card and what a full one gives', async () => {
  const { page, faults } = await test.show(CARDS, 'ana')
  await expect
    .poll(() => linesOf(page))
    .toEqual([
      [
        'Espresso card',
        '7 of 10 stamps',
        'Full card: 100 points',
        expect.stringMatching(/^Every .*Espresso.* gives (you )?a stamp/),
      ],
    ])
  const holes = page.locator('punchcard-cards').getByRole('img', { name: '7 of 10 stamps' })
  expect(await holes.locator('.on').count()).toBe(7)
  expect(await holes.locator('i').count()).toBe(10)
  expect(faults).toEqual([])
})

it('shows money, what is complete, not begun or over, and what is owed', async () => {
  answer(
    { amount: '179.99', goal: '300.00', stamps: '179.99', size: '300', done: 5, owed: '20.5' },
    { state: 'done', stamps: '0', done: 10, prize: { reward: 'Mug', points: '1' } },
    { state: 'notStarted', stamps: '0', done: 0, prize: { reward: null, points: null } },
    { state: 'over', name: HOSTILE, owed: '4' },
  )
  const { page, faults } = await test.show(CARDS, 'ana')
  await expect
    .poll(() => linesOf(page))
    .toEqual([
      [
        'Coffee card',
        'R$ 179.99 of R$ 300.00',
        'Full card: 100 points',
        CARD.text,
        'You owe R$ 20.50 for a returned order. It’s covered by what you collect next.',
      ],
      ['Coffee card', '10 of 10 stamps', 'Full card: Mug + 1 point', CARD.text, 'Complete'],
      ['Coffee card', '0 of 10 stamps', CARD.text, 'Not started yet'],
      [
        HOSTILE,
        '7 of 10 stamps',
        'Full card: 100 points',
        CARD.text,
        'Ended',
        'You owe 4 stamps for a returned order. It’s covered by what you collect next.',
      ],
    ])
  expect(faults).toEqual([])
})

it('shows coupons that full cards have given, and those that are on their way', async () => {
  answer({
    coupons: [
      { code: 'FREE-ESPRESSO', until: '2026-12-17T02:59:59.000Z', state: 'usable' },
      { code: null, until: null, state: 'onItsWay' },
    ],
  })
  const { page } = await test.show(CARDS, 'ana')
  const coupons = page.locator('punchcard-cards .coupon')
  await expect
    .poll(() => coupons.allInnerTexts())
    .toEqual([expect.stringMatching(/^FREE-ESPRESSO\s+Use by 16 Dec$/), 'Your reward is on its way.'])
})

it('is nothing where there are none, and for a visitor', async () => {
  answer()
  const { page } = await test.show(CARDS, 'ana')
  await expect.poll(() => test.network.countOf('/me/progress')).toBe(1)
  await page.getByText('1,240 points').waitFor()
  expect((await page.locator('punchcard-cards').boundingBox())?.height).toBe(0)
  const visitor = await test.show(CARDS, null)
  await visitor.page.getByText('Join Aurora Club').waitFor()
  expect(await visitor.page.locator('punchcard-cards #main').count()).toBe(0)
  expect(test.network.countOf('/me/progress')).toBe(1)
})
