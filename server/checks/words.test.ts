/** Words that sound like no native speaker: each has a plain one. Beside each rule stands a text that breaks it. */
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'

const ROOT = join(import.meta.dirname, '../..')

/** Subjects that hide who or what is meant: name the caller, the person, the transaction, the sender. */
const VAGUE = /\b(whoever|nobody|somebody|everybody)\b/i

const STIFF: readonly (readonly [pattern: RegExp, better: string, broken: string])[] = [
  [/\bwill stand\b/i, '“No … yet”', 'Your customers will stand here.'],
  [/\bsomebody else\b/i, '“another person”', 'Somebody else has to agree.'],
  [/\b(nobody|nothing) (is found|waits)\b/i, '“No … match”, “No pending …”', 'Nobody is found by this.'],
  [/\bhow it came about\b/i, '“How it adds up”', 'How it came about'],
  [
    /\b(is|are) good for (\d|ever|a year|that)/i,
    '“is valid for”, “expires after”',
    'Points are good for 365 days.',
  ],
  [/\bopens? at once\b/i, '“is available immediately”', 'Points open at once.'],
  [/\b(a|the) second person\b/i, '“a second approval”', 'It waits for a second person.'],
  [/\b(an?|the) (api )?(key|token) is made\b/i, '“create a key”', 'An API key is made.'],
  [/\bas it (now )?stands\b/i, '“as it is now”, “the current …”', 'The program as it stands.'],
  [/\bthis minute\b/i, '“just now”', 'It was seen this minute.'],
  [/\b(whence|wherein|thereby|therein)\b/i, 'a plain sentence', 'the page wherein it is'],
  [/[«»]/, '“ ” in English', 'Press «Replay».'],
]

const files = (...patterns: string[]): string[] =>
  globSync(patterns, { cwd: ROOT, exclude: (name) => name === 'node_modules' })
const read = (file: string): string => readFileSync(join(ROOT, file), 'utf8')

/** The text of comments, without what is quoted as code. */
function commentsOf(source: string): string {
  return [...source.matchAll(/\/\*[\s\S]*?\*\/|(?:^|\s)(?:\/\/|--) .*/g)]
    .join('\n')
    .replaceAll(/`[^`]*`/g, '')
}

/** What people read, without blocks and words of code. */
const proseOf = (page: string): string =>
  page.replaceAll(/^```[\s\S]*?^```/gm, '').replaceAll(/`[^`\n]*`/g, '')
const textsOf = (description: string): string =>
  [...description.matchAll(/"(?:description|summary|title)": "((?:[^"\\]|\\.)*)"/g)]
    .map(([, text = '']) => text.replaceAll(/`[^`]*`/g, ''))
    .join('\n')
const valuesOf = (locale: string): string =>
  [...locale.matchAll(/:\s+'((?:[^'\\]|\\.)*)'/g)].map(([, text]) => text).join('\n')

function stiffIn(text: string): string[] {
  return STIFF.flatMap(([pattern, better]) => {
    const found = pattern.exec(text)
    return found ? [`“${found[0]}”: write ${better}`] : []
  })
}

it('comments name who or what they are about', () => {
  const sources = files('{server,admin,sdk,storefront}/src/**/*.{ts,tsx}').filter(
    (file) => !/\.test\.|\.gen\./.test(file),
  )
  expect(sources.length).toBeGreaterThan(1_000)
  const vague = sources.flatMap((file) => {
    const found = VAGUE.exec(commentsOf(read(file)))
    return found ? [`${file}: ${found[0]}`] : []
  })
  expect(vague).toEqual([])
  expect(commentsOf('const x = 1 // Nobody waits for it.')).toMatch(VAGUE)
  expect(commentsOf("/** As `nobody`. */\nconst y = 'nobody'")).not.toMatch(VAGUE)
})

it.each([
  ['the panel', files('admin/src/locales/en/*.ts'), valuesOf],
  [
    'the API',
    ['server/openapi.json', 'server/openapi-admin.json', 'server/openapi-storefront.json'],
    textsOf,
  ],
  ['the pages', files('*.md', 'docs/**/*.md', '{sdk,storefront}/README.md', 'deploy/**/README.md'), proseOf],
] as const)('%s speaks plain English', (_, pages, textOf) => {
  expect(pages.length).toBeGreaterThan(0)
  expect(pages.flatMap((file) => stiffIn(textOf(read(file))).map((what) => `${file}: ${what}`))).toEqual([])
})

it.each(STIFF)('%s is found', (pattern, _, broken) => {
  expect(broken).toMatch(pattern)
})
