/** What the pages of this repository name is there: pages and headings, files, scripts and tests. */
import { existsSync, globSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { describe, expect, it } from 'vitest'

const ROOT = join(import.meta.dirname, '../..')
const PAGES = globSync(
  [
    '*.md',
    '{docs,.github,.changeset}/**/*.md',
    'deploy/{*.md,helm/**/*.md}',
    '{sdk,storefront}/*.md',
    'storefront/released/*.md',
    'examples/*/*.md',
    'server/{*.md,{bench,test}/**/*.md}',
  ],
  { cwd: ROOT },
)
/** It tells of what was. */
const HISTORY = 'CHANGELOG.md'
const FILES = globSync('{.ci,.changeset,.github,admin,deploy,docs,examples,sdk,server,storefront}/**', {
  cwd: ROOT,
  exclude: (path) => path === 'node_modules' || path.endsWith('/node_modules'),
}).concat(globSync('*.*', { cwd: ROOT }))
const ENDS_OF_FILES = new Set(FILES.flatMap(endsOf))
const SCRIPTS = Object.keys(JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')).scripts)

/** `a/b/c.ts`, `b/c.ts`, `c.ts`: a page may leave out the folders that its reader knows. */
function endsOf(path: string): string[] {
  const parts = path.split('/')
  return parts.map((_, index) => parts.slice(index).join('/'))
}

function anchorsOf(file: string): string[] {
  const headings = readFileSync(file, 'utf8').matchAll(/^#+ (.*)$/gm)
  return [...headings].map(([, text = '']) =>
    text
      .toLowerCase()
      .replace(/[^\p{L}\p{N} _-]/gu, '')
      .replaceAll(' ', '-'),
  )
}

/** What a pattern finds on the pages, each with its page. */
function named(pattern: RegExp, isWanted: (page: string) => boolean = () => true) {
  return PAGES.filter(isWanted).flatMap((page) =>
    [...readFileSync(join(ROOT, page), 'utf8').matchAll(pattern)].map((match) => ({ page, match })),
  )
}

describe('on every page', () => {
  it('links lead somewhere, to the heading too', () => {
    expect(PAGES.length).toBeGreaterThan(15)
    const links = named(/\]\((?!https?:|mailto:)([^)#\s]*)(?:#([^)\s]*))?\)/g)
    const broken = links.filter(({ page, match: [, path = '', anchor] }) => {
      const target = path === '' ? join(ROOT, page) : join(ROOT, dirname(page), path)
      return !existsSync(target) || (anchor !== undefined && !anchorsOf(target).includes(anchor))
    })
    expect(broken.map(({ page, match: [link] }) => `${page}: ${link}`)).toEqual([])
  })

  it('files that are named are there', () => {
    const files = named(/`([\w.-]+\/)*[\w.-]+\.(ts|sql|md)`/g, (page) => page !== HISTORY)
    expect(files.length).toBeGreaterThan(50)
    const lost = files.filter(({ match: [name] }) => !ENDS_OF_FILES.has(name.slice(1, -1)))
    expect(lost.map(({ page, match: [name] }) => `${page}: ${name}`)).toEqual([])
  })

  it('scripts and tests that are named can be run', () => {
    const scripts = named(/npm run (?:--silent )?([\w:-]+)/g)
    const unknown = scripts.filter(({ match: [, script = ''] }) => !SCRIPTS.includes(script))
    expect(unknown.map(({ page, match: [command] }) => `${page}: ${command}`)).toEqual([])
    const tests = named(/npm test -- ((?!--)[\w/.-]+)/g)
    expect(tests.length).toBeGreaterThan(5)
    const missing = tests.filter(
      ({ match: [, filter = ''] }) =>
        !FILES.some((file) => file.endsWith('.test.ts') && file.includes(filter)),
    )
    expect(missing.map(({ page, match: [command] }) => `${page}: ${command}`)).toEqual([])
  })
})

it('the code of “A web shop in an hour” is that of the example, which a test runs', () => {
  const guide = readFileSync(join(ROOT, 'docs/guides/web-shop.md'), 'utf8')
  const shop = readFileSync(join(ROOT, 'examples/express-shop/shop.js'), 'utf8')
  const blocks = [...guide.matchAll(/```js\n([\s\S]*?)```/g)].map(([, code = '']) => code)
  expect(blocks).toHaveLength(4)
  for (const code of blocks) expect(shop).toContain(code)
})

it('the map of the documentation has every page', () => {
  const map = readFileSync(join(ROOT, 'docs/README.md'), 'utf8')
  const pages = globSync('**/*.md', { cwd: join(ROOT, 'docs') }).filter((page) => page !== 'README.md')
  expect(pages.filter((page) => !map.includes(`(${page})`) && !page.includes('runbooks/'))).toEqual([])
})

it('the list of operations has every path of the private API', () => {
  const list = readFileSync(join(ROOT, 'docs/reference/private-api.md'), 'utf8')
  const { paths } = JSON.parse(readFileSync(join(ROOT, 'server/openapi.json'), 'utf8'))
  // Paths that differ in their end alone share a row: `…/validate`, `/use`, `/undo`.
  const isListed = (path: string): boolean =>
    [path, ...[...path.matchAll(/\//g)].map(({ index }) => `\`${path.slice(index)}\``)].some((part) =>
      list.includes(part),
    )
  expect(Object.keys(paths).filter((path) => !isListed(path))).toEqual([])
})
