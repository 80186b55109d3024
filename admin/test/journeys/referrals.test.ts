/** Friends who were referred: the figures, the list and one referral, and a person who decides what is held. */
import type { Page } from 'playwright-core'
import { afterEach, beforeEach, expect, inject, it } from 'vitest'
import { withBrowser } from '../support/browser.ts'
import { axeFindings, overflowOf, settled } from '../support/look.ts'
import { api, discardDraft, goTo, openAsOwner, restoreRules } from '../support/merchant.ts'
import { joinAs } from '../support/punchcard.ts'
import { buy, shopCall } from '../support/shop.ts'

const { open } = withBrowser()

/** Other journeys begin with the program as it was published before. */
let version: number
beforeEach(async () => {
  const { page, context } = await openAsOwner(open, '/')
  version = (await api<{ current: { version: number } }>(page, 'GET', '/program')).current.version
  await context.close()
})
afterEach(async () => {
  const { page, context } = await openAsOwner(open, '/')
  await restoreRules(page, version)
  await context.close()
})

const RULE = {
  ...{ id: 991, kind: 'referral', name: 'Friends', points: '150', waitingDays: 14, minimumOrder: '50' },
  ...{ friendPoints: '30', limits: { perDay: 1, ever: 50 } },
}

async function publishRule(page: Page, stamp: string): Promise<void> {
  const address = `/v1/admin/tenants/${inject('devServer').tenant}/program/draft`
  interface Live {
    readonly current: { readonly program: { cashback: object; rules: { kind: string }[] } }
  }
  const { cashback, rules } = (await api<Live>(page, 'GET', '/program')).current.program
  const others = rules.filter(({ kind }) => kind !== 'referral')
  const etag = async () => (await page.request.get(address)).headers().etag ?? ''
  await api(page, 'PUT', '/program/draft', {
    headers: { 'if-match': await etag() },
    body: { program: { cashback, rules: [...others, RULE] } },
  })
  await api(page, 'POST', '/program/publish', {
    headers: { 'if-match': await etag(), 'idempotency-key': `publish-${stamp}` },
    body: {},
  })
}

/** Rita's friends: the first counts, the second is held, the third buys too little, the last nothing. */
async function befriend(stamp: string): Promise<(name: string) => string> {
  const idOf = (name: string): string => `${name}-${stamp}`
  await buy({ id: idOf('o-rita'), customer: idOf('rita'), total: 20 })
  const { ReferralCode } = await shopCall<{ ReferralCode: string }>(
    `Customer/${idOf('rita')}/referral`,
    undefined,
    'GET',
  )
  for (const [name, total] of [
    ['bruno', 95.3],
    ['lia', 64],
    ['otavio', 22],
    ['sofia', 0],
  ] as const) {
    const Friend = { OriginalId: idOf(name), Name: `Ana ${idOf(name)}`, IsEnrolled: true }
    await shopCall('Referral/friend', { ReferralCode, Friend })
    if (total === 0) continue
    await buy({ id: idOf(`o-${name}`), customer: idOf(name), total })
    // So that it is settled before the next, by whatever reads it.
    await shopCall(`Customer/${idOf('rita')}/referral`, undefined, 'GET')
  }
  return idOf
}

async function looksRight(page: Page): Promise<void> {
  await settled(page)
  expect(await axeFindings(page)).toEqual([])
  for (const width of [360, 800]) {
    await page.setViewportSize({ width, height: 800 })
    expect(await overflowOf(page)).toEqual([])
    expect(await axeFindings(page)).toEqual([])
  }
  await page.setViewportSize({ width: 1280, height: 800 })
}

