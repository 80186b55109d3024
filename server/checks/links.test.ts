/** Links between the pages of this repository lead somewhere, to the heading too. */
import { existsSync, globSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, it } from 'vitest'

const ROOT = join(import.meta.dirname, '../..')
const PAGES = globSync(['*.md', '{docs,.github}/**/*.md', 'server/{bench,test}/**/*.md'], { cwd: ROOT })

function anchorsOf(file: string): string[] {
  const headings = readFileSync(file, 'utf8').matchAll(/^#+ (.*)$/gm)
  return [...headings].map(([, text = '']) =>
    text
      .toLowerCase()
      .replace(/[^\p{L}\p{N} _-]/gu, '')
      .replaceAll(' ', '-'),
  )
}

it('are not broken', () => {
  expect(PAGES.length).toBeGreaterThan(15)
  const broken = PAGES.flatMap((page) => {
    const links = readFileSync(join(ROOT, page), 'utf8').matchAll(
      /\]\((?!https?:|mailto:)([^)#\s]*)(?:#([^)\s]*))?\)/g,
    )
    return [...links]
      .filter(([, path = '', anchor]) => {
        const target = path === '' ? join(ROOT, page) : join(ROOT, dirname(page), path)
        return !existsSync(target) || (anchor !== undefined && !anchorsOf(target).includes(anchor))
      })
      .map(([link]) => `${page}: ${link}`)
  })
  expect(broken).toEqual([])
})
