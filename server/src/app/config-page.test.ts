/** The page about configuration, and every other one, against what is really read from the environment. */
import { globSync, readFileSync } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { readConfig } from './config.ts'
import { withSecretFiles } from './secret-files.ts'

const ROOT = join(import.meta.dirname, '../../..')
const SERVER = join(ROOT, 'server')
const textOf = (path: string): string => readFileSync(path, 'utf8')

const page = textOf(join(ROOT, 'docs/reference/configuration.md'))
const documented = [...page.matchAll(/^\| `([^`]+)` +\| (?:`([^`]+)`|–) +\|/gm)].map(
  ([, name = '', standard]) => ({
    name,
    standard,
  }),
)
const names = documented.map(({ name }) => name)
/** They are read by commands, and are no part of a server's configuration. */
const ofCommands = [...page.matchAll(/^- `(PUNCHCARD_[A-Z]+)`:/gm)].map(([, name = '']) => name)

const CELL = 'PUNCHCARD_CELL_<NAME>'
const A_CELL = 'PUNCHCARD_CELL_SOUTH_AMERICA'
const REQUIRED = { DATABASE_URL: 'postgres://somebody@127.0.0.1/punchcard' }

/** What `readConfig` asks for. */
function namesRead(): string[] {
  const asked = new Set<string>()
  const environment = new Proxy<Record<string, string>>(
    { ...REQUIRED, [A_CELL]: REQUIRED.DATABASE_URL },
    {
      get(values, name: string) {
        asked.add(name === A_CELL ? CELL : name)
        return values[name]
      },
    },
  )
  readConfig(environment)
  return [...asked]
}

it('has every variable that is read, and no other', () => {
  expect(names.toSorted()).toEqual(namesRead().toSorted())
  expect(new Set(names).size).toBe(names.length)
})

it('has the defaults', () => {
  const usual = readConfig(REQUIRED)
  const withDefault = documented.filter(({ standard }) => standard !== undefined)
  expect(withDefault.length).toBeGreaterThan(15)
  for (const { name, standard } of withDefault) {
    expect({ name, config: readConfig({ ...REQUIRED, [name]: standard }) }).toEqual({ name, config: usual })
  }
})

it('says which can be given as files', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'punchcard-page-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  await writeFile(join(folder, 'value'), 'a secret\n')
  const [, list = ''] = /holds a secret \(([^)]+)\)/.exec(page) ?? []
  const secrets = [...list.matchAll(/`([^`]+)`/g)].map(([, name]) => name)
  for (const name of names) {
    const variable = name === CELL ? A_CELL : name
    const read = await withSecretFiles({ [`${variable}_FILE`]: join(folder, 'value') })
    expect([name, read[variable]]).toEqual([name, secrets.includes(name) ? 'a secret' : undefined])
  }
})

/** Those of the tests, of the shops in the examples and of the system, which are no configuration of a server. */
const NOT_OURS = /^(PUNCHCARD_TEST_\w+|PUNCHCARD_KEY|PUNCHCARD_WEBHOOK_SECRET|PATH|npm_command)$/

it('is the only place where a variable can come from: nothing else is read in the code', () => {
  const sources = globSync('src/**/*.ts', { cwd: SERVER }).filter((file) => !file.endsWith('.test.ts'))
  const strangers = sources.flatMap((file) =>
    [...textOf(join(SERVER, file)).matchAll(/(?:\benv|environment)\.([A-Za-z_]\w*)|\bPUNCHCARD_[A-Z_]+\b/g)]
      .map(([all, member]) => member ?? all)
      .filter((name) => /^([A-Z_]+|npm_\w+)$/.test(name) && !isKnown(name))
      .map((name) => `${file}: ${name}`),
  )
  expect(strangers).toEqual([])
})

it('is what the other pages speak of', () => {
  const pages = globSync(['*.md', 'docs/**/*.md', '.github/**/*.md'], { cwd: ROOT })
  expect(pages).toContain('README.md')
  const strangers = pages.flatMap((file) =>
    (textOf(join(ROOT, file)).match(/\bPUNCHCARD_[A-Z_]*[A-Z]\b/g) ?? [])
      .filter((name) => !isKnown(name))
      .map((name) => `${file}: ${name}`),
  )
  expect(strangers).toEqual([])
})

function isKnown(name: string): boolean {
  const variable = name.replace(/_FILE$/, '')
  return (
    [...names, ...ofCommands].includes(variable) ||
    variable.startsWith('PUNCHCARD_CELL') ||
    NOT_OURS.test(name)
  )
}
