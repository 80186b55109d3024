/** `punchcard-join`: the way into the program, with its terms, and the way out. */
import type { Page } from 'playwright-core'
import { beforeAll, beforeEach, expect, it, vi } from 'vitest'
import { publishTerms } from '../../server/test/support/published-terms.ts'
import { findings } from './support/axe.ts'
import { useClub } from './support/club.ts'
import { partInCi } from './support/whole.ts'

const test = useClub()
const JOIN = '<punchcard-join></punchcard-join>'
const ENROLMENT = 'POST /v1/pub/me/enrolment'
const OPT_OUT = 'POST /v1/pub/me/opt-out'
let version = 0
let count = 0

const aboutShop = async (): Promise<{ terms: { version: number; url: string } | null; switches: object }> =>
  (await fetch(`${test.loyalty.url}/v1/pub/shops/${test.loyalty.slug}?lang=en`)).json()
/** The server keeps for two seconds what it says of a shop: pages that are opened then name these terms. */
const publish = async (text: string): Promise<void> => {
  version = await publishTerms(test.loyalty.api, test.loyalty.shop.tenantId, { 'pt-BR': text })
  await vi.waitUntil(async () => (await aboutShop()).terms?.version === version, 10_000)
}
beforeAll(() => publish('Termos'))
/** One whom only the shop knows. */
let stranger = ''
beforeEach(() => {
  count += 1
  stranger = `stranger-${count}`
})

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
const agree = (page: Page) => page.getByRole('checkbox', { name: 'I agree to the program terms.' })
const focused = (page: Page): Promise<string> =>
  page.evaluate(() => {
    let at: Element | null | undefined = document.activeElement
    while (at?.shadowRoot?.activeElement) at = at.shadowRoot.activeElement
    return `${at?.localName} ${at?.textContent}`
  })
const consents = () =>
  test.loyalty
    .consentsOf(stranger)
    .then((rows) => rows.map((row) => [row.version, row.withdrawn_at !== null]))

async function listen(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const told: string[] = []
    Object.assign(globalThis, { told })
    for (const name of ['joined', 'left', 'problem']) {
      document.addEventListener(`punchcard-${name}`, () => told.push(name))
    }
  })
}
/** A customer may ask for five things a second, and the page asks for four of them anew after each write. */
const OF_CUSTOMER = ['coupons?limit=10', 'history?limit=10', 'progress', 'rewards'].map(
  (name) => `GET /v1/pub/me/${name}`,
)
async function expectEachAskedOnce(page: Page, before: number): Promise<void> {
  const reads = () => test.network.asked.slice(before).filter((one) => one.startsWith('GET /v1/pub/me'))
  await expect.poll(() => reads().length).toBe(OF_CUSTOMER.length)
  await page.waitForTimeout(1_200)
  expect(reads().toSorted()).toEqual(OF_CUSTOMER)
}
const toldOn = (page: Page): Promise<string[]> =>
  page.evaluate(() => (globalThis as unknown as { told: string[] }).told)

