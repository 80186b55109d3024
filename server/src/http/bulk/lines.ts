import type { Readable } from 'node:stream'
import { EdgeError } from '../../contract/edge-error.ts'
import { BULK_BYTES_MAX, BULK_ITEMS_MAX } from '../../contract/private-api/bulk.ts'
import { type ApiRefusal, wrongField } from '../../contract/private-api/errors.ts'
import { ChangeSignal } from '../../platform/change-signal.ts'

const NEWLINE = 0x0a
const SPACE = 0x20

const TOO_MANY = wrongField(
  'Genaral_LengthLimitExceeded',
  'The list',
  `has more than ${BULK_ITEMS_MAX} items: from this one on, none was tried. Send them in another request.`,
)
const TOO_LARGE = wrongField(
  'Genaral_LengthLimitExceeded',
  'The body',
  `is larger than ${BULK_BYTES_MAX} bytes: from this item on, none was tried. Send them in another request.`,
)

/**
 * The lines of a body, as they arrive. It is read as fast as it comes, because many senders read no answer before they
 * have sent everything: to let them wait for each other would be a deadlock. What is kept is bounded by the size of a body.
 */
export class Lines {
  readonly #stream: Readable
  readonly #changed = new ChangeSignal()
  #waiting: Buffer[] = []
  /** Of the line that is not whole yet. */
  #parts: Buffer[] = []
  #bytes = 0
  #lines = 0
  #isOver = false
  /** Why no more is read. */
  #problem: ApiRefusal | null = null

  constructor(stream: Readable) {
    this.#stream = stream
    stream.on('data', this.#take)
    stream.once('end', this.#end)
    // After the end, or because the sender has hung up: then the line that it was sending is not whole.
    stream.once('close', this.#stop)
    stream.once('error', this.#stop)
  }

  /** Waits for the first line. False: there is none. */
  async hasAny(): Promise<boolean> {
    while (this.#waiting.length === 0 && !this.#isOver) await this.#changed.next()
    if (this.#waiting.length > 0) return true
    if (this.#problem) throw new EdgeError(413, `The body is larger than ${BULK_BYTES_MAX} bytes.`)
    return false
  }

  /** Each line that is not blank; at the end the problem, if it was not read to its end. */
  async *[Symbol.asyncIterator](): AsyncGenerator<Buffer | ApiRefusal> {
    for (;;) {
      const lines = this.#waiting
      this.#waiting = []
      yield* lines
      if (lines.length > 0) continue
      if (this.#isOver) break
      await this.#changed.next()
    }
    if (this.#problem) yield this.#problem
  }

  readonly #take = (chunk: Buffer): void => {
    this.#bytes += chunk.length
    if (this.#bytes > BULK_BYTES_MAX) this.#giveUp(TOO_LARGE)
    else this.#split(chunk)
  }

  #split(chunk: Buffer): void {
    let from = 0
    for (let at = chunk.indexOf(NEWLINE); at >= 0 && !this.#isOver; at = chunk.indexOf(NEWLINE, from)) {
      this.#parts.push(chunk.subarray(from, at))
      this.#finishLine()
      from = at + 1
    }
    if (from < chunk.length) this.#parts.push(chunk.subarray(from))
    this.#changed.fire()
  }

  readonly #end = (): void => {
    if (!this.#isOver) this.#finishLine()
    this.#stop()
  }

  readonly #stop = (): void => {
    this.#isOver = true
    this.#parts = []
    this.#changed.fire()
  }

  #finishLine(): void {
    const [first] = this.#parts
    const line = first && this.#parts.length === 1 ? first : Buffer.concat(this.#parts)
    this.#parts = []
    if (line.every((byte) => byte <= SPACE)) return
    if (this.#lines === BULK_ITEMS_MAX) this.#giveUp(TOO_MANY)
    else this.#waiting.push(line)
    this.#lines += 1
  }

  /** What still comes is thrown away: the connection may carry another request after it. */
  #giveUp(problem: ApiRefusal): void {
    this.#problem = problem
    this.#stream.off('data', this.#take)
    this.#stream.resume()
    this.#stop()
  }
}
