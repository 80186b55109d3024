/** Redeeming in `punchcard-rewards`: what is shown before, what is sent, and what happens when something goes wrong. */
import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Page } from 'playwright-core'
import { beforeAll, beforeEach, expect, it } from 'vitest'
import { decimal } from '../../server/test/support/rewards.ts'
import type { OwnCoupons, OwnRewards } from '../src/answers.ts'
import { findings } from './support/axe.ts'
import { NOW, useClub } from './support/club.ts'
import { partInCi } from './support/whole.ts'

const test = useClub()
const REWARDS = '<h2>Rewards</h2><punchcard-rewards></punchcard-rewards>'
const MUG = 'Redeem Mug'
const WRITES = 'POST /v1/pub/me/redemptions'
let ofCashback = 0

beforeAll(async () => {
  ofCashback = await test.loyalty.shop.makeReward({
    title: 'Off your order',
    type: 3,
    points: 0n,
    value: 0n,
    cashbackMaximum: decimal(8),
  })
})
// Each test has a customer of its own: one may redeem once a second.
beforeEach(() => test.loyalty.has('bia', 1_240))

const dialog = (page: Page) => page.locator('punchcard-rewards dialog')
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
/** What is seen of it. */
const textOf = (page: Page): Promise<string> =>
  dialog(page).evaluate((one) => {
    const texts: string[] = []
    const walker = document.createTreeWalker(one, NodeFilter.SHOW_TEXT)
    while (walker.nextNode()) {
      if (!walker.currentNode.parentElement?.closest('.said')) texts.push(`${walker.currentNode.nodeValue}`)
    }
    return texts.join(' | ').replaceAll('\u00a0', ' ')
  })
/** What has the focus, through all roots. */
const focused = (page: Page): Promise<string> =>
  page.evaluate(() => {
    let at: Element | null | undefined = document.activeElement
    while (at?.shadowRoot?.activeElement) at = at.shadowRoot.activeElement
    return `${at?.localName} ${at?.textContent}`.replaceAll('\u00a0', ' ')
  })
async function read<Answer>(path: string, name = 'bia'): Promise<Answer> {
  const headers = { authorization: `Bearer ${await test.loyalty.tokenOf(name)}` }
  const ask = () => fetch(`${test.loyalty.url}/v1/pub/me${path}`, { headers })
  let answer = await ask()
  // The page has just asked for as much as a customer may in a second.
  for (; answer.status === 429; answer = await ask()) await sleep(250)
  return (await answer.json()) as Answer
}
const couponsOf = async (name?: string) => (await read<OwnCoupons>('/coupons', name)).items

/** What is said aloud, each time something is said, and the events of the element. */
async function listen(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const heard: string[] = []
    Object.assign(globalThis, { heard })
    for (const name of ['redeemed', 'problem']) {
      document.addEventListener(`punchcard-${name}`, (event) => {
        const { coupon, ...detail } = (event as CustomEvent).detail
        heard.push(`${name} ${coupon ? coupon.title : JSON.stringify(detail)}`)
      })
    }
    const attach = Element.prototype.attachShadow
    Element.prototype.attachShadow = function (init) {
      const root = attach.call(this, init)
      new MutationObserver((records) => {
        const said = records
          .flatMap(({ target, addedNodes }) => [target, ...addedNodes])
          .filter((node) => node instanceof Text)
          .map((node) => node.parentElement?.closest('[role=status],[role=alert]')?.textContent)
        for (const text of new Set(said)) if (text) heard.push(`says ${text}`)
      }).observe(root, { subtree: true, childList: true, characterData: true })
      return root
    }
  })
}
const heardOn = async (page: Page): Promise<string[]> =>
  (await page.evaluate(() => (globalThis as unknown as { heard: string[] }).heard)).map((one) =>
    one.replaceAll('\u00a0', ' '),
  )

