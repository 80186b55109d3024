import { setTimeout as sleep } from 'node:timers/promises'
import type { TenantId } from '../../contract/ids.ts'
import type { Clock, Instant } from '../../platform/clock.ts'
import type { Database } from '../../platform/postgres/database.ts'
import type { Sealer } from '../../platform/sealing.ts'
import { monotonicClock } from '../../platform/system-clock.ts'
import type { Tracer } from '../../platform/tracing/tracer.ts'
import type { Tenant } from '../../tenancy/tenant.ts'
import { unsealEndpoint } from '../endpoint-secrets.ts'
import type { Outcome } from '../rules/retry-plan.ts'
import { SuccessBudget } from '../rules/success-budget.ts'
import type { HeldEvent } from '../rules/window.ts'
import type { Reach } from '../sending/address-guard.ts'
import { createSender } from '../sending/sender.ts'
import { type Attempt, insertAttempts } from '../store/attempts.ts'
import { disableEndpoint } from '../store/endpoints.ts'
import { endpointName, type LeasedEndpoint } from '../store/leases.ts'
import { saveProgress } from '../store/progress.ts'
import { CONCURRENCY, Courier, type Verdict } from './courier.ts'
import { Leases, TEND_EVERY_MS } from './leases.ts'
import type { Presence } from './presence.ts'
import { Reader } from './reader.ts'

export interface DeliveryOptions {
  readonly database: Database
  /** The tenants of the database, as they are now. */
  readonly tenants: () => Promise<readonly Tenant[]>
  readonly presence: Presence
  readonly sealer: Sealer
  readonly reach: Reach
  readonly retrySeconds: readonly number[]
  readonly disableAfterMs: number
  readonly userAgent: string
  readonly clock: Clock
  readonly tracer?: Tracer | undefined
  readonly onAttempt?: (outcome: Outcome, seconds: number, tenantId: TenantId) => void
  readonly onDisabled?: (endpoint: LeasedEndpoint, reason: string) => void
  /** Called with an error after which the work is tried again. */
  readonly onTrouble?: (what: string, error: unknown) => void
}

export interface Delivery {
  /** Lets what is under way end, for a moment, and leaves the endpoints to other workers. */
  stop(): Promise<void>
}

/** How often progress is saved: after a crash, what was sent since then may be sent a second time. */
const SAVE_EVERY_MS = 50
const RETRY_MS = 500
const STOP_PATIENCE_MS = 5_000
const ATTEMPTS_MAX = 10_000

const REASONS: Record<Verdict, string> = {
  gone: 'It answered 410 (gone).',
  failedTooLong: 'It has received nothing for days.',
}

/**
 * Delivers the events of a database to the endpoints that this worker has leased. Several workers share them.
 * Healthy endpoints cost one update for many events; one that fails costs a probe now and then.
 */
export function startDelivery(options: DeliveryOptions): Delivery {
  const delivery = new LeasedDelivery(options)
  delivery.start()
  return delivery
}

class LeasedDelivery implements Delivery {
  readonly #options: DeliveryOptions
  readonly #leases: Leases
  readonly #reader: Reader
  readonly #stopping = new AbortController()
  #running: Promise<unknown> = Promise.resolve()
  #saving = Promise.resolve()
  /** Attempts that are to be saved. */
  #attempts: Attempt[] = []
  readonly #successes: SuccessBudget
  /** When a success was last not kept, by the names of endpoints; to be saved. */
  #leftOut = new Map<string, Instant>()

