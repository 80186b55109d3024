/** What all lines of a file say together: questions, extremes, warnings and samples. It is made again by reading the file. */
import { type Instant, instantToText } from '../../platform/clock.ts'
import { type Decimal, shortText, ZERO } from '../../platform/decimal.ts'
import { localDateToText, startOfDay } from '../../platform/zone.ts'
import type { ColumnExtreme, ImportQuestion, ImportWarning } from '../import.ts'
import type { ImportedRecord } from '../import-reader.ts'
import type { FileKind, LineValues } from '../kinds/kind.ts'
import type { ImportedMoment } from '../line.ts'
import { styleKind } from '../member-type.ts'
import type { Member } from '../members.ts'
import { questionOf } from '../plan-reading.ts'
import type { MappedColumn, ValueReader } from '../read-values.ts'
import { looksEncodedTwice } from '../reading/encoding.ts'
import { EvidenceOfColumn } from '../reading/evidence.ts'
import { textOfCell } from '../reading/format.ts'
import type { FileRecord } from '../reading/record-reader.ts'
import { isRepeated } from './outcome.ts'
import { Sample } from './sample.ts'
import { SampledLines } from './sampled-lines.ts'

const SAMPLES = 100
/** Of how many amounts the median is taken. */
const AMOUNTS = 1_001
/** A few lines have a largest one that says nothing. */
const LINES_TO_COMPARE = 20
const SHARE_PERCENT = 5n
const FAR_ABOVE = 100n
const TWICE_PER_LINES = 1_000

interface Extreme<Value> {
  readonly value: Value
  readonly line: number
}

export class FileFindings {
  readonly samples: SampledLines<ImportedRecord>
  lines = 0
  readonly #reader: ValueReader
  readonly #kind: Pick<FileKind, 'shows' | 'keyOf' | 'leftOut'>
  readonly #zone: string
  readonly #columns: readonly (MappedColumn & { readonly evidence: EvidenceOfColumn })[]
  readonly #amounts = new Map<Member, { largest: Extreme<Decimal>; smallest: Extreme<Decimal> }>()
  readonly #moments = new Map<string, { latest: Extreme<Instant>; earliest: Extreme<Instant> }>()
  readonly #weighed: Sample<Decimal>
  readonly #lengths = new Map<number, number>()
  #sum: Decimal = ZERO
  #twice = 0
  /** Lines that are equal to one before them. */
  #equal = 0
  /** Lines that bring nothing, by the kind of their warning. */
  readonly #leftOut = new Map<string, number>()
  /** Lines that were taken by quotes that are not closed, and where the first of these opens. */
  #unread = { lines: 0, first: 0 }