it('what is held is told on Home, looked at beside the others, and decided with a reason', async () => {
  const { page, context, faults } = await openAsOwner(open, '/')
  const stamp = String(Date.now())
  await publishRule(page, stamp)
  const idOf = await befriend(stamp)
  await goTo(page, '/')
  const need = page.locator('li', { hasText: /referrals? needs? a decision/ })
  await need.waitFor()
  await need.getByRole('link', { name: 'Review' }).click()
  await page.getByRole('heading', { name: 'Customers', level: 1 }).waitFor()
  await page.getByRole('row', { name: new RegExp(idOf('lia')) }).waitFor()

  // All of them, with figures that add up.
  await page.getByRole('link', { name: 'Search', exact: true }).click()
  await page.getByRole('link', { name: 'Referrals', exact: true }).click()
  await page.getByText('Customers get 150 points for referring a friend', { exact: false }).waitFor()
  const rowOf = (name: string) => page.getByRole('row', { name: new RegExp(idOf(name)) }).first()
  await page.getByRole('searchbox', { name: 'Find referrals' }).fill(idOf('rita'))
  await expect.poll(() => page.getByRole('row').count()).toBe(5)
  await rowOf('bruno').getByText('Pending', { exact: true }).waitFor()
  await rowOf('bruno')
    .getByText(/150.points available on/)
    .waitFor()
  await rowOf('lia').getByText('Above your daily limit').waitFor()
  await rowOf('otavio')
    .getByText(/^Order o-otavio-\d+ .*R\$\s50\.00/)
    .waitFor()
  await rowOf('sofia').getByText('No order yet').waitFor()
  const figureOf = async (label: string): Promise<number> => {
    const figure = page.locator('ul > li', { hasText: label }).locator('span').nth(1)
    return Number((await figure.innerText()).replaceAll(',', ''))
  }
  const bought = await figureOf('Bought')
  const parts = await Promise.all(['Rewarded', 'Pending', 'Did not count', 'Need attention'].map(figureOf))
  expect(parts.reduce((sum, part) => sum + part, 0)).toBe(bought)
  expect(bought).toBeGreaterThanOrEqual(3)
  await looksRight(page)

  // One of them, decided.
  await rowOf('lia').getByRole('link').click()
  await page.getByText('Above your limit', { exact: true }).waitFor()
  await page.getByText('Nothing is awarded until someone decides.', { exact: false }).waitFor()
  await looksRight(page)
  await page.getByRole('button', { name: /^Let it count: 150.points$/ }).click()
  const dialog = page.getByRole('dialog', { name: 'Let this referral count?' })
  await dialog.getByText(`Ana ${idOf('rita')} gets 150`, { exact: false }).waitFor()
  expect(await axeFindings(page)).toEqual([])
  await dialog.getByRole('button', { name: /^Award 150/ }).click()
  await dialog.getByText('Enter a note', { exact: false }).waitFor()
  await dialog.getByRole('textbox', { name: 'Note' }).fill('Both came to the shop')
  await dialog.getByRole('button', { name: /^Award 150/ }).click()
  await page.getByText('Referral counted.', { exact: false }).waitFor()
  await page.getByText('Within your limits').waitFor()
  await page.getByText('Both came to the shop').waitFor()
  expect(await page.getByRole('button', { name: /Let it count/ }).count()).toBe(0)
  await goTo(page, '/settings/audit')
  await page.getByText('decided the referral of customer', { exact: false }).first().waitFor()

  // Another person has decided meanwhile: the second is told so, and sees what became of it.
  const Friend = { OriginalId: idOf('caio'), Name: `Ana ${idOf('caio')}`, IsEnrolled: true }
  const { ReferralCode } = await shopCall<{ ReferralCode: string }>(
    `Customer/${idOf('rita')}/referral`,
    undefined,
    'GET',
  )
  await shopCall('Referral/friend', { ReferralCode, Friend })
  await buy({ id: idOf('o-caio'), customer: idOf('caio'), total: 64 })
  await shopCall(`Customer/${idOf('rita')}/referral`, undefined, 'GET')
  await goTo(page, `/referrals?search=${idOf('caio')}&outcome=held`)
  await rowOf('caio').getByRole('link').click()
  await page.getByRole('button', { name: 'Decline…' }).click()
  const id = Number(new URL(page.url()).pathname.split('/').at(-1))
  await api(page, 'POST', `/referrals/${id}/decision`, {
    headers: { 'idempotency-key': `decide-${stamp}` },
    body: { count: false, note: 'Mine' },
  })
  const decline = page.getByRole('dialog', { name: 'Decline this referral?' })
  await decline.getByRole('textbox', { name: 'Note' }).fill('No')
  await decline.getByRole('button', { name: 'Decline referral' }).click()
  await decline.getByText('no longer needs a decision', { exact: false }).waitFor()
  await decline.getByRole('button', { name: 'Cancel' }).click()
  await page.getByText('declined', { exact: false }).first().waitFor()
  expect(faults).toEqual([])
  await context.close()
})

