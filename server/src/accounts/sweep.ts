import type { TenantId } from '../contract/ids.ts'
import type { Clock, Instant } from '../platform/clock.ts'
import type { Database } from '../platform/postgres/database.ts'
import { isUnavailable } from '../platform/postgres/failures.ts'
import { monotonicClock } from '../platform/system-clock.ts'
import type { LocalDate } from '../platform/zone.ts'
import { type Tenant, type TenantClock, tenantClock } from '../tenancy/tenant.ts'
import { mayBeDue } from './account.ts'
import { endOfInactivity } from './rules/inactivity.ts'
import { findDueCustomers, findDueMoments, lockDueAccounts } from './store/accounts.ts'
import {
  askInactive,
  findInactiveCustomers,
  findLongestInactive,
  type InactiveAsk,
} from './store/inactive.ts'
import type { Awards } from './till/awards.ts'
import type { Command } from './till/command.ts'
import { HeldUpError } from './till/side-lane.ts'
import { createTill, type DeadlineCommand, type Till } from './till/till.ts'

export interface SweepOptions {
  readonly database: Database
  readonly clock: Clock
  /** How it makes way for others in the database. Default: it is alone. */
  readonly pace?: SweepPace
  readonly signal?: AbortSignal
  /** Releases what is reserved and not bought in time. */
  readonly atDeadline?: DeadlineCommand
  /** Gives the rewards that are due. */
  readonly awards?: Awards
  readonly onSettled?: (accounts: number) => void
  /** An account that could not be settled. It is left alone for a while, and the others go on. */
  readonly onFailure?: (tenant: Tenant, customer: string, error: unknown) => void
}

export interface SweepPace {
  /** How many others are at work in the database. */
  readonly othersAtWork: () => Promise<number>
  readonly rest: (workedMs: number, others: number) => Promise<void>
}

const ALONE: SweepPace = { othersAtWork: async () => 0, rest: async () => {} }

const LANES = 2
const BATCH_MAX = 200
/** While others are at work: a command that needs one of its accounts waits for the whole batch. */
const LANES_BESIDE_OTHERS = 1
const BATCH_BESIDE_OTHERS = 40
/** So many lots of one account are settled in one batch: the rest of its lots is settled in later batches. */
const LOTS_PORTION = 256
/** Names of customers in memory at once. Also how long one tenant keeps the others waiting. */
const PAGE = 5_000
/** How often a page is looked for in which there are few customers with many lots. */
const LOOKS_MAX = 5
const FORGET_FAILURES_AFTER_MS = 600_000
/** Points end by inactivity when a day begins; in between it is about what was late. */
const LOOK_FOR_INACTIVE_EVERY_MS = 300_000
/** With so many failures, it is not the accounts that are wrong: their tenant is left alone for a while. */
const FAILURES_MAX = 1_000

interface SettleInput {
  readonly tenant: Tenant
  readonly customer: string
}

/** `none`: nothing was due, or another worker is settling it. `more`: a portion was settled, and some is left. */
type Settled = 'none' | 'all' | 'more'

const settleAccount: Command<SettleInput, Settled> = {
  name: 'settle account',
  customerOf: ({ customer }) => customer,
  loads: () => [],
  isSettlingOnly: true,
  decide({ customer, account }, _input, { now }) {
    if (customer === null) return { result: 'none' }
    return { result: mayBeDue(account, now) ? 'more' : 'all' }
  },
}

/**
 * Opens the lots that waited and expires those past their time, account by account, as the next command of the
 * customer would: the till settles an account before each command, and here the command is nothing else.
 *
 * There is nothing to remember: what is due is found by an index, and what was settled is not due any more. So
 * it may be killed at any moment, and several may run at once, each passing over what another has locked.
 */
export class Sweep {
  readonly #options: SweepOptions
  readonly #clockOf: TenantClock
  readonly #till: Till
  /** The tenants of this and earlier rounds, by id: their clocks say what is due. */
  readonly #tenants = new Map<TenantId, Tenant>()
  readonly #failures = new Map<TenantId, FailedCustomers>()
  readonly #noneInactive = new NoneInactive()
  /** Customers of the batch under way whose reservations were released, or whose rewards were given. */
  readonly #released = new Set<string>()

