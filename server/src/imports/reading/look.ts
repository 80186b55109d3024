/** A first look at a file: what it is, and samples from its beginning, its middle and its end. */
import { type CsvRecord, readCsvRecord } from './csv.ts'
import { evidenceOfDate } from './dates.ts'
import { isEmail } from './emails.ts'
import { isStrictUtf8, looksEncodedTwice, markedEncoding } from './encoding.ts'
import { type Evidence, EvidenceOfColumn } from './evidence.ts'
import {
  type Cell,
  DELIMITERS,
  type Delimiter,
  type Encoding,
  type FileFormat,
  type Octets,
  textOfCell,
  UnreadableFile,
} from './format.ts'
import { readJsonLines } from './ndjson.ts'
import { evidenceOfNumber } from './numbers.ts'
import { namesOf } from './record-reader.ts'
import { isGzip, refuseByFirstOctets } from './signature.ts'
import { Unpacker } from './unpack.ts'

const ENDS_BYTES = 65_536
/** Of the middle: room for a thousand lines of the usual length. */
const MIDDLE_BYTES = 262_144
const MIDDLE_RECORDS = 1_000
const DELIMITER_RECORDS = 200
const SHOWN_RECORDS = 20
const EXAMPLES_MAX = 3
const EXAMPLE_LENGTH_MAX = 100
const BOM = '\uFEFF'

/** What a person has said about the form of the file. */
export type ChosenForm = Partial<Pick<FileFormat, 'encoding' | 'delimiter' | 'hasHeader' | 'list'>>

export interface LookedColumn {
  readonly name: string
  /** What the header calls it: several may be called the same, and only the first one goes by it. Of NDJSON its name. */
  readonly title: string
  /** Values that are not blank, each once. */
  readonly examples: readonly string[]
  readonly filled: number
  readonly emails: number
  readonly numbers: Evidence
  readonly dates: Evidence
}

export interface Look {
  readonly form: Omit<FileFormat, 'numbers' | 'dates'>
  /** What could be otherwise. */
  readonly unclear: readonly ('delimiter' | 'header')[]
  readonly columns: readonly LookedColumn[]
  /** The first records, as they were read. */
  readonly rows: readonly ReadonlyMap<string, Cell>[]
  readonly isEncodedTwice: boolean
  /** Octets of a record, unpacked, as far as the samples tell. */
  readonly recordBytes: number
}

interface Samples {
  readonly isPacked: boolean
  readonly head: Buffer
  readonly isWhole: boolean
  readonly later: readonly Buffer[]
}

export async function lookAt(octets: Octets, chosen: ChosenForm = {}): Promise<Look> {
  const samples = await takeSamples(octets)
  const encoding = chosen.encoding ?? encodingOf(samples)
  const [start = '', ...later] = textsOf(samples, encoding)
  const isJson = start.trimStart().startsWith('{')
  return isJson
    ? lookAtJson(samples, { encoding, list: chosen.list }, [start, ...later])
    : lookAtCsv(samples, { ...chosen, encoding }, [start, ...later])
}

async function takeSamples(octets: Octets): Promise<Samples> {
  const first = await octets.read(0)
  if (isGzip(first)) {
    const head = await unpackSome(first.subarray(0, ENDS_BYTES), octets.size <= ENDS_BYTES)
    if (isGzip(head)) throw new UnreadableFile('packed-twice')
    refuseByFirstOctets(head.subarray(0, ENDS_BYTES))
    return { isPacked: true, head, isWhole: octets.size <= ENDS_BYTES, later: [] }
  }
  const head = first.subarray(0, ENDS_BYTES + MIDDLE_BYTES)
  refuseByFirstOctets(head.subarray(0, ENDS_BYTES))
  if (octets.size <= head.length) return { isPacked: false, head, isWhole: true, later: [] }
  const even = (place: number) => place - (place % 2)
  const middle = await octets.read(even(Math.floor(octets.size / 2)))
  const last = await octets.read(even(octets.size - ENDS_BYTES))
  const later = [middle.subarray(0, MIDDLE_BYTES), last.subarray(0, ENDS_BYTES)]
  return { isPacked: false, head, isWhole: false, later }
}

async function unpackSome(packed: Buffer, isWhole: boolean): Promise<Buffer> {
  const unpacker = new Unpacker()
  try {
    const some = await unpacker.push(packed)
    return isWhole ? Buffer.concat([some, await unpacker.end()]) : some
  } finally {
    unpacker.close()
  }
}