it('one whom only the shop knows joins, once they have agreed, and leaves, and comes back', async () => {
  const { page, faults } = await test.show('<punchcard-page></punchcard-page>', stranger, { before: listen })
  await button(page, 'Join').click()
  expect(test.network.countOf(ENROLMENT)).toBe(0)
  await expectEachAskedOnce(page, 0)
  const sections = () => page.locator('punchcard-page section').evaluateAll((all) => all.map(({ id }) => id))
  expect((await sections())[0]).toBe('join')
  // The server of the shop's points does not know its own address here, and the page is on another one.
  expect((await aboutShop()).terms?.url).toMatch(/^\/shop\//)
  expect(await page.getByRole('link', { name: 'program terms' }).getAttribute('href')).toBe(
    `${test.network.url}/shop/${test.loyalty.slug}/terms?lang=en`,
  )
  await agree(page).check()
  let before = test.network.asked.length
  await button(page, 'Join').click()
  await button(page, 'Opt out').waitFor()
  expect(await focused(page)).toBe('p You’ve joined Aurora Club.program termsOpt out')
  expect((await sections()).at(-1)).toBe('join')
  await expect.poll(() => page.locator('punchcard-balance [part=number]').innerText()).toBe('0')
  expect(await consents()).toEqual([[version, false]])
  await expectEachAskedOnce(page, before)
  await button(page, 'Opt out').click()
  expect(await focused(page)).toBe('button Cancel')
  await page.keyboard.press('Escape')
  await expect.poll(() => focused(page)).toBe('button Opt out')
  expect(test.network.countOf(OPT_OUT)).toBe(0)
  await button(page, 'Opt out').click()
  before = test.network.asked.length
  await page.locator('dialog').getByRole('button', { name: 'Opt out' }).click()
  await button(page, 'Join').waitFor()
  expect(await focused(page)).toBe('p You’ve opted out. Your points stay until they expire.')
  // The button was at the foot of the page, and what is said of it is at the top.
  expect((await page.getByText('You’ve opted out').boundingBox())?.y).toBeGreaterThan(0)
  expect(await consents()).toEqual([[version, true]])
  await expectEachAskedOnce(page, before)
  // A token of one whom only the shop knew is good for joining alone: the next request has another one.
  expect(test.shop.mints).toBeGreaterThan(1)
  await agree(page).check()
  before = test.network.asked.length
  await button(page, 'Join').click()
  await button(page, 'Opt out').waitFor()
  expect(await consents()).toContainEqual([version, false])
  await expectEachAskedOnce(page, before)
  expect([await toldOn(page), test.shop.reports, faults]).toEqual([['joined', 'left', 'joined'], [], []])
})

it('where other terms are in force than those that were shown, they are agreed to anew', async () => {
  const { page } = await test.show(JOIN, stranger)
  await agree(page).check()
  await publish('Outros termos')
  await button(page, 'Join').click()
  await page
    .getByRole('alert')
    .getByText('The terms have changed. Read them again before you join.')
    .waitFor()
  expect([await agree(page).isChecked(), await consents()]).toEqual([false, []])
  await agree(page).check()
  await button(page, 'Join').click()
  await button(page, 'Opt out').waitFor()
  expect(await consents()).toEqual([[version, false]])
})

it('one whose answer was lost has joined', async () => {
  const { page } = await test.show(JOIN, stranger, { before: listen })
  await agree(page).check()
  test.network.troubleOf.set('/enrolment', 'lost')
  await button(page, 'Join').click()
  await expect.poll(() => toldOn(page)).toEqual(['problem'])
  expect(await consents()).toEqual([[version, false]])
  test.network.troubleOf.clear()
  await button(page, 'Opt out').waitFor()
  // All that is drawn is kept: nothing that comes later draws it again.
  await page.reload()
  await button(page, 'Opt out').waitFor()
})

it('where joining is switched off there is no way in, and still a way out', async () => {
  const about = await aboutShop()
  const body = { ...about, switches: { ...about.switches, join: false } }
  test.network.troubleOf.set('/shops/', { status: 200, body })
  const { page } = await test.show(JOIN, stranger)
  await page.getByText('Aurora Club').first().waitFor()
  await page.waitForTimeout(300)
  expect(await page.locator('punchcard-join form').count()).toBe(0)
  const member = await test.show(JOIN, 'davi')
  await button(member.page, 'Opt out').waitFor()
})

it('a visitor, and a token that is not good for it, see nothing of it', async () => {
  const visitor = await test.show(JOIN, null)
  await visitor.page.getByText('Join Aurora Club').waitFor()
  test.shop.scopes = ['read']
  const { page } = await test.show(`${JOIN}<punchcard-summary></punchcard-summary>`, 'davi')
  await page.locator('punchcard-summary [part=number]').waitFor()
  for (const one of [visitor.page, page]) expect(await one.locator('punchcard-join #main').count()).toBe(0)
})

it.each(partInCi(['en', 'pt-BR', 'es'], 1))('axe finds nothing: %s', async (lang) => {
  const found: string[] = []
  for (const customer of [stranger, 'davi']) {
    const { page, context } = await test.show(JOIN, customer, { lang, policy: null })
    await page.locator('punchcard-join #main').waitFor()
    if (customer === 'davi') await page.locator('punchcard-join button').click()
    for (const bodyClass of partInCi(['plain', 'aurora', 'norte'], 1)) {
      for (const htmlClass of ['light', 'dark']) {
        await page.evaluate(
          (classes) => {
            document.body.className = classes.bodyClass
            document.documentElement.className = classes.htmlClass
          },
          { bodyClass, htmlClass },
        )
        for (const finding of await findings(page))
          found.push(`${customer} ${bodyClass} ${htmlClass}: ${finding}`)
      }
    }
    await context.close()
  }
  expect(found).toEqual([])
})

it('is read as sentences in three languages, and nothing is wider than 320 px', async () => {
  const names: Record<string, string> = {}
  for (const lang of ['en', 'pt-BR', 'es']) {
    for (const customer of [stranger, 'davi']) {
      const { page, context } = await test.show(JOIN, customer, { lang, policy: null, look: { width: 320 } })
      await page.locator('punchcard-join #main').waitFor()
      names[`${lang} ${customer === 'davi' ? 'member' : 'stranger'}`] = (
        await page.locator('punchcard-join').ariaSnapshot()
      )
        .replaceAll(test.network.url, '')
        .replaceAll(/shop-\d+/g, 'shop')
      await page.locator('main').evaluate((main) => {
        main.style.fontSize = '200%'
      })
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(320)
      await context.close()
    }
  }
  expect(names).toMatchSnapshot()
})