it('by keyboard: the sum, the coupon, and everything of the customer as it is then', async () => {
  const { page, faults } = await test.show(`<punchcard-page></punchcard-page>`, 'bia', { before: listen })
  await button(page, 'Redeem R$ 10 off').focus()
  // A customer may ask for five things a second, and the page has just done so.
  await page.waitForTimeout(1_200)
  await page.keyboard.press('Enter')
  expect(await textOf(page)).toBe(
    'R$ 10 off | Balance | 1,240 | R$ 10 off | −200 | New balance | 1,040 | Cancel | Redeem 200 points',
  )
  expect(await focused(page)).toBe('button Cancel')
  const before = test.network.asked.length
  await page.keyboard.press('Tab')
  expect(await focused(page)).toBe('button Redeem 200 points')
  await page.keyboard.press('Enter')
  await dialog(page).locator('code').waitFor()
  const code = await dialog(page).locator('code').innerText()
  expect(await textOf(page)).toBe(`It’s yours | ${code} | Copy | Done`)
  expect(await focused(page)).toBe('h2 It’s yours')
  expect(await page.locator('punchcard-balance [part=number]').innerText()).toBe('1,040')
  await expect.poll(() => page.locator('punchcard-summary [part=number]').innerText()).toBe('1,040')
  await expect.poll(() => page.locator('punchcard-coupons code').allInnerTexts()).toEqual([code])
  await expect
    .poll(() => [...new Set(test.network.asked.slice(before))].toSorted())
    .toEqual([
      'GET /v1/pub/me/coupons?limit=10',
      'GET /v1/pub/me/history?limit=10',
      'GET /v1/pub/me/progress',
      'GET /v1/pub/me/rewards',
      WRITES,
    ])
  await page.keyboard.press('Tab')
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await expect.poll(() => dialog(page).count()).toBe(0)
  expect(await focused(page)).toBe('button Redeem R$ 10 off')
  expect(await heardOn(page)).toEqual(['redeemed R$ 10 off', 'says 200 points used, 1,040 left'].toSorted())
  expect([test.shop.reports, faults]).toEqual([[], []])
})

it('Esc, a click beside it and “Cancel” redeem nothing, and give the focus back', async () => {
  const { page } = await test.show(REWARDS, 'bia')
  for (const leave of [
    () => page.keyboard.press('Escape'),
    () => page.mouse.click(5, 5),
    () => button(page, 'Cancel').click(),
  ]) {
    await button(page, MUG).click()
    await dialog(page).waitFor()
    await leave()
    await expect.poll(() => dialog(page).count()).toBe(0)
    expect(await focused(page)).toBe(`button ${MUG}`)
  }
  expect(test.network.countOf(WRITES)).toBe(0)
})

it('while a request is under way nothing closes it, and nothing is sent twice', async () => {
  const { page, faults } = await test.show(REWARDS, 'bia')
  await button(page, MUG).click()
  test.network.latencyOf.set('/redemptions', 1_500)
  await button(page, 'Redeem 300 points').dblclick()
  await page.keyboard.press('Enter')
  for (let time = 0; time < 3; time += 1) await page.keyboard.press('Escape')
  await page.mouse.click(5, 5)
  await button(page, 'Cancel').click({ force: true })
  await page.waitForTimeout(300)
  expect(await dialog(page).evaluate((one: HTMLDialogElement) => one.open)).toBe(true)
  await dialog(page).locator('code').waitFor()
  expect([test.network.countOf(WRITES), (await couponsOf()).length, faults]).toEqual([1, 1, []])
})

it.each(['lost', 'cut', 'down'] as const)(
  'an answer that is %s: tried again it is the same coupon',
  async (trouble) => {
    const { page } = await test.show(REWARDS, 'bia', { before: listen })
    test.network.troubleOf.set('/redemptions', trouble)
    await button(page, MUG).click()
    await button(page, 'Redeem 300 points').click()
    await page.getByText('Something went wrong. Try again.').waitFor()
    expect(await focused(page)).toBe('button Redeem 300 points')
    // Also where it was closed meanwhile.
    await page.keyboard.press('Escape')
    await expect.poll(() => focused(page)).toBe(`button ${MUG}`)
    test.network.troubleOf.clear()
    await page.waitForTimeout(1_100)
    await button(page, MUG).click()
    await button(page, 'Redeem 300 points').click()
    await dialog(page).locator('code').waitFor()
    expect((await couponsOf()).map(({ code }) => code)).toEqual([
      await dialog(page).locator('code').innerText(),
    ])
    expect((await heardOn(page)).toSorted()).toEqual([
      'problem {"status":0}',
      'redeemed Mug',
      'says 300 points used, 940 left',
      'says Something went wrong. Try again.',
    ])
    // The next one is another one.
    await button(page, 'Done').click()
    await page.waitForTimeout(1_100)
    await button(page, MUG).click()
    await button(page, 'Redeem 300 points').click()
    await dialog(page).locator('code').waitFor()
    expect((await couponsOf()).length).toBe(2)
  },
)

