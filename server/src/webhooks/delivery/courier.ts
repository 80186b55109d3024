import {
  type EventKey,
  type LoggedEvent,
  type LogPosition,
  nameOfEvent,
  webhookId,
} from '../../events/event.ts'
import type { Clock, Instant } from '../../platform/clock.ts'
import type { Span } from '../../platform/tracing/span.ts'
import type { Tracer } from '../../platform/tracing/tracer.ts'
import {
  afterFailure,
  afterSuccess,
  allowance,
  type Breaker,
  CLOSED,
  isOpen,
  PROBING,
} from '../rules/breaker.ts'
import { HourCounts } from '../rules/hour-counts.ts'
import { type PayloadSettings, payloadOf } from '../rules/payload.ts'
import { nextAttemptAt, type Outcome } from '../rules/retry-plan.ts'
import { type HeldEvent, Window } from '../rules/window.ts'
import type { Answer, Sender } from '../sending/sender.ts'
import type { Attempt } from '../store/attempts.ts'
import type { LeasedEndpoint } from '../store/leases.ts'
import type { Progress } from '../store/progress.ts'

/** Why an endpoint is to be disabled. */
export type Verdict = 'gone' | 'failedTooLong'

export interface CourierOptions {
  readonly endpoint: LeasedEndpoint
  readonly held: readonly HeldEvent[]
  readonly sender: Sender
  readonly settings: () => PayloadSettings
  readonly clock: Clock
  readonly tracer?: Tracer | undefined
  readonly random: () => number
  readonly retrySeconds: readonly number[]
  readonly disableAfterMs: number
  /** True if the lease is good for another attempt. */
  readonly maySend: () => boolean
  readonly onAttempt: (attempt: Attempt, outcome: Outcome) => void
  readonly onVerdict: (verdict: Verdict) => void
  /** There is something to read. */
  readonly onNeed: () => void
}

/** Attempts under way at the same time to one endpoint. */
export const CONCURRENCY = 16
/** Events in memory: enough to keep sending while the next ones are read. */
const WINDOW_MAX = 2_000
/** An endpoint that holds more events than this, because so many failed, is given no new ones. */
const HELD_MAX = 10_000

/** Delivers the events of one endpoint, in order, as fast as the endpoint takes them. */
export class Courier {
  readonly endpoint: LeasedEndpoint
  readonly #options: CourierOptions
  readonly #window: Window
  readonly #counts = new HourCounts()
  #breaker: Breaker
  #failingSince: Instant | null
  #savedFailingSince: Instant | null
  /** Events whose content is in memory. */
  readonly #contents = new Map<number, LoggedEvent>()
  /** Held events that are due, and whose content has to be read again. */
  #toLoad: EventKey[] = []
  #isPaused = false
  #isStopped = false
  #timer: NodeJS.Timeout | undefined
  /** When to look for new events again, and when the last ones came. */
  nextReadAt: Instant = 0
  lastEventAt: Instant

  constructor(options: CourierOptions) {
    this.#options = options
    this.endpoint = options.endpoint
    this.lastEventAt = options.clock()
    this.#window = new Window(options.endpoint.cursor, options.held)
    this.#failingSince = options.endpoint.failingSince
    this.#savedFailingSince = this.#failingSince
    this.#breaker = this.#failingSince === null ? CLOSED : PROBING
  }

  get end(): LogPosition {
    return this.#window.end
  }

  get isIdle(): boolean {
    return this.#window.sendingCount === 0
  }

