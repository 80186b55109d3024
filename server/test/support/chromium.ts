import { existsSync } from 'node:fs'
import { chromium } from 'playwright-core'

const PROGRAM = [
  process.env.CHROMIUM,
  '/usr/bin/chromium-headless-shell',
  '/usr/bin/chromium',
  '/usr/bin/google-chrome',
].find((path) => path !== undefined && existsSync(path))

/** Whether there is a browser to open the panel with. Without one a test says what it leaves out, and fails in CI. */
export function hasChromium(leftOut: string): boolean {
  if (PROGRAM) return true
  const reason = `${leftOut} is not tested here: there is no Chromium (CHROMIUM may name it)`
  // Where it is skipped, no one would notice that it is no longer true.
  if (process.env.CI) throw new Error(reason)
  process.stderr.write(`\n${reason}\n\n`)
  return false
}

/** Opens a printed invitation as the person would who got it, and returns what the panel then shows. */
export async function acceptInvitation(link: string): Promise<{ url: string; text: string }> {
  if (!PROGRAM) throw new Error('no Chromium found: install it, or name it in CHROMIUM')
  const browser = await chromium.launch({ executablePath: PROGRAM, args: ['--no-sandbox'] })
  try {
    // The certificate is the test's own.
    const page = await browser.newPage({ locale: 'en', ignoreHTTPSErrors: true })
    await page.goto(link)
    await page.getByLabel('Your name').fill('Ana')
    await page.getByLabel('Choose a password').fill('a duck reads the paper')
    await page.keyboard.press('Enter')
    await page.waitForURL(/\/panel\/t\/\d+/)
    await page.getByRole('navigation').first().waitFor()
    return { url: page.url(), text: await page.locator('body').innerText() }
  } finally {
    await browser.close()
  }
}
