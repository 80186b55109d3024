import { readCsvRecord } from './csv.ts'
import { bytesOfText, StrictDecoder } from './encoding.ts'
import {
  type Cell,
  ELEMENTS_MAX,
  type FileFormat,
  LINE_MAX,
  type Octets,
  PACKED_BYTES_MAX,
  type Position,
  START,
  textOfCell,
  UnreadableFile,
} from './format.ts'
import { readJsonLines } from './ndjson.ts'
import { Unpacker } from './unpack.ts'

export interface FileRecord {
  /** The number of its first line, from 1. */
  readonly line: number
  /** By the name of the column. */
  readonly cells: ReadonlyMap<string, Cell>
  /** As they stand in the file, for the error file; of NDJSON none. */
  readonly row: readonly string[]
  /** It is no record of this format, so its cells say nothing. */
  readonly isBroken: boolean
  /** The other lines of the same thing, such as an order of several products. */
  readonly others?: readonly FileRecord[]
  /** It has more of them than anything may have. */
  readonly isTooLong?: boolean
  /** A quote that opens on the first of these lines has taken all of them, and is not closed where a cell ends. */
  readonly unclosed?: { readonly from: number; readonly to: number }
}

interface Page {
  readonly limit: number
  readonly isTimeUp?: () => boolean
}

const BOM = '\uFEFF'
const COLUMN_NAME_MAX = 200
/**
 * Octets that are decoded before records are looked at; unpacked, they are at most 17 MiB. A text of a whole part would be
 * kept until the next full collection, and many of them beside it.
 */
const AT_ONCE = 65_536
/** Records between two looks at the clock. */
const LOOK_AT_CLOCK = 64

/**
 * Reads a file record by record, from a position on. It holds a part of the file at most, and is asked for a page at a
 * time: octets are read while it is asked, never before. A file that was packed is unpacked from its beginning.
 */
export class RecordReader {
  readonly #format: FileFormat
  readonly #wanted: Position
  readonly #decoder: StrictDecoder
  readonly #unpacker: Unpacker | null
  #columns: readonly string[] | null = null
  /** The octets that come next, of the file as it was uploaded. */
  #next: number
  /** Octets that were read and not decoded yet. */
  #pending: Buffer = Buffer.alloc(0)
  #text = ''
  #at = 0
  /** Octets before the text. */
  #byte: number
  #line: number
  #isLast = false

  constructor(format: FileFormat, from: Position = START) {
    this.#format = format
    this.#wanted = from
    const begins = format.isPacked ? START : from
    this.#unpacker = format.isPacked ? new Unpacker() : null
    this.#next = begins.byte
    this.#byte = begins.byte
    this.#line = begins.line
    this.#decoder = new StrictDecoder(format.encoding, begins.byte)
  }

  /** Null before the first record was read, and of NDJSON. */
  get columns(): readonly string[] | null {
    return this.#columns
  }

