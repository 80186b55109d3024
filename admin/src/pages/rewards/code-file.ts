/** So many codes are sent at a time: progress is shown after each part, and none comes near the server's 2 MiB. */
const CODES_PER_PART = 5_000
/** A longer one is no code; the server says so of what is left of it. */
const CODE_MAX = 300
/** So many lines tell how a file is written. */
const SAMPLE_LINES = 50

/** What is between the columns of a file; `none`: every line is one code. */
export const DELIMITERS = ['none', 'comma', 'semicolon', 'tab'] as const
export type Delimiter = (typeof DELIMITERS)[number]
const CHARACTERS = { comma: ',', semicolon: ';', tab: '\t' } as const

/** How a file is read. It is guessed first, and a person can correct it. */
export interface FileFormat {
  readonly delimiter: Delimiter
  readonly hasHeader: boolean
  /** Which column has the codes, from 0. */
  readonly column: number
}

/** A code, and the number of its line in the file. */
export interface FileCode {
  readonly code: string
  readonly line: number
}

export interface CodeFile {
  /** Each code once, in their order. */
  readonly codes: readonly FileCode[]
  /** Those that are there again further down. */
  readonly repeated: readonly FileCode[]
  readonly blank: number
  readonly lines: number
}

export function linesOf(text: string): readonly string[] {
  const lines = text.replace(/^\ufeff/, '').split(/\r\n|\n|\r/)
  while (lines.length > 0 && lines.at(-1)?.trim() === '') lines.pop()
  return lines
}

/** The cells of a line. Quotation marks keep a delimiter inside of them, and two of them mean one. */
export function cellsOf(line: string, delimiter: Delimiter): readonly string[] {
  if (delimiter === 'none') return [line.trim()]
  const cells: string[] = []
  let cell = ''
  let isQuoted = false
  for (let at = 0; at < line.length; at += 1) {
    const character = line[at]
    if (isQuoted && character === '"' && line[at + 1] === '"') {
      cell += '"'
      at += 1
    } else if (character === '"' && (isQuoted || cell.trim() === '')) isQuoted = !isQuoted
    else if (!isQuoted && character === CHARACTERS[delimiter]) {
      cells.push(cell.trim())
      cell = ''
    } else cell += character
  }
  return [...cells, cell.trim()]
}

/** Names of a column of codes, in the panel's languages. */
const HEADER = /^(coupon|voucher|cupom|cup[oó]n|c[oó]digo|code)s?([ _-]?(code|c[oó]digo))?$/i

/** How the file is probably written: its first lines tell. */
export function guessFormat(lines: readonly string[]): FileFormat {
  const sample = lines.filter((line) => line.trim() !== '').slice(0, SAMPLE_LINES)
  const delimiter = guessDelimiter(sample)
  const [first = [], ...others] = sample.map((line) => cellsOf(line, delimiter))
  const named = first.findIndex((cell) => HEADER.test(cell))
  if (named >= 0) return { delimiter, hasHeader: true, column: named }
  // Codes nearly always have digits, and names of columns nearly never.
  const isHeader = others.length > 0 && first.every((cell) => !/\d/.test(cell))
  const column = Math.max(
    0,
    first.findIndex(
      (_, index) => others.length > 0 && others.every((cells) => /\d/.test(cells[index] ?? '')),
    ),
  )
  const hasHeader = isHeader && others.every((cells) => /\d/.test(cells[column] ?? ''))
  return { delimiter, hasHeader, column: first.length > 1 ? column : 0 }
}

/** The one that cuts every line into equally many cells. */
function guessDelimiter(sample: readonly string[]): Delimiter {
  const found = (['semicolon', 'tab', 'comma'] as const).find((delimiter) => {
    const counts = new Set(sample.map((line) => cellsOf(line, delimiter).length))
    return counts.size === 1 && !counts.has(1)
  })
  return found ?? 'none'
}

/** Codes that differ only in case are the same code for the server too. */
function keyOf(code: string): string {
  return code.toUpperCase()
}

export function readCodes(lines: readonly string[], { delimiter, hasHeader, column }: FileFormat): CodeFile {
  const codes: FileCode[] = []
  const repeated: FileCode[] = []
  const seen = new Set<string>()
  let blank = 0
  const firstLine = hasHeader ? lines.findIndex((line) => line.trim() !== '') + 1 : 0
  blank += hasHeader ? firstLine - 1 : 0
  for (let index = firstLine; index < lines.length; index += 1) {
    const code = cellsOf(lines[index] ?? '', delimiter)[column] ?? ''
    if (code === '') {
      blank += 1
      continue
    }
    const read = { code, line: index + 1 }
    if (seen.has(keyOf(code))) repeated.push(read)
    else codes.push(read)
    seen.add(keyOf(code))
  }
  return { codes, repeated, blank, lines: lines.length }
}

export interface Part {
  readonly text: string
  readonly codes: readonly FileCode[]
}

/** The codes of a file as they are sent, in parts. */
export function partsOf(codes: readonly FileCode[]): readonly Part[] {
  const parts: Part[] = []
  for (let start = 0; start < codes.length; start += CODES_PER_PART) {
    const some = codes.slice(start, start + CODES_PER_PART)
    parts.push({ text: some.map(({ code }) => code.slice(0, CODE_MAX)).join('\n'), codes: some })
  }
  return parts
}

/** What the server says of codes, added up over the parts. */
export interface CodeFigures {
  /** Codes that are new. */
  readonly added: number
  readonly duplicates: number
  readonly invalid: number
  /** The first of them, as they were written. */
  readonly duplicateCodes: readonly string[]
  readonly invalidCodes: readonly FileCode[]
  /** Codes that were sent so far. */
  readonly sent: number
}

export const NOTHING_SENT: CodeFigures = {
  added: 0,
  duplicates: 0,
  invalid: 0,
  duplicateCodes: [],
  invalidCodes: [],
  sent: 0,
}

interface PartFigures {
  readonly added: number
  readonly duplicates: number
  readonly invalid: number
  readonly duplicateCodes: readonly string[]
  /** Numbers of the part's lines, from 1. */
  readonly invalidLines: readonly number[]
}

export function addFigures(sum: CodeFigures, one: PartFigures, { codes }: Part): CodeFigures {
  return {
    added: sum.added + one.added,
    duplicates: sum.duplicates + one.duplicates,
    invalid: sum.invalid + one.invalid,
    duplicateCodes: [...sum.duplicateCodes, ...one.duplicateCodes].slice(0, 100),
    invalidCodes: [...sum.invalidCodes, ...one.invalidLines.flatMap((line) => codes[line - 1] ?? [])],
    sent: sum.sent + codes.length,
  }
}
