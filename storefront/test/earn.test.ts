/** `punchcard-earn`: what products and baskets earn. */
import type { Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { findings } from './support/axe.ts'
import { HOSTILE, useClub } from './support/club.ts'
import { shiftsOf, watchShifts } from './support/shifts.ts'

const test = useClub()
const earn = (attributes: string, content = '') => `<punchcard-earn ${attributes}>${content}</punchcard-earn>`
const shown = (page: Page) => page.locator('punchcard-earn [part=earn]')
/** With spaces that may break. */
const texts = async (page: Page) =>
  (await shown(page).allInnerTexts()).map((text) => text.replaceAll('\u00a0', ' '))
const asked = () => test.network.asked.filter((one) => one.includes('/earn'))

it('asks for all products of a page at once, by id and price', async () => {
  const { page, faults } = await test.show(
    earn('product="espresso" price="8.50"') +
      earn('product="a:b c" price="20"') +
      earn('product="espresso" price="8.50"') +
      earn('product="free" price="0"'),
    null,
  )
  await expect.poll(() => texts(page)).toEqual(['Earn 8 points', 'Earn 20 points', 'Earn 8 points'])
  expect(asked()).toEqual([
    `GET /v1/pub/shops/${test.loyalty.slug}/earn?p=espresso%3A8.50&p=a%3Ab%20c%3A20&p=free%3A0`,
  ])
  // What comes later is asked for by itself, and what is known is not.
  await page.evaluate(() => {
    const main = document.querySelector('main') as HTMLElement
    for (const product of ['espresso', 'mug', 'pot']) {
      const element = document.createElement('punchcard-earn')
      element.setAttribute('product', product)
      element.setAttribute('price', '8.50')
      main.append(element)
    }
  })
  await expect.poll(() => shown(page).count()).toBe(6)
  expect(asked().slice(1)).toEqual([`GET /v1/pub/shops/${test.loyalty.slug}/earn?p=mug%3A8.50&p=pot%3A8.50`])
  expect(faults).toEqual([])
})

it('asks for more than 50 in parts, and each gets its own', async () => {
  const products = Array.from({ length: 120 }, (_, index) => index + 1)
  const { page } = await test.show(
    products.map((price) => earn(`product="product-${price}" price="${price}"`)).join(''),
    null,
  )
  await expect.poll(() => shown(page).count()).toBe(120)
  expect(await texts(page)).toEqual(
    products.map((price) => (price === 1 ? 'Earn 1 point' : `Earn ${price} points`)),
  )
  expect(
    asked()
      .map((one) => one.split('p=').length - 1)
      .toSorted(),
  ).toEqual([20, 50, 50])
})

it('follows a price that changes, and shows the former one until then', async () => {
  const { page } = await test.show(earn('product="mug" price="10" worth'), 'ana', { lang: 'pt-BR' })
  await expect.poll(() => texts(page)).toEqual(['Ganhe 10 pontos Valem R$ 1,00'])
  test.network.latencyOf.set('/earn', 400)
  await page.locator('punchcard-earn').evaluate((element) => element.setAttribute('price', '30'))
  await page.waitForTimeout(200)
  expect(await texts(page)).toEqual(['Ganhe 10 pontos Valem R$ 1,00'])
  await expect.poll(() => texts(page)).toEqual(['Ganhe 30 pontos Valem R$ 3,00'])
})

it('says what a basket earns, which is not the sum of its products', async () => {
  const basket = 'items="mug:9.90 pot:9.90" total="19.80"'
  const { page } = await test.show(earn(basket) + earn('product="mug" price="9.90"'), null)
  await expect.poll(() => texts(page)).toEqual(['Earn 19 points', 'Earn 9 points'])
  expect(asked()[0]).toMatch(/\?p=mug%3A9\.90&p=pot%3A9\.90&total=19\.80$/)
})

it('is the customer’s own with `mine`, and everyone’s for a visitor', async () => {
  const body = earn('product="mug" price="10" mine')
  const customer = await test.show(body, 'ana')
  await expect.poll(() => texts(customer.page)).toEqual(['Earn 10 points'])
  expect(asked()).toEqual(['GET /v1/pub/me/earn?p=mug%3A10'])
  test.network.reset()
  const visitor = await test.show(body, null)
  await expect.poll(() => texts(visitor.page)).toEqual(['Earn 10 points'])
  expect(asked()).toEqual([`GET /v1/pub/shops/${test.loyalty.slug}/earn?p=mug%3A10`])
})

it('leaves a page as it is where it can’t be known, and where nothing is asked', async () => {
  test.network.troubleOf.set('/earn', { status: 409 })
  const { page, faults } = await test.show(
    earn('product="mug" price="10"') +
      earn('product="mug"', 'text of the shop') +
      earn(`product="${HOSTILE}" price="x"`),
    null,
  )
  await expect.poll(() => asked().length).toBe(1)
  await page.waitForTimeout(300)
  expect(await page.locator('punchcard-earn').allInnerTexts()).toEqual(['', 'text of the shop', ''])
  expect(faults).toEqual([])
})

it.each([1280, 390])(
  'at %i px beside a price nothing moves, axe finds nothing, and nothing is reported',
  async (width) => {
    const body = `<div class="product"><div class="art"></div><div><h2>Mug</h2><p>R$ 49.90</p>
    ${earn('product="mug" price="49.90" worth')}<button>Add to bag</button><p>Made in Cunha.</p></div></div>`
    for (const latencyMs of [0, 400, 3_000]) {
      test.network.latencyMs = latencyMs
      const { page, context } = await test.show(body, null, { look: { width }, before: watchShifts })
      await shown(page).waitFor()
      await page.waitForTimeout(300)
      expect(await shiftsOf(page)).toEqual([])
      await context.close()
    }
    expect(test.shop.reports).toEqual([])
    test.network.reset()
    const { page } = await test.show(body, null, { look: { width }, policy: null })
    await shown(page).waitFor()
    for (const [theme, scheme] of [
      ['plain', 'light'],
      ['plain', 'dark'],
      ['aurora', 'light'],
      ['aurora', 'dark'],
      ['norte', 'light'],
      ['norte', 'dark'],
    ] as const) {
      await page.evaluate(
        ([bodyClass, htmlClass]) => {
          document.body.className = bodyClass
          document.documentElement.className = htmlClass
        },
        [theme, scheme] as const,
      )
      expect([theme, scheme, await findings(page)]).toEqual([theme, scheme, []])
    }
  },
)