it('a price that was raised meanwhile is confirmed again, and nothing was spent', async () => {
  const body = await read<OwnRewards>('/rewards')
  const before = body.items.map((item) => (item.title === 'Mug' ? { ...item, points: '100' } : item))
  test.network.troubleOf.set('/me/rewards', { status: 200, body: { items: before } })
  const { page } = await test.show(REWARDS, 'bia')
  await button(page, MUG).click()
  await button(page, 'Redeem 100 points').click()
  await page.getByText('This reward has another price now').waitFor()
  expect(await textOf(page)).toContain('| Balance | 1,240 | Mug | −300 | New balance | 940 |')
  expect(await focused(page)).toBe('button Redeem 300 points')
  expect(await couponsOf()).toEqual([])
  await page.waitForTimeout(1_100)
  await button(page, 'Redeem 300 points').click()
  await page.getByText('It’s yours').waitFor()
  expect((await couponsOf()).length).toBe(1)
})

it('what was spent elsewhere meanwhile is refused with its sentence, and shown', async () => {
  await test.loyalty.has('bia', 320)
  const { page } = await test.show(REWARDS, 'bia', { before: listen })
  await button(page, MUG).click()
  await test.loyalty.has('bia', 100)
  await button(page, 'Redeem 300 points').click()
  await page.getByText('You don’t have enough points for this yet.').waitFor()
  expect(await button(page, 'Redeem 300 points').count()).toBe(0)
  expect(await focused(page)).toBe('h2 Mug')
  await expect.poll(() => textOf(page)).toContain('Balance | 100 |')
  await button(page, 'Cancel').click()
  // Its button has gone: what is in its place has the focus.
  await expect.poll(() => focused(page)).toBe('p 200 points to go')
  expect((await heardOn(page)).toSorted()).toEqual([
    'problem {"status":409,"code":"tooFewPoints"}',
    'says You don’t have enough points for this yet.',
  ])
})

it.each([
  [409, 'keyUsed', 'This was already sent before. Start again.', false],
  [409, 'limitReached', 'You’ve had this as often as you can.', false],
  [404, undefined, 'This reward is no longer available.', false],
  [403, 'scope', 'This token is not good for that.', false],
  [429, undefined, 'Too many at once.', true],
  [422, undefined, 'Something has to be corrected.', true],
  [503, undefined, undefined, true],
] as const)('%d %s has its sentence', async (status, code, detail, isOfferedAgain) => {
  test.network.troubleOf.set('/redemptions', { status, body: { code, detail } })
  const { page, faults } = await test.show(REWARDS, 'bia')
  await button(page, MUG).click()
  await button(page, 'Redeem 300 points').click()
  await page
    .getByRole('alert')
    .getByText(detail ?? 'Something went wrong. Try again.')
    .waitFor()
  expect(await button(page, 'Redeem 300 points').count()).toBe(isOfferedAgain ? 1 : 0)
  expect(faults).toEqual([])
})

it('a redraw underneath keeps the dialog, what is entered in it and the focus', async () => {
  const { page } = await test.show(REWARDS, 'bia')
  await button(page, 'Redeem Off your order').click()
  const number = page.getByRole('spinbutton', { name: 'Amount' })
  await number.fill('3.5')
  await test.loyalty.has('bia', 1_300)
  await page.clock.setFixedTime(NOW + 60_000)
  await page.evaluate(() => dispatchEvent(new Event('online')))
  await expect
    .poll(() => textOf(page))
    .toContain('Balance | R$ 130.00 | Off your order | −R$ 3.50 | New balance | R$ 126.50')
  expect([
    await number.inputValue(),
    await dialog(page).evaluate((one: HTMLDialogElement) => one.open),
  ]).toEqual(['3.5', true])
  expect(await focused(page)).toMatch(/^input/)
})

