/** `punchcard-rewards`: what points buy, for a customer and for a visitor. */
import type { Page } from 'playwright-core'
import { expect, it } from 'vitest'
import type { OwnRewards } from '../src/answers.ts'
import { HOSTILE, useClub } from './support/club.ts'

const test = useClub()
const REWARDS = '<punchcard-rewards></punchcard-rewards>'

type Reward = OwnRewards['items'][number]

const REWARD: Reward = {
  id: 1,
  type: 'custom',
  title: 'Mug',
  text: null,
  points: '300',
  value: null,
  image: null,
  until: null,
  requirements: null,
  tiers: [],
  state: 'ready',
  missing: null,
  percent: null,
  reason: null,
  maximum: null,
}

function answer(...items: Partial<Reward>[]): void {
  const body: OwnRewards = { items: items.map((item, index) => ({ ...REWARD, id: index + 1, ...item })) }
  test.network.troubleOf.set('/me/rewards', { status: 200, body })
}

const tiles = (page: Page) => page.locator('punchcard-rewards [part=tile]')
const textsOf = async (page: Page) =>
  (await tiles(page).allInnerTexts()).map((text) => text.replaceAll('\u00a0', ' ').replaceAll(/\n+/g, ' | '))

it('shows what a customer can redeem, and what is missing for the rest', async () => {
  const { page, faults } = await test.show(REWARDS, 'ana')
  await expect
    .poll(() => textsOf(page))
    .toEqual([
      'Mug | Made in Cunha | 300 points | Cannot be combined with other promotions. | Redeem | Mug',
      'R$ 10 off | 200 points | Cannot be combined with other promotions. | Redeem | R$ 10 off',
      'Barista class | Two hours on a Saturday | 1,500 points | Cannot be combined with other promotions. | 260 points to go',
    ])
  const bar = page.locator('punchcard-rewards progress')
  expect(await bar.evaluateAll((bars) => bars.map((one) => (one as HTMLProgressElement).value))).toEqual([
    82.66,
  ])
  expect(faults).toEqual([])
})

it('shows a visitor what there is and what it costs, from what everyone may keep', async () => {
  const { page, faults } = await test.show(REWARDS, null)
  await expect.poll(async () => (await textsOf(page)).length).toBe(3)
  expect((await textsOf(page)).toSorted()[0]).toMatch(
    /^Barista class \| Two hours on a Saturday \| 1,500 points/,
  )
  expect(await page.locator('punchcard-rewards progress').count()).toBe(0)
  expect([test.network.countOf('/program?lang=en'), test.network.countOf('/me'), faults]).toEqual([1, 0, []])
})

it('says why one can’t be had, and until when', async () => {
  answer(
    { state: 'locked', reason: 'Available to another tier.', title: HOSTILE, tiers: ['Gold', 'Platinum'] },
    { state: 'soldOut', reason: 'Sold out.', until: '2026-12-01T02:59:59.000Z' },
    { points: null, maximum: '8.00', type: 'cashback' },
    { points: null, type: 'cashback', state: 'soon', reason: 'Coming soon.' },
  )
  const { page, faults } = await test.show(REWARDS, 'ana')
  await expect
    .poll(() => textsOf(page))
    .toEqual([
      `${HOSTILE} | 300 points | For Gold and Platinum | Available to another tier.`,
      'Mug | 300 points | Redeem by 30 Nov | Sold out.',
      'Mug | Up to R$ 8.00 | Redeem | Mug',
      'Mug | Paid with cashback | Coming soon.',
    ])
  expect(faults).toEqual([])
})

it('has pictures in a room that is there before them', async () => {
  answer({ image: 'https://cafeaurora.example/mug.jpg' }, {})
  const { page, faults } = await test.show(REWARDS, 'ana')
  const image = page.locator('punchcard-rewards img')
  await image.waitFor()
  expect(await image.evaluate(({ outerHTML }) => outerHTML)).toBe(
    '<img alt="" loading="lazy" referrerpolicy="no-referrer" src="https://cafeaurora.example/mug.jpg">',
  )
  const box = await image.boundingBox()
  expect((box?.width ?? 0) / (box?.height ?? 1)).toBeCloseTo(16 / 9, 1)
  await expect.poll(() => faults).toEqual(['asked https://cafeaurora.example/mug.jpg'])
})

it('has as many as the page says', async () => {
  const { page } = await test.show('<punchcard-rewards limit="2"></punchcard-rewards>', 'ana')
  await expect.poll(() => tiles(page).count()).toBe(2)
  await page.locator('punchcard-rewards').evaluate((element) => element.setAttribute('limit', '1'))
  await expect.poll(() => tiles(page).count()).toBe(1)
  await page.locator('punchcard-rewards').evaluate((element) => element.setAttribute('limit', 'x'))
  await expect.poll(() => tiles(page).count()).toBe(3)
})

it('is nothing where there are none, and where it is switched off', async () => {
  answer()
  const { page } = await test.show(REWARDS, 'ana')
  await expect.poll(() => test.network.countOf('/me/rewards')).toBe(1)
  await page.getByText('1,240 points').waitFor()
  expect(await tiles(page).count()).toBe(0)
  test.network.troubleOf.set('/me/rewards', { status: 404 })
  const off = await test.show('<punchcard-rewards>as it was</punchcard-rewards>', 'ana')
  await expect.poll(() => test.network.countOf('/me/rewards')).toBe(2)
  expect(await off.page.locator('punchcard-rewards').innerText()).toBe('as it was')
  expect(off.faults).toEqual([])
})
