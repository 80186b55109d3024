/** `punchcard-referral` and `punchcard-friend`: from the customer’s link to the friend’s first order. */
import type { Page } from 'playwright-core'
import { beforeAll, beforeEach, expect, it, vi } from 'vitest'
import { program } from '../../server/test/support/shop.ts'
import { configure } from '../../server/test/support/storefront.ts'
import type { FriendsOffer, OwnReferral } from '../src/answers.ts'
import { findings } from './support/axe.ts'
import { HOSTILE } from './support/club.ts'
import { shiftsOf, watchShifts } from './support/shifts.ts'
import { metaOf, useShop } from './support/use-shop.ts'
import { partInCi } from './support/whole.ts'

const test = useShop({
  program: program(
    { validityDays: 365 },
    { id: 6, kind: 'referral', points: '150', friendPoints: '30', minimumOrder: '50', waitingDays: 14 },
  ),
  async furnish(_api, shop) {
    await shop.upsertCustomers([{ OriginalId: 'ana', Name: 'Ana Souza' }, { OriginalId: 'davi' }])
  },
})
const LANGUAGES = ['en', 'pt-BR', 'es'] as const
const REFERRAL = '<punchcard-referral></punchcard-referral>'
const FRIEND = '<punchcard-friend></punchcard-friend>'
const referral = (page: Page) => page.locator('punchcard-referral #main')
const friend = (page: Page) => page.locator('punchcard-friend [part=box]')

beforeAll(async () => {
  const { api, shop, slug } = test.loyalty
  await configure(api, shop.tenantId, {
    content: {
      programName: 'Aurora Club',
      links: { page: null, signIn: 'https://cafeaurora.example/login', privacy: null },
      switches: { referral: true },
      referralUrl: `${test.shop.url}/?ref={code}`,
    },
  })
  const about = async () => (await fetch(`${test.loyalty.url}/v1/pub/shops/${slug}?lang=en`)).json()
  await vi.waitUntil(async () => (await about()).switches.referral, 10_000)
})
let count = 0
let stranger = ''
beforeEach(() => {
  count += 1
  stranger = `friend-${count}`
})

interface Shown {
  readonly lang?: string
  readonly policy?: string | null
  readonly path?: string
  readonly look?: Parameters<typeof test.visit>[1]
  readonly before?: (page: Page) => Promise<unknown>
}

async function show(body: string, customer: string | null, { lang = 'en', path = '/', ...more }: Shown = {}) {
  const { policy, look = {}, before } = more
  test.shop.pages.set('/', (name) => ({
    ...{ body: `<main><h1>Aurora Club</h1>${body}</main>`, meta: metaOf(name), lang },
    ...(policy !== undefined && { policy }),
  }))
  const opened = await test.open(look)
  await before?.(opened.page)
  if (customer) await opened.context.addCookies([{ name: 'customer', value: customer, url: test.shop.url }])
  await opened.page.goto(test.shop.url + path)
  return opened
}

const ofAna = async (): Promise<OwnReferral> => {
  const { Token } = await test.loyalty.punchcard().storefront.token({ CustomerId: 'ana', Scopes: ['refer'] })
  const answer = await fetch(`${test.loyalty.url}/v1/pub/me/referral`, {
    headers: { authorization: `Bearer ${Token}`, 'accept-language': 'en' },
  })
  return answer.json()
}

const OWN: OwnReferral = {
  code: 'K7QM2XPT',
  url: 'https://cafeaurora.example/?ref=K7QM2XPT',
  whatsappUrl: 'https://wa.me/?text=x',
  offer: 'You get 150 points.',
  text: '2 friends have joined.',
  ...{ joined: 2, bought: 1, rewarded: 1, points: '150' },
  friends: [
    { joinedAt: '2026-11-10T15:04:05.000Z', state: 'joined', text: 'Joined.' },
    { joinedAt: '2026-11-02T12:30:00.000Z', state: 'ended', text: HOSTILE },
  ],
}
const answer = (own: Partial<OwnReferral>): void =>
  void test.network.troubleOf.set('/me/referral', { status: 200, body: { ...OWN, ...own } })
const offers = (offer: FriendsOffer): void =>
  void test.network.troubleOf.set('/referrals/', { status: 200, body: offer })