it('cashback: an amount in whole cents, up to the most, by slider and number', async () => {
  const { page, faults } = await test.show(REWARDS, 'bia', { before: listen })
  await button(page, 'Redeem Off your order').click()
  const number = page.getByRole('spinbutton', { name: 'Amount' })
  const slider = page.getByRole('slider', { name: 'Amount' })
  expect(await textOf(page)).toContain(
    'Balance | R$ 124.00 | Off your order | −R$ 8.00 | New balance | R$ 116.00 | Cancel | Redeem R$ 8.00',
  )
  expect([await number.inputValue(), await slider.inputValue()]).toEqual(['8.00', '800'])
  await slider.press('ArrowLeft')
  expect(await number.inputValue()).toBe('7.99')
  expect(await slider.getAttribute('aria-valuetext')).toBe('R$\u00a07.99')
  // The browser itself says what is wrong with these.
  for (const wrong of ['0', '8.01', '0.001', '-1', '']) {
    await number.fill(wrong)
    await dialog(page).locator('#confirm').click()
  }
  expect(test.network.countOf(WRITES)).toBe(0)
  await number.fill('0.29')
  expect(await slider.inputValue()).toBe('29')
  await number.press('Enter')
  await page.getByText('It’s yours').waitFor()
  expect(await heardOn(page)).toContain('says R$ 0.29 used, R$ 123.71 left')
  expect((await couponsOf()).map(({ value }) => value)).toEqual(['0.29'])
  expect([ofCashback > 0, faults]).toEqual([true, []])
})

it('an amount that may have been used already stays as it is', async () => {
  const { page } = await test.show(REWARDS, 'bia')
  await button(page, 'Redeem Off your order').click()
  await page.getByRole('spinbutton').fill('2.5')
  test.network.troubleOf.set('/redemptions', 'lost')
  await button(page, 'Redeem R$ 2.50').click()
  await page.getByRole('alert').waitFor()
  expect(await page.getByRole('spinbutton').isDisabled()).toBe(true)
  test.network.troubleOf.clear()
  await page.waitForTimeout(1_100)
  await button(page, 'Redeem R$ 2.50').click()
  await page.getByText('It’s yours').waitFor()
  expect((await couponsOf()).map(({ value }) => value)).toEqual(['2.50'])
})

it('is not offered where it is switched off, or where the token is not good for it', async () => {
  test.shop.scopes = ['read']
  const { page } = await test.show(REWARDS, 'bia')
  await page.getByText('Ready to redeem').first().waitFor()
  expect(await page.locator('[part=redeem]').count()).toBe(0)
  test.shop.scopes = undefined
  const about = await (await fetch(`${test.loyalty.url}/v1/pub/shops/${test.loyalty.slug}?lang=en`)).json()
  const body = { ...(about as { switches: object }) }
  body.switches = { ...body.switches, redeem: false }
  test.network.troubleOf.set('/shops/', { status: 200, body })
  const off = await test.show(REWARDS, 'bia')
  await off.page.getByText('Ready to redeem').first().waitFor()
  expect(await off.page.locator('[part=redeem]').count()).toBe(0)
})

it('is never another person’s: neither after signing out, nor with a token that is new', async () => {
  await test.loyalty.has('caio', 1_240)
  const { page, faults } = await test.show(REWARDS, 'bia')
  await button(page, MUG).click()
  await page.evaluate(() => (globalThis as unknown as { punchcard: { signOut(): void } }).punchcard.signOut())
  await expect.poll(() => dialog(page).count()).toBe(0)
  // A shop that does not say who is signed in, where another person has signed in meanwhile.
  test.shop.pages.set('/', () => ({ body: `<main>${REWARDS}</main>`, meta: { token: '/loyalty/token' } }))
  await page.reload()
  await button(page, MUG).click()
  await page.context().addCookies([{ name: 'customer', value: 'caio', url: test.shop.url }])
  test.network.troubleOf.set('/redemptions', { status: 401 })
  await button(page, 'Redeem 300 points').click()
  await page.getByRole('alert').waitFor()
  await page.waitForTimeout(300)
  expect([test.network.countOf(WRITES), await couponsOf(), await couponsOf('caio'), faults]).toEqual([
    1,
    [],
    [],
    [],
  ])
})

it('a token that has ended is renewed, and the redemption sent with the next one', async () => {
  const { page } = await test.show(REWARDS, 'bia')
  await button(page, MUG).click()
  await page.clock.setFixedTime(NOW + 900_000)
  await button(page, 'Redeem 300 points').click()
  await page.getByText('It’s yours').waitFor()
  expect([test.shop.mints, test.network.countOf(WRITES)]).toEqual([2, 1])
})

