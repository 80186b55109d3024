/** What a slow connection waits for: how little the first picture needs, and how often the first page asks. */
import type { Page, Request, Route } from 'playwright-core'
import { expect, inject, it } from 'vitest'
import { signIn, withBrowser } from '../support/browser.ts'
import { settled } from '../support/look.ts'

const { open } = withBrowser()

/** A bad mobile connection. */
const BITS_PER_SECOND = 400_000
const LATENCY_MS = 150
const SHELL_WITHIN_SECONDS = 2
const REQUESTS_MAX = 15
/** Of a machine that has other things to do: the bound by bytes is the exact one. */
const BUSY_SECONDS = 8

const home = (): string => `/panel/t/${inject('devServer').tenant}`

/** Nothing but the page and what it says before its first picture; the rest never comes. */
function isNeeded(request: Request): boolean {
  return request.isNavigationRequest() || new URL(request.url()).pathname === '/panel/scheme.js'
}

/** Colour and width of the rail that the page itself brings. */
function railOf(page: Page): Promise<{ colour: string; width: number; isShown: boolean }> {
  return page.evaluate(() => {
    const rail = document.querySelector('.boot-rail')
    if (!rail) throw new Error('the page has no shell')
    const { width, height } = rail.getBoundingClientRect()
    return { colour: getComputedStyle(rail).backgroundColor, width, isShown: width * height > 0 }
  })
}

const firstPicture = (page: Page): Promise<number> =>
  page.evaluate(
    () =>
      new Promise<number>((resolve) => {
        new PerformanceObserver((list) => {
          const [found] = list.getEntriesByName('first-contentful-paint')
          if (found) resolve(found.startTime)
        }).observe({ type: 'paint', buffered: true })
      }),
  )

it.each([
  { scheme: 'light', colour: 'rgb(243, 245, 243)' },
  { scheme: 'dark', colour: 'rgb(12, 16, 14)' },
] as const)(
  'the shell is drawn in $scheme from the page itself, before any script, stylesheet or answer',
  async ({ scheme, colour }) => {
    const { page, context, faults } = await open({ scheme })
    await signIn(page)
    const held: Route[] = []
    const needed: Request[] = []
    await page.route('**', async (route) => {
      if (!isNeeded(route.request())) return void held.push(route)
      needed.push(route.request())
      await route.continue()
    })
    await page.goto(home(), { waitUntil: 'commit' })
    expect(await firstPicture(page)).toBeGreaterThan(0)
    expect(await railOf(page)).toEqual({ colour, width: 224, isShown: true })
    const sizes = await Promise.all(needed.map((request) => request.sizes()))
    const bytes = sizes.reduce((sum, one) => sum + one.responseHeadersSize + one.responseBodySize, 0)
    const seconds = (bytes * 8) / BITS_PER_SECOND + (needed.length * LATENCY_MS) / 1_000
    process.stdout.write(
      `The shell needs ${bytes} bytes in ${needed.length} requests: ${seconds.toFixed(2)} s\n`,
    )
    expect(seconds).toBeLessThanOrEqual(SHELL_WITHIN_SECONDS)
    expect(held.length).toBeGreaterThan(0)
    expect(faults).toEqual([])
    await context.close()
  },
)

it('on a phone the bar is drawn, and the rail is not', async () => {
  const { page, context } = await open({ width: 390, height: 844 })
  await signIn(page)
  await page.route('**', async (route) => {
    if (isNeeded(route.request())) await route.continue()
  })
  await page.goto(home(), { waitUntil: 'commit' })
  await firstPicture(page)
  expect(await railOf(page)).toMatchObject({ width: 390, isShown: true })
  await context.close()
})

it(`Home makes at most ${REQUESTS_MAX} requests, and gives way to the page`, async () => {
  const { page, context, faults } = await open()
  await signIn(page)
  const network = await context.newCDPSession(page)
  await network.send('Network.enable')
  await network.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: LATENCY_MS,
    downloadThroughput: BITS_PER_SECOND / 8,
    uploadThroughput: BITS_PER_SECOND / 8,
  })
  const asked: string[] = []
  network.on('Network.requestWillBeSent', ({ request }) => {
    if (request.url.startsWith('http')) asked.push(new URL(request.url).pathname)
  })
  network.on('Network.loadingFailed', ({ errorText }) => void asked.push(`(failed: ${errorText})`))
  network.on('Network.responseReceived', ({ response }) => {
    if (response.status >= 400) asked.push(`(answered: ${response.status} ${response.url})`)
  })
  let received = 0
  network.on('Network.loadingFinished', ({ encodedDataLength }) => {
    received += encodedDataLength
  })
  await page.goto(home(), { waitUntil: 'commit' })
  const shell = (await firstPicture(page)) / 1_000
  await page.getByRole('heading', { level: 1 }).waitFor()
  expect(await railOf(page)).toMatchObject({ isShown: false })
  await settled(page)
  // What is fetched when the page has been there for a while, the search, counts too.
  await expect.poll(() => asked.some((path) => path.includes('Palette')), { timeout: 60_000 }).toBe(true)
  await settled(page)
  process.stdout.write(
    `The shell is drawn after ${shell.toFixed(2)} s; ${asked.length} requests, ${received} bytes:\n${asked.join('\n')}\n`,
  )
  expect(shell).toBeLessThanOrEqual(BUSY_SECONDS)
  // The first steps are looked at again every five seconds, which is no part of the load.
  const ofTheLoad = asked.filter(
    (path, index) => !path.endsWith('/checklist') || asked.indexOf(path) === index,
  )
  expect(ofTheLoad.length).toBeLessThanOrEqual(REQUESTS_MAX)
  expect(faults).toEqual([])
  await context.close()
})

it('who is not signed in gets no shell, and comes to the sign-in', async () => {
  const { page, context, faults } = await open()
  await page.goto(home())
  await page.waitForURL(/\/panel\/sign-in/)
  await page.locator('input[type=password]').waitFor()
  expect(await page.locator('.boot').count()).toBe(0)
  expect(faults).toEqual([])
  await context.close()
})
