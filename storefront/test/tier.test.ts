/** `punchcard-tier`: which tier it is, what it gives, and how far it is to the next. */
import type { Page } from 'playwright-core'
import { expect, it } from 'vitest'
import type { OwnProgress } from '../src/answers.ts'
import { HOSTILE, useClub } from './support/club.ts'

const test = useClub()
const TIER = '<punchcard-tier></punchcard-tier>'

type Tier = NonNullable<OwnProgress['tier']>

function answer(tier: Tier | null): void {
  const body: OwnProgress = { pending: null, tier, cards: [] }
  test.network.troubleOf.set('/me/progress', { status: 200, body })
}

/** What is seen, line by line. */
const linesOf = async (page: Page) =>
  (await page.locator('punchcard-tier #main').innerText()).replaceAll('\u00a0', ' ').split(/\n+/)

it('says what is missing until the next tier, in tenths that are read as one sentence', async () => {
  const { page, faults } = await test.show(TIER, 'ana')
  const tier = page.locator('punchcard-tier')
  await tier.locator('[part=heading]').waitFor()
  expect(await linesOf(page)).toEqual([
    'Silver',
    'on the way to Gold',
    'R$ 413.20 to go until Gold',
    'R$ 1,586.80 of R$ 2,000.00 in 12 months',
    'A coffee on the house on your birthday',
  ])
  const holes = tier.getByRole('img')
  expect(await holes.getAttribute('aria-label')).toBe('R$\u00a01,586.80 of R$\u00a02,000.00 in 12 months')
  expect(await holes.locator('i').evaluateAll((all) => all.map(({ className }) => className))).toEqual([
    ...Array.from({ length: 7 }, () => 'on'),
    'next',
    '',
    '',
  ])
  expect(faults).toEqual([])
})

it('has holes for each goal, a picture, and names that are text', async () => {
  answer({
    name: HOSTILE,
    color: null,
    image: 'https://cafeaurora.example/silver.png',
    since: null,
    benefits: [],
    next: {
      name: 'Gold',
      goals: [
        { text: 'R$ 10.00 to go until Gold', of: 'R$ 90.00 of R$ 100.00 in 1 month', percent: 90 },
        { text: 'Goal reached', of: '12 of 12 orders in 1 month', percent: 100 },
      ],
    },
  })
  const { page, faults } = await test.show(TIER, 'ana')
  await expect.poll(() => page.locator('punchcard-tier').getByRole('img').count()).toBe(2)
  expect(await page.locator('punchcard-tier .on').count()).toBe(19)
  expect(await page.locator('punchcard-tier h3').innerText()).toBe(HOSTILE)
  const image = page.locator('punchcard-tier img')
  expect(await image.evaluate((img) => img.outerHTML)).toBe(
    '<img alt="" loading="lazy" referrerpolicy="no-referrer" src="https://cafeaurora.example/silver.png">',
  )
  // It is the only thing that is asked for of another host.
  await expect.poll(() => faults).toEqual(['asked https://cafeaurora.example/silver.png'])
})

it('begins with the way to the first tier, ends with what the last one gives, and is nothing without tiers', async () => {
  answer({
    name: null,
    color: null,
    image: null,
    since: null,
    benefits: [],
    next: { name: 'Silver', goals: [{ text: '1 order to go', of: '0 of 1 order', percent: 0 }] },
  })
  const first = await test.show(TIER, 'ana')
  await expect.poll(() => first.page.locator('punchcard-tier h3').innerText()).toBe('on the way to Silver')
  const last = {
    name: 'Gold',
    color: null,
    image: null,
    since: null,
    benefits: ['Free shipping'],
    next: null,
  }
  answer(last)
  const { page } = await test.show(TIER, 'ana')
  await expect.poll(() => linesOf(page)).toEqual(['Gold', 'Free shipping'])
  answer(null)
  const without = await test.show(TIER, 'ana')
  await expect.poll(() => test.network.countOf('/me/progress')).toBe(3)
  await without.page.getByText('1,240 points').waitFor()
  expect(await without.page.locator('punchcard-tier #main').count()).toBe(0)
})