it('leads a friend from the link to the program, and tells who referred them what came of it', async () => {
  const ana = await show(REFERRAL, 'ana')
  await referral(ana.page).waitFor()
  const { code, url } = await ofAna()
  expect(await referral(ana.page).locator('code').innerText()).toBe(url)
  expect(await referral(ana.page).innerText()).toContain('No friends have joined yet.')
  // The link leads to the shop, where the friend signs in and comes back without it.
  const { page, context, faults } = await show(`${FRIEND}<punchcard-join></punchcard-join>`, null, {
    path: `/?ref=${code}`,
  })
  await expect.poll(() => friend(page).innerText()).toContain('A friend invites you to Aurora Club')
  expect(await friend(page).getByRole('link', { name: 'Join' }).getAttribute('href')).toBe(
    'https://cafeaurora.example/login',
  )
  await context.addCookies([{ name: 'customer', value: stranger, url: test.shop.url }])
  await page.goto(test.shop.url)
  await expect.poll(() => friend(page).innerText()).toContain('Join and get 30\u00a0points')
  await page.getByRole('button', { name: 'Join' }).click()
  await page.getByRole('button', { name: 'Opt out' }).waitFor()
  expect(await friend(page).count()).toBe(0)
  expect(await page.evaluate(() => sessionStorage.punchcardRef)).toBeUndefined()
  expect((await ofAna()).joined).toBe(1)
  await test.loyalty.shop.completed(`first of ${stranger}`, stranger, 64)
  const later = await show(REFERRAL, 'ana')
  await expect
    .poll(() => referral(later.page).innerText())
    .toContain('1 friend has joined. They’ve made a purchase. You’ve earned 150\u00a0points.')
  expect([...faults, ...ana.faults, ...later.faults, ...test.shop.reports]).toEqual([])
})

it('the next person in the tab comes without the code of the one before', async () => {
  const { code } = await ofAna()
  const { page, context } = await show(`${FRIEND}<punchcard-join></punchcard-join>`, stranger, {
    path: `/?ref=${code}`,
  })
  await page.getByRole('button', { name: 'Join' }).click()
  await page.getByRole('button', { name: 'Opt out' }).waitFor()
  const { joined } = await ofAna()
  await context.addCookies([{ name: 'customer', value: `${stranger}-2`, url: test.shop.url }])
  await page.goto(test.shop.url)
  await page.getByRole('button', { name: 'Join' }).click()
  await page.getByRole('button', { name: 'Opt out' }).waitFor()
  expect((await ofAna()).joined).toBe(joined)
})

it('never shows one person’s friends to the next one in the tab', async () => {
  const { page, context } = await show(REFERRAL, 'ana')
  await referral(page).waitFor()
  const [anas, { code }] = [await referral(page).locator('code').innerText(), await ofAna()]
  await context.addCookies([{ name: 'customer', value: 'davi', url: test.shop.url }])
  test.network.latencyMs = 300
  await page.reload()
  const seen = new Set<string>()
  await vi.waitUntil(async () => {
    const shown = (await referral(page).count()) ? await referral(page).innerText() : ''
    seen.add(shown)
    return shown.includes('?ref=')
  })
  expect([...seen].some((text) => text.includes(anas) || text.includes(code ?? ''))).toBe(false)
})

it('copies the address by keyboard, and says so once', async () => {
  answer({})
  const { page, context } = await show(REFERRAL, 'ana')
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await referral(page).getByRole('button', { name: 'Copy' }).focus()
  await page.keyboard.press('Enter')
  await referral(page).getByRole('button', { name: 'Copied' }).waitFor()
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(OWN.url)
  expect(await page.getByRole('status').allInnerTexts()).toEqual(['Copied'])
  const isFocused = await page.evaluate(
    () => document.querySelector('punchcard-referral')?.shadowRoot?.activeElement?.id,
  )
  expect(isFocused).toBe('copy')
})

it('where the browser forbids to copy, it marks the address', async () => {
  answer({})
  const { page } = await show(REFERRAL, 'ana', {
    before: (opened) =>
      opened.addInitScript(() => {
        navigator.clipboard.writeText = () => Promise.reject(new Error('no'))
      }),
  })
  await referral(page).getByRole('button', { name: 'Copy' }).click()
  expect(await page.evaluate(() => String(getSelection()))).toContain('K7QM2XPT')
  expect(await referral(page).getByRole('button', { name: 'Copy', exact: true }).count()).toBe(1)
})

it('shares by what the browser has, and by WhatsApp', async () => {
  answer({})
  const { page, faults } = await show(REFERRAL, 'ana', {
    before: (opened) =>
      opened.addInitScript(() => {
        const shared: unknown[] = []
        Object.assign(globalThis, { shared })
        navigator.share = (data) => {
          shared.push(data)
          // A person who changes their mind.
          return Promise.reject(new Error('aborted'))
        }
      }),
  })
  await referral(page).getByRole('button', { name: 'Share' }).focus()
  await page.keyboard.press('Space')
  expect(await page.evaluate(() => (globalThis as unknown as { shared: unknown }).shared)).toEqual([
    { text: OWN.offer, url: OWN.url },
  ])
  const whatsapp = referral(page).getByRole('link', { name: 'Send by WhatsApp' })
  expect([await whatsapp.getAttribute('href'), await whatsapp.getAttribute('rel')]).toEqual([
    OWN.whatsappUrl,
    'noopener',
  ])
  expect(faults).toEqual([])
})