function encodingOf({ head, later }: Samples): Encoding {
  return markedEncoding(head) ?? ([head, ...later].every(isStrictUtf8) ? 'utf-8' : 'windows-1252')
}

/** Whole lines of each sample. */
function textsOf({ head, isWhole, later }: Samples, encoding: Encoding): string[] {
  const decode = (sample: Buffer) => new TextDecoder(encoding, { ignoreBOM: true }).decode(sample)
  const first = decode(head)
  const start = first.startsWith(BOM) ? first.slice(1) : first
  return [
    isWhole ? start : upToLineBreak(start),
    ...later.map((sample) => {
      const text = decode(sample)
      return upToLineBreak(text.slice(text.indexOf('\n') + 1))
    }),
  ]
}

/** The whole text where it has no line break: then it is refused when it is read. */
function upToLineBreak(text: string): string {
  const end = Math.max(text.lastIndexOf('\n'), text.lastIndexOf('\r'))
  return end < 0 ? text : text.slice(0, end + 1)
}

function lookAtCsv(
  { isPacked }: Samples,
  chosen: ChosenForm & { encoding: Encoding },
  texts: readonly string[],
): Look {
  const [start = '', ...later] = texts
  const found = chosen.delimiter ? { delimiter: chosen.delimiter, isClear: true } : delimiterOf(start)
  const { delimiter } = found
  const written = recordsIn(start, delimiter)
  const [begin] = written
  if (!begin) throw new UnreadableFile('empty')
  if (begin.isBroken) throw new UnreadableFile('unclosed-quote')
  const first = begin.cells
  const records = wholeOf(written)
  const header = headerOf(first, records.slice(1))
  const hasHeader = chosen.hasHeader ?? header.hasHeader
  if (hasHeader && written.length < 2) throw new UnreadableFile('header-only')
  const names = hasHeader ? namesOf(first) : first.map((_, index) => `#${index + 1}`)
  const body = hasHeader ? records.slice(1) : records
  const between = later.flatMap((text) =>
    recordsOf(text, delimiter, MIDDLE_RECORDS).filter(({ length }) => length === names.length),
  )
  const all = [...body, ...between].map(
    (row) => new Map(names.map((name, index) => [name, row[index] ?? ''])),
  )
  return {
    form: {
      ...{ kind: 'csv', isPacked, encoding: chosen.encoding, delimiter, hasHeader },
      isOurs: hasHeader && isOurs(names),
    },
    unclear: [
      ...(found.isClear ? [] : (['delimiter'] as const)),
      ...(chosen.hasHeader !== undefined || header.isClear ? [] : (['header'] as const)),
    ],
    columns: names.map((name, index) => ({
      ...columnOf(name, all),
      title: hasHeader ? (first[index] ?? '').trim() : '',
    })),
    rows: all.slice(0, SHOWN_RECORDS),
    isEncodedTwice: isEncodedTwice(texts),
    recordBytes: bytesPerRecord(texts, all.length),
  }
}

function lookAtJson(
  { isPacked }: Samples,
  { encoding, list }: { readonly encoding: Encoding; readonly list: string | undefined },
  texts: readonly string[],
): Look {
  const all = texts.flatMap((text) =>
    text.split('\n', RECORDS_MAX).flatMap((line) => {
      const lines = line.trim() === '' ? null : readJsonLines(line.trim(), list)
      return lines?.slice(0, 1) ?? []
    }),
  )
  if (all.length === 0) throw new UnreadableFile('json-document')
  const names = [...new Set(all.flatMap((record) => [...record.keys()]))]
  return {
    form: {
      ...{ kind: 'ndjson', isPacked, encoding, delimiter: ',', hasHeader: false, isOurs: false },
      ...(list !== undefined && { list }),
    },
    unclear: [],
    columns: names.map((name) => columnOf(name, all)),
    rows: all.slice(0, SHOWN_RECORDS),
    isEncodedTwice: isEncodedTwice(texts),
    recordBytes: bytesPerRecord(texts, all.length),
  }
}

const RECORDS_MAX = DELIMITER_RECORDS + MIDDLE_RECORDS

/** At most so many of those that can be read, without blank lines. */
function recordsOf(text: string, delimiter: string, limit = RECORDS_MAX): (readonly string[])[] {
  return wholeOf(recordsIn(text, delimiter, limit))
}

function wholeOf(records: readonly CsvRecord[]): (readonly string[])[] {
  return records.filter(({ isBroken }) => !isBroken).map(({ cells }) => cells)
}

