/** The cells of a record as the values of its members. */
import { unguarded } from '../jobs/rules/csv.ts'
import type { Decimal } from '../platform/decimal.ts'
import { localDate } from '../platform/zone.ts'
import type { ImportKind } from './import.ts'
import type { LineValues } from './kinds/kind.ts'
import type { LineReason, LineRefusal } from './line.ts'
import type { Mapping } from './mapping.ts'
import type { MemberType } from './member-type.ts'
import { type Member, membersOf, typeOf } from './members.ts'
import { evidenceOfDate, readBirthday, readMoment } from './reading/dates.ts'
import { type Cell, type DateStyle, type FileFormat, type NumberStyle, textOfCell } from './reading/format.ts'
import { evidenceOfNumber, readNumber, readWrittenNumber } from './reading/numbers.ts'
import type { FileRecord } from './reading/record-reader.ts'

/** How the cells of a file become values. */
export interface ValuePlan {
  readonly kind: ImportKind
  readonly format: FileFormat
  readonly mapping: Mapping
  /** The merchant's. */
  readonly zone: string
}

export interface MappedColumn {
  readonly member: Member
  readonly column: string
  readonly type: MemberType
  readonly number: NumberStyle | null
  readonly date: DateStyle | null
  readonly values: ReadonlyMap<string, string>
}

type Failed = { readonly failed: LineReason }

const ONE = 10_000n
/** Line breaks within a cell are spaces; anything else of this kind is in no name. */
const BREAKS = /[\r\n\t]+/g
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is looked for
const CONTROLS = /[\u0000-\u001F\u007F\u0080-\u009F\u2028\u2029\uFFFE\uFFFF]/
const IS_SCIENTIFIC = /^[-+]?\d+(?:[.,]\d+)?e[+-]?\d+$/i

export function mappedColumns({ kind, format, mapping }: Omit<ValuePlan, 'zone'>): readonly MappedColumn[] {
  return membersOf(kind).flatMap((member) => {
    const column = mapping.columns[member]
    if (column === undefined) return []
    const type = typeOf(kind, member)
    return [
      {
        ...{ member, column, type },
        number: own(format.numbers, column),
        date: own(format.dates, column),
        values: new Map(Object.entries(mapping.values?.[member] ?? {})),
      },
    ]
  })
}

function own<Value>(record: Readonly<Record<string, Value>>, name: string): Value | null {
  return Object.hasOwn(record, name) ? (record[name] ?? null) : null
}

export class ValueReader {
  readonly columns: readonly MappedColumn[]
  readonly #isOurs: boolean
  readonly #zone: string

  constructor(plan: ValuePlan) {
    this.columns = mappedColumns(plan)
    this.#isOurs = plan.format.isOurs
    this.#zone = plan.mapping.zone ?? plan.zone
  }

  /** What stands in the cell, without the apostrophe that kept a spreadsheet from running it. */
  textOf(record: FileRecord, column: string): string {
    const text = textOfCell(record.cells.get(column)).trim()
    return this.#isOurs ? unguarded(text) : text
  }

  read(record: FileRecord): LineValues | LineRefusal {
    if (record.isBroken) return refusedBroken(record)
    const values: Partial<Record<Member, unknown>> = {}
    for (const column of this.columns) {
      const text = this.textOf(record, column.column)
      if (text === '') continue
      const value = this.#valueOf(column, record.cells.get(column.column), text)
      if (isFailed(value)) return refused(value.failed, column.member, text)
      values[column.member] = value
    }
    return values
  }

  #valueOf(column: MappedColumn, cell: Cell | undefined, written: string): unknown {
    const text = column.values.get(written.toLowerCase()) ?? written
    if (CONTROLS.test(text.replaceAll(BREAKS, ' ')) || !text.isWellFormed())
      return failed('control-character')
    const zone = this.#zone
    switch (column.type) {
      case 'text':
        return text.replaceAll(BREAKS, ' ')
      case 'identifier':
      case 'document':
        return IS_SCIENTIFIC.test(text) ? failed('scientific-notation') : text.replaceAll(BREAKS, ' ')
      case 'truth':
        return truthOf(text)
      case 'amount':
        return amountOf(cell, text, column.number)
      case 'count':
      case 'year':
        return wholeOf(amountOf(cell, text, column.number))
      default:
        return dateOf(text, column, zone)
    }
  }
}

function refusedBroken({ unclosed }: FileRecord): LineRefusal {
  if (!unclosed) return refused('broken-line', null, '')
  const facts = { line: String(unclosed.from), last: String(unclosed.to) }
  return { kind: 'refusal', reason: 'unclosed-quote', member: null, facts }
}

function refused(reason: LineReason, member: Member | null, text: string): LineRefusal {
  return { kind: 'refusal', reason, member, facts: member === null ? {} : { value: text.slice(0, 60) } }
}

function failed(reason: LineReason): Failed {
  return { failed: reason }
}

function isFailed(value: unknown): value is Failed {
  return typeof value === 'object' && value !== null && 'failed' in value
}

function amountOf(cell: Cell | undefined, text: string, style: NumberStyle | null): Decimal | Failed {
  if (typeof cell === 'object' && text === cell.number) return orFailed(readWrittenNumber(cell.number))
  if (style === null && ['dot', 'comma', 'ambiguous'].includes(evidenceOfNumber(text)))
    return failed('unanswered')
  return orFailed(readNumber(text, style ?? 'dot'))
}

function orFailed<Value>(value: Value | LineReason): Value | Failed {
  return typeof value === 'string' ? failed(value as LineReason) : value
}

function wholeOf(value: Decimal | Failed): number | Failed {
  if (typeof value !== 'bigint') return value
  return value >= 0n && value % ONE === 0n ? Number(value / ONE) : failed('not-a-whole-number')
}

function dateOf(text: string, { type, date: style }: MappedColumn, zone: string): unknown {
  if (style === null && ['dmy', 'mdy', 'excel', 'unix', 'ambiguous'].includes(evidenceOfDate(text))) {
    return failed('unanswered')
  }
  if (type === 'birthday') return orFailed(readBirthday(text, style))
  const moment = readMoment(text, { style, zone, takesShortYears: type === 'future' })
  if (typeof moment === 'string') return failed(moment)
  if (type !== 'day') return moment
  return moment.kind === 'day' ? moment.day : localDate(moment.instant, zone)
}

const TRUE = [
  'true',
  'yes',
  'y',
  '1',
  'sim',
  's',
  'si',
  'sí',
  'verdadeiro',
  'verdadero',
  'x',
  'active',
  'ativo',
  'activo',
]
const FALSE = ['false', 'no', 'n', '0', 'não', 'nao', 'falso', 'inactive', 'inativo', 'inactivo']

function truthOf(text: string): boolean | Failed {
  const word = text.toLowerCase()
  if (TRUE.includes(word)) return true
  return FALSE.includes(word) ? false : failed('not-a-yes-or-no')
}
