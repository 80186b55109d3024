/**
 * Compares the answers of a merchant and its copy. What either makes up by itself, such as numbers and codes of new
 * things, differs; but what is one thing there is one thing here, wherever it is named.
 */
export class Twins {
  readonly #of: number
  readonly #copy: number
  readonly #here = new Map<string, string>()
  readonly #there = new Map<string, string>()

  constructor(of: number, copy: number) {
    this.#of = of
    this.#copy = copy
  }

  /** The answer without the merchant's number in names of events, and where a reader of the log has come to by now. */
  withoutOwn(body: string): string {
    return body
      .replaceAll(`evt_${this.#of}_`, 'evt_')
      .replaceAll(`evt_${this.#copy}_`, 'evt_')
      .replace(/"(NextCursor|Cursor)":"[^"]*"/g, '"Cursor":""')
  }

  /** The first place where two answers say something else; null: none. */
  difference(one: string, other: string): string | null {
    if (one === other) return null
    return this.#differenceIn(read(this.withoutOwn(one)), read(this.withoutOwn(other)), '')
  }

  #differenceIn(one: unknown, other: unknown, place: string): string | null {
    if (one === other) return null
    if (isObject(one) && isObject(other)) {
      for (const member of new Set([...Object.keys(one), ...Object.keys(other)])) {
        const found = this.#differenceIn(one[member], other[member], `${place}/${member}`)
        if (found !== null) return found
      }
      return null
    }
    if (MADE_UP.test(place) && isName(one) && isName(other) && this.#isOneThing(String(one), String(other)))
      return null
    return `${place}: ${JSON.stringify(one)} and ${JSON.stringify(other)}`
  }

  #isOneThing(here: string, there: string): boolean {
    const [known, back] = [this.#here.get(here), this.#there.get(there)]
    this.#here.set(here, there)
    this.#there.set(there, here)
    return (known ?? there) === there && (back ?? here) === here
  }
}

/** Members whose values a merchant makes up. */
const MADE_UP = /(Id|Code|Codes|Key|Uuid|Cursor)(\/\d+)?$/

function read(body: string): unknown {
  try {
    return JSON.parse(body)
  } catch {
    return body
  }
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null
}

function isName(value: unknown): value is string | number {
  return typeof value === 'string' || typeof value === 'number'
}