  constructor(options: SweepOptions) {
    const { database, clock } = options
    this.#options = options
    this.#clockOf = tenantClock(clock)
    this.#till = createTill({
      ...(options.atDeadline ? { atDeadline: this.#noting(options.atDeadline) } : {}),
      ...(options.awards ? { awards: this.#notingAwards(options.awards) } : {}),
      database,
      clock,
      lanes: LANES,
      batchMax: BATCH_MAX,
      portion: LOTS_PORTION,
      lock: (tx, keys) =>
        lockDueAccounts(
          tx,
          keys.map((key) => ({ ...key, ...this.#dueAt(key.tenantId) })),
        ),
    })
  }

  /** An account whose reservation was released has mostly nothing else that is due: it was settled all the same. */
  #noting(command: DeadlineCommand): DeadlineCommand {
    return {
      ...command,
      decide: (facts, input, posting) => {
        this.#released.add(input.customerKey)
        return command.decide(facts, input, posting)
      },
    }
  }

  /**
   * So has one whose rewards were given. What can't be given is a failure here: the account is left alone for a while.
   * So is one whose reward is held up, which must not stop the round: the others don't need that reward.
   */
  #notingAwards({ toGive, toFollow }: Awards): Awards {
    return {
      isSoon: false,
      toFollow,
      toGive: (tenant, customerKey) => {
        this.#released.add(customerKey)
        return toGive(tenant, customerKey)
      },
      onFailure: (error) => {
        throw error instanceof HeldUpError ? new Error(error.message, { cause: error }) : error
      },
    }
  }

  /** A page of accounts of each tenant that has any due. Returns how many accounts were settled. */
  async round(tenants: readonly Tenant[]): Promise<number> {
    const moments = await this.#findMoments(tenants)
    let settled = 0
    for (const tenant of startingAnywhere(tenants.filter(({ id }) => moments.has(id)))) {
      if (this.#options.signal?.aborted) break
      this.#tenants.set(tenant.id, tenant)
      settled += await this.#sweepPage(tenant)
    }
    return settled
  }

  /** Since when the longest due account of these tenants has been waiting; null: nothing is due. */
  async dueSince(tenants: readonly Tenant[]): Promise<Instant | null> {
    const moments = await this.#findMoments(tenants)
    return moments.size === 0 ? null : Math.min(...moments.values())
  }

  async #sweepPage(tenant: Tenant): Promise<number> {
    const { pace = ALONE, signal } = this.#options
    // Accounts that failed are left out of the search, or else their lots would fill every page.
    const failed = this.#failedOf(tenant.id).list()
    if (failed.length >= FAILURES_MAX) return 0
    const customers = startingAnywhere(await this.#findPage(tenant, failed))
    let settled = 0
    let isStale = false
    const lane = async (number: number): Promise<void> => {
      while (!isStale && !signal?.aborted) {
        const others = await pace.othersAtWork()
        if (others > 0 && number >= LANES_BESIDE_OTHERS) return
        const batch = customers.splice(0, others > 0 ? BATCH_BESIDE_OTHERS : BATCH_MAX)
        if (batch.length === 0) return
        const startedAt = monotonicClock()
        const done = await this.#settleBatch(tenant, batch)
        settled += done.settled - done.left.length
        // After the others: one account that is due in a hundred portions must not keep them waiting.
        customers.push(...done.left)
        // Another worker has been here: the rest of this page is settled or being settled.
        if (done.settled === 0) isStale = true
        else if (others > 0) await pace.rest(monotonicClock() - startedAt, others)
      }
    }
    const lanes = Array.from({ length: LANES }, (_, number) =>
      lane(number).catch((error) => {
        isStale = true
        throw error
      }),
    )
    // Where one has failed, the other still finishes its batch: nothing may be under way when we return.
    await Promise.allSettled(lanes)
    await Promise.all(lanes)
    return settled
  }

  /** Behind a customer whose lots fill a page there are others. */
  async #findPage(tenant: Tenant, failed: readonly string[]): Promise<string[]> {
    const now = this.#clockOf(tenant)
    const found: string[] = []
    for (let looks = 0; looks < LOOKS_MAX; looks += 1) {
      const due = await this.#options.database.read([tenant.id], (tx) =>
        findDueCustomers(tx, tenant.id, now, [...failed, ...found], PAGE),
      )
      found.push(...due.customers)
      if (due.lots < PAGE || found.length >= BATCH_MAX) break
    }
    return [...found, ...(await this.#findInactive(tenant, now, [...failed, ...found]))]
  }

  async #findInactive(tenant: Tenant, now: Instant, except: readonly string[]): Promise<string[]> {
    const ask = askInactive(tenant, now)
    if (!ask || this.#noneInactive.isKnown(ask)) return []
    return this.#options.database.read([tenant.id], (tx) => findInactiveCustomers(tx, ask, except, PAGE))
  }

  /** Returns how many accounts were settled, and which of them are still due. */
  async #settleBatch(
    tenant: Tenant,
    customers: readonly string[],
  ): Promise<{ settled: number; left: string[] }> {
    const outcomes = await Promise.allSettled(
      customers.map((customer) => this.#till.run(settleAccount, { tenant, customer })),
    )
    let settled = 0
    const left: string[] = []
    for (const [index, outcome] of outcomes.entries()) {
      const customer = customers[index] ?? ''
      if (outcome.status === 'fulfilled') {
        const isReleased = this.#released.delete(customer)
        if (outcome.value !== 'none' || isReleased) settled += 1
        if (outcome.value === 'more') left.push(customer)
      } else if (isUnavailable(outcome.reason) || outcome.reason instanceof HeldUpError) throw outcome.reason
      else {
        this.#failedOf(tenant.id).add(customer)
        this.#options.onFailure?.(tenant, customer, outcome.reason)
      }
    }
    if (settled > left.length) this.#options.onSettled?.(settled - left.length)
    return { settled, left }
  }

  async #findMoments(tenants: readonly Tenant[]): Promise<Map<TenantId, Instant>> {
    const asked = tenants.map((tenant) => ({ tenantId: tenant.id, now: this.#clockOf(tenant) }))
    const ids = asked.map(({ tenantId }) => tenantId)
    const moments = await this.#options.database.read(ids, (tx) => findDueMoments(tx, asked))
    for (const [tenantId, endedAt] of await this.#findInactiveMoments(tenants)) {
      moments.set(tenantId, Math.min(endedAt, moments.get(tenantId) ?? Infinity))
    }
    return moments
  }

  /**
   * Apart from the others, and not every time: where notices were late, all customers who were told late are looked at
   * until one is found. While none is, the day has to end before there is one, and what fails or takes long must not keep
   * the rest from being settled.
   */
  async #findInactiveMoments(tenants: readonly Tenant[]): Promise<(readonly [TenantId, Instant])[]> {
    const asks = tenants
      .flatMap((tenant) => askInactive(tenant, this.#clockOf(tenant)) ?? [])
      .filter((ask) => !this.#noneInactive.isKnown(ask))
    if (asks.length === 0) return []
    for (const ask of asks) this.#noneInactive.add(ask)
    const ids = asks.map(({ tenantId }) => tenantId)
    const longest = await this.#options.database.read(ids, (tx) => findLongestInactive(tx, asks))
    return asks.flatMap((ask, index) => {
      const found = longest[index]
      if (found) this.#noneInactive.delete(ask)
      const endedAt = found ? endOfInactivity(ask.terms, found, found.hasPoints) : null
      return endedAt === null ? [] : [[ask.tenantId, endedAt] as const]
    })
  }

  #dueAt(tenantId: TenantId): { now: Instant; activeUntil: LocalDate | null } {
    const tenant = this.#tenants.get(tenantId)
    if (!tenant) return { now: this.#options.clock(), activeUntil: null }
    const now = this.#clockOf(tenant)
    return { now, activeUntil: askInactive(tenant, now)?.activeUntil ?? null }
  }

  #failedOf(tenantId: TenantId): FailedCustomers {
    const failed = this.#failures.get(tenantId) ?? rememberFailed(FORGET_FAILURES_AFTER_MS)
    this.#failures.set(tenantId, failed)
    return failed
  }
}

/** The same in a circle, so that two workers that found the same begin at different places. */
function startingAnywhere<Item>(items: readonly Item[]): Item[] {
  const start = Math.floor(Math.random() * items.length)
  return [...items.slice(start), ...items.slice(0, start)]
}

/** Merchants of whom no points have ended by inactivity, as far as is known. */
class NoneInactive {
  readonly #until = new Map<TenantId, { readonly terms: string; readonly until: number }>()

  isKnown(ask: InactiveAsk): boolean {
    const known = this.#until.get(ask.tenantId)
    return known !== undefined && known.terms === termsText(ask) && monotonicClock() < known.until
  }

  add(ask: InactiveAsk): void {
    const until = monotonicClock() + LOOK_FOR_INACTIVE_EVERY_MS
    this.#until.set(ask.tenantId, { terms: termsText(ask), until })
  }

  delete({ tenantId }: InactiveAsk): void {
    this.#until.delete(tenantId)
  }
}

/** Another day, and other terms, may end other points. */
function termsText({ terms, today }: InactiveAsk): string {
  return [today, terms.months, terms.noticeDays, terms.startsOn, terms.timeZone].join()
}

interface FailedCustomers {
  add(customer: string): void
  list(): string[]
}

function rememberFailed(forMs: number): FailedCustomers {
  const until = new Map<string, number>()
  return {
    add: (customer) => void until.set(customer, monotonicClock() + forMs),
    list() {
      for (const [customer, end] of until) if (end <= monotonicClock()) until.delete(customer)
      return [...until.keys()]
    },
  }
}
