/** Takes every page of the panel, light, dark and as a phone shows it, into docs/panel/. Look at them. */
import { mkdir } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { launch, openWatched, signIn, type Watched } from '../test/support/browser.ts'
import { startDevServer } from '../test/support/dev-server.ts'
import { settled } from '../test/support/look.ts'
import { addressOf, choose, ensureDraft } from '../test/support/prepare.ts'
import { INSIDE, OUTSIDE } from '../test/support/routes.ts'

const FOLDER = fileURLToPath(new URL('../../docs/panel/', import.meta.url))
const LOOKS = [
  { name: 'light', scheme: 'light', width: 1440, height: 900 },
  { name: 'dark', scheme: 'dark', width: 1440, height: 900 },
  { name: 'phone', scheme: 'light', width: 390, height: 844 },
] as const

/** Only these, where names are given. */
const wanted = process.argv.slice(2)
const isWanted = ({ name }: { readonly name: string }): boolean =>
  wanted.length === 0 || wanted.includes(name)

async function take({ page }: Watched, path: string, file: string): Promise<void> {
  await page.goto(path)
  await settled(page)
  // A dialog stands in the middle of what is seen; of a page all is seen, with what sticks to its foot at the foot.
  const size = page.viewportSize()
  if (size && !path.includes('dialog=')) {
    const height = await page.evaluate(() => document.documentElement.scrollHeight)
    await page.setViewportSize({ ...size, height: Math.max(size.height, height) })
  }
  await page.screenshot({ path: `${FOLDER}${file}.png` })
  if (size) await page.setViewportSize(size)
  process.stdout.write(`docs/panel/${file}.png\n`)
}

await mkdir(FOLDER, { recursive: true })
const { server, stop } = await startDevServer()
const browser = await launch()
try {
  for (const { name: look, ...options } of LOOKS) {
    const watched = await openWatched(browser, server.url, options)
    for (const { name, path } of OUTSIDE.filter(isWanted)) await take(watched, path, `${name}-${look}`)
    await signIn(watched.page, server)
    await choose(watched.page, { locale: 'en', theme: options.scheme })
    await ensureDraft(watched.page, server.tenant)
    for (const { name, path } of INSIDE.filter(isWanted)) {
      await take(watched, await addressOf(watched.page, server.tenant, path), `${name}-${look}`)
    }
    await watched.context.close()
  }
} finally {
  await browser.close()
  await stop()
}
