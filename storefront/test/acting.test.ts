/** Redeeming, joining and using cashback while people change, clocks are wrong, and server or storage fail. */
import type { Page } from 'playwright-core'
import { beforeEach, describe, expect, it } from 'vitest'
import { NOW, useClub } from './support/club.ts'

const test = useClub()
const REWARDS = '<punchcard-rewards></punchcard-rewards>'
const CHECKOUT = '<punchcard-redeem total="30"></punchcard-redeem>'
const JOIN = '<punchcard-join></punchcard-join>'
const ALL = REWARDS + CHECKOUT + JOIN
const HOUR_MS = 3_600_000
let count = 0
/** One whom only the shop knows. */
let stranger = ''

beforeEach(async () => {
  count += 1
  stranger = `outsider-${count}`
  await test.loyalty.has('bia', 1_240)
  await test.loyalty.has('caio', 320)
})

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
const online = (page: Page) => page.evaluate(() => void dispatchEvent(new Event('online')))
const writes = () => test.network.asked.filter((one) => one.startsWith('POST /v1/pub/me'))

/** What the elements show, through all roots. */
const shownIn = (page: Page): Promise<string> =>
  page.evaluate(() =>
    [...document.querySelectorAll('punchcard-rewards,punchcard-redeem,punchcard-join')]
      .map(({ shadowRoot }) => shadowRoot?.textContent)
      .join('\n')
      .replaceAll('\u00a0', ' '),
  )

/** Everything that they have shown since. */
async function watch(page: Page): Promise<() => Promise<string>> {
  await page.evaluate(() => {
    const texts: string[] = []
    Object.assign(globalThis, { texts })
    const look = (): void => {
      for (const { shadowRoot } of document.querySelectorAll(
        'punchcard-rewards,punchcard-redeem,punchcard-join',
      ))
        texts.push(shadowRoot?.textContent ?? '')
      requestAnimationFrame(look)
    }
    requestAnimationFrame(look)
  })
  return () => page.evaluate(() => (globalThis as unknown as { texts: string[] }).texts.join('\n'))
}

describe('two people, one tab', () => {
  /** As in signed-in.test.ts: the two events that a page gets which is kept for “Back”. */
  it.each([true, false])(
    '“Back” with a dialog open shows nothing of either (`data-who`: %s)',
    async (hasWho) => {
      const { page, faults } = await test.show(ALL, 'bia', {
        ...(!hasWho && { meta: { token: '/loyalty/token' } }),
      })
      await page.getByRole('spinbutton').fill('12.5')
      await button(page, 'Redeem Mug').click()
      await page.locator('dialog[open]').waitFor()
      const pass = (type: 'pagehide' | 'pageshow') =>
        page.evaluate((name) => void dispatchEvent(new PageTransitionEvent(name, { persisted: true })), type)
      await pass('pagehide')
      expect(await shownIn(page)).not.toMatch(/1,240|R\$/)
      expect(await page.locator('dialog[open]').count()).toBe(0)
      await page.evaluate(() => fetch('/sign-in?as=caio'))
      const texts = await watch(page)
      await pass('pageshow')
      await button(page, 'Redeem Mug').waitFor()
      await button(page, 'Apply R$\u00a030.00').waitFor()
      expect(await texts()).not.toMatch(/1,240|124\.00|12\.50/)
      await button(page, 'Redeem Mug').click()
      expect(await shownIn(page)).toContain('320')
      expect([writes(), faults]).toEqual([[], []])
    },
  )

  it('what one was about to join is not what the next one joins', async () => {
    const { page, faults } = await test.show(JOIN, stranger)
    await button(page, 'Join').waitFor()
    test.network.latencyOf.set('/enrolment', 800)
    await button(page, 'Join').click()
    await expect.poll(() => test.network.countOf('/enrolment')).toBe(1)
    // Another person signs in, in another tab, before it is answered.
    await page.evaluate(() => fetch('/sign-in?as=caio'))
    await page.evaluate(() =>
      (globalThis as unknown as { punchcard: { signOut(): void } }).punchcard.signOut(),
    )
    await page.waitForTimeout(1_200)
    expect(await shownIn(page)).toBe('')
    await page.reload()
    await button(page, 'Opt out').waitFor()
    expect([writes().length, faults]).toEqual([1, []])
  })
})

