import { Counter, type Registry } from 'prom-client'
import type { Attributes, Span } from './span.ts'

/** What waits to be sent; more is dropped, and counted: a receiver that hangs must not fill the memory. */
export const SPANS_WAITING_MAX = 2_048
const SPANS_AT_ONCE = 512
const SEND_EVERY_MS = 1_000
const SEND_TIMEOUT_MS = 10_000
const LAST_SEND_TIMEOUT_MS = 1_000

export interface ExporterOptions {
  /** Such as http://collector:4318; `/v1/traces` is added. */
  readonly endpoint: string
  readonly headers: Readonly<Record<string, string>>
  readonly serviceName: string
  readonly version: string
  readonly onTrouble: (reason: string) => void
}

/** Sends spans as OTLP over HTTP, in JSON. One message is under way at a time; one that fails is not repeated. */
export class Exporter {
  readonly #options: ExporterOptions
  readonly #url: string
  readonly #counted: Counter<'outcome'>
  readonly #timer: NodeJS.Timeout
  #waiting: Span[] = []
  #sending: Promise<void> | null = null
  #failures = 0

  constructor(options: ExporterOptions, registry: Registry) {
    this.#options = options
    this.#url = `${options.endpoint.replace(/\/$/, '')}/v1/traces`
    this.#counted = new Counter({
      name: 'punchcard_spans_total',
      help: 'Spans of traces that were sent, or dropped because they were too many or not taken',
      labelNames: ['outcome'],
      registers: [registry],
    })
    for (const outcome of ['sent', 'dropped']) this.#counted.inc({ outcome }, 0)
    this.#timer = setInterval(() => this.#sendSoon(), SEND_EVERY_MS).unref()
  }

  add(span: Span): void {
    if (this.#waiting.length >= SPANS_WAITING_MAX) this.#counted.inc({ outcome: 'dropped' })
    else this.#waiting.push(span)
    if (this.#waiting.length >= SPANS_AT_ONCE) this.#sendSoon()
  }

  /** Sends what waits, for a moment. */
  async close(): Promise<void> {
    clearInterval(this.#timer)
    const patience = new Promise<void>((resolve) => setTimeout(resolve, LAST_SEND_TIMEOUT_MS).unref())
    const last = async (): Promise<void> => {
      await this.#sending
      if (this.#waiting.length > 0) await this.#send(LAST_SEND_TIMEOUT_MS)
    }
    await Promise.race([last(), patience])
  }

  #sendSoon(): void {
    if (this.#sending || this.#waiting.length === 0) return
    this.#sending = this.#send(SEND_TIMEOUT_MS).finally(() => {
      this.#sending = null
    })
  }

  async #send(timeoutMs: number): Promise<void> {
    const spans = this.#waiting.splice(0, SPANS_AT_ONCE)
    try {
      const response = await fetch(this.#url, {
        method: 'POST',
        headers: { 'content-type': 'application/json', ...this.#options.headers },
        body: JSON.stringify(messageOf(spans, this.#options)),
        redirect: 'error',
        signal: AbortSignal.timeout(timeoutMs),
      })
      await response.body?.cancel()
      if (!response.ok) throw new Error(`it answers ${response.status}`)
      this.#counted.inc({ outcome: 'sent' }, spans.length)
      this.#failures = 0
    } catch (error) {
      this.#counted.inc({ outcome: 'dropped' }, spans.length)
      this.#failures += 1
      // The 1st, 2nd, 4th, 8th … in a row.
      if (Number.isInteger(Math.log2(this.#failures))) this.#options.onTrouble((error as Error).message)
    }
  }
}

function messageOf(spans: readonly Span[], { serviceName, version }: ExporterOptions) {
  const resource = { attributes: attributesOf({ 'service.name': serviceName, 'service.version': version }) }
  const scope = { name: 'punchcard', version }
  return { resourceSpans: [{ resource, scopeSpans: [{ scope, spans: spans.map(spanOf) }] }] }
}

function spanOf(span: Span) {
  return {
    traceId: span.traceId,
    spanId: span.spanId,
    ...(span.parentId === undefined ? {} : { parentSpanId: span.parentId }),
    name: span.name,
    kind: span.kind,
    startTimeUnixNano: nanoseconds(span.startedAtMs),
    endTimeUnixNano: nanoseconds(span.startedAtMs + span.durationMs),
    attributes: attributesOf(span.attributes),
    ...(span.links.length === 0
      ? {}
      : { links: span.links.map(({ traceId, spanId }) => ({ traceId, spanId })) }),
    ...(span.hasFailed ? { status: { code: 2 } } : {}),
  }
}

/** As text: they do not fit into a number. */
function nanoseconds(ms: number): string {
  return `${Math.round(ms * 1_000)}000`
}

function attributesOf(attributes: Attributes) {
  return Object.entries(attributes).map(([key, value]) => ({
    key,
    value: typeof value === 'number' ? { intValue: String(value) } : { stringValue: value },
  }))
}