  /** Behind the last record that was read. */
  get position(): Position {
    const read = bytesOfText(this.#text.slice(0, this.#at), this.#format.encoding)
    return { byte: this.#byte + read, line: this.#line }
  }

  close(): void {
    this.#unpacker?.close()
  }

  /** There are no more records. */
  get hasEnded(): boolean {
    return this.#isLast && this.#at >= this.#text.length
  }

  /** The next records, at most so many. Fewer, or none, at the end and where the time is up. */
  async read(octets: Octets, { limit, isTimeUp = () => false }: Page): Promise<readonly FileRecord[]> {
    if (!this.#columns && this.#format.kind === 'csv' && this.#byte > 0) {
      this.#columns = await columnsOf(octets, this.#format)
    }
    const records: FileRecord[] = []
    for (let taken = 0; records.length < limit; taken += 1) {
      const record = this.#take()
      if (record === 'end') break
      if (record === 'more') await this.#fill(octets)
      else if (record !== 'skipped') records.push(record)
      if (taken % LOOK_AT_CLOCK === 0 && isTimeUp()) break
    }
    return records
  }

  #take(): FileRecord | 'more' | 'skipped' | 'end' {
    try {
      return this.#format.kind === 'csv' ? this.#takeCsv() : this.#takeJson()
    } catch (error) {
      if (!(error instanceof UnreadableFile)) throw error
      throw new UnreadableFile(error.reason, { ...error.facts, line: String(this.#line) })
    }
  }

  #takeCsv(): FileRecord | 'more' | 'skipped' | 'end' {
    this.#skipMark()
    if (this.#at >= this.#text.length) return this.#isLast ? 'end' : 'more'
    const found = readCsvRecord(this.#text, this.#at, this.#format.delimiter, this.#isLast)
    if (!found) return 'more'
    const line = this.#line
    this.#at = found.end
    this.#line += found.lines
    const { cells: row, isBroken, unclosed } = found
    if (row.length === 1 && row[0]?.trim() === '') return 'skipped'
    if (!this.#columns) {
      this.#columns = this.#format.hasHeader ? namesOf(row) : row.map((_, index) => `#${index + 1}`)
      if (this.#format.hasHeader) return 'skipped'
    }
    if (line < this.#wanted.line) return 'skipped'
    const cells = new Map(this.#columns.map((name, index) => [name, row[index] ?? '']))
    const hasMore = row.slice(this.#columns.length).some((cell) => cell.trim() !== '')
    return {
      ...{ line, cells, row, isBroken: isBroken || hasMore },
      ...(unclosed && { unclosed: { from: line + unclosed.from, to: line + unclosed.to } }),
    }
  }

  #takeJson(): FileRecord | 'more' | 'skipped' | 'end' {
    this.#skipMark()
    const end = this.#text.indexOf('\n', this.#at)
    if ((end < 0 ? this.#text.length : end) - this.#at > LINE_MAX) throw new UnreadableFile('line-too-long')
    if (end < 0 && !this.#isLast) return 'more'
    if (end < 0 && this.#at >= this.#text.length) return 'end'
    const written = this.#text.slice(this.#at, end < 0 ? undefined : end).trim()
    const line = this.#line
    this.#at = end < 0 ? this.#text.length : end + 1
    this.#line += 1
    if (written === '' || line < this.#wanted.line) return 'skipped'
    const lines = readJsonLines(written, this.#format.list)
    const [cells = new Map(), ...others] = lines ?? []
    const record = { line, cells, row: [], isBroken: lines === null }
    if (others.length === 0) return record
    return {
      ...record,
      others: others.map((one) => ({ line, cells: one, row: [], isBroken: false })),
      isTooLong: others.length >= ELEMENTS_MAX,
    }
  }

  /** The byte order mark at the very beginning. */
  #skipMark(): void {
    if (this.#byte === 0 && this.#at === 0 && this.#text.startsWith(BOM)) this.#at = 1
  }

  async #fill(octets: Octets): Promise<void> {
    const { encoding } = this.#format
    const { plain, isLast } = await this.#nextOctets(octets)
    const decoded = this.#decoder.decode(plain, isLast)
    this.#byte += bytesOfText(this.#text.slice(0, this.#at), encoding)
    this.#text = this.#text.slice(this.#at) + decoded
    this.#at = 0
    this.#isLast = isLast
  }

  async #nextOctets(octets: Octets): Promise<{ plain: Buffer; isLast: boolean }> {
    if (this.#pending.length === 0) {
      if (this.#next >= PACKED_BYTES_MAX) throw new UnreadableFile('unpacks-too-large')
      this.#pending = await octets.read(this.#next)
      this.#next += this.#pending.length
    }
    const piece = this.#pending.subarray(0, AT_ONCE)
    this.#pending = this.#pending.subarray(AT_ONCE)
    const isLast = this.#pending.length === 0 && (piece.length === 0 || this.#next >= octets.size)
    if (!this.#unpacker) return { plain: piece, isLast }
    const plain = await this.#unpacker.push(piece)
    return { plain: isLast ? Buffer.concat([plain, await this.#unpacker.end()]) : plain, isLast }
  }
}

async function columnsOf(octets: Octets, format: FileFormat): Promise<readonly string[]> {
  const reader = new RecordReader(format)
  await reader.read(octets, { limit: 1 })
  return reader.columns ?? []
}

/** A column without a name, or with that of another one, is called by its place. */
export function namesOf(header: readonly (Cell | undefined)[]): readonly string[] {
  const names = header.map((cell) => textOfCell(cell).trim().slice(0, COLUMN_NAME_MAX))
  return names.map((name, index) => (name === '' || names.indexOf(name) !== index ? `#${index + 1}` : name))
}
