/**
 * Holds the arrows between the folders of src/:
 *
 *   app → domains → accounts, earning, tenancy, contract → platform
 *
 * and keeps pure files pure. Prints each broken arrow and fails where there is one.
 */
import { globSync, readFileSync } from 'node:fs'
import { posix } from 'node:path'
import { fileURLToPath } from 'node:url'

/** Path below src/ → source text. */
export type Sources = ReadonlyMap<string, string>

interface Import {
  /** Where from: a path below src/, or the name of a package. */
  readonly target: string
  readonly isFile: boolean
  /** Types are gone when the code runs: they bind folders together, but make nothing impure. */
  readonly isType: boolean
}

/** Every other folder is a domain and stands between app and these. */
const LAYERS: Readonly<Record<string, number>> = {
  app: 3,
  accounts: 1,
  earning: 1,
  tenancy: 1,
  contract: 1,
  platform: 0,
}
const DOMAIN_LAYER = 2

function layerOf(folder: string): number {
  return Object.hasOwn(LAYERS, folder) ? (LAYERS[folder] as number) : DOMAIN_LAYER
}

/** Files that are pure by their name, and folders that are pure but for the files below. */
const PURE_FILES =
  /^(decide|evaluate|explain|explain-order|due|present|ledger|window|breaker|retry-plan|payload)\.ts$/
const PURE_FOLDERS = ['accounts', 'contract', 'earning']
/** Files that ask the database or answer a request; the last four are parts of the till and the store. */
const IMPURE_FILES =
  /^((?:.*-)?store|till|verify|commands|(?:.*-)?routes|.*\.job|batch|side-lane|id-blocks|writer)\.ts$/
/** They compute, and neither ask nor tell anybody. */
const PURE_PACKAGES = ['ajv', 'big.js', 'typebox']

const IMPURITIES: readonly (readonly [RegExp, string])[] = [
  [/\bDate\.now\b|\bnew Date\(\s*\)|(?<!new )\bDate\(\s*\)|\bperformance\b|\bTemporal\.Now\b/, 'the clock'],
  [/\bMath\.random\b|\bcrypto\.\w/, 'randomness'],
  [/\bprocess\.\w|\bimport\.meta\.env\b/, 'the environment'],
]

export function findBrokenArrows(sources: Sources): string[] {
  const files = [...sources.keys()].filter((file) => !file.endsWith('.test.ts')).sort()
  const imports = new Map(files.map((file) => [file, importsOf(file, sources.get(file) ?? '')]))
  return [...brokenLayers(imports), ...brokenCycles(imports), ...brokenPurity(files, imports, sources)]
}

type Imports = ReadonlyMap<string, readonly Import[]>

function brokenLayers(imports: Imports): string[] {
  return eachFileImport(imports).flatMap(([file, target]) => {
    const why = whyForbidden(file, target)
    return why === null ? [] : [`${file} imports ${target}: ${why}`]
  })
}

function whyForbidden(file: string, target: string): string | null {
  if (target.startsWith('../')) return 'src/ stands on its own'
  const [from, to] = [folderOf(file), folderOf(target)]
  if (from === to || from === 'app') return null
  if (to === 'app') return 'only app knows every part'
  if (from === 'platform') return 'platform knows no business noun'
  if (layerOf(from) < layerOf(to)) return `${from} stands below ${to}`
  if (posix.basename(target) === 'store.ts' && layerOf(from) === layerOf(to)) {
    return `the tables of ${to} are its own`
  }
  return null
}

/** Folders that can't be understood one after the other. */
function brokenCycles(imports: Imports): string[] {
  const neighbours = new Map<string, Set<string>>()
  const crossing = eachFileImport(imports)
    .map(([file, target]) => ({ file, target, from: folderOf(file), to: folderOf(target) }))
    // An arrow that points up is reported already, and would make a cycle of everything.
    .filter(({ file, target, from, to }) => from !== to && whyForbidden(file, target) === null)
  for (const { from, to } of crossing) {
    neighbours.set(from, (neighbours.get(from) ?? new Set()).add(to))
  }
  return crossing.flatMap(({ file, target, from, to }) => {
    const back = shortestPath(neighbours, to, from)
    return back ? [`${file} imports ${target}: ${[from, ...back].join(' → ')} is a cycle`] : []
  })
}

function shortestPath(
  neighbours: ReadonlyMap<string, ReadonlySet<string>>,
  start: string,
  end: string,
): string[] | null {
  const paths = [[start]]
  const seen = new Set([start])
  for (const path of paths) {
    const last = path.at(-1) ?? start
    if (last === end) return path
    for (const next of neighbours.get(last) ?? []) {
      if (seen.has(next)) continue
      seen.add(next)
      paths.push([...path, next])
    }
  }
  return null
}