  /** How many more events can be taken. */
  room(): number {
    if (this.#isStopped || this.#isPaused || this.#window.heldCount > HELD_MAX) return 0
    // One event to probe with, and no more.
    if (isOpen(this.#breaker)) return this.#window.unsettledCount === 0 ? 1 : 0
    const room = WINDOW_MAX - this.#window.unsettledCount
    // Room for a few events is not worth a query.
    return room < WINDOW_MAX / 4 ? 0 : room
  }

  add(events: readonly LoggedEvent[]): void {
    for (const event of events) {
      const isWanted = this.endpoint.topics.includes(event.topic) && !event.isSilent
      if (isWanted && !this.#window.isHeld(event)) this.#contents.set(event.id, event)
      this.#window.add(event, isWanted)
    }
    this.pump()
  }

  /** Events that are due and have to be read again. They are under way. */
  takeToLoad(): EventKey[] {
    const keys = this.#toLoad
    this.#toLoad = []
    return keys
  }

  /** What was asked for with `takeToLoad`, as far as it exists. */
  loaded(keys: readonly EventKey[], events: readonly LoggedEvent[]): void {
    // The read may have taken longer than the lease is good.
    if (this.#isStopped || this.#isPaused || !this.#options.maySend()) {
      this.notLoaded(keys)
      return
    }
    const found = new Map(events.map((event) => [event.id, event]))
    for (const key of keys) {
      const event = found.get(key.id)
      if (event) void this.#send(event)
      // The log is not kept for ever, and what is no longer in it can't be sent.
      else this.#window.gaveUp(key)
    }
    this.pump()
  }

  /** The keys could not be read now. */
  notLoaded(keys: readonly EventKey[]): void {
    for (const key of keys) this.#window.putBack(key)
  }

  /** Sends what can be sent at this moment, and wakes itself when more can. */
  pump(): void {
    clearTimeout(this.#timer)
    if (this.#isStopped || this.#isPaused || !this.#options.maySend()) return
    const now = this.#options.clock()
    const limit = allowance(this.#breaker, CONCURRENCY, now)
    while (this.#window.sendingCount < limit) {
      const key = this.#window.next(now)
      if (!key) break
      const event = this.#contents.get(key.id)
      const isHeld = this.#window.isHeld(key)
      // The customer of an event that waited may have changed since: it is read again.
      if (isHeld) this.#contents.delete(key.id)
      if (event && !isHeld) void this.#send(event)
      else this.#toLoad.push(key)
    }
    this.#wakeLater(now)
    if (this.#toLoad.length > 0 || (this.nextReadAt <= now && this.room() > 0)) this.#options.onNeed()
  }

  #wakeLater(now: Instant): void {
    const dueAt = this.#window.nextDueAt()
    const pausedUntil = this.#breaker.pausedUntil > now ? this.#breaker.pausedUntil : null
    // While paused, whatever is due waits for the end of the pause.
    const at = pausedUntil ?? (dueAt === null || dueAt <= now ? null : dueAt)
    if (at !== null) this.#timer = setTimeout(() => this.pump(), Math.min(at - now + 1, 60_000))
  }

  async #send(event: LoggedEvent): Promise<void> {
    const at = this.#options.clock()
    const attempt = this.#window.attemptsOf(event) + 1
    const span = this.#startSpan(event.topic, attempt)
    let answer: Answer
    try {
      const body = JSON.stringify(payloadOf(event, this.#options.settings()))
      answer = await this.#options.sender.send({
        id: webhookId(nameOfEvent(event)),
        topic: event.topic,
        sequence: event.sequence,
        body,
        traceparent: span?.traceparent,
      })
    } catch (error) {
      // A fault in Punchcard itself: it must not hold up the other events.
      answer = {
        outcome: { kind: 'failed', status: null, retryAt: null },
        durationMs: 0,
        text: (error as Error).message,
      }
    }
    if (span) endSpan(span, answer.outcome)
    if (this.#isStopped) return
    const { outcome, durationMs, text } = answer
    const { id } = this.endpoint
    const isSuccess = outcome.kind === 'received'
    this.#counts.add(at, durationMs, isSuccess)
    this.#options.onAttempt(
      {
        ...nameOfEvent(event),
        id,
        transaction: event.transaction,
        attempt,
        at,
        durationMs,
        isSuccess,
        status: outcome.status,
        answer: text,
      },
      outcome,
    )
    if (isSuccess) this.#received(event)
    else this.#failed(event, outcome)
    this.pump()
  }

  /** Not the address: it may hold secrets of the merchant. */
  #startSpan(topic: string, attempt: number): Span | undefined {
    const { tenantId, id } = this.endpoint
    const which = { 'punchcard.tenant': tenantId, 'punchcard.endpoint': id, 'punchcard.topic': topic }
    return this.#options.tracer?.startRoot('webhook delivery', { ...which, 'punchcard.attempt': attempt })
  }

  #received(event: LoggedEvent): void {
    this.#contents.delete(event.id)
    this.#breaker = afterSuccess(this.#breaker)
    this.#failingSince = null
    this.#window.received(event)
  }

  #failed(event: LoggedEvent, outcome: Exclude<Outcome, { kind: 'received' }>): void {
    const { retrySeconds, random, disableAfterMs } = this.#options
    const now = this.#options.clock()
    this.#failingSince ??= now
    if (outcome.kind === 'gone') {
      this.#window.putBack(event)
      this.#judge('gone')
      return
    }
    const wasOpen = isOpen(this.#breaker)
    const failure = { eventId: event.id, retryAt: outcome.retryAt }
    this.#breaker = afterFailure(this.#breaker, failure, (retrySeconds[0] ?? 1) * 1_000, now, random())
    if (wasOpen && !this.#window.isHeld(event)) {
      // A probe: the endpoint fails as a whole, so the attempt does not count against the event.
      this.#window.putBack(event)
    } else {
      const attempts = this.#window.attemptsOf(event) + 1
      const next = nextAttemptAt(retrySeconds, attempts, outcome.retryAt, now, random())
      if (next === null) this.#window.gaveUp(event)
      else this.#window.failed(event, next)
      this.#contents.delete(event.id)
    }
    if (now - this.#failingSince >= disableAfterMs) this.#judge('failedTooLong')
  }

  /** Once: other attempts that were under way come to the same, or are of an endpoint that has changed since. */
  #judge(verdict: Verdict): void {
    if (this.#isPaused) return
    this.pause()
    this.#options.onVerdict(verdict)
  }

  /** What is to be saved; null: nothing. */
  progress(): Progress | null {
    const changes = this.#window.changes()
    const { cursor, held, parked, released } = changes
    const counts = this.#counts.pending()
    const isSame = cursor === null && held.length + parked.length + released.length + counts.length === 0
    if (isSame && this.#failingSince === this.#savedFailingSince) return null
    const { tenantId, id } = this.endpoint
    const [failingSince, savedFailingSince] = [this.#failingSince, this.#savedFailingSince]
    return { tenantId, id, changes, failingSince, savedFailingSince, counts }
  }

  saved({ changes, failingSince, counts }: Progress): void {
    this.#window.saved(changes)
    this.#counts.saved(counts)
    this.#savedFailingSince = failingSince
  }

  /** Sends nothing more. Attempts under way may end, and their outcomes still count. */
  pause(): void {
    clearTimeout(this.#timer)
    this.#isPaused = true
    for (const key of this.takeToLoad()) this.#window.putBack(key)
  }

  /** Sends nothing more, and ignores the answers to what is under way. */
  async stop(): Promise<void> {
    clearTimeout(this.#timer)
    this.#isStopped = true
    await this.#options.sender.close()
  }
}

function endSpan(span: Span, { kind, status }: Outcome): void {
  span.attributes['punchcard.outcome'] = kind
  if (status !== null) span.attributes['http.response.status_code'] = status
  span.end(kind !== 'received')
}
