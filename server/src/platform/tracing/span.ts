import { randomBytes } from 'node:crypto'
import { systemClock } from '../system-clock.ts'

/** As OTLP numbers them. */
export const KIND = { internal: 1, server: 2, client: 3 }

export type Attributes = Record<string, string | number>

export interface SpanOptions {
  readonly name: string
  readonly kind: number
  readonly traceId?: string
  readonly parentId?: string
  readonly links?: readonly Span[]
  readonly attributes?: Attributes
}

/** A piece of work with its begin and end. Only work that is traced has one. */
export class Span {
  readonly traceId: string
  readonly spanId = randomBytes(8).toString('hex')
  readonly parentId: string | undefined
  readonly kind: number
  readonly links: readonly Span[]
  readonly attributes: Attributes
  readonly startedAtMs: number
  name: string
  durationMs = 0
  hasFailed = false
  readonly #startedAt = performance.now()
  readonly #onEnd: (span: Span) => void

  constructor(options: SpanOptions, onEnd: (span: Span) => void) {
    this.name = options.name
    this.kind = options.kind
    this.traceId = options.traceId ?? randomBytes(16).toString('hex')
    this.parentId = options.parentId
    this.links = options.links ?? []
    this.attributes = { ...options.attributes }
    this.startedAtMs = systemClock()
    this.#onEnd = onEnd
  }

  end(hasFailed = false): void {
    this.durationMs = performance.now() - this.#startedAt
    this.hasFailed = hasFailed
    this.#onEnd(this)
  }

  /** For the W3C header of a request that belongs to this span. */
  get traceparent(): string {
    return `00-${this.traceId}-${this.spanId}-01`
  }
}

const TRACEPARENT = /^00-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})$/

/** null: there is none, or it is not valid. */
export function readTraceparent(
  header: unknown,
): { readonly traceId: string; readonly parentId: string; readonly isSampled: boolean } | null {
  const [, traceId, parentId, flags] = (typeof header === 'string' && TRACEPARENT.exec(header)) || []
  if (!traceId || !parentId || !flags || /^0+$/.test(traceId) || /^0+$/.test(parentId)) return null
  return { traceId, parentId, isSampled: (Number.parseInt(flags, 16) & 1) === 1 }
}
