import { existsSync } from 'node:fs'
import { type Browser, type BrowserContext, chromium, type Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, inject } from 'vitest'
import { onlyOnTop } from './on-top.ts'
import { watchRequests } from './requests.ts'

const CHROMIUM = [
  process.env.CHROMIUM,
  '/usr/bin/chromium-headless-shell',
  '/usr/bin/chromium',
  '/usr/bin/google-chrome',
].find((path) => path !== undefined && existsSync(path))

export interface Look {
  readonly language?: 'en' | 'pt-BR' | 'es'
  readonly scheme?: 'light' | 'dark'
  readonly width?: number
  readonly height?: number
}

/** Everything that a page must never do: errors in the console, refused content, requests to other hosts. */
export interface Watched {
  readonly page: Page
  readonly context: BrowserContext
  readonly faults: string[]
}

/** What a browser says of a request that a page of the panel makes. */
export const FROM_THE_PANEL = { 'sec-fetch-site': 'same-origin' }

let browser: Browser

/** One browser for a file of tests. */
export function withBrowser(): { open: (look?: Look) => Promise<Watched> } {
  beforeAll(async () => {
    browser = await launch()
  })
  afterEach(async ({ task }) => {
    if (task.result?.state === 'fail') await tellWhatIsOpen(browser)
  })
  afterAll(() => browser.close())
  return { open: (look) => openWatched(browser, inject('devServer').url, look) }
}

/** What was waited for is in the error; what was there instead is told here, also by a machine nobody looks at. */
async function tellWhatIsOpen(from: Browser): Promise<void> {
  for (const page of from.contexts().flatMap((context) => context.pages())) {
    const text = await page.evaluate(() => document.body.innerText.slice(0, 2000)).catch(String)
    process.stderr.write(`Open when the test failed: ${page.url()}\n${text}\n`)
  }
}

export function launch(): Promise<Browser> {
  if (!CHROMIUM) throw new Error('no Chromium found: install it, or name it in CHROMIUM')
  return chromium.launch({ executablePath: CHROMIUM, args: ['--no-sandbox'] })
}

export async function openWatched(from: Browser, url: string, look: Look = {}): Promise<Watched> {
  const { language = 'en', scheme = 'light', width = 1440, height = 900 } = look
  const context = await from.newContext({
    baseURL: url,
    viewport: { width, height },
    colorScheme: scheme,
    locale: language,
    reducedMotion: 'reduce',
  })
  watchRequests(context)
  const page = await context.newPage()
  onlyOnTop(page)
  const faults: string[] = []
  page.on('console', (message) => {
    // What the server refuses is told by the page; the browser also notes the status.
    if (message.type() === 'error' && !/status of 4\d\d/.test(message.text())) faults.push(message.text())
  })
  page.on('pageerror', (error) => faults.push(error.message))
  page.on('request', (request) => {
    const { protocol, host } = new URL(request.url())
    if (protocol.startsWith('http') && host !== new URL(url).host) faults.push(`asked ${request.url()}`)
  })
  return { page, context, faults }
}

/**
 * Signs in without the form, which journeys of its own fill in: loading it and the home page behind it took half of the
 * time of a short test.
 */
export async function signIn(
  page: Page,
  who: { readonly email: string; readonly password: string } = inject('devServer'),
): Promise<void> {
  const answer = await page.request.post('/v1/admin/session', {
    data: { email: who.email, password: who.password },
    headers: FROM_THE_PANEL,
  })
  if (!answer.ok()) throw new Error(`signing in: ${answer.status()} ${await answer.text()}`)
}
