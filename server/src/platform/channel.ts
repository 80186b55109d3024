/** One end of the channel between a process and the one that started it. */
export interface ChannelEnd {
  send(message: object): void
  onMessage(listener: (message: object) => void): void
}

/** What this end answers, by the kind of the question. */
export type Answers = Readonly<Record<string, (value: never) => unknown>>

type Question = readonly [id: number, kind: string, value: unknown]
type Answer = readonly [id: number, value: unknown]

interface Message {
  readonly questions?: readonly Question[]
  readonly answers?: readonly Answer[]
}

/**
 * Asks the process at the other end, and answers what that one asks. The questions of one turn of the event loop are one
 * message: of a busy server that is 10 to 20 requests, and a message costs as much for one as for 20.
 */
export class Channel {
  readonly #end: ChannelEnd
  readonly #answers: Answers
  readonly #waiting = new Map<number, (value: unknown) => void>()
  #questions: Question[] = []
  #lastId = 0

  constructor(end: ChannelEnd, answers: Answers) {
    this.#end = end
    this.#answers = answers
    end.onMessage((message) => this.#receive(message))
  }

  /** Never settles where the other end is gone: then this process ends too, or no longer waits for that one. */
  ask<Result>(kind: string, value: unknown = null): Promise<Result> {
    if (this.#questions.length === 0) setImmediate(() => this.#send())
    this.#lastId += 1
    const id = this.#lastId
    this.#questions.push([id, kind, value])
    return new Promise((resolve) => {
      this.#waiting.set(id, resolve as (value: unknown) => void)
    })
  }

  #send(): void {
    const questions = this.#questions
    this.#questions = []
    this.#end.send({ questions } satisfies Message)
  }

  #receive({ questions = [], answers = [] }: Message): void {
    for (const [id, value] of answers) {
      this.#waiting.get(id)?.(value)
      this.#waiting.delete(id)
    }
    const known: Answer[] = []
    for (const [id, kind, value] of questions) {
      const answer = this.#answers[kind]?.(value as never)
      if (answer instanceof Promise) void answer.then((later) => this.#end.send({ answers: [[id, later]] }))
      else known.push([id, answer ?? null])
    }
    if (known.length > 0) this.#end.send({ answers: known } satisfies Message)
  }
}
