import { posix } from 'node:path'

/** Path below a folder → source text. */
export type Sources = ReadonlyMap<string, string>

export interface Import {
  /** Where from: a path below the folder, or the name of a package. */
  readonly target: string
  readonly isFile: boolean
  readonly isType: boolean
}

export type Imports = ReadonlyMap<string, readonly Import[]>

const IMPURITIES: readonly (readonly [RegExp, string])[] = [
  [/\bDate\.now\b|\bnew Date\(\s*\)|(?<!new )\bDate\(\s*\)|\bperformance\b|\bTemporal\.Now\b/, 'the clock'],
  [/\bMath\.random\b|\bcrypto\.\w/, 'randomness'],
  [/\bprocess\.\w|\bimport\.meta\.env\b/, 'the environment'],
]

const QUOTED = /'(?:\\.|[^'\\\n])*'|"(?:\\.|[^"\\\n])*"/g
const COMMENT_OR_TEXT =
  /\/\*[\s\S]*?\*\/|\/\/[^\n]*|'(?:\\.|[^'\\\n])*'|"(?:\\.|[^"\\\n])*"|`(?:\\.|[^`\\])*`/g
const FROM = /^(?:import|export)\s+(type\s)?[^'"`;=()]*?\bfrom\s*['"]([^'"]+)['"]/gm
/** Not the word in quotes, as a value: the quote behind it would be taken for that of a path. */
const BARE_OR_CALLED = /(?<!['"])\bimport\s*\(?\s*['"]([^'"]+)['"]/g

export function importsOf(file: string, source: string): Import[] {
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

/** What it reads of the world around it, beside what it is given. */
export function readsOf(source: string): string[] {
  const code = withoutComments(source).replace(QUOTED, "''")
  return IMPURITIES.filter(([pattern]) => pattern.test(code)).map(([, what]) => what)
}

function withoutComments(source: string): string {
  return source.replace(COMMENT_OR_TEXT, (found) => (/^\/[/*]/.test(found) ? ' ' : found))
}
