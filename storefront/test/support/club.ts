import type { Page } from 'playwright-core'
import { beforeAll, beforeEach } from 'vitest'
import { COFFEE_CARD } from '../../../server/test/support/coffee-card.ts'
import { decimal } from '../../../server/test/support/rewards.ts'
import { DAY_MS, program, type Shop } from '../../../server/test/support/shop.ts'
import type { TestApi } from '../../../server/test/support/test-api.ts'
import { giveTiers, spend } from '../../../server/test/support/tiers.ts'
import type { Look } from './browser.ts'
import { metaOf, useShop } from './use-shop.ts'

/** The moment at which all of it is looked at, by the server and by browsers: dates are the same each time. */
export const NOW = Date.parse('2026-11-16T15:00:00.000Z')
const PROGRAM = program(
  { validityDays: 365, waitingDays: 3 },
  { id: 2, kind: 'brand', ids: ['aurora'], multiplier: '2' },
  { ...COFFEE_CARD, name: 'Espresso card', ids: ['espresso'] },
)
export const HOSTILE = '<img src=x onerror=alert(1)>'

/**
 * A shop with customers who have something to show: Ana has some of everything, Davi has just joined, Eva has 25 orders,
 * Rui owes points, and the shop's names for Mallory are hostile.
 */
export function useClub() {
  const test = useShop({ program: PROGRAM, furnish, since: NOW - 341 * DAY_MS })
  const at = (days: number): void => {
    test.loyalty.api.now = NOW - days * DAY_MS
  }
  beforeAll(async () => {
    const { shop } = test.loyalty
    at(340)
    await joinAna(shop, at)
    await shop.upsertCustomers([
      { OriginalId: 'davi', Name: 'Davi' },
      { OriginalId: 'rui', Name: 'Rui Lima' },
      { OriginalId: 'eva', Name: 'Eva' },
      { OriginalId: 'mallory', Name: HOSTILE },
    ])
    for (let order = 0; order < 25; order += 1) {
      at(30 - order)
      await shop.completed(`9${String(order).padStart(2, '0')}`, 'eva', 10 + order)
    }
    at(20)
    await shop.completed('960', 'rui', 60)
    at(10)
    await shop.changedPoints('rui', -60)
    await shop.cancelled('960')
    at(9)
    await shop.completed(HOSTILE, 'mallory', 20)
    at(0)
  })
  beforeEach(() => at(0))
  return {
    ...test,
    at,
    /** A page of the club, with these elements in it, as a customer, or as a visitor, sees it. */
    async show(
      body: string,
      customer: string | null,
      { lang = 'en', look = {}, before, ...more }: ClubPage = {},
    ) {
      test.shop.pages.set('/', (name) => ({ body: clubPage(body), meta: metaOf(name), lang, ...more }))
      const opened = await test.open(look)
      await stopClock(opened.page)
      await before?.(opened.page)
      if (customer)
        await opened.context.addCookies([{ name: 'customer', value: customer, url: test.shop.url }])
      await opened.page.goto(test.shop.url)
      return opened
    },
  }
}

interface ClubPage {
  readonly lang?: string
  readonly dir?: 'ltr' | 'rtl'
  /** Default: what a shop says that tells its customers apart. */
  readonly meta?: Readonly<Record<string, string>>
  readonly look?: Look
  readonly bodyClass?: string
  readonly htmlClass?: string
  readonly policy?: string | null
  /** Before the page is loaded. */
  readonly before?: (page: Page) => Promise<void>
}

/** What there is beside the program: two tiers, and what points buy. */
async function furnish(api: TestApi, shop: Shop): Promise<void> {
  await giveTiers(api, shop, [
    {
      name: 'Silver',
      order: 1,
      isBase: true,
      benefits: [{ description: 'A coffee on the house on your birthday' }],
    },
    { name: 'Gold', order: 2, goals: [spend(2_000)] },
  ])
  await shop.savedProduct('espresso', { Title: 'Espresso' })
  const atCounter = {
    type: 4,
    usesCustomInstruction: true,
    usageInstructions: 'Show it at the counter.',
  } as const
  await shop.makeReward({ ...atCounter, title: 'Mug', description: 'Made in Cunha', points: decimal(300) })
  await shop.makeReward({
    ...atCounter,
    title: 'Barista class',
    description: 'Two hours on a Saturday',
    points: decimal(1_500),
  })
}

/** Timers go on. */
export async function stopClock(page: Page, time = NOW): Promise<void> {
  await page.clock.setFixedTime(time)
}

async function joinAna(shop: Shop, at: (days: number) => void): Promise<void> {
  const tenOff = await shop.makeReward({ points: decimal(200) })
  await shop.upsertCustomers([{ OriginalId: 'ana', Name: 'Ana Souza' }])
  await shop.completed('618', 'ana', 286)
  at(60)
  await shop.completed('1012', 'ana', 935)
  at(45)
  await shop.completed('1029', 'ana', 96, {
    Products: [{ OriginalId: 'espresso', ProductPrice: 56, Quantity: 7 }],
  })
  at(30)
  await shop.redeemed(tenOff, 'ana')
  at(26)
  await shop.changedPoints('ana', -40)
  at(14)
  await shop.completed('1041', 'ana', 123.8, {
    Products: [{ OriginalId: 'mug', ProductPrice: 39.9, ProductBrand: { OriginalId: 'aurora' } }],
  })
  at(1)
  await shop.completed('1058', 'ana', 146)
}

const clubPage = (body: string): string =>
  `<header><span class="logo">Café Aurora</span><div class="end"><punchcard-balance></punchcard-balance></div></header>
<main><h1>Aurora Club</h1>${body}</main>`
