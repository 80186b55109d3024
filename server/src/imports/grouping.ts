import { ELEMENTS_MAX } from './reading/format.ts'
import type { FileRecord } from './reading/record-reader.ts'

/** Puts lines that follow each other and have the same name into one record. Lines without a name stay alone. */
export class Grouping {
  readonly #nameOf: (record: FileRecord) => string
  #name = ''
  #open: FileRecord[] = []
  /** What is open goes on from lines that were too many. */
  #isRest = false

  constructor(nameOf: (record: FileRecord) => string) {
    this.#nameOf = nameOf
  }

  /** The first line of what may still go on; undefined: nothing may. */
  get openLine(): number | undefined {
    return this.#open[0]?.line
  }

  /** What is whole with these lines; with the last ones of the file, all of it. */
  add(records: readonly FileRecord[], isEnd: boolean): readonly FileRecord[] {
    const whole: FileRecord[] = []
    for (const record of records) {
      const name = record.isBroken ? '' : this.#nameOf(record)
      const goesOn = name !== '' && name === this.#name
      if (!goesOn || this.#open.length >= ELEMENTS_MAX) {
        whole.push(...this.#take(goesOn))
        this.#isRest = goesOn
      }
      this.#name = name
      this.#open.push(record)
    }
    return isEnd ? [...whole, ...this.#take(false)] : whole
  }

  #take(goesOn: boolean): FileRecord[] {
    const [first, ...others] = this.#open
    this.#open = []
    if (!first) return []
    const isTooLong = goesOn || this.#isRest
    return [{ ...first, ...(others.length > 0 && { others }), ...(isTooLong && { isTooLong }) }]
  }
}
