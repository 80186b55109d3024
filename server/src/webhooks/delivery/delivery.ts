import { setTimeout as sleep } from 'node:timers/promises'
import type { Clock } from '../../platform/clock.ts'
import type { Database } from '../../platform/postgres/database.ts'
import type { Sealer } from '../../platform/sealing.ts'
import { monotonicClock } from '../../platform/system-clock.ts'
import type { Tenant } from '../../tenancy/tenant.ts'
import { unsealEndpoint } from '../endpoint-secrets.ts'
import type { Outcome } from '../rules/retry-plan.ts'
import type { Reach } from '../sending/address-guard.ts'
import { createSender } from '../sending/sender.ts'
import { setEndpointState } from '../store/endpoints.ts'
import {
  type Attempt,
  endpointName,
  insertAttempts,
  type LeasedEndpoint,
  saveProgress,
} from '../store/leases.ts'
import { CONCURRENCY, Courier, type Verdict } from './courier.ts'
import { createLeases, type Leases, TEND_EVERY_MS } from './leases.ts'
import type { Presence } from './presence.ts'
import { createReader } from './reader.ts'

export interface DeliveryOptions {
  readonly database: Database
  /** Those of the database, as they are now. */
  readonly tenants: () => Promise<readonly Tenant[]>
  readonly presence: Presence
  readonly sealer: Sealer
  readonly reach: Reach
  readonly retrySeconds: readonly number[]
  readonly disableAfterMs: number
  readonly userAgent: string
  readonly clock: Clock
  readonly onAttempt?: (outcome: Outcome, seconds: number) => void
  readonly onDisabled?: (endpoint: LeasedEndpoint, reason: string) => void
  /** Something that will be tried again. */
  readonly onTrouble?: (what: string, error: unknown) => void
}

export interface Delivery {
  /** Lets what is under way end, for a moment, and leaves the endpoints to others. */
  stop(): Promise<void>
}

/** How often what was done is saved: after a crash, so much may be sent a second time. */
const SAVE_EVERY_MS = 50
const RETRY_MS = 500
const STOP_PATIENCE_MS = 5_000
const ATTEMPTS_MAX = 10_000
/** One in so many successes is kept for people to look at; of what failed, everything. */
const SUCCESS_SAMPLE = 100

const REASONS: Record<Verdict, string> = {
  gone: 'It answered 410 (gone).',
  failedTooLong: 'It has received nothing for days.',
}

/**
 * Delivers the events of a database to the endpoints that this worker has leased. Several workers share them.
 * Healthy endpoints cost one update for many events; one that fails costs a probe now and then.
 */
export function startDelivery(options: DeliveryOptions): Delivery {
  const { database, clock, presence, sealer, reach, retrySeconds, disableAfterMs } = options
  const stopping = new AbortController()
  const trouble = options.onTrouble ?? (() => {})
  let attempts: Attempt[] = []
  let saving = Promise.resolve()
  let successes = 0

  function noteAttempt(attempt: Attempt, outcome: Outcome): void {
    options.onAttempt?.(outcome, attempt.durationMs / 1_000)
    successes += attempt.isSuccess ? 1 : 0
    const isKept = !attempt.isSuccess || attempt.attempt > 1 || successes % SUCCESS_SAMPLE === 1
    if (isKept && attempts.length < ATTEMPTS_MAX) attempts.push(attempt)
  }

  async function disable(endpoint: LeasedEndpoint, verdict: Verdict): Promise<void> {
    const { tenantId, id } = endpoint
    try {
      await database.transaction([tenantId], (tx) =>
        setEndpointState(tx, tenantId, id, 'disabled', REASONS[verdict]),
      )
      options.onDisabled?.(endpoint, REASONS[verdict])
    } catch (error) {
      trouble('disabling an endpoint', error)
    }
  }

  function openCourier(endpoint: LeasedEndpoint, held: Parameters<Leases['open']>[1]): Courier {
    const { url, headers, keysAt } = unsealEndpoint(endpoint, sealer, clock())
    return new Courier({
      endpoint,
      held,
      sender: createSender({
        url,
        headers,
        keysAt,
        reach,
        clock,
        connections: CONCURRENCY,
        userAgent: options.userAgent,
      }),
      settings: () => leases.settingsOf(endpoint.tenantId),
      clock,
      random: Math.random,
      retrySeconds,
      disableAfterMs,
      maySend: leases.maySend,
      onAttempt: noteAttempt,
      onVerdict: (verdict) => void disable(endpoint, verdict),
      onNeed: () => reader.wake(),
    })
  }

  /** One after the other: what was saved later must not be overtaken by what was taken earlier. */
  function save(): Promise<void> {
    saving = saving.then(saveNow, saveNow)
    return saving
  }

  async function saveNow(): Promise<void> {
    const progress = leases.couriers().flatMap((courier) => {
      const made = courier.progress()
      return made ? [{ courier, made }] : []
    })
    const kept = attempts
    if (progress.length === 0 && kept.length === 0) return
    attempts = []
    const tenantIds = [...progress.map(({ made }) => made.tenantId), ...kept.map(({ tenantId }) => tenantId)]
    try {
      const saved = await database.transaction([...new Set(tenantIds)], async (tx) => {
        const [mine] = await Promise.all([
          saveProgress(
            tx,
            progress.map(({ made }) => made),
            presence.worker,
          ),
          insertAttempts(tx, kept),
        ])
        return mine
      })
      for (const { courier, made } of progress) {
        if (saved.has(endpointName(made))) courier.saved(made)
        else leases.lose(courier)
      }
    } catch (error) {
      attempts = [...kept, ...attempts].slice(-ATTEMPTS_MAX)
      throw error
    }
  }

  const leases: Leases = createLeases({ ...options, open: openCourier, save })
  const reader = createReader({ database, couriers: leases.couriers, clock })

  const pause = (ms: number): Promise<void> =>
    sleep(ms, undefined, { signal: stopping.signal }).catch(() => {})

  async function again(what: string, everyMs: number, work: () => Promise<void>): Promise<void> {
    let failures = 0
    while (!stopping.signal.aborted) {
      try {
        await work()
        failures = 0
        await pause(everyMs)
      } catch (error) {
        failures += 1
        // The 1st, 2nd, 4th, 8th … in a row: a database that is away for an hour is told of a dozen times.
        if (Number.isInteger(Math.log2(failures))) trouble(what, error)
        await pause(RETRY_MS)
      }
    }
  }

  const running = Promise.all([
    again('leasing endpoints', TEND_EVERY_MS, leases.tend),
    again('reading events', 0, reader.round),
    again('saving progress', SAVE_EVERY_MS, save),
  ])

  return {
    async stop() {
      for (const courier of leases.couriers()) courier.pause()
      stopping.abort()
      reader.wake()
      await running
      const endAt = monotonicClock() + STOP_PATIENCE_MS
      while (leases.couriers().some(({ isIdle }) => !isIdle) && monotonicClock() < endAt) await sleep(20)
      await save().catch((error) => trouble('saving progress', error))
      await leases.releaseAll().catch((error) => trouble('releasing endpoints', error))
    },
  }
}