  constructor(options: DeliveryOptions) {
    this.#options = options
    this.#successes = new SuccessBudget(options.clock())
    this.#leases = new Leases({
      ...options,
      open: (endpoint, held) => this.#openCourier(endpoint, held),
      save: () => this.#save(),
    })
    const { database, clock } = options
    this.#reader = new Reader({ database, couriers: () => this.#leases.couriers(), clock })
  }

  start(): void {
    this.#running = Promise.all([
      this.#repeat('leasing endpoints', TEND_EVERY_MS, () => this.#leases.tend()),
      this.#repeat('reading events', 0, () => this.#reader.round()),
      this.#repeat('saving progress', SAVE_EVERY_MS, () => this.#save()),
    ])
  }

  async stop(): Promise<void> {
    for (const courier of this.#leases.couriers()) courier.pause()
    this.#stopping.abort()
    this.#reader.wake()
    await this.#running
    const endAt = monotonicClock() + STOP_PATIENCE_MS
    while (this.#leases.couriers().some(({ isIdle }) => !isIdle) && monotonicClock() < endAt) await sleep(20)
    await this.#save().catch((error) => this.#trouble('saving progress', error))
    await this.#leases.releaseAll().catch((error) => this.#trouble('releasing endpoints', error))
  }

  async #repeat(what: string, everyMs: number, work: () => Promise<void>): Promise<void> {
    const { signal } = this.#stopping
    const pause = (ms: number): Promise<void> => sleep(ms, undefined, { signal }).catch(() => {})
    let failures = 0
    while (!signal.aborted) {
      try {
        await work()
        failures = 0
        await pause(everyMs)
      } catch (error) {
        failures += 1
        // The 1st, 2nd, 4th, 8th … in a row: an outage of an hour is reported a dozen times.
        if (Number.isInteger(Math.log2(failures))) this.#trouble(what, error)
        await pause(RETRY_MS)
      }
    }
  }

  #trouble(what: string, error: unknown): void {
    this.#options.onTrouble?.(what, error)
  }

  #openCourier(endpoint: LeasedEndpoint, held: readonly HeldEvent[]): Courier {
    const { sealer, clock, reach, userAgent, retrySeconds, disableAfterMs, tracer } = this.#options
    const { url, headers, keysAt } = unsealEndpoint(endpoint, sealer, clock())
    const connections = CONCURRENCY
    const courier: Courier = new Courier({
      endpoint,
      held,
      sender: createSender({ url, headers, keysAt, reach, clock, connections, userAgent }),
      settings: () => this.#leases.settingsOf(endpoint.tenantId),
      clock,
      tracer,
      random: Math.random,
      retrySeconds,
      disableAfterMs,
      maySend: () => this.#leases.maySend() && this.#leases.isReadable(endpoint.tenantId),
      onAttempt: (attempt, outcome) => this.#noteAttempt(attempt, outcome),
      onVerdict: (verdict) => void this.#disable(courier, verdict),
      onNeed: () => this.#reader.wake(),
    })
    return courier
  }

  #noteAttempt(attempt: Attempt, outcome: Outcome): void {
    this.#options.onAttempt?.(outcome, attempt.durationMs / 1_000, attempt.tenantId)
    const isKept = !attempt.isSuccess || attempt.attempt > 1 || this.#successes.take(attempt.at)
    if (isKept && this.#attempts.length < ATTEMPTS_MAX) this.#attempts.push(attempt)
    else this.#leftOut.set(endpointName(attempt), attempt.at)
  }

  async #disable(courier: Courier, verdict: Verdict): Promise<void> {
    const { database, onDisabled } = this.#options
    const { endpoint } = courier
    try {
      const isDisabled = await database.transaction([endpoint.tenantId], (tx) =>
        disableEndpoint(tx, endpoint, REASONS[verdict]),
      )
      if (isDisabled) onDisabled?.(endpoint, REASONS[verdict])
    } catch (error) {
      this.#trouble('disabling an endpoint', error)
      // The courier is paused for good. Leased anew, the endpoint is tried and judged again.
      this.#leases.retire(courier)
    }
  }

  /** One after the other: progress that was taken earlier must not be written over a later one. */
  #save(): Promise<void> {
    const saveNow = (): Promise<void> => this.#saveNow()
    this.#saving = this.#saving.then(saveNow, saveNow)
    return this.#saving
  }

  async #saveNow(): Promise<void> {
    const progress = this.#leases.couriers().flatMap((courier) => {
      const made = courier.progress()
      return made ? [{ courier, made }] : []
    })
    const attempts = this.#attempts
    if (progress.length === 0 && attempts.length === 0) return
    this.#attempts = []
    const leftOut = this.#leftOut
    this.#leftOut = new Map()
    const { database, presence } = this.#options
    const all = progress.map(({ made }) => ({ ...made, leftOutAt: leftOut.get(endpointName(made)) ?? null }))
    const tenantIds = [...new Set([...all, ...attempts].map(({ tenantId }) => tenantId))]
    try {
      const saved = await database.transaction(tenantIds, async (tx) => {
        const [mine] = await Promise.all([
          saveProgress(tx, all, presence.worker),
          insertAttempts(tx, attempts),
        ])
        return mine
      })
      for (const { courier, made } of progress) {
        if (saved.has(endpointName(made))) courier.saved(made)
        else this.#leases.lose(courier)
      }
    } catch (error) {
      this.#attempts = [...attempts, ...this.#attempts].slice(-ATTEMPTS_MAX)
      this.#leftOut = new Map([...leftOut, ...this.#leftOut])
      throw error
    }
  }
}
