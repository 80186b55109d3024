/** Reads the lines of an import one after the other, from wherever its job is. */
import { startOfDay } from '../platform/zone.ts'
import { Grouping } from './grouping.ts'
import { HashedCounts } from './hashed-set.ts'
import type { FileKind, LineValues } from './kinds/kind.ts'
import { kindOf } from './kinds/kinds.ts'
import type { ImportedMoment, LineRefusal, ReadLine } from './line.ts'
import { LogLots } from './log-lots.ts'
import { CORRECTED_LINE } from './mapping.ts'
import { type ValuePlan, ValueReader } from './read-values.ts'
import { type Octets, type Position, START } from './reading/format.ts'
import { expectedRecords, type Look } from './reading/look.ts'
import { type FileRecord, RecordReader } from './reading/record-reader.ts'

export interface ImportedRecord {
  readonly record: FileRecord
  readonly read: ReadLine<LineValues> | LineRefusal
}

export interface ReadPage {
  readonly records: readonly ImportedRecord[]
  /** Where the next page begins. */
  readonly position: Position
  readonly hasEnded: boolean
}

/** How its values are read, and how its file looks. */
interface ImportPlan extends ValuePlan {
  readonly look: Pick<Look, 'form' | 'recordBytes'>
}

interface PageOptions {
  readonly from: Position
  readonly limit: number
  readonly isTimeUp: () => boolean
  /** Is given every record before the page that this reader has not answered. */
  readonly onPassed?: (record: ImportedRecord) => void
}

const CORRECTED = /^\d{1,15}:\d{1,15}$/
/** Records between two looks at the clock. */
const AT_ONCE = 200

/**
 * Which of several equal lines one is depends on all lines before it. So a file is read from its first line on whatever
 * the checkpoint says, and a reader that is behind its checkpoint first catches up without answering records.
 */
export class ImportReader {
  readonly values: ValueReader
  readonly #plan: ImportPlan
  readonly #kind: FileKind
  /** Made with the first page, when the size of the file is known. */
  #counts: HashedCounts | null = null
  #records: RecordReader
  /** Of a log: what is left of each line, once all are known. */
  /** Of CSV: a line of NDJSON is one thing in any case. */
  readonly #grouping: Grouping | null
  #log: LogLots | null
  #left: ReadonlyMap<number, bigint> | null = null

  constructor(plan: ImportPlan) {
    this.#plan = plan
    this.#kind = kindOf(plan.kind)
    this.values = new ValueReader(plan)
    this.#records = new RecordReader(plan.format)
    const { groups } = this.#kind
    const by = groups && plan.format.kind === 'csv' ? plan.mapping.columns[groups.by] : undefined
    this.#grouping = by === undefined ? null : new Grouping((record) => this.values.textOf(record, by))
    this.#log = plan.mapping.rows === 'log' && this.#kind.log ? new LogLots() : null
  }

  get position(): Position {
    if (this.#log) return START
    const { byte, line } = this.#records.position
    // Lines that may go on belong to the next page.
    return { byte, line: this.#grouping?.openLine ?? line }
  }

  /** The columns of CSV as they stand in the file. */
  get columns(): readonly string[] {
    return this.#records.columns ?? []
  }

  get bytes(): number {
    return this.#counts?.bytes ?? 0
  }

  close(): void {
    this.#records.close()
  }

  /** No records and not ended: the time was up while it was catching up. */
  async read(octets: Octets, options: PageOptions): Promise<ReadPage> {
    const { from, limit, isTimeUp, onPassed } = options
    this.#counts ??= new HashedCounts(expectedRecords(octets.size, this.#plan.look))
    await this.#readLog(octets, isTimeUp)
    const records: ImportedRecord[] = []
    while (!this.#log && records.length < limit && !this.#records.hasEnded) {
      const isBehind = this.#records.position.line < from.line
      const read = await this.#records.read(octets, {
        limit: Math.min(AT_ONCE, limit - records.length),
        isTimeUp,
      })
      const whole = this.#grouping ? this.#grouping.add(read, this.#records.hasEnded) : read
      for (const record of whole) {
        const one = this.#lineOf(record)
        if (one && record.line >= from.line) records.push({ record, read: one })
        else if (one) onPassed?.({ record, read: one })
      }
      // A page that has something is answered; one that has not may take longer.
      if (isTimeUp() && (isBehind || records.length > 0)) break
    }
    const isBehind = this.position.line < from.line
    return {
      records,
      position: isBehind ? from : this.position,
      hasEnded: !this.#log && this.#records.hasEnded,
    }
  }

