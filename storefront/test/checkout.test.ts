/** `punchcard-redeem`: cashback at the checkout. What is chosen is told to the page alone. */
import type { Page } from 'playwright-core'
import { beforeEach, expect, it } from 'vitest'
import { findings } from './support/axe.ts'
import { useClub } from './support/club.ts'
import { shiftsOf, watchShifts } from './support/shifts.ts'
import { partInCi } from './support/whole.ts'

const test = useClub()
const element = (attributes: string): string => `<punchcard-redeem ${attributes}></punchcard-redeem>`
const box = (page: Page) => page.locator('punchcard-redeem [part=box]')
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
const set = (page: Page, attributes: Record<string, string | null>): Promise<void> =>
  page.locator('punchcard-redeem').evaluate((one, given) => {
    for (const [name, value] of Object.entries(given)) {
      if (value === null) one.removeAttribute(name)
      else one.setAttribute(name, value)
    }
  }, attributes)
const focused = (page: Page): Promise<string> =>
  page.evaluate(() => {
    const at = document.activeElement?.shadowRoot?.activeElement
    return `${at?.localName} ${at?.textContent}`.replaceAll('\u00a0', ' ')
  })

async function listen(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const told: string[] = []
    Object.assign(globalThis, { told })
    for (const name of ['apply', 'remove']) {
      document.addEventListener(`punchcard-${name}`, (event) =>
        told.push(`${name} ${JSON.stringify((event as CustomEvent).detail)}`),
      )
    }
  })
}
const toldOn = (page: Page): Promise<string[]> =>
  page.evaluate(() => (globalThis as unknown as { told: string[] }).told)

// R$ 62.00 of cashback.
beforeEach(() => test.loyalty.has('bia', 620))

it('offers as much as there is, tells the page what is chosen, and shows what the page says of it', async () => {
  const { page, faults } = await test.show(element('total="161.90"'), 'bia', { before: listen })
  await button(page, 'Apply R$\u00a062.00').waitFor()
  expect((await box(page).innerText()).replaceAll('\u00a0', ' ')).toContain('You have R$ 62.00')
  await page.getByRole('spinbutton', { name: 'Amount' }).fill('20.5')
  expect(await page.getByRole('slider', { name: 'Amount' }).inputValue()).toBe('2050')
  await button(page, 'Apply R$\u00a020.50').focus()
  await page.keyboard.press('Enter')
  await page.keyboard.press('Enter')
  expect(await toldOn(page)).toEqual(['apply {"amount":"20.50"}'])
  expect(await button(page, 'Apply R$\u00a020.50').getAttribute('aria-busy')).toBe('true')
  await set(page, { applied: '20.50', until: '2026-11-16T18:04:00.000Z' })
  expect((await box(page).innerText()).replaceAll('\u00a0', ' ')).toMatch(
    /R\$ 20\.50 applied\s+Reserved until 15:04\s+Remove/,
  )
  expect(await focused(page)).toBe('p R$ 20.50 applied')
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await set(page, { applied: null, until: null })
  expect(await focused(page)).toBe('h3 Use your cashback')
  expect(await toldOn(page)).toEqual(['apply {"amount":"20.50"}', 'remove {}'])
  // What was chosen before is still there.
  await button(page, 'Apply R$\u00a020.50').waitFor()
  const asked = test.network.asked.filter((one) => one.includes('/v1/'))
  expect(asked).toEqual([`GET /v1/pub/shops/${test.loyalty.slug}?lang=en`])
  expect([test.shop.reports, faults]).toEqual([[], []])
})

it.each([
  ['total="161.90"', '62.00'],
  ['total="30"', '30.00'],
  ['total="30.5" maximum="12.34"', '12.34'],
  ['total="30.999"', '30.99'],
  ['maximum="100"', '62.00'],
  ['', '62.00'],
] as const)('%s: at most R$ %s', async (attributes, most) => {
  const { page } = await test.show(element(attributes), 'bia', { before: listen })
  await button(page, `Apply R$\u00a0${most}`).click()
  expect(await toldOn(page)).toEqual([`apply {"amount":"${most}"}`])
  const number = page.getByRole('spinbutton')
  expect(await number.getAttribute('max')).toBe(most)
})

it('what is more, less than a cent, or no amount is not told', async () => {
  const { page } = await test.show(element('total="30"'), 'bia', { before: listen })
  const number = page.getByRole('spinbutton')
  for (const wrong of ['30.01', '0', '-1', '0.001', '1e9', '']) {
    await number.fill(wrong)
    await box(page).getByRole('button').click()
  }
  expect(await toldOn(page)).toEqual([])
  await number.fill('1e1')
  await box(page).getByRole('button').click()
  expect(await toldOn(page)).toEqual(['apply {"amount":"10.00"}'])
})