function recordsIn(text: string, delimiter: string, limit = RECORDS_MAX): CsvRecord[] {
  const records: CsvRecord[] = []
  let at = 0
  while (at < text.length && records.length < limit) {
    const record = readCsvRecord(text, at, delimiter, true)
    if (!record) break
    at = record.end
    const isBlank = record.cells.length === 1 && record.cells[0]?.trim() === ''
    if (!isBlank) records.push(record)
  }
  return records
}

interface Split {
  readonly delimiter: Delimiter
  /** How many records have the usual number of columns, and how many columns these are. */
  readonly usual: number
  readonly columns: number
}

/** The one by which most records have the same number of columns, above one. */
function delimiterOf(text: string): { delimiter: Delimiter; isClear: boolean } {
  const splits = DELIMITERS.map((delimiter) => splitBy(text, delimiter)).filter(({ columns }) => columns > 1)
  const most = Math.max(0, ...splits.map(({ usual }) => usual))
  const best = splits.filter(({ usual }) => usual === most)
  const [first] = best
  // A file of one column has none.
  if (!first) return { delimiter: ',', isClear: true }
  return { delimiter: first.delimiter, isClear: best.length === 1 }
}

function splitBy(text: string, delimiter: Delimiter): Split {
  let counts: number[]
  try {
    counts = recordsOf(text, delimiter, DELIMITER_RECORDS).map(({ length }) => length)
  } catch (error) {
    if (!(error instanceof UnreadableFile)) throw error
    counts = []
  }
  const [columns = 0] = counts
  return { delimiter, columns, usual: counts.filter((count) => count === columns).length }
}

function isData(cell: string): boolean {
  const text = cell.trim()
  return isEmail(text) || evidenceOfNumber(text) !== 'none' || evidenceOfDate(text) !== 'none'
}

/** Unclear: nothing in the file tells its first record from the others. */
function headerOf(
  first: readonly string[],
  others: readonly (readonly string[])[],
): { hasHeader: boolean; isClear: boolean } {
  if (first.some(isData)) return { hasHeader: false, isClear: true }
  return { hasHeader: true, isClear: others.length === 0 || others.some((row) => row.some(isData)) }
}

/** By which the heads of files that Punchcard writes are known. */
const OUR_HEADS = [
  ['punchcard_line'],
  ['publicId', 'points'],
  ['publicId', 'orderId'],
  ['publicId', 'inactivatedAt'],
  ['list', 'isAssigned'],
]

function isOurs(names: readonly string[]): boolean {
  return OUR_HEADS.some((head) => head.every((name) => names.includes(name)))
}

function columnOf(name: string, records: readonly ReadonlyMap<string, Cell>[]): LookedColumn {
  const numbers = new EvidenceOfColumn('number')
  const dates = new EvidenceOfColumn('date')
  const examples: string[] = []
  let [filled, emails] = [0, 0]
  for (const record of records) {
    const cell = record.get(name)
    const text = textOfCell(cell).trim()
    if (text === '') continue
    filled += 1
    if (isEmail(text)) emails += 1
    // A number of JSON says nothing about texts.
    if (typeof cell === 'string') numbers.add(text)
    dates.add(text)
    const example = text.slice(0, EXAMPLE_LENGTH_MAX)
    if (examples.length < EXAMPLES_MAX && !examples.includes(example)) examples.push(example)
  }
  return { name, title: name, examples, filled, emails, numbers: numbers.evidence, dates: dates.evidence }
}

const TWICE_SHARE = 0.001

function isEncodedTwice(texts: readonly string[]): boolean {
  const lines = texts.flatMap((text) => text.split('\n'))
  return lines.filter(looksEncodedTwice).length > lines.length * TWICE_SHARE
}

/** Of the lines of the samples: not all of them are taken for records. */
function bytesPerRecord(texts: readonly string[], records: number): number {
  const text = texts.join('')
  const breaks = text.split('\n').length - 1
  return Math.max(1, Math.floor(Buffer.byteLength(text) / Math.max(breaks, records, 1)))
}

/** A file that is packed is some eight times as large. */
const USUAL_RATIO = 8

/** How many records a file has, roughly. */
export function expectedRecords(
  size: number,
  { form, recordBytes }: Pick<Look, 'form' | 'recordBytes'>,
): number {
  return Math.ceil((size * (form.isPacked ? USUAL_RATIO : 1)) / recordBytes)
}
