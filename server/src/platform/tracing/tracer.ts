import { AsyncLocalStorage } from 'node:async_hooks'
import { type Attributes, KIND, readTraceparent, Span } from './span.ts'

export interface TracerOptions {
  /** Of 0 to 1: how much is traced. */
  readonly ratio: number
  /** Whether a caller's own decision to trace counts more than the ratio. */
  readonly followsCallers: boolean
  readonly random: () => number
  readonly onEnd: (span: Span) => void
}

/**
 * Decides what is traced, and knows what the work of this moment belongs to. Where tracing is off there is none, and
 * where a request is not traced it has no span: both cost a look at a variable.
 */
export class Tracer {
  readonly #options: TracerOptions
  readonly #current = new AsyncLocalStorage<Span | undefined>()

  constructor(options: TracerOptions) {
    this.#options = options
  }

  current(): Span | undefined {
    return this.#current.getStore()
  }

  run<T>(span: Span | undefined, work: () => T): T {
    return this.#current.run(span, work)
  }

  /** A request that came with this header. undefined: it is not traced. */
  startRequest(traceparent: unknown): Span | undefined {
    const caller = readTraceparent(traceparent)
    const isTraced = caller && this.#options.followsCallers ? caller.isSampled : this.#isChosen()
    if (!isTraced) return undefined
    return this.#start({
      name: 'request',
      kind: KIND.server,
      ...(caller ? { traceId: caller.traceId, parentId: caller.parentId } : {}),
    })
  }

  /** Work that no request asked for, such as a delivery. undefined: it is not traced. */
  startRoot(name: string, attributes: Attributes): Span | undefined {
    return this.#isChosen() ? this.#start({ name, kind: KIND.client, attributes }) : undefined
  }

  /**
   * Runs what several requests have in common. It is a part of the first that is traced, and linked to each. If none is,
   * it is a part of nothing: not of the request that happened to start it either.
   */
  async runBatch<T>(spans: readonly Span[], attributes: Attributes, work: () => Promise<T>): Promise<T> {
    const [first] = spans
    if (!first) return this.run(undefined, work)
    const span = this.#start({
      name: `batch ${attributes.batcher}`,
      kind: KIND.internal,
      traceId: first.traceId,
      parentId: first.spanId,
      links: spans,
      attributes,
    })
    return this.run(span, () => work()).then(
      (result) => {
        span.end()
        return result
      },
      (error) => {
        span.end(true)
        throw error
      },
    )
  }

  /** A transaction of the work of this moment. undefined: that is not traced. */
  startTransaction(attributes: Attributes): TracedTransaction | undefined {
    const parent = this.current()
    return parent && new TracedTransaction(parent, attributes, (options) => this.#start(options))
  }

  #isChosen(): boolean {
    return this.#options.random() < this.#options.ratio
  }

  #start(options: ConstructorParameters<typeof Span>[0]): Span {
    return new Span(options, this.#options.onEnd)
  }
}

/** A transaction and its parts, one after the other: waiting for a connection, its statements, the commit. */
class TracedTransaction {
  readonly #span: Span
  readonly #start: (options: ConstructorParameters<typeof Span>[0]) => Span
  #part: Span

  constructor(
    parent: Span,
    attributes: Attributes,
    start: (options: ConstructorParameters<typeof Span>[0]) => Span,
  ) {
    this.#start = start
    this.#span = start({
      name: 'transaction',
      kind: KIND.internal,
      traceId: parent.traceId,
      parentId: parent.spanId,
      attributes,
    })
    this.#part = this.#begin('connect')
  }

  next(part: 'statements' | 'commit'): void {
    this.#part.end()
    this.#part = this.#begin(part)
  }

  end(hasFailed: boolean): void {
    this.#part.end(hasFailed)
    this.#span.end(hasFailed)
  }

  #begin(name: string): Span {
    const { traceId, spanId } = this.#span
    return this.#start({
      name,
      kind: KIND.client,
      traceId,
      parentId: spanId,
      attributes: { 'db.system.name': 'postgresql' },
    })
  }
}
