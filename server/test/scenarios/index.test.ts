/** The index in README.md names stories that exist, and leaves none out. */
import { globSync, readFileSync } from 'node:fs'
import { basename } from 'node:path'
import { expect, it } from 'vitest'

const FOLDER = import.meta.dirname
const SUFFIX = '.test.ts'

const index = readFileSync(`${FOLDER}/README.md`, 'utf8')
const files = new Map(
  globSync(`${FOLDER}/*${SUFFIX}`)
    .filter((path) => path !== import.meta.filename)
    .map((path) => [basename(path, SUFFIX), readFileSync(path, 'utf8')]),
)
const titlesOf = (source: string): string[] =>
  [...source.matchAll(/^ {2}it\(\s*(['"])(.*?)\1,/gm)].map(([, , title = '']) => title)
const lines = [...index.matchAll(/^- `([^`]+)`: (.*)$/gm)].map(([, file = '', title = '']) => ({
  file,
  title,
}))

it('has at least 25 stories, each the title of a test', () => {
  expect(lines.length).toBeGreaterThanOrEqual(25)
  for (const { file, title } of lines) expect(titlesOf(files.get(file) ?? ''), file).toContain(title)
})

it('leaves out no story and no file', () => {
  for (const [file, source] of files) {
    expect(index).toContain(file)
    if (!file.startsWith('stories-')) continue
    const told = lines.filter((line) => line.file === file).map(({ title }) => title)
    expect(told.toSorted()).toEqual(titlesOf(source).toSorted())
  }
})
