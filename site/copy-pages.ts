/** Brings the pages of the repository here, with the pictures that they show: vitepress finds its own parts beside them. */
import { cpSync, globSync, mkdirSync, rmSync } from 'node:fs'
import { dirname, join } from 'node:path'

const ROOT = join(import.meta.dirname, '..')
const PAGES = join(import.meta.dirname, 'pages')

rmSync(PAGES, { recursive: true, force: true })
const found = globSync(['*.md', 'docs/**/*.{md,png}', 'deploy/**/*.md', 'sdk/*.md', 'examples/*/*.md'], {
  cwd: ROOT,
})
for (const page of found) {
  mkdirSync(dirname(join(PAGES, page)), { recursive: true })
  cpSync(join(ROOT, page), join(PAGES, page))
}
