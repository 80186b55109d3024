/** `punchcard-page`: all of it, drawn at once, with what is empty or off left out. */
import type { Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { findings } from './support/axe.ts'
import { useClub } from './support/club.ts'
import { shiftsOf, watchShifts } from './support/shifts.ts'
import { partInCi } from './support/whole.ts'

const test = useClub()
const PAGE = '<punchcard-page></punchcard-page>'
const partsOf = (page: Page) =>
  page
    .locator('punchcard-page section > :last-child')
    .evaluateAll((all) =>
      all.filter((one) => one.shadowRoot?.querySelector('#main')).map(({ localName }) => localName.slice(10)),
    )
const skeletonOf = (page: Page) =>
  page.locator('punchcard-page').evaluate(({ shadowRoot }) => {
    const slot = shadowRoot?.querySelector(':scope > slot, slot:not([name])')
    return !!slot && getComputedStyle(slot, '::before').content !== 'none'
  })

it('has its parts in their order, with headings, and asks for each thing once', async () => {
  const { page, faults } = await test.show(PAGE, 'ana')
  await expect
    .poll(() => partsOf(page))
    .toEqual(['summary', 'cards', 'tier', 'rewards', 'coupons', 'history', 'join'])
  const headings = (await page.locator('main').ariaSnapshot()).matchAll(/heading "(.*)" \[level=(\d)\]/g)
  expect([...headings].map(([, name, level]) => `${level} ${name}`)).toEqual([
    ...['1 Aurora Club', '2 Hello, Ana', '3 Espresso card', '3 Silver'],
    ...['2 Rewards', '3 Mug', '3 R$ 10 off', '3 Barista class'],
    ...['2 Your coupons', '3 R$ 10 off', '2 Activity'],
  ])
  expect(test.network.asked.filter((one) => one.includes('/v1/')).toSorted()).toEqual([
    'GET /v1/pub/me/coupons?limit=10',
    'GET /v1/pub/me/history?limit=10',
    'GET /v1/pub/me/progress',
    'GET /v1/pub/me/rewards',
    `GET /v1/pub/shops/${test.loyalty.slug}?lang=en`,
  ])
  expect(faults).toEqual([])
})

it('leaves out what a new customer has not, and what is switched off', async () => {
  const newcomer = await test.show(PAGE, 'davi')
  await expect
    .poll(() => partsOf(newcomer.page))
    .toEqual(['summary', 'cards', 'tier', 'rewards', 'history', 'join'])
  test.network.troubleOf.set('/me/history', { status: 404 })
  test.network.troubleOf.set('/me/rewards', { status: 404 })
  const { page, faults } = await test.show(PAGE, 'ana')
  await expect.poll(() => partsOf(page)).toEqual(['summary', 'cards', 'tier', 'coupons', 'join'])
  expect(await page.getByText('Activity').count()).toBe(0)
  expect(faults).toEqual([])
})

it('shows a visitor the way in, and what points buy', async () => {
  const { page, faults } = await test.show(PAGE, null)
  await expect.poll(() => partsOf(page)).toEqual(['rewards'])
  const link = page.getByRole('link', { name: 'Sign in to see your points' })
  expect(await link.getAttribute('href')).toBe('https://cafeaurora.example/login')
  const own = await test.show(
    `<punchcard-page><a slot="sign-in" href="/in">Log in</a></punchcard-page>`,
    null,
  )
  await own.page.getByRole('link', { name: 'Log in' }).waitFor()
  expect(await own.page.getByText('Sign in to see').isVisible()).toBe(false)
  expect(faults).toEqual([])
})

it('draws when everything has come, with a skeleton until then, and moves nothing', async () => {
  for (const width of [1280, 390]) {
    for (const slow of ['/me/history', '/me/rewards', '/shops/']) {
      test.network.reset()
      test.network.latencyOf.set(slow, 1_500)
      const { page, context } = await test.show(`${PAGE}<p>Below it</p>`, 'ana', {
        look: { width },
        before: watchShifts,
      })
      await page.locator('punchcard-page').waitFor({ state: 'attached' })
      await expect.poll(() => skeletonOf(page)).toBe(true)
      expect(await page.locator('punchcard-page [part]').count()).toBe(0)
      await page.locator('punchcard-page [part=list]').last().waitFor()
      expect(await skeletonOf(page)).toBe(false)
      await page.waitForTimeout(300)
      expect([slow, width, await shiftsOf(page)]).toEqual([slow, width, []])
      await context.close()
    }
  }
})

it('waits for 8 s at most, and takes up what comes after that', async () => {
  test.network.latencyOf.set('/me/rewards', 9_500)
  const { page, faults } = await test.show(PAGE, 'ana')
  await page.waitForTimeout(6_000)
  expect(await page.locator('punchcard-page section').count()).toBe(0)
  await page.locator('punchcard-page [part=number]').waitFor({ timeout: 3_000 })
  expect(await page.locator('punchcard-page [part=grid]').count()).toBe(0)
  await page.locator('punchcard-page [part=grid]').waitFor()
  expect(faults).toEqual([])
})

it('says once that nothing can be shown, or that it is from before', async () => {
  test.network.troubleOf.set('/me', 'down')
  test.shop.tokenTrouble = { status: 500 }
  const { page } = await test.show(PAGE, 'ana')
  const again = page.locator('punchcard-page').getByRole('button', { name: 'Try again' })
  await again.waitFor()
  expect(await page.locator('punchcard-page section').count()).toBe(1)
  test.network.troubleOf.clear()
  test.shop.tokenTrouble = null
  await again.click()
  await expect.poll(async () => (await partsOf(page)).length).toBe(7)
  test.network.troubleOf.set('/me', 'down')
  await page.clock.setFixedTime(Date.parse('2026-11-16T15:01:00.000Z'))
  await page.reload()
  await page.locator('punchcard-page [part=stale] >> visible=true').waitFor()
  expect(await page.locator('punchcard-page [part=stale] >> visible=true').count()).toBe(1)
})

it('shows a part that failed as such, among the others', async () => {
  test.network.troubleOf.set('/me/rewards', { status: 503 })
  // Ana has asked for her activity a moment ago, and may do so twice a second.
  const { page, faults } = await test.show(PAGE, 'eva')
  await page.locator('punchcard-page [part=number]').waitFor()
  expect(await page.locator('punchcard-page [part=failure]').count()).toBe(1)
  expect(await page.locator('punchcard-page punchcard-rewards [part=failure]').count()).toBe(1)
  expect(faults).toEqual([])
})

it('leaves what the shop has in it until then, and where there is no storefront', async () => {
  test.network.latencyOf.set('/me/history', 1_500)
  const { page } = await test.show('<punchcard-page><p>Our club</p></punchcard-page>', 'ana')
  await page.getByText('Our club').waitFor()
  expect(await skeletonOf(page)).toBe(false)
  await page.locator('punchcard-page [part=list]').last().waitFor()
  expect(await page.getByText('Our club').isVisible()).toBe(false)
  test.network.troubleOf.set('/shops/', { status: 404 })
  const off = await test.show(PAGE, 'ana')
  await expect.poll(() => test.network.countOf('/shops/')).toBe(2)
  await off.page.waitForTimeout(300)
  expect(await skeletonOf(off.page)).toBe(false)
})

it('is another page for another person', async () => {
  const { page, context } = await test.show(PAGE, 'ana')
  await expect.poll(async () => (await partsOf(page)).length).toBe(7)
  await page.evaluate(() => (globalThis as unknown as { punchcard: { signOut(): void } }).punchcard.signOut())
  await expect.poll(() => partsOf(page)).toEqual(['rewards'])
  await context.close()
})

it('is ready once, and its parts can be styled from outside', async () => {
  const { page } = await test.show(
    `<style>punchcard-page::part(tile){outline:3px solid rgb(1, 2, 3)}</style>${PAGE}`,
    'ana',
    {
      policy: null,
      async before(opened) {
        await opened.addInitScript(() => {
          const ready: string[] = []
          Object.assign(globalThis, { ready })
          document.addEventListener('punchcard-ready', ({ target }) =>
            ready.push((target as Element).localName),
          )
        })
      },
    },
  )
  const tile = page.locator('punchcard-page punchcard-rewards [part=tile]').first()
  expect(await tile.evaluate((element) => getComputedStyle(element).outlineColor)).toBe('rgb(1, 2, 3)')
  const ready = await page.evaluate(() => (globalThis as unknown as { ready: string[] }).ready)
  expect(ready.filter((name) => name === 'punchcard-page').length).toBe(1)
  expect(new Set(ready)).toEqual(new Set(['punchcard-balance', 'punchcard-page']))
})

it.each(['ana', 'davi', null])('axe finds nothing, in any theme, light and dark: %s', async (customer) => {
  const { page } = await test.show(PAGE, customer, { policy: null })
  await page.locator('punchcard-page [part=tile]').first().waitFor()
  for (const details of await page.locator('summary').all()) await details.click()
  await expect.poll(() => page.locator('[aria-busy=true]').count()).toBe(0)
  const found: string[] = []
  for (const bodyClass of partInCi(['plain', 'aurora', 'norte'], 1)) {
    for (const htmlClass of ['light', 'dark']) {
      await page.evaluate(
        (classes) => {
          document.body.className = classes.bodyClass
          document.documentElement.className = classes.htmlClass
        },
        { bodyClass, htmlClass },
      )
      for (const finding of await findings(page)) found.push(`${bodyClass} ${htmlClass}: ${finding}`)
    }
  }
  expect(found).toEqual([])
})

it('is read aloud in its order, and works under the strictest policy', async () => {
  const { page } = await test.show(PAGE, 'ana')
  await page.locator('punchcard-page [part=tile]').first().waitFor()
  await page.locator('summary').first().click()
  await page.locator('punchcard-page .sums tr').first().waitFor()
  const heard = await page.locator('punchcard-page').ariaSnapshot()
  expect(heard.replaceAll(/(?<=code: )\w+/g, 'CODE')).toMatchSnapshot()
  expect(test.shop.reports).toEqual([])
})

it('with text twice as large nothing is wider than a page of 320 px, and forced colours show its edges', async () => {
  const { page } = await test.show(`<div class="narrow">${PAGE}</div>`, 'ana', {
    policy: null,
    look: { width: 320, forcedColors: 'active' },
  })
  await page.locator('punchcard-page [part=tile]').first().waitFor()
  await page.evaluate(() => {
    const narrow = document.querySelector<HTMLElement>('.narrow') as HTMLElement
    narrow.style.cssText = 'width:auto;font-size:200%'
  })
  for (const details of await page.locator('summary').all()) await details.click()
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(320)
  for (const part of ['card', 'tile']) {
    const edge = await page
      .locator(`punchcard-page [part=${part}]`)
      .first()
      .evaluate((element) => getComputedStyle(element).borderTopColor)
    expect(edge).toBe('rgb(0, 0, 0)')
  }
  const punched = page.locator('punchcard-page .on').first()
  expect(await punched.evaluate((hole) => getComputedStyle(hole).forcedColorAdjust)).toBe('none')
})