it('is the same in the other languages, on a phone and in the dark, and offers no decision to viewers', async () => {
  const owner = await openAsOwner(open, '/')
  const stamp = String(Date.now())
  await publishRule(owner.page, stamp)
  const idOf = await befriend(stamp)
  const { items } = await api<{ items: { id: number }[] }>(
    owner.page,
    'GET',
    `/referrals?search=${idOf('lia')}`,
  )
  await owner.context.close()
  const { REFERRAL_PICTURES: pictures } = process.env
  for (const [language, scheme, width] of [
    ['en', 'light', 1440],
    ['en', 'dark', 390],
    ['pt-BR', 'dark', 1440],
    ['es', 'light', 390],
  ] as const) {
    const { page, context, faults } = await openAsOwner(open, '/', { scheme, width })
    await page.request.patch('/v1/admin/me', {
      data: { locale: language, theme: scheme },
      headers: { 'sec-fetch-site': 'same-origin' },
    })
    for (const [name, path] of [
      ['list', '/referrals'],
      ['one', `/referrals/${items[0]?.id}`],
      ['dialog', `/referrals/${items[0]?.id}?dialog=count`],
    ] as const) {
      await goTo(page, path)
      await settled(page)
      expect(await axeFindings(page)).toEqual([])
      expect(await overflowOf(page)).toEqual([])
      if (pictures) {
        await page.screenshot({
          path: `${pictures}/${name}-${language}-${scheme}-${width}.png`,
          fullPage: true,
        })
      }
    }
    expect(faults).toEqual([])
    await context.close()
  }
  const viewer = await joinAs(open, 'viewer')
  await goTo(viewer.page, `/referrals/${items[0]?.id}`)
  await viewer.page.getByText('Nothing is awarded until someone decides.', { exact: false }).waitFor()
  expect(await viewer.page.getByRole('button', { name: /Let it count|Decline/ }).count()).toBe(0)
  expect(await viewer.page.getByText(`Ana ${idOf('lia')}`).count()).toBe(0)
  await viewer.context.close()
})

it('a rule that gives points alone gets a minimum, and a reward for the friend, which goes again', async () => {
  const { page, context, faults } = await openAsOwner(open, '/program')
  const address = `/v1/admin/tenants/${inject('devServer').tenant}/program/draft`
  interface Draft {
    readonly program: { cashback: object; rules: { kind: string; friendReward?: string }[] }
  }
  const { program } = await api<Draft>(page, 'GET', '/program/draft')
  const plain = { id: 993, kind: 'referral', name: 'Plain', points: '40' }
  const others = program.rules.filter(({ kind }) => kind !== 'referral')
  await api(page, 'PUT', '/program/draft', {
    headers: { 'if-match': (await page.request.get(address)).headers().etag ?? '' },
    body: { program: { ...program, rules: [...others, plain] } },
  })
  await goTo(page, '/program')
  const rule = page.locator('li[data-rule="993"]')
  const ruleNow = async () => {
    await settled(page)
    const { rules } = (await api<Draft>(page, 'GET', '/program/draft')).program
    return rules.find(({ kind }) => kind === 'referral')
  }
  await rule.getByRole('button', { name: '+ for friends' }).click()
  await page.getByRole('menuitem', { name: 'A minimum for the first order' }).click()
  await page.getByRole('textbox', { name: 'Value' }).fill('80')
  await page.keyboard.press('Enter')
  await rule.getByText('of at least').waitFor()
  expect(await ruleNow()).toMatchObject({ minimumOrder: '80' })
  await rule.getByRole('button', { name: '+ for friends' }).click()
  await page.getByRole('menuitem', { name: 'A reward for the friend' }).click()
  await page.getByRole('option', { name: 'Free shipping', exact: true }).click()
  await rule.getByRole('button', { name: 'Free shipping' }).waitFor()
  expect(await ruleNow()).toMatchObject({ friendReward: expect.stringMatching(/^\d+$/) })
  expect(await rule.getByRole('button', { name: '+ for friends' }).count()).toBe(0)
  expect(await axeFindings(page)).toEqual([])
  await rule.getByRole('button', { name: 'Free shipping' }).click()
  await page.getByRole('button', { name: 'no reward' }).click()
  await rule.getByRole('button', { name: '+ for friends' }).waitFor()
  expect(await ruleNow()).not.toHaveProperty('friendReward')
  await page.setViewportSize({ width: 360, height: 800 })
  expect(await overflowOf(page)).toEqual([])
  await page.setViewportSize({ width: 1280, height: 800 })
  await discardDraft(page)
  expect(faults).toEqual([])
  await context.close()
})