it.each(['total="R$ 30"', 'total="-1"', 'total="10,00"', 'total="0"', 'maximum="0"', 'total="<img>"'])(
  '%s: nothing is offered',
  async (attributes) => {
    const { page, faults } = await test.show(element(attributes), 'bia')
    await page.getByText('620 points').waitFor()
    expect([await box(page).count(), faults]).toEqual([0, []])
  },
)

it('is empty for a visitor, without cashback and where it is switched off', async () => {
  const visitor = await test.show(element('total="30"'), null)
  await visitor.page.getByText('Join').first().waitFor()
  expect(await box(visitor.page).count()).toBe(0)
  await test.loyalty.has('poor', 1)
  await test.loyalty.has('poor', 0)
  const poor = await test.show(element('total="30"'), 'poor')
  await poor.page.getByText('0 points').waitFor()
  expect(await box(poor.page).count()).toBe(0)
  const debtor = await test.show(element('total="30"'), 'rui')
  await debtor.page.getByText('60 points').waitFor()
  expect(await box(debtor.page).count()).toBe(0)
  const about = await (await fetch(`${test.loyalty.url}/v1/pub/shops/${test.loyalty.slug}?lang=en`)).json()
  const { switches } = about as { switches: object }
  const body = { ...(about as object), switches: { ...switches, checkout: false } }
  test.network.troubleOf.set('/shops/', { status: 200, body })
  const off = await test.show(element('total="30"'), 'bia')
  await off.page.getByText('620 points').waitFor()
  expect(await box(off.page).count()).toBe(0)
})

it('says what the page says went wrong, and asks again: also where it is the same sentence', async () => {
  const { page } = await test.show(element('total="30"'), 'bia', { before: listen })
  for (let time = 1; time <= 2; time += 1) {
    await box(page).getByRole('button').click()
    await set(page, { message: 'Your basket has changed.' })
    await page.getByRole('alert').getByText('Your basket has changed.').waitFor()
    expect((await toldOn(page)).length).toBe(time)
  }
})

it('a page that says nothing is asked again after ten seconds', async () => {
  const { page } = await test.show(element('total="30"'), 'bia', { before: listen })
  await box(page).getByRole('button').click()
  await page.waitForTimeout(10_300)
  await box(page).getByRole('button').click()
  expect((await toldOn(page)).length).toBe(2)
})

it('another total is another most; a redraw keeps what is entered', async () => {
  const { page } = await test.show(element('total="30"'), 'bia')
  const number = page.getByRole('spinbutton')
  await number.fill('7.5')
  await set(page, { total: '20' })
  await expect.poll(() => number.inputValue()).toBe('20.00')
  await number.fill('7.5')
  await page.evaluate(() => dispatchEvent(new Event('online')))
  expect(await number.inputValue()).toBe('7.5')
  await button(page, 'Apply R$\u00a07.50').waitFor()
})

it('moves nothing below it while it comes', async () => {
  for (const width of [1280, 390]) {
    const { page, context } = await test.show(`${element('total="30"')}<p>Below it</p>`, 'bia', {
      look: { width },
      before: watchShifts,
    })
    await box(page).waitFor()
    expect([width, (await shiftsOf(page)).filter((one) => !one.includes('punchcard'))]).toEqual([width, []])
    await context.close()
  }
})

it.each(partInCi(['en', 'pt-BR', 'es'], 1))(
  'axe finds nothing, and it is read as sentences: %s',
  async (lang) => {
    const body = [
      'total="30"',
      'total="30" message="No."',
      'applied="20.50" until="2026-11-16T18:04:00.000Z"',
    ]
      .map(element)
      .join('')
    const { page } = await test.show(`<h2>Payment</h2>${body}`, 'bia', { lang, policy: null })
    await expect.poll(() => box(page).count()).toBe(3)
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
  },
)

it('is read as sentences in three languages', async () => {
  const names: Record<string, string> = {}
  for (const lang of ['en', 'pt-BR', 'es']) {
    const body = element('total="30"') + element('applied="20.50" until="2026-11-16T18:04:00.000Z"')
    const { page, context } = await test.show(body, 'bia', { lang })
    await expect.poll(() => box(page).count()).toBe(2)
    names[lang] = (await page.locator('main').ariaSnapshot()).split('\n').slice(1).join('\n')
    await context.close()
  }
  expect(names).toMatchSnapshot()
})

it('with text twice as large nothing is wider than a page of 320 px', async () => {
  const { page } = await test.show(
    element('total="30"') + element('applied="20.50" until="2026-11-16T18:04:00.000Z"'),
    'bia',
    { policy: null, look: { width: 320, forcedColors: 'active' } },
  )
  await expect.poll(() => box(page).count()).toBe(2)
  await page.locator('main').evaluate((main) => {
    main.style.fontSize = '200%'
  })
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(320)
})