describe('a clock that is five hours off, either way', () => {
  it.each([-5, 5])('%i hours: each act is done, with a token that is good', async (hours) => {
    const { page, faults } = await test.show(REWARDS + CHECKOUT, 'bia', {
      before: (opened) => opened.clock.setFixedTime(NOW + hours * HOUR_MS),
    })
    await button(page, 'Redeem Mug').click()
    await button(page, 'Redeem 300 points').click()
    await page.getByText('It’s yours').waitFor()
    await button(page, 'Done').click()
    await button(page, 'Apply R$\u00a030.00').waitFor()
    expect([writes().length, test.shop.mints, faults]).toEqual([1, 1, []])
  })

  it('a laptop that slept for an hour asks for one token, and joins with it', async () => {
    const { page, faults } = await test.show(JOIN, stranger)
    await button(page, 'Join').waitFor()
    await page.clock.setFixedTime(NOW + HOUR_MS)
    await online(page)
    await button(page, 'Join').click()
    await button(page, 'Opt out').waitFor()
    await page.waitForTimeout(300)
    expect([test.shop.mints, writes(), faults]).toEqual([2, ['POST /v1/pub/me/enrolment'], []])
  })
})

describe('a server that fails', () => {
  it.each(['down', { status: 429, headers: { 'retry-after': '1' } }, { status: 503 }, 'cut'] as const)(
    '%j: joining and leaving say so, and work when it is tried again',
    async (trouble) => {
      const { page, faults } = await test.show(JOIN, stranger)
      await button(page, 'Join').waitFor()
      test.network.troubleOf.set('/enrolment', trouble)
      await button(page, 'Join').click()
      // An answer of which half was lost was one: they have joined, and are shown that.
      if (trouble !== 'cut') {
        await page.getByRole('alert').waitFor()
        test.network.troubleOf.clear()
        await button(page, 'Join').click()
      }
      await button(page, 'Opt out').waitFor()
      await page.waitForTimeout(1_100)
      test.network.troubleOf.set('/opt-out', trouble)
      await button(page, 'Opt out').click()
      await page.locator('dialog[open]').getByRole('button', { name: 'Opt out' }).click()
      if (trouble === 'cut') await button(page, 'Join').waitFor()
      else await page.getByRole('alert').waitFor()
      expect(faults).toEqual([])
    },
  )

  it('down from the start: one line each, and all of it when it is back', async () => {
    test.network.troubleOf.set('/v1/', 'down')
    const { page, faults } = await test.show(ALL, 'bia')
    await button(page, 'Try again').first().waitFor()
    test.network.troubleOf.clear()
    await button(page, 'Try again').first().click()
    await button(page, 'Redeem Mug').waitFor()
    await button(page, 'Apply R$\u00a030.00').waitFor()
    await button(page, 'Opt out').waitFor()
    expect(faults).toEqual([])
  })

  it('going down keeps what is chosen at the checkout, and an amount can still be used', async () => {
    const { page, faults } = await test.show(CHECKOUT, 'bia')
    await page.getByRole('spinbutton').fill('12.5')
    test.network.troubleOf.set('/v1/', 'down')
    await page.clock.setFixedTime(NOW + 60_000)
    await online(page)
    await page.waitForTimeout(300)
    expect(await page.getByRole('spinbutton').inputValue()).toBe('12.5')
    await button(page, 'Apply R$\u00a012.50').waitFor()
    expect(faults).toEqual([])
  })
})

it.each(['forbidden', 'full'])('a storage that is %s: redeeming and joining work', async (how) => {
  const before = async (page: Page): Promise<void> => {
    await page.addInitScript((isForbidden) => {
      if (!isForbidden) sessionStorage.filler = 'x'.repeat(5 * 1_024 * 1_024 - 'filler'.length)
      else {
        Object.defineProperty(globalThis, 'sessionStorage', {
          get() {
            throw new DOMException('no', 'SecurityError')
          },
        })
      }
    }, how === 'forbidden')
  }
  const { page, faults } = await test.show(REWARDS, 'bia', { before })
  await button(page, 'Redeem Mug').click()
  await button(page, 'Redeem 300 points').click()
  await page.getByText('It’s yours').waitFor()
  const other = await test.show(JOIN, stranger, { before })
  await button(other.page, 'Join').click()
  await button(other.page, 'Opt out').waitFor()
  expect([faults, other.faults]).toEqual([[], []])
})
