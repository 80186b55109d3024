/** Looks whether every link of the pages that were built leads somewhere: `node check-links.ts [FOLDER]`. */
import { existsSync, globSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'

const FOLDER = process.argv[2] ?? join(import.meta.dirname, 'dist')
const anchors = new Map<string, Set<string>>()

const pages = globSync('**/*.html', { cwd: FOLDER })
const links = pages.flatMap((page) =>
  [...readFileSync(join(FOLDER, page), 'utf8').matchAll(/\s(?:href|src)="([^"]+)"/g)].map(
    ([, target = '']) => ({
      page,
      target: target.replaceAll('&amp;', '&'),
    }),
  ),
)
const inside = links.filter(({ target }) => !/^([a-z]+:|\/\/)/i.test(target))
const dead = inside.filter(({ page, target }) => !leadsSomewhere(page, target))
for (const { page, target } of dead) process.stderr.write(`${page} links to ${target}, which is not there\n`)
process.stdout.write(`${pages.length} pages, ${inside.length} links, ${dead.length} dead\n`)
if (dead.length > 0 || pages.length === 0) process.exitCode = 1

function leadsSomewhere(page: string, target: string): boolean {
  const { pathname, hash } = new URL(
    target,
    `http://site/${page.replace(/index\.html$/, '').replace(/\.html$/, '')}`,
  )
  const path = decodeURIComponent(pathname).slice(1)
  const file = [path, `${path}.html`, join(path, 'index.html')].find((one) => isFile(join(FOLDER, one)))
  if (file === undefined) return false
  return hash === '' || !file.endsWith('.html') || anchorsOf(file).has(decodeURIComponent(hash.slice(1)))
}

function isFile(path: string): boolean {
  return existsSync(path) && statSync(path).isFile()
}

function anchorsOf(page: string): Set<string> {
  const known = anchors.get(page)
  if (known) return known
  const ids = [...readFileSync(join(FOLDER, page), 'utf8').matchAll(/\sid="([^"]+)"/g)].map(
    ([, id = '']) => id,
  )
  anchors.set(page, new Set(ids))
  return new Set(ids)
}
