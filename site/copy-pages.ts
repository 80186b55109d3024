/**
 * Brings the pages of the repository here, with the pictures and files that they link to: vitepress finds its own parts
 * beside them. A README is the index of its folder. The reference of both APIs is written from their descriptions.
 */
import {
  cpSync,
  existsSync,
  globSync,
  mkdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join, normalize } from 'node:path'
import { writeApiPage } from './api-page.ts'

const ROOT = join(import.meta.dirname, '..')
const PAGES = join(import.meta.dirname, 'pages')
/** What vitepress takes as it is. */
const FILES = join(PAGES, 'public')
const LINK = /(\]\()([^)\s]+)(\))/g

rmSync(PAGES, { recursive: true, force: true })
const found = globSync(
  [
    '*.md',
    'docs/**/*.{md,png}',
    'deploy/**/*.md',
    'sdk/*.md',
    'examples/*/*.md',
    'server/{bench,test/*}/README.md',
  ],
  {
    cwd: ROOT,
  },
)
for (const page of found) {
  const target = join(PAGES, indexOf(page))
  mkdirSync(dirname(target), { recursive: true })
  if (page.endsWith('.md')) writeFileSync(target, withLinks(page))
  else cpSync(join(ROOT, page), target)
}
for (const [name, title] of [
  ['openapi', 'Private API'],
  ['openapi-admin', 'Management API'],
] as const) {
  const description = readFileSync(join(ROOT, `server/${name}.json`), 'utf8')
  writeFileSync(join(PAGES, `docs/reference/${name}.md`), writeApiPage(title, JSON.parse(description)))
}

function indexOf(page: string): string {
  return page.replace(/(^|\/)README\.md/, '$1index.md')
}

/** Links to pages lead to where they are here; other files are brought along; of folders the text stays. */
function withLinks(page: string): string {
  const text = readFileSync(join(ROOT, page), 'utf8')
  return text.replace(LINK, (link, open: string, address: string, close: string) => {
    if (/^([a-z]+:|#)/.test(address)) return link
    const [path = '', anchor] = address.split('#')
    const file = normalize(join(dirname(page), path))
    // The build fails on what is not there.
    if (!existsSync(join(ROOT, file))) return link
    if (statSync(join(ROOT, file)).isDirectory())
      return existsSync(join(ROOT, file, 'README.md')) ? link : `${open}/docs/${close}`
    if (found.includes(file))
      return `${open}${indexOf(path)}${anchor === undefined ? '' : `#${anchor}`}${close}`
    // Pages of folders that vitepress does not look into.
    if (file.startsWith('.')) return `${open}/docs/${close}`
    cpSync(join(ROOT, file), join(FILES, file))
    return `${open}/${file}${close}`
  })
}
