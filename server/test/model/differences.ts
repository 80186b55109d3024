/** Where an answer was not the one that the model gives. */
import { expect } from 'vitest'
import type { ModelCommand } from './command.ts'
import type { Essence } from './essence.ts'

interface Difference {
  /** Of the command, in the order of answers. */
  readonly number: number
  readonly sent: string
  readonly action: string
  readonly expected: Essence
  readonly actual: Essence
}

/** After the first, a customer's account is not the model's any more: it says nothing new, and is not looked at. */
export class Differences {
  readonly #first = new Map<string, Difference>()

  /** `of`: whose answer it is. */
  note(of: string, number: number, command: ModelCommand, at: number, actual: Essence): void {
    if (this.#first.has(of) || areSame(actual, command.expected)) return
    const { action, method, path, body, expected } = command
    const sent = `at ${new Date(at).toISOString()} ${of} sent ${method} ${path} ${JSON.stringify(body)}`
    this.#first.set(of, { number, sent, action, expected, actual })
  }

  /** Fails with the first of them, if there is one, and says what others are about. */
  expectNone(seed: number): void {
    const [first] = [...this.#first.values()].sort((a, b) => a.number - b.number)
    if (!first) return
    const kinds = Map.groupBy(this.#first.values(), kindOf)
    const list = [...kinds].map(([kind, { length }]) => `${length} × ${kind}`).join('\n  ')
    const message = `MODEL_SEED=${seed}: command ${first.number}, ${first.sent}\nAll differences:\n  ${list}\n`
    expect(first.actual, message).toEqual(first.expected)
  }
}

function kindOf({ action, expected, actual }: Difference): string {
  const names = new Set([...Object.keys(expected), ...Object.keys(actual)])
  const different = [...names].filter((name) => !areSame(expected[name], actual[name]))
  const inWords = (answer: Essence) => (answer.error === undefined ? 'done' : `error ${answer.error}`)
  const outcome =
    expected.error === actual.error
      ? different.join(', ')
      : `${inWords(actual)} instead of ${inWords(expected)}`
  return `${action}: ${outcome}`
}

function areSame(a: unknown, b: unknown): boolean {
  return inOrder(a) === inOrder(b)
}

/** With the members of objects in one order; what is undefined is not there. */
function inOrder(value: unknown): string {
  return JSON.stringify(value, (_, member) =>
    member && typeof member === 'object' && !Array.isArray(member)
      ? Object.fromEntries(Object.entries(member).sort(([a], [b]) => (a < b ? -1 : 1)))
      : member,
  )
}
