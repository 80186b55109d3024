import { existsSync } from 'node:fs'
import { type Browser, type BrowserContext, chromium, type Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll } from 'vitest'

const CHROMIUM = [
  process.env.CHROMIUM,
  '/usr/bin/chromium-headless-shell',
  '/usr/bin/chromium',
  '/usr/bin/google-chrome',
].find((path) => path !== undefined && existsSync(path))

export interface Look {
  readonly width?: number
  readonly height?: number
  readonly scheme?: 'light' | 'dark'
  readonly forcedColors?: 'active' | 'none'
}

export interface Opened {
  readonly page: Page
  readonly context: BrowserContext
  /** What a page must never do: exceptions, errors in the console, refused content, requests to other hosts. */
  readonly faults: string[]
  readonly warnings: string[]
}

/** One browser for a file of tests; each context is another person's. */
export function withBrowser(): { open: (hosts: readonly string[], look?: Look) => Promise<Opened> } {
  let browser: Browser
  beforeAll(async () => {
    if (!CHROMIUM) throw new Error('no Chromium found: install it, or name it in CHROMIUM')
    browser = await chromium.launch({
      executablePath: CHROMIUM,
      args: ['--no-sandbox'],
    })
  })
  // A page that stays open would go on asking.
  afterEach(async () => {
    for (const context of browser.contexts()) await context.close()
  })
  afterAll(() => browser.close())
  return { open: (hosts, look) => open(browser, hosts, look) }
}

async function open(browser: Browser, hosts: readonly string[], look: Look = {}): Promise<Opened> {
  const { width = 1280, height = 800, scheme = 'light', forcedColors = 'none' } = look
  const context = await browser.newContext({
    viewport: { width, height },
    colorScheme: scheme,
    forcedColors,
    locale: 'en',
  })
  const page = await context.newPage()
  const faults: string[] = []
  const warnings: string[] = []
  page.on('console', (message) => {
    // A request that failed is what some tests are about; the browser notes it by itself.
    if (message.type() === 'error' && !/Failed to load resource|CORS policy/.test(message.text()))
      faults.push(message.text())
    if (message.type() === 'warning') warnings.push(message.text())
  })
  page.on('pageerror', (error) => faults.push(error.message))
  page.on('request', (request) => {
    const { protocol, origin } = new URL(request.url())
    if (protocol.startsWith('http') && !hosts.includes(origin)) faults.push(`asked ${request.url()}`)
  })
  return { page, context, faults, warnings }
}
