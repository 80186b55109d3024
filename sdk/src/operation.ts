/** How an answer is wrapped, and so what is taken out of it. */
export type Wrapping = 'result' | 'page' | 'bulk' | 'item' | 'redeemed' | 'bare'

/** One operation of the API, as the table in operations.gen.ts has it. */
export interface Operation {
  readonly verb: string
  /** With `{name}` for each part that is an argument. */
  readonly path: string
  readonly wrapping: Wrapping
  /** A key in the body that is made where the caller sends none, so that repetitions have one effect. */
  readonly madeKey?: string
  /** The error by which a repetition is told that it was done, and the operation that reads what was done. */
  readonly doneBefore?: readonly [code: number, read: string]
}

/** What a method was given. */
export interface Input {
  readonly path?: readonly (string | number)[]
  readonly query?: Readonly<Record<string, unknown>>
  readonly body?: unknown
}
