/** `punchcard-coupons`: those that can be used, then the others, and more of them. */
import type { Page } from 'playwright-core'
import { expect, it } from 'vitest'
import type { OwnCoupons } from '../src/answers.ts'
import { HOSTILE, useClub } from './support/club.ts'

const test = useClub()
const COUPONS = '<punchcard-coupons></punchcard-coupons>'

type Coupon = OwnCoupons['items'][number]

const COUPON: Coupon = {
  title: 'Mug',
  code: 'MUG-1',
  kind: 'others',
  value: null,
  from: null,
  until: null,
  state: 'usable',
  instructions: null,
}

function answer(...items: Partial<Coupon>[]): void {
  const body: OwnCoupons = { items: items.map((item) => ({ ...COUPON, ...item })), next: null }
  test.network.troubleOf.set('/me/coupons', { status: 200, body })
}

const tiles = (page: Page) => page.locator('punchcard-coupons [part=tile]')
const textsOf = async (page: Page) =>
  (await tiles(page).allInnerTexts()).map((text) => text.replaceAll('\u00a0', ' ').replaceAll(/\n+/g, ' | '))

it('shows what was redeemed, with its code', async () => {
  const { page, faults } = await test.show(COUPONS, 'ana')
  await expect.poll(() => textsOf(page)).toEqual([expect.stringMatching(/^R\$ 10 off \| [A-Z0-9]{8,}$/)])
  expect(faults).toEqual([])
})

it('says until when, from when, or why one can’t be used', async () => {
  answer(
    { until: '2026-12-17T02:59:59.000Z', instructions: 'Show it at the counter.' },
    { state: 'notYet', from: '2026-11-20T03:00:00.000Z', title: HOSTILE },
    { state: 'notYet', code: null },
    { state: 'used' },
    { state: 'expired', until: '2026-01-01T02:59:59.000Z' },
    { state: 'ended' },
  )
  const { page, faults } = await test.show(COUPONS, 'ana')
  await expect
    .poll(() => textsOf(page))
    .toEqual([
      'Mug | MUG-1 | Use by 16 Dec | Show it at the counter.',
      `${HOSTILE} | MUG-1 | Valid from 20 Nov`,
      'Mug | Not valid yet',
      'Mug | MUG-1 | Used',
      'Mug | MUG-1 | Expired',
      'Mug | MUG-1 | No longer valid',
    ])
  expect(faults).toEqual([])
})

it.each([
  ['en', ['R$ 12.50 off', '15% off', 'Free shipping', 'R$ 7.00 off shipping', 'Coupon']],
  [
    'pt-BR',
    ['R$ 12,50 de desconto', '15% de desconto', 'Frete grátis', 'R$ 7,00 de desconto no frete', 'Cupom'],
  ],
  [
    'es',
    [
      '12,50 R$ de descuento',
      '15 % de descuento',
      'Envío gratis',
      '7,00 R$ de descuento en el envío',
      'Cupón',
    ],
  ],
] as const)('names those that the shop has made by what they give, in %s', async (lang, expected) => {
  answer(
    { title: null, kind: 'fixedValue', value: '12.50' },
    { title: null, kind: 'percent', value: '15' },
    { title: null, kind: 'freeShipping' },
    { title: null, kind: 'shippingDiscount', value: '7.00' },
    { title: null },
  )
  const { page } = await test.show(COUPONS, 'ana', { lang })
  const titles = page.locator('punchcard-coupons h3')
  await expect
    .poll(async () => (await titles.allInnerTexts()).map((title) => title.replaceAll('\u00a0', ' ')))
    .toEqual(expected)
})

it('has more of them page by page', async () => {
  test.at(0)
  const { shop } = test.loyalty
  await shop.upsertCustomers([{ OriginalId: 'coupons', Name: 'Coupons' }])
  for (let index = 0; index < 5; index += 1) {
    await shop.createCoupon({
      ...{ CouponCode: `CODE-${index}`, CreatedDate: new Date(test.loyalty.api.now).toISOString() },
      ...{ CouponType: 0, IsUsed: false, CouponValue: 10 + index, CustomerId: 'coupons' },
    })
  }
  const { page } = await test.show('<punchcard-coupons limit="3"></punchcard-coupons>', 'coupons')
  await expect.poll(() => tiles(page).count()).toBe(3)
  await page.getByRole('button', { name: 'Show more' }).focus()
  await page.keyboard.press('Enter')
  await expect.poll(() => tiles(page).count()).toBe(5)
  await page.getByText('That’s everything.').waitFor()
  expect(new Set(await page.locator('punchcard-coupons code').allInnerTexts()).size).toBe(5)
})

it('is nothing where there are none, and for a visitor', async () => {
  const { page } = await test.show(COUPONS, 'davi')
  await expect.poll(() => test.network.countOf('/me/coupons')).toBe(1)
  await page.getByText('0 points').waitFor()
  expect((await page.locator('punchcard-coupons').boundingBox())?.height).toBe(0)
  const visitor = await test.show(COUPONS, null)
  await visitor.page.getByText('Join Aurora Club').waitFor()
  expect(await visitor.page.locator('punchcard-coupons #main').count()).toBe(0)
})