  /** Null: the line counts for nothing. */
  #lineOf(record: FileRecord): ReadLine<LineValues> | LineRefusal | null {
    if (this.#isLeftOut(record)) return null
    const values = this.#valuesOf(record)
    if (isRefused(values)) return values
    const left = this.#left?.get(record.line)
    if (this.#left && left === undefined) return null
    const kept = left === undefined ? values : (this.#kind.log?.withLeft(values, left) ?? values)
    const corrected = this.values.textOf(record, CORRECTED_LINE)
    const correctedLine = CORRECTED.test(corrected) ? corrected : null
    const counts = this.#counts ?? new HashedCounts()
    const ordinal = counts.add(this.#nameOf(kept, correctedLine))
    if (this.#kind.groups) {
      const isSame = counts.add(JSON.stringify(this.#kind.contentOf(kept))) > 0
      if (ordinal > 0 && !isSame) return { kind: 'refusal', reason: 'lines-apart', member: null, facts: {} }
    }
    return { line: record.line, values: kept, correctedLine, ordinal }
  }

  /** Of all of its lines. */
  #valuesOf(record: FileRecord): LineValues | LineRefusal {
    const { groups } = this.#kind
    if (!groups) return this.values.read(record)
    if (record.isTooLong) return { kind: 'refusal', reason: 'too-many-lines', member: null, facts: {} }
    const lines: LineValues[] = []
    for (const one of [record, ...(record.others ?? [])]) {
      const values = this.values.read(one)
      if (isRefused(values)) return values
      lines.push(values)
    }
    return groups.join(lines)
  }

  /** By what a line is told from others of its file. */
  #nameOf(values: LineValues, correctedLine: string | null): string {
    const key = this.#kind.keyOf(values)
    if (key !== undefined) return `key ${key}`
    return correctedLine === null ? JSON.stringify(this.#kind.contentOf(values)) : `line ${correctedLine}`
  }

  #isLeftOut(record: FileRecord): boolean {
    const { leaveOutWith, leaveOutWithout } = this.#plan.mapping
    if (leaveOutWith !== undefined && this.values.textOf(record, leaveOutWith) !== '') return true
    return leaveOutWithout !== undefined && this.values.textOf(record, leaveOutWithout) === ''
  }

  /** All movements once, before the first line is answered. */
  async #readLog(octets: Octets, isTimeUp: () => boolean): Promise<void> {
    const log = this.#log
    if (!log) return
    while (!this.#records.hasEnded) {
      for (const record of await this.#records.read(octets, { limit: AT_ONCE, isTimeUp })) {
        const values = this.#isLeftOut(record) ? null : this.values.read(record)
        const moved = values && !isRefused(values) ? this.#kind.log?.movementOf(values) : null
        if (moved) {
          const { customer, at, points } = moved
          log.add(customer, { line: record.line, at: startOf(at, this.#plan.zone), points })
        }
      }
      if (isTimeUp()) return
    }
    this.#left = log.left()
    this.#log = null
    this.#records.close()
    this.#records = new RecordReader(this.#plan.format)
  }
}

function isRefused(read: LineValues | LineRefusal): read is LineRefusal {
  return 'kind' in read && read.kind === 'refusal'
}

function startOf(moment: ImportedMoment | null, zone: string): number {
  if (!moment) return 0
  return moment.kind === 'instant' ? moment.instant : startOfDay(moment.day, zone)
}