  constructor(
    reader: ValueReader,
    kind: Pick<FileKind, 'shows' | 'keyOf' | 'leftOut'>,
    { seed, zone }: { readonly seed: number; readonly zone: string },
  ) {
    this.#reader = reader
    this.#kind = kind
    this.#zone = zone
    this.samples = new SampledLines(SAMPLES, seed)
    this.#weighed = new Sample(AMOUNTS, seed)
    this.#columns = reader.columns.flatMap((column) => {
      const kind = styleKind(column.type)
      return kind ? [{ ...column, evidence: new EvidenceOfColumn(kind) }] : []
    })
  }

  /** `customer`: what the line calls whom it names; null: it names no one. */
  add(imported: ImportedRecord, customer: string | null): void {
    const { record, read } = imported
    this.lines += 1
    if (record.unclosed) this.#addUnread(record.unclosed)
    this.samples.add(customer, record.line, imported)
    for (const one of [record, ...(record.others ?? [])]) this.#addEvidence(one)
    if (record.row.some(looksEncodedTwice) || looksTwice(record.cells.values())) this.#twice += 1
    if (!('values' in read)) return
    if (read.ordinal > 0 && !isRepeated(this.#kind, read)) this.#equal += 1
    const leftOut = this.#kind.leftOut?.(read.values) ?? null
    if (leftOut !== null) this.#leftOut.set(leftOut, (this.#leftOut.get(leftOut) ?? 0) + 1)
    this.#addValues(record.line, read.values)
  }

  #addEvidence(record: FileRecord): void {
    for (const { column, evidence, type, values } of this.#columns) {
      const cell = record.cells.get(column)
      // A number of JSON has its decimal point in any case.
      if (typeof cell === 'object' && styleKind(type) === 'number') continue
      const text = this.#reader.textOf(record, column)
      if (text !== '' && !values.has(text.toLowerCase())) evidence.add(text)
    }
  }

  get questions(): readonly ImportQuestion[] {
    return this.#columns.flatMap(({ evidence, ...column }) => questionOf(column, evidence.evidence) ?? [])
  }

  get extremes(): readonly ColumnExtreme[] {
    const amounts = [...this.#amounts].flatMap(([member, { largest, smallest }]): ColumnExtreme[] => [
      { member, kind: 'largest', value: shortText(largest.value), line: largest.line },
      { member, kind: 'smallest', value: shortText(smallest.value), line: smallest.line },
    ])
    const moments = [...this.#moments].flatMap(([member, { earliest, latest }]): ColumnExtreme[] => [
      { member, kind: 'earliest', value: instantToText(earliest.value), line: earliest.line },
      { member, kind: 'latest', value: instantToText(latest.value), line: latest.line },
    ])
    return [...amounts, ...moments]
  }

  get warnings(): readonly ImportWarning[] {
    return [
      ...this.#unclosedQuotes(),
      ...this.#equalLines(),
      ...[...this.#leftOut].map(([kind, lines]) => ({ kind, member: null, facts: { lines: String(lines) } })),
      ...this.#encodedTwice(),
      ...this.#shortDocuments(),
      ...this.#large(),
    ]
  }

  #addValues(line: number, values: LineValues): void {
    for (const member of this.#kind.shows.amounts) {
      const value = values[member] as Decimal | undefined
      if (value === undefined) continue
      const known = this.#amounts.get(member)
      this.#amounts.set(member, {
        largest: known && known.largest.value >= value ? known.largest : { value, line },
        smallest: known && known.smallest.value <= value ? known.smallest : { value, line },
      })
    }
    for (const member of this.#kind.shows.moments) {
      const moment = values[member] as ImportedMoment | undefined
      if (moment) this.#addMoment(member, line, this.#startOf(moment))
    }
    const { weighed: member } = this.#kind.shows
    const weighed = member === null ? undefined : (values[member] as Decimal | undefined)
    if (weighed !== undefined && weighed > ZERO) {
      this.#sum += weighed
      this.#weighed.add(line, weighed)
    }
    const document = values.document as string | undefined
    const digits = document?.replace(/[.\-/ ]/g, '')
    if (digits && /^\d{1,30}$/.test(digits)) {
      this.#lengths.set(digits.length, (this.#lengths.get(digits.length) ?? 0) + 1)
    }
  }

  #addMoment(member: string, line: number, value: Instant): void {
    const known = this.#moments.get(member)
    this.#moments.set(member, {
      latest: known && known.latest.value >= value ? known.latest : { value, line },
      earliest: known && known.earliest.value <= value ? known.earliest : { value, line },
    })
  }

  #startOf(moment: ImportedMoment): Instant {
    return moment.kind === 'instant' ? moment.instant : startOfDay(moment.day, this.#zone)
  }

  #addUnread({ from, to }: NonNullable<ImportedRecord['record']['unclosed']>): void {
    const { lines, first } = this.#unread
    this.#unread = { lines: lines + 1 + to - from, first: first === 0 ? from : first }
  }

  #unclosedQuotes(): ImportWarning[] {
    const { lines, first } = this.#unread
    if (lines === 0) return []
    return [{ kind: 'unclosedQuotes', member: null, facts: { line: String(first), lines: String(lines) } }]
  }

  /** Two balances of one customer may be equal, and a doubled export looks the same. */
  #equalLines(): ImportWarning[] {
    if (this.#equal === 0) return []
    return [{ kind: 'equalLines', member: null, facts: { lines: String(this.#equal) } }]
  }

  #encodedTwice(): ImportWarning[] {
    if (this.#twice * TWICE_PER_LINES <= this.lines) return []
    return [{ kind: 'encodedTwice', member: null, facts: { lines: String(this.#twice) } }]
  }

  /** Where most have one length, a shorter one has likely lost its leading zeros to a spreadsheet. */
  #shortDocuments(): ImportWarning[] {
    const all = [...this.#lengths.values()].reduce((sum, count) => sum + count, 0)
    const [usual] = [...this.#lengths].toSorted(([, a], [, b]) => b - a)
    if (!usual || usual[1] * 2 <= all) return []
    const count = [...this.#lengths].reduce((sum, [length, one]) => (length < usual[0] ? sum + one : sum), 0)
    if (count === 0) return []
    const facts = { count: String(count), lines: String(all), length: String(usual[0]) }
    return [{ kind: 'shortDocuments', member: 'document', facts }]
  }

  #large(): ImportWarning[] {
    const { weighed: member } = this.#kind.shows
    const largest = member === null ? null : this.#amounts.get(member)?.largest
    const amounts = this.#weighed.items.map(({ item }) => item).toSorted((a, b) => (a < b ? -1 : 1))
    const median = amounts[Math.floor(amounts.length / 2)]
    if (!largest || median === undefined || this.lines < LINES_TO_COMPARE) return []
    const facts = { line: String(largest.line), value: shortText(largest.value) }
    const percent = (largest.value * 100n) / this.#sum
    return [
      ...(percent >= SHARE_PERCENT && largest.value * 100n > this.#sum * SHARE_PERCENT
        ? [{ kind: 'largeShare', member, facts: { ...facts, percent: String(percent) } }]
        : []),
      ...(largest.value > median * FAR_ABOVE
        ? [{ kind: 'farAbove', member, facts: { ...facts, median: shortText(median) } }]
        : []),
    ]
  }
}

function looksTwice(cells: Iterable<Parameters<typeof textOfCell>[0]>): boolean {
  for (const cell of cells) if (looksEncodedTwice(textOfCell(cell))) return true
  return false
}

/** A value as people compare it with the file: plain decimals, days like `2027-12-31`. */
export function shownValues(values: LineValues): Record<string, string> {
  return Object.fromEntries(
    Object.entries(values).flatMap(([member, value]: [string, unknown]) => {
      const text = shownValue(member, value)
      return text === null ? [] : [[member, text]]
    }),
  )
}

function shownValue(member: string, value: unknown): string | null {
  if (value === undefined) return null
  if (typeof value === 'bigint') return shortText(value)
  if (member === 'progressDay') return localDateToText(value as number)
  if (member === 'birthday') {
    const { year, month, day } = value as { year: number | null; month: number; day: number }
    const rest = `${String(month).padStart(2, '0')}-${String(day).padStart(2, '0')}`
    return year === null ? rest : `${String(year).padStart(4, '0')}-${rest}`
  }
  if (typeof value !== 'object' || value === null) return String(value)
  if (Array.isArray(value)) return `${value.length}`
  const moment = value as ImportedMoment
  return moment.kind === 'day' ? localDateToText(moment.day) : instantToText(moment.instant)
}
