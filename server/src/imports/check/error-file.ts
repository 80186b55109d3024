/** The lines that were refused, as a file that can be corrected and sent again. */
import { TextDecoder } from 'node:util'
import { guarded } from '../../jobs/rules/csv.ts'
import { ADDED_COLUMNS, CORRECTED_LINE } from '../mapping.ts'
import { type Encoding, type FileFormat, textOfCell } from '../reading/format.ts'
import type { FileRecord } from '../reading/record-reader.ts'

export interface RefusedRecord {
  readonly record: FileRecord
  /** The first line of the same thing, whose cells count where this one has none; of most the same. */
  readonly first: FileRecord
  /** The import and the line, like `12:87`. */
  readonly reference: string
  /** The column by its name in the file; nothing: it is about the whole line. */
  readonly column: string
  readonly code: string
  readonly message: string
}

/** In the source's own delimiter and encoding; its cells are as they were, and so are its decimals and dates. */
export class ErrorFile {
  readonly #format: Pick<FileFormat, 'kind' | 'delimiter' | 'encoding' | 'isOurs'>
  readonly #columns: readonly string[]

  /** `columns`: all of the source. */
  constructor(
    format: Pick<FileFormat, 'kind' | 'delimiter' | 'encoding' | 'isOurs'>,
    columns: readonly string[],
  ) {
    this.#format = format
    this.#columns = columns.filter((name) => !(ADDED_COLUMNS as readonly string[]).includes(name))
  }

  head(): Buffer {
    const mark = this.#format.encoding === 'windows-1252' ? '' : '\uFEFF'
    const [line, ...others] = ADDED_COLUMNS
    return encoded(mark + this.#lineOf([line, ...this.#columns, ...others]), this.#format.encoding)
  }

  lines(refused: readonly RefusedRecord[]): Buffer {
    const text = refused.map((one) => this.#lineOf(this.#cellsOf(one))).join('')
    return encoded(text, this.#format.encoding)
  }

  /** A line that was corrected before keeps the reference that it came with. */
  #cellsOf({ record, first, reference, column, code, message }: RefusedRecord): string[] {
    const known = textOfCell(record.cells.get(CORRECTED_LINE)).trim()
    const cells = this.#columns.map((name) => {
      const text = textOfCell(record.cells.get(name) ?? first.cells.get(name))
      return this.#format.isOurs ? text : guarded(text)
    })
    return [known === '' ? reference : known, ...cells, guarded(column), code, guarded(message)]
  }

  #lineOf(cells: readonly string[]): string {
    const { delimiter } = this.#format
    const quoted = cells.map((cell) =>
      /["\r\n]/.test(cell) || cell.includes(delimiter) ? `"${cell.replaceAll('"', '""')}"` : cell,
    )
    return `${quoted.join(delimiter)}\r\n`
  }
}

function encoded(text: string, encoding: Encoding): Buffer {
  switch (encoding) {
    case 'utf-8':
      return Buffer.from(text)
    case 'utf-16le':
      return Buffer.from(text, 'utf16le')
    case 'utf-16be':
      return Buffer.from(text, 'utf16le').swap16()
    case 'windows-1252':
      return inWindows1252(text)
  }
}

const OF_1252 = new Map(
  [
    ...new TextDecoder('windows-1252').decode(Buffer.from(Array.from({ length: 256 }, (_, octet) => octet))),
  ].map((character, octet) => [character, octet]),
)

/** Our sentences may have a character that it lacks; the source's cells have none. */
function inWindows1252(text: string): Buffer {
  return Buffer.from([...text].map((character) => OF_1252.get(character) ?? 0x3f))
}
