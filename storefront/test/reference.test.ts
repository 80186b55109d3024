/** docs/reference/elements.md names what the sources have, and nothing else. */
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'

const ROOT = join(import.meta.dirname, '../..')
const PAGE = readFileSync(join(ROOT, 'docs/reference/elements.md'), 'utf8')
const SOURCES = globSync('storefront/src/**/*.{ts,css}', { cwd: ROOT })
  .filter((file) => !file.endsWith('.d.ts'))
  .map((file) => readFileSync(join(ROOT, file), 'utf8'))
const TYPES = readFileSync(join(ROOT, 'storefront/src/elements.d.ts'), 'utf8')
const RESERVE = readFileSync(join(ROOT, 'storefront/src/reserve.css'), 'utf8')

/** In code on the page, below a heading where one is named. */
function documented(pattern: RegExp, heading?: string): string[] {
  const part = heading ? (PAGE.split(`## ${heading}\n`)[1]?.split('\n## ')[0] ?? '') : PAGE
  return unique(
    [...part.matchAll(/`([^`\s]+)`/g)].map(([, code = '']) => code).filter((code) => pattern.test(code)),
  )
}

function inSources(pattern: RegExp): string[] {
  return unique(SOURCES.flatMap((source) => [...source.matchAll(pattern)].map(([, name = '']) => name)))
}

/** What has a type for frameworks. */
function typed(name: string): string[] {
  const [, part = ''] = TYPES.split(`export interface ${name} {\n`)
  return unique(
    [...(part.split('\n}')[0] ?? '').matchAll(/^ {2}'(punchcard-[a-z]+)':/gm)].map(([, one = '']) => one),
  )
}

const unique = (names: readonly string[]): string[] => [...new Set(names)].toSorted()
const elements = inSources(/\b(?:define|block)\(\s*'(punchcard-[a-z]+)'/g)

it('elements', () => {
  const [beforeEvents = ''] = PAGE.split('## Events')
  const rows = [...beforeEvents.matchAll(/^\| `(punchcard-[a-z]+)` \|/gm)].map(([, name = '']) => name)
  expect(unique(rows)).toEqual(elements)
  expect(typed('ElementAttributes')).toEqual(elements)
  for (const name of elements) expect(RESERVE).toContain(name)
})

it('variables', () => {
  expect(documented(/^--punchcard-/)).toEqual(inSources(/var\((--punchcard-[a-z-]+)/g))
})

it('parts', () => {
  expect(documented(/^[a-z]+$/, 'Parts')).toEqual(inSources(/\bpart: '([a-z]+)'/g))
})

it('attributes', () => {
  const listed = SOURCES.flatMap((source) => [...source.matchAll(/attributes: \[([^\]]*)\]/g)])
  const names = unique(
    listed.flatMap(([, list = '']) => [...list.matchAll(/'([a-z]+)'/g)].map(([, name = '']) => name)),
  )
  const rows = PAGE.split('\n').filter((line) => /^\| `punchcard-[a-z]+` \|.*\|.*\|/.test(line))
  const told = rows.flatMap((row) =>
    [...(row.split('|')[3] ?? '').matchAll(/`([a-z]+)`:/g)].map(([, name = '']) => name),
  )
  expect(unique(told)).toEqual(names)
})

it('events', () => {
  // Joining and leaving are told by what sends them.
  const told = inSources(/\b(?:tell\(|send\(about, element, )'([a-z]+)'/g).map((name) => `punchcard-${name}`)
  expect(documented(/^punchcard-/, 'Events')).toEqual(told)
  expect(typed('ElementEvents')).toEqual(told)
})

it('code for projects with a bundler is that of a page that is tried', () => {
  const code = [...PAGE.matchAll(/^```tsx\n([\s\S]*?)^```$/gm)].map(([, found = '']) => found)
  const tried = readFileSync(join(ROOT, 'storefront/test/consumer/react.tsx'), 'utf8')
  expect(code.length).toBe(2)
  expect(code.filter((one) => !tried.includes(one))).toEqual([])
})