function brokenPurity(files: readonly string[], imports: Imports, sources: Sources): string[] {
  /** Why a file that a pure one imports is not pure itself; null when it is. */
  function whyImpure(file: string, seen: readonly string[]): string | null {
    const [read] = readsOf(sources.get(file) ?? '')
    if (read !== undefined) return `reads ${read}`
    for (const one of imports.get(file) ?? []) {
      const reason = whyForbiddenInPure(one, [...seen, file])
      if (reason !== null) return one.isFile ? `imports ${one.target}, which ${reason}` : reason
    }
    return null
  }

  function whyForbiddenInPure({ target, isFile, isType }: Import, seen: readonly string[]): string | null {
    if (isType || seen.includes(target)) return null
    if (!isFile) return isPurePackage(target) ? null : `uses ${target}`
    return IMPURE_FILES.test(posix.basename(target)) ? 'is not pure' : whyImpure(target, seen)
  }

  return files.filter(isDeclaredPure).flatMap((file) => [
    ...readsOf(sources.get(file) ?? '').map((what) => `${file} reads ${what}: a pure file is given it`),
    ...(imports.get(file) ?? []).flatMap((one) => {
      const reason = whyForbiddenInPure(one, [file])
      if (reason === null) return []
      const why = one.isFile ? `that file ${reason}` : 'that package is not pure'
      return [`${file} imports ${one.target}: a pure file imports pure files only, and ${why}`]
    }),
  ])
}

function isDeclaredPure(file: string): boolean {
  const name = posix.basename(file)
  return PURE_FILES.test(name) || (PURE_FOLDERS.includes(folderOf(file)) && !IMPURE_FILES.test(name))
}

function isPurePackage(name: string): boolean {
  return PURE_PACKAGES.some((known) => name === known || name.startsWith(`${known}/`))
}

function readsOf(source: string): string[] {
  const code = withoutComments(source).replace(QUOTED, "''")
  return IMPURITIES.filter(([pattern]) => pattern.test(code)).map(([, what]) => what)
}

function eachFileImport(imports: Imports): [file: string, target: string][] {
  return [...imports].flatMap(([file, list]) =>
    [...new Set(list.filter(({ isFile }) => isFile).map(({ target }) => target))].map(
      (target): [string, string] => [file, target],
    ),
  )
}

function folderOf(file: string): string {
  return file.split('/', 1)[0] ?? ''
}

const QUOTED = /'(?:\\.|[^'\\\n])*'|"(?:\\.|[^"\\\n])*"/g
const COMMENT_OR_TEXT =
  /\/\*[\s\S]*?\*\/|\/\/[^\n]*|'(?:\\.|[^'\\\n])*'|"(?:\\.|[^"\\\n])*"|`(?:\\.|[^`\\])*`/g
const FROM = /^(?:import|export)\s+(type\s)?[^'"`;=()]*?\bfrom\s*['"]([^'"]+)['"]/gm
const BARE_OR_CALLED = /\bimport\s*\(?\s*['"]([^'"]+)['"]/g

function withoutComments(source: string): string {
  return source.replace(COMMENT_OR_TEXT, (found) => (/^\/[/*]/.test(found) ? ' ' : found))
}

function importsOf(file: string, source: string): Import[] {
  const code = withoutComments(source)
  return [
    ...[...code.matchAll(FROM)].map((match) => importOf(file, match[2] ?? '', match[1] !== undefined)),
    ...[...code.matchAll(BARE_OR_CALLED)].map((match) => importOf(file, match[1] ?? '', false)),
  ]
}

function importOf(file: string, written: string, isType: boolean): Import {
  const isFile = written.startsWith('.')
  const target = isFile ? posix.join(posix.dirname(file), written) : written
  return { target, isFile, isType }
}

function readSources(): Sources {
  const src = fileURLToPath(new URL('../src/', import.meta.url))
  return new Map(
    globSync('**/*.ts', { cwd: src }).map((file) => [
      file.replaceAll('\\', '/'),
      readFileSync(`${src}${file}`, 'utf8'),
    ]),
  )
}

if (import.meta.main) {
  const sources = readSources()
  const broken = findBrokenArrows(sources)
  for (const line of broken) process.stderr.write(`${line}\n`)
  process.stdout.write(`${sources.size} files, ${broken.length} broken arrows\n`)
  if (broken.length > 0) process.exitCode = 1
}