it('the code is copied, or marked where the browser forbids that', async () => {
  for (const isAllowed of [true, false]) {
    await test.loyalty.has(`copies-${isAllowed}`, 1_000)
    const { page, context } = await test.show(REWARDS, `copies-${isAllowed}`, {
      async before(opened) {
        if (isAllowed) await opened.context().grantPermissions(['clipboard-read', 'clipboard-write'])
        else
          await opened.addInitScript(() =>
            Object.defineProperty(navigator, 'clipboard', { value: undefined }),
          )
      },
    })
    await button(page, MUG).click()
    await button(page, 'Redeem 300 points').click()
    const code = await dialog(page).locator('code').innerText()
    await button(page, 'Copy').click()
    if (isAllowed) {
      await button(page, 'Copied').waitFor()
      expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(code)
    } else expect(await page.evaluate(() => `${getSelection()}`)).toBe(code)
    await context.close()
  }
})

it.each(partInCi(['en', 'pt-BR', 'es'], 1))('axe finds nothing in the dialog: %s', async (lang) => {
  await test.loyalty.has(`axe-${lang}`, 1_240)
  const { page } = await test.show(REWARDS, `axe-${lang}`, { lang, policy: null })
  const found: string[] = []
  const look = async (state: string): Promise<void> => {
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
          found.push(`${state} ${bodyClass} ${htmlClass}: ${finding}`)
      }
    }
  }
  await page.locator('[part=redeem]').last().click()
  await look('cashback')
  await page.keyboard.press('Escape')
  await page.locator('[part=redeem]').first().click()
  await look('sum')
  test.network.troubleOf.set('/redemptions', 'down')
  await page.locator('#confirm').click()
  await page.getByRole('alert').waitFor()
  await look('failed')
  test.network.troubleOf.clear()
  await page.locator('#confirm').click()
  await dialog(page).locator('code').waitFor()
  await look('coupon')
  expect(found).toEqual([])
})

it('is read aloud as sentences, in three languages', async () => {
  const names: Record<string, string> = {}
  for (const lang of ['en', 'pt-BR', 'es']) {
    const name = `reads-${randomUUID()}`
    await test.loyalty.has(name, 1_240)
    const { page, context } = await test.show(REWARDS, name, { lang })
    await page.locator('[part=redeem]').last().click()
    names[`${lang} cashback`] = await dialog(page).ariaSnapshot()
    await page.keyboard.press('Escape')
    await page.locator('[part=redeem]').first().click()
    names[`${lang} sum`] = await dialog(page).ariaSnapshot()
    await page.locator('#confirm').click()
    await dialog(page).locator('code').waitFor()
    names[`${lang} coupon`] = (await dialog(page).ariaSnapshot()).replaceAll(/(?<=code: )\w+/g, 'CODE')
    await context.close()
  }
  expect(names).toMatchSnapshot()
})

it('with text twice as large nothing of it is wider than a page of 320 px, and forced colours show its edge', async () => {
  const { page } = await test.show(REWARDS, 'bia', {
    policy: null,
    look: { width: 320, height: 640, forcedColors: 'active' },
  })
  await page.evaluate(() => {
    document.body.style.fontSize = '200%'
  })
  for (const name of ['Redeem Off your order', MUG]) {
    await button(page, name).click()
    expect(
      await dialog(page).evaluate((one) => [
        one.scrollWidth <= one.clientWidth,
        one.getBoundingClientRect().width <= 320,
      ]),
    ).toEqual([true, true])
    expect(await dialog(page).evaluate((one) => getComputedStyle(one).borderStyle)).toBe('solid')
    await page.keyboard.press('Escape')
  }
})

it('on a page that says only its ground, or neither ground nor ink, it can be read', async () => {
  const contrasts: number[] = []
  for (const css of ['', 'body{background:#111;color:#eee}main{--punchcard-surface:#111}']) {
    const { page, context } = await test.show(`<style>${css}</style>${REWARDS}`, 'bia', { policy: null })
    await button(page, MUG).click()
    contrasts.push(
      await dialog(page).evaluate((one) => {
        const { color, backgroundColor } = getComputedStyle(one)
        const brightness = (text: string): number => Number(/\d+/.exec(text)?.[0])
        return Math.abs(brightness(color) - brightness(backgroundColor))
      }),
    )
    await context.close()
  }
  expect(contrasts.every((one) => one > 200)).toBe(true)
})
