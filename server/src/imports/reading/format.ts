/** How a file is to be read. Detected, shown, corrected by a person, and then held to the end of the file. */

export const ENCODINGS = ['utf-8', 'windows-1252', 'utf-16le', 'utf-16be'] as const
export type Encoding = (typeof ENCODINGS)[number]

export const DELIMITERS = [',', ';', '\t', '|'] as const
export type Delimiter = (typeof DELIMITERS)[number]

/** By their decimal mark. */
export const NUMBER_STYLES = ['dot', 'comma'] as const
export type NumberStyle = (typeof NUMBER_STYLES)[number]

/** What dates that are not ISO 8601 are: the order of day and month, or a number that counts days or seconds. */
export const DATE_STYLES = ['dmy', 'mdy', 'excel', 'unix'] as const
export type DateStyle = (typeof DATE_STYLES)[number]

export interface FileFormat {
  readonly kind: 'csv' | 'ndjson'
  /** It is gzip. */
  readonly isPacked: boolean
  readonly encoding: Encoding
  /** Of CSV. */
  readonly delimiter: Delimiter
  /** Of CSV: the first record has the names of the columns. Without it they are called `#1`, `#2` and so on. */
  readonly hasHeader: boolean
  /** Punchcard wrote it: cells that a spreadsheet would run have an apostrophe before them, which is taken off. */
  readonly isOurs: boolean
  /** Of NDJSON: the member whose list has a line for each of its elements, as CSV would have them. */
  readonly list?: string
  /** By the name of the column; one without a style has no value that needs one. */
  readonly numbers: Readonly<Record<string, NumberStyle>>
  readonly dates: Readonly<Record<string, DateStyle>>
}

/** A value of JSON that was a number, as it was written: unlike a text, it has a decimal point in any case. */
export interface WrittenNumber {
  readonly number: string
}

export type Cell = string | WrittenNumber

export function textOfCell(cell: Cell | undefined): string {
  if (cell === undefined) return ''
  return typeof cell === 'string' ? cell : cell.number
}

/** Between two records: how many octets are before it, unpacked, and the number of the line that comes next. */
export interface Position {
  readonly byte: number
  readonly line: number
}

export const START: Position = { byte: 0, line: 1 }

export const PACKED_BYTES_MAX = 2_000_000_000
export const UNPACKED_BYTES_MAX = 8_000_000_000
/** What is unpacked may have so many times the octets of what was packed. */
export const RATIO_MAX = 200
/** Characters of one record, with everything between its quotes. */
export const LINE_MAX = 1_048_576
export const COLUMNS_MAX = 500
/** Lines of one thing, such as the products of an order. */
export const ELEMENTS_MAX = 500

export type FileReason =
  | 'empty'
  | 'header-only'
  | 'unclosed-quote'
  | 'excel-workbook'
  | 'zip'
  | 'pdf'
  | 'html'
  | 'json-document'
  | 'binary'
  | 'packed-twice'
  | 'damaged-gzip'
  | 'unpacks-too-large'
  | 'not-encoded-so'
  | 'line-too-long'
  | 'too-many-columns'
  | 'log-too-long'

/** Why a file can't be read at all. The sentences are in `imports/texts.ts`. */
export class UnreadableFile extends Error {
  override readonly name = 'UnreadableFile'
  readonly reason: FileReason
  readonly facts: Readonly<Record<string, string>>

  constructor(reason: FileReason, facts: Readonly<Record<string, string>> = {}) {
    super(`${reason} ${JSON.stringify(facts)}`)
    this.reason = reason
    this.facts = facts
  }
}

/** The octets of a file, as they were uploaded. */
export interface Octets {
  readonly size: number
  /** Some octets from this place on, as many as are at hand; none at the end. */
  read(from: number): Promise<Buffer>
}