it('shows the code where there is no address, and what came of it where there is no code', async () => {
  answer({ url: null, whatsappUrl: null })
  const withCode = await show(REFERRAL, 'ana')
  await expect.poll(() => referral(withCode.page).locator('code').innerText()).toBe('K7QM2XPT')
  expect(await referral(withCode.page).getByRole('link').count()).toBe(0)
  answer({ code: null, url: null, whatsappUrl: null, offer: null })
  const past = await show(REFERRAL, 'ana')
  await expect.poll(() => referral(past.page).getByRole('listitem').count()).toBe(2)
  expect(await referral(past.page).getByRole('button').count()).toBe(0)
  expect(await referral(past.page).innerText()).toContain(HOSTILE)
})

it('is empty for visitors, for whom only the shop knows, and where nothing is given for friends', async () => {
  answer({ code: null, url: null, whatsappUrl: null, offer: null, friends: [] })
  for (const customer of [null, stranger, 'ana']) {
    const { page, faults } = await show(`${REFERRAL}<punchcard-balance></punchcard-balance>`, customer)
    await page.locator('punchcard-balance [part=pill]').waitFor()
    await page.waitForTimeout(300)
    expect([customer, await referral(page).count(), faults]).toEqual([customer, 0, []])
  }
  expect(test.network.countOf('GET /v1/pub/me/referral')).toBe(1)
})

it('offers nothing by a code that is no good, to members, and without a code', async () => {
  for (const [customer, path] of [
    [null, '/?ref=ZZZZZZZZ'],
    [null, `/?ref=${encodeURIComponent(HOSTILE)}`],
    [null, '/'],
    ['davi', `/?ref=${(await ofAna()).code}`],
  ] as const) {
    const { page, faults } = await show(`${FRIEND}<punchcard-balance></punchcard-balance>`, customer, {
      path,
    })
    await page.locator('punchcard-balance [part=pill]').waitFor()
    await page.waitForTimeout(300)
    expect([path, await friend(page).count(), faults]).toEqual([path, 0, []])
  }
})

it('is a part of the page for members, and of no one else’s', async () => {
  const { page, faults } = await show('<punchcard-page></punchcard-page>', 'davi')
  const heading = page.getByRole('heading', { name: 'Refer a friend', level: 2 })
  await heading.waitFor()
  await page.locator('punchcard-page punchcard-referral code').waitFor()
  test.network.asked.length = 0
  const other = await show('<punchcard-page></punchcard-page>', stranger)
  await other.page.getByRole('button', { name: 'Join' }).waitFor()
  expect(test.network.asked.filter((one) => one.includes('referral'))).toEqual([])
  expect([faults, other.faults]).toEqual([[], []])
})

it('moves nothing below it when it comes', async () => {
  answer({ friends: [] })
  test.network.latencyMs = 400
  const { page } = await show(`${REFERRAL}<p>Below</p>`, 'ana', { before: watchShifts })
  await referral(page).waitFor()
  await page.waitForTimeout(200)
  expect(await shiftsOf(page)).toEqual([])
})

it.each(partInCi(LANGUAGES, 1))('axe finds nothing in any theme, light and dark: %s', async (lang) => {
  answer({})
  offers({ isGood: true, offer: 'Join and get 30 points.' })
  const found: string[] = []
  for (const [body, customer] of [
    [REFERRAL, 'ana'],
    [FRIEND, null],
  ] as const) {
    const { page } = await show(body, customer, { lang, policy: null, path: '/?ref=K7QM2XPT' })
    await page.locator('punchcard-referral #main, punchcard-friend #main').waitFor()
    for (const bodyClass of partInCi(['plain', 'aurora', 'norte'], 1)) {
      for (const htmlClass of ['light', 'dark']) {
        await page.evaluate(
          ([ofBody, ofHtml]) => {
            document.body.className = ofBody
            document.documentElement.className = ofHtml
          },
          [bodyClass, htmlClass] as const,
        )
        for (const finding of await findings(page)) found.push(`${bodyClass} ${htmlClass}: ${finding}`)
      }
    }
  }
  expect(found).toEqual([])
})

it('is read as sentences in three languages, and fits 320 px at twice the size', async () => {
  const names: Record<string, string> = {}
  const friends = OWN.friends.map((one, at) => ({ ...one, text: at === 0 ? 'Joined.' : 'Doesn’t count.' }))
  answer({ friends })
  offers({ isGood: true, offer: 'Join and get 30 points.' })
  for (const lang of LANGUAGES) {
    for (const [body, customer] of [
      [REFERRAL, 'ana'],
      [FRIEND, null],
    ] as const) {
      const look = { width: 320 }
      const { page, context } = await show(body, customer, { lang, look, path: '/?ref=K7QM2XPT' })
      await page.locator('punchcard-referral #main, punchcard-friend #main').waitFor()
      names[`${lang} ${customer}`] = await page.locator('main').ariaSnapshot()
      await page.evaluate(() => {
        document.documentElement.style.fontSize = '200%'
      })
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(320)
      await context.close()
    }
  }
  expect(names).toMatchSnapshot()
})
