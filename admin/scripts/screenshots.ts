/**
 * Takes pages of the panel, light, dark and as a phone shows them. Look at them.
 *
 *   npm run screenshots                            all pages into docs/panel/
 *   npm run screenshots -- liability data          only these
 *   npm run screenshots -- reporting --all --into F  in three languages, into another folder; `reporting`: Home, reports,
 *                                                  accounting, backtests, and imports and exports
 */
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { launch, openWatched, signIn, type Watched } from '../test/support/browser.ts'
import { startDevServer } from '../test/support/dev-server.ts'
import { settled } from '../test/support/look.ts'
import { addressOf, choose, ensureDraft, waitForFigures } from '../test/support/prepare.ts'
import { INSIDE, isReporting, OUTSIDE, type Route } from '../test/support/routes.ts'

const { values: asked, positionals: wanted } = parseArgs({
  options: { all: { type: 'boolean', default: false }, into: { type: 'string' } },
  allowPositionals: true,
})
const FOLDER = asked.into ?? fileURLToPath(new URL('../../docs/panel/', import.meta.url))
const LANGUAGES = asked.all ? (['en', 'pt-BR', 'es'] as const) : (['en'] as const)
const LOOKS = LANGUAGES.flatMap((language) => {
  const ending = asked.all ? `-${language}` : ''
  return [
    { name: `light${ending}`, language, scheme: 'light', width: 1440, height: 900 },
    { name: `dark${ending}`, language, scheme: 'dark', width: 1440, height: 900 },
    { name: `phone${ending}`, language, scheme: 'light', width: 390, height: 844 },
  ] as const
})

/** Only these, where names are given. */
const isWanted = (route: Route): boolean =>
  wanted.length === 0 || wanted.includes(route.name) || (wanted.includes('reporting') && isReporting(route))

async function take({ page }: Watched, path: string, file: string): Promise<void> {
  await page.goto(path)
  await settled(page)
  // A dialog stands in the middle of what is seen; of a page all is seen, with what sticks to its foot at the foot.
  const size = page.viewportSize()
  if (size && !path.includes('dialog=')) {
    const height = await page.evaluate(() => document.documentElement.scrollHeight)
    await page.setViewportSize({ ...size, height: Math.max(size.height, height) })
  }
  await page.screenshot({ path: join(FOLDER, `${file}.png`) })
  if (size) await page.setViewportSize(size)
  process.stdout.write(`${join(FOLDER, file)}.png\n`)
}

await mkdir(FOLDER, { recursive: true })
const { server, stop } = await startDevServer()
const browser = await launch()
try {
  for (const { name: look, ...options } of LOOKS) {
    const watched = await openWatched(browser, server.url, options)
    for (const { name, path } of OUTSIDE.filter(isWanted)) await take(watched, path, `${name}-${look}`)
    await signIn(watched.page, server)
    await choose(watched.page, { locale: options.language, theme: options.scheme })
    await ensureDraft(watched.page, server.tenant)
    await waitForFigures(watched.page, server.tenant)
    for (const { name, path } of INSIDE.filter(isWanted)) {
      await take(watched, await addressOf(watched.page, server.tenant, path), `${name}-${look}`)
    }
    await watched.context.close()
  }
} finally {
  await browser.close()
  await stop()
}
