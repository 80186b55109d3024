/** The storefront: switched on with a name in addresses, what is shown, and from where browsers may ask. */
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Frame, Page } from 'playwright-core'
import { expect, it, onTestFinished } from 'vitest'
import { withBrowser } from '../support/browser.ts'
import { axeFindings, settled } from '../support/look.ts'
import { api, openAsOwner } from '../support/merchant.ts'
import { JOINED_WITH, joinAs, joinByLink, makeMerchant } from '../support/punchcard.ts'
import { confirmed } from '../support/session.ts'

const { open } = withBrowser()

interface Storefront {
  readonly isOn: boolean
  readonly slug: string | null
  readonly origins: readonly string[]
  readonly links: Readonly<Record<'page' | 'signIn' | 'privacy', string | null>>
  readonly switches: Readonly<Record<string, boolean>>
  readonly hiddenRules: readonly number[]
  readonly version: number
}

const read = (page: Page) => api<Storefront>(page, 'GET', '/storefront')

it('a new owner switches it on with the proposed name, and the page of the program is there', async () => {
  const { link, tenant } = await makeMerchant(`Chá & Cia ${Date.now()}`)
  const { page, faults, context } = await joinByLink(open, link, 'Rui')
  await page.getByRole('link', { name: 'Storefront' }).click()
  await page.getByText('Off', { exact: true }).waitFor()
  expect(await axeFindings(page)).toEqual([])
  await page.getByRole('button', { name: 'Switch on…' }).click()
  const dialog = page.getByRole('dialog', { name: 'Switch the storefront on?' })
  const name = dialog.getByLabel('Name of your shop in addresses')
  const proposed = await name.inputValue()
  expect(proposed).toMatch(/^cha-cia-\d+$/)
  await name.fill('Not one')
  await dialog.getByRole('button', { name: 'Switch on' }).click()
  await dialog.getByText('Use 2 to 40 lowercase letters').waitFor()
  expect(await axeFindings(page)).toEqual([])
  await name.fill(proposed)
  await confirmed(
    page,
    () => dialog.getByRole('button', { name: 'Switch on' }).click(),
    () => page.getByText('On', { exact: true }).waitFor(),
    JOINED_WITH,
  )
  const [shown] = await Promise.all([
    page.waitForEvent('popup'),
    page.getByRole('link', { name: 'Open your program page' }).click(),
  ])
  await shown.getByRole('heading', { level: 1 }).waitFor()
  expect(new URL(shown.url()).pathname).toBe(`/shop/${proposed}`)
  await shown.close()

  await page.getByRole('button', { name: 'Switch off…' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Switch off' }).click()
  await page.getByText('Off', { exact: true }).waitFor()
  // Everywhere within a second.
  await expect
    .poll(async () => (await page.request.get(`/shop/${proposed}`)).status(), { timeout: 5_000 })
    .toBe(404)
  const { entries } = await audited(page, tenant)
  expect(entries).toEqual(['storefront.update', 'storefront.update', 'storefront.domains'])
  expect(faults).toEqual([])
  await context.close()
})

async function audited(page: Page, tenant: number): Promise<{ entries: string[] }> {
  const found = await page.request.get(`/v1/admin/tenants/${tenant}/audit?target=storefront:${tenant}`)
  const { items } = (await found.json()) as { items: { action: string; after: unknown }[] }
  return { entries: items.map(({ action }) => action) }
}

it('switches and hidden rules are saved, with the change of another person beside it', async () => {
  const { page, faults, context } = await openAsOwner(open, '/storefront/shown')
  await settled(page)
  const before = await read(page)
  await page.getByRole('switch', { name: 'Activity' }).uncheck()
  const rule = page.getByRole('checkbox').first()
  await rule.uncheck()
  // Another person changes something else first: nothing of either is lost.
  await api(page, 'PATCH', '/storefront', {
    headers: { 'if-match': `"r${before.version}"` },
    body: { switches: { birthday: true } },
  })
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByRole('button', { name: 'Save result' }).click()
  await page.getByText(/^Saved \d\d:\d\d/).waitFor()
  const after = await read(page)
  expect(after.switches).toEqual({ ...before.switches, history: false, birthday: true })
  expect(after.hiddenRules).toHaveLength(1)
  expect(await axeFindings(page)).toEqual([])

  await rule.check()
  await page.getByRole('switch', { name: 'Activity' }).check()
  await page.getByRole('switch', { name: 'Add their birthday' }).uncheck()
  await page.getByRole('button', { name: 'Save' }).click()
  await expect.poll(async () => (await read(page)).hiddenRules).toEqual([])
  expect((await read(page)).switches).toEqual(before.switches)
  expect(faults).toEqual([])
  await context.close()
})

it('domains are typed as one knows them, refused where they are wrong, and need the password', async () => {
  const { page, faults, context } = await openAsOwner(open, '/storefront/domains')
  await settled(page)
  const before = await read(page)
  await page.getByLabel('Name of your shop in addresses').fill('panel')
  await page.getByRole('button', { name: 'Add an address' }).click()
  await page.getByRole('textbox', { name: 'Shop address 1' }).fill('CafeAurora.example/club')
  await page.getByRole('button', { name: 'Add an address' }).click()
  await page.getByRole('textbox', { name: 'Shop address 2' }).fill('http://cafeaurora.example')
  await page.getByLabel('Sign-in', { exact: true }).fill('https://elsewhere.example/login')
  await confirmed(
    page,
    () => page.getByRole('button', { name: 'Save domains' }).click(),
    () => page.getByText('This name is reserved').waitFor(),
  )
  await page.getByText('This address begins with http.').waitFor()
  await page.getByText('This must be a page of one of the addresses').waitFor()
  expect(await axeFindings(page)).toEqual([])
  expect(await read(page)).toEqual(before)

  const slug = `aurora-${Date.now()}`
  await page.getByLabel('Name of your shop in addresses').fill(slug)
  await page.getByRole('button', { name: 'Remove shop address 2' }).click()
  await page.getByLabel('Sign-in', { exact: true }).fill('cafeaurora.example/login')
  await page.getByRole('button', { name: 'Save domains' }).click()
  await page.getByText(/^Saved \d\d:\d\d/).waitFor()
  expect(await read(page)).toMatchObject({
    slug,
    origins: ['https://cafeaurora.example'],
    links: { page: null, signIn: 'https://cafeaurora.example/login', privacy: null },
  })
  expect(faults).toEqual([])
  await context.close()
})

it('a viewer sees all of it and can change nothing; a developer can change the domains alone', async () => {
  const viewer = await joinAs(open, 'viewer')
  await viewer.page.getByRole('link', { name: 'Storefront' }).click()
  await viewer.page.getByRole('link', { name: 'What is shown' }).click()
  await viewer.page.getByText('You can view this but not change it.').waitFor()
  expect(await viewer.page.getByRole('switch', { name: 'Activity' }).isDisabled()).toBe(true)
  expect(await viewer.page.getByRole('button', { name: /Switch o/ }).count()).toBe(0)
  await viewer.context.close()

  const developer = await joinAs(open, 'developer')
  await developer.page.getByRole('link', { name: 'Storefront' }).click()
  await developer.page.getByText('You can view this but not change it.').waitFor()
  await developer.page.getByRole('link', { name: 'Domains' }).click()
  await developer.page.getByRole('button', { name: 'Save domains' }).waitFor()
  await developer.context.close()
})

interface Appearance {
  readonly appearance: { readonly accent: string; readonly accentDark: string; readonly corners: string }
  readonly programName: string
}

async function previewOf(page: Page): Promise<Frame> {
  await page.frameLocator('iframe').getByText('Ana').first().waitFor()
  const frame = page.frames().find((one) => one.url().endsWith('/panel/preview'))
  if (!frame) throw new Error('there is no preview')
  return frame
}

/** After a key, until the preview shows it, in milliseconds. */
async function typedAndShown(page: Page, frame: Frame, key: string): Promise<number> {
  await page.evaluate(() => {
    const note = () => Object.assign(window, { typedAt: performance.timeOrigin + performance.now() })
    window.addEventListener('keydown', note, { capture: true, once: true })
  })
  const watched = await frame.evaluateHandle(() => {
    const heading = document.querySelector('h1') as HTMLElement
    const shown = new Promise<number>((done) => {
      const observer = new MutationObserver(() => {
        observer.disconnect()
        done(performance.timeOrigin + performance.now())
      })
      observer.observe(heading, { childList: true, characterData: true, subtree: true })
    })
    return { shown }
  })
  await page.keyboard.press(key)
  const shown = await watched.evaluate((handle) => handle.shown)
  return shown - (await page.evaluate(() => (window as unknown as { typedAt: number }).typedAt))
}

it('the preview is the real elements, and shows each key within 100 ms', async () => {
  const { page, faults, context } = await openAsOwner(open, '/storefront')
  const frame = await previewOf(page)
  const asked: string[] = []
  page.on('request', (request) => {
    if (request.frame() === frame) asked.push(request.url())
  })
  await page.getByLabel('Program name').focus()
  await page.keyboard.press('End')
  const times: number[] = []
  for (const key of 'ClubDeOuro') times.push(await typedAndShown(page, frame, key))
  times.sort((a, b) => a - b)
  process.stdout.write(
    `A key is in the preview after ${times.map((time) => time.toFixed(0)).join(', ')} ms\n`,
  )
  expect(times[Math.floor(times.length / 2)]).toBeLessThanOrEqual(100)
  expect(await axeFindings(page)).toEqual([])

  const inside = page.frameLocator('iframe')
  await inside.locator('punchcard-page').getByText('1.240').first().waitFor()
  await page.getByRole('radio', { name: 'Visitor' }).check()
  await inside.locator('punchcard-balance').getByText('Participe do').waitFor()
  await inside.locator('punchcard-rewards').getByText('300 pontos').waitFor()
  expect(await inside.getByText('1.240').count()).toBe(0)
  await page.getByRole('radio', { name: 'Customer' }).check()
  await inside.locator('punchcard-page').getByText('1.240').first().waitFor()
  await page.getByRole('radio', { name: 'Product' }).check()
  await inside.locator('punchcard-earn').first().getByText('42').waitFor()
  await page.getByRole('radio', { name: 'Checkout' }).check()
  await inside.locator('punchcard-earn').getByText('91').waitFor()
  await page.getByRole('radio', { name: 'Dark' }).check()
  await page.getByRole('radio', { name: 'Desktop' }).check()
  expect(await frame.evaluate(() => getComputedStyle(document.documentElement).colorScheme)).toBe('dark')

  // It has no origin, no session and no network, and listens to the panel alone.
  expect(await frame.evaluate(() => self.origin)).toBe('null')
  expect(asked).toEqual([])
  const text = await frame.evaluate(() => document.body.innerText)
  await frame.evaluate(() => window.postMessage({ view: 'page' }, '*'))
  await frame.evaluate(() => new Promise((done) => setTimeout(done, 100)))
  expect(await frame.evaluate(() => document.body.innerText)).toBe(text)
  expect(faults).toEqual([])
  await context.close()
})

it('a colour that can’t be read gives way to the nearest shade that can, and the rest follows', async () => {
  const { page, faults, context } = await openAsOwner(open, '/storefront')
  const frame = await previewOf(page)
  await page.getByLabel('Your color', { exact: true }).fill('#ffd400')
  await page.getByText('#ffd400 is 1.4').waitFor()
  expect(await axeFindings(page)).toEqual([])
  await page.getByLabel('Your color', { exact: true }).blur()
  const taken = await page.getByLabel('Your color', { exact: true }).inputValue()
  expect(taken).not.toBe('#ffd400')
  await page.getByRole('radio', { name: 'Round' }).check()
  await expect
    .poll(() => frame.evaluate(() => document.documentElement.style.getPropertyValue('--accent')))
    .toBe(taken)
  // Sent before it was left: the server is asked for the shade.
  await page.getByLabel('On dark pages', { exact: true }).fill('#112233')
  await page.keyboard.press('Enter')
  await page.getByText(/^Saved \d\d:\d\d/).waitFor()
  const { appearance } = await api<Appearance>(page, 'GET', '/storefront')
  expect(appearance).toMatchObject({ accent: taken, corners: 'round' })
  expect(appearance.accentDark).not.toBe('#112233')
  expect(await page.getByLabel('On dark pages', { exact: true }).inputValue()).toBe(appearance.accentDark)

  const { version } = await read(page)
  await api(page, 'PATCH', '/storefront', {
    headers: { 'if-match': `"r${version}"` },
    body: { appearance: null, programName: null },
  })
  expect(faults).toEqual([])
  await context.close()
})

/** A shop of one page. */
async function shopWith(html: string): Promise<string> {
  const server = createServer((_request, response) => {
    response.setHeader('content-type', 'text/html; charset=utf-8')
    response.end(`<!doctype html><html lang="en"><title>Shop</title>${html}`)
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => void server.close())
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/`
}

it('from off to points in a shop: switched on, coloured, and its code pasted into an empty page', async () => {
  const started = Date.now()
  const { link } = await makeMerchant(`Norte ${Date.now()}`)
  const { page, faults, context } = await joinByLink(open, link, 'Ines')
  await page.getByRole('link', { name: 'Storefront' }).click()
  await page.getByRole('button', { name: 'Switch on…' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Switch on' }).click()
  await page.getByText('On', { exact: true }).waitFor()
  await page.getByLabel('Program name').fill('Norte Club')
  await page.getByLabel('Your color', { exact: true }).fill('#1d4f9a')
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByText(/^Saved \d\d:\d\d/).waitFor()
  await page.getByText('Visible within a minute.').waitFor()

  await page.getByRole('button', { name: 'Copy the code' }).click()
  const dialog = page.getByRole('dialog', { name: 'Show points in your shop' })
  expect(await axeFindings(page)).toEqual([])
  const head = dialog.locator('pre').first()
  expect(await head.innerText()).toMatch(/integrity="sha384-/)
  await dialog.getByRole('radio', { name: 'Always the newest version' }).check()
  expect(await head.innerText()).not.toMatch(/integrity/)
  await dialog.getByRole('radio', { name: 'This version (recommended)' }).check()
  for (const name of ['Next.js', 'Another language']) await dialog.getByRole('radio', { name }).check()
  expect(await axeFindings(page)).toEqual([])
  const [pasted, element] = [await head.innerText(), '<punchcard-balance></punchcard-balance>']
  await dialog.getByText(element).waitFor()

  const shop = await context.newPage()
  await shop.goto(await shopWith(`${pasted}${element}`))
  const pill = shop.locator('punchcard-balance [part=pill]')
  await expect.poll(() => pill.innerText()).toBe('Join Norte Club')
  expect(await shop.evaluate(() => document.scripts[0]?.integrity.startsWith('sha384-'))).toBe(true)
  process.stdout.write(`From off to points in a shop: ${((Date.now() - started) / 1_000).toFixed(0)} s\n`)
  expect(faults).toEqual([])
  await context.close()
})

it('a text is changed in one language beside its usual one, and a place that is missing is told at the field', async () => {
  const { page, faults, context } = await openAsOwner(open, '/storefront/texts')
  await settled(page)
  await page.getByText('Points of a product').click()
  const row = page.getByRole('group', { name: 'Earn {points}', exact: true })
  const field = row.getByLabel('Português (Brasil)')
  expect(await field.getAttribute('placeholder')).toBe('Ganhe {points}')
  await field.fill('Junte pontos')
  await row.getByText('{points}.').waitFor()
  expect(await axeFindings(page)).toEqual([])
  await page.getByRole('button', { name: 'Save' }).click()
  await row.getByText('Keep each of these places once').or(row.getByText('Keep each place once')).waitFor()
  await field.fill('Junte {points}')
  // The preview speaks the language that one writes, and says it.
  await page.getByRole('radio', { name: 'Product' }).check()
  await page.frameLocator('iframe').locator('punchcard-earn').first().getByText('Junte').waitFor()
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByText(/^Saved \d\d:\d\d/).waitFor()
  const { words } = await api<{ words: object }>(page, 'GET', '/storefront')
  expect(words).toEqual({ earn: { 'pt-BR': 'Junte {points}' } })
  await row.getByText('Usually: Ganhe {points}').waitFor()

  await page.getByLabel('Find a text').fill('gane hasta')
  await page.getByRole('group', { name: 'Earn up to {points}' }).waitFor()
  await page.getByLabel('Find a text').fill('')
  await page.getByText('Points of a product').click()
  await field.fill('')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect.poll(async () => (await api<{ words: object }>(page, 'GET', '/storefront')).words).toEqual({})
  expect(faults).toEqual([])
  await context.close()
})

it('terms are written, read as customers do, and published for good', async () => {
  const { page, faults, context } = await openAsOwner(open, '/storefront/terms')
  await settled(page)
  await page.getByText('Not published').waitFor()
  const text = page.getByLabel('Terms · Português (Brasil)')
  await text.fill('# Termos\n\n**Pontos** expiram. <script>alert(1)</script>\n\n- um\n- dois')
  await page.getByRole('heading', { name: 'Termos' }).waitFor()
  await page.getByText('<script>alert(1)</script>').last().waitFor()
  expect(await axeFindings(page)).toEqual([])
  expect(await page.getByRole('button', { name: 'Publish version 1…' }).count()).toBe(0)
  await page.getByRole('button', { name: 'Save draft' }).click()
  await page.getByRole('button', { name: 'Publish version 1…' }).click()
  const dialog = page.getByRole('dialog', { name: 'Publish version 1 of the terms?' })
  expect(await axeFindings(page)).toEqual([])
  await dialog.getByRole('button', { name: 'Publish' }).click()
  await page.getByText(/of [\d,]+ have agreed to version 1/).waitFor()
  expect(await page.getByRole('button', { name: /Publish version/ }).count()).toBe(0)
  const { current } = await api<{ current: { version: number } }>(page, 'GET', '/terms')
  expect(current.version).toBe(1)
  await page.goto(page.url().replace('/storefront/terms', '/customers/1?view=profile'))
  await page.getByRole('heading', { name: 'Consents' }).waitFor()
  expect(faults).toEqual([])
  await context.close()
})

it('a logo is kept as it is, a key is replaced, and sessions of a customer end', async () => {
  const { link } = await makeMerchant(`Sul ${Date.now()}`)
  const { page, faults, context } = await joinByLink(open, link, 'Caio')
  await page.getByRole('link', { name: 'Storefront' }).click()
  await page.getByRole('button', { name: 'Switch on…' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Switch on' }).click()
  await page.getByText('On', { exact: true }).waitFor()
  // What was typed before stays, and is no conflict with the picture.
  await page.getByLabel('Program name').fill('Sul Club')
  const picture = await page.screenshot({ clip: { x: 0, y: 0, width: 64, height: 48 } })
  const file = { name: 'logo.png', mimeType: 'image/png', buffer: picture }
  await page.locator('input[type=file]').setInputFiles({ ...file, buffer: Buffer.from('<svg/>') })
  await page.getByRole('alert').waitFor()
  await page.locator('input[type=file]').setInputFiles(file)
  await page.getByText('64 × 48 pixels.').waitFor()
  expect(await axeFindings(page)).toEqual([])
  await page.frameLocator('iframe').locator('header img').waitFor({ state: 'attached' })
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByText(/^Saved \d\d:\d\d/).waitFor()
  await page.getByRole('button', { name: 'Remove' }).click()
  await page.getByText('No logo yet.').waitFor()

  await page.getByRole('link', { name: 'Domains' }).click()
  await page.getByRole('button', { name: 'Replace the key…' }).click()
  await page.getByRole('dialog').getByLabel('End all tokens and links now').check()
  expect(await axeFindings(page)).toEqual([])
  await page.getByRole('dialog').getByRole('button', { name: 'Replace the key' }).click()
  await page.getByText('The key is replaced.').waitFor()
  expect(faults).toEqual([])
  await context.close()

  const owner = await openAsOwner(open, '/customers/1')
  await owner.page.getByRole('button', { name: /^More about/ }).click()
  await owner.page.getByRole('menuitem', { name: 'End storefront sessions…' }).click()
  await owner.page.getByRole('dialog').getByRole('button', { name: 'End sessions' }).click()
  await owner.page.getByText('The sessions are ended.').waitFor()
  expect(owner.faults).toEqual([])
  await owner.context.close()
})
