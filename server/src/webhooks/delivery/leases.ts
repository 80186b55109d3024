import { keyText } from '../../accounts/till/collection.ts'
import type { TenantId } from '../../contract/ids.ts'
import { CURRENT, programSchedule } from '../../earning/collections.ts'
import { tooNewIn } from '../../earning/format.ts'
import { programAt, type Schedule } from '../../earning/schedule.ts'
import type { Clock } from '../../platform/clock.ts'
import { oncePerMinute } from '../../platform/once-per-minute.ts'
import type { Database } from '../../platform/postgres/database.ts'
import { monotonicClock } from '../../platform/system-clock.ts'
import { type Tenant, tenantClock } from '../../tenancy/tenant.ts'
import type { PayloadSettings } from '../rules/payload.ts'
import type { HeldEvent } from '../rules/window.ts'
import { ATTEMPT_TIMEOUT_MS } from '../sending/sender.ts'
import {
  countShares,
  type EndpointKey,
  endpointName,
  type LeasedEndpoint,
  leaseEndpoints,
  type RenewedLease,
  readHeld,
  releaseLeases,
  renewLeases,
} from '../store/leases.ts'
import type { Courier } from './courier.ts'
import type { Presence } from './presence.ts'

export interface LeasesOptions {
  readonly database: Database
  readonly clock: Clock
  readonly tenants: () => Promise<readonly Tenant[]>
  readonly presence: Presence
  readonly open: (endpoint: LeasedEndpoint, held: readonly HeldEvent[]) => Courier
  readonly save: () => Promise<void>
  readonly onTrouble?: (what: string, error: unknown) => void
}

/** Also how soon a change of an endpoint takes effect, and how soon the endpoints of a killed worker go on. */
export const TEND_EVERY_MS = 500
const LEASE_SECONDS = 30
const MARGIN_MS = 2_000
const FALLBACK: PayloadSettings = { timeZone: 'UTC', isCashbackOn: true }

/** The endpoints that this worker has to itself. */
export class Leases {
  readonly #options: LeasesOptions
  readonly #couriers = new Map<string, Courier>()
  /** To be released as soon as nothing is under way. */
  readonly #retiring = new Set<Courier>()
  #settings = new Map<number, { readonly tenant: Tenant; readonly schedule: Schedule | undefined }>()
  readonly #isTimeToTell = oncePerMinute(monotonicClock)
  /** On the clock that only goes forward: when the first of the leases ends. */
  #goodUntil = Number.NEGATIVE_INFINITY

  constructor(options: LeasesOptions) {
    this.#options = options
  }

  couriers(): Courier[] {
    return [...this.#couriers.values()]
  }

  settingsOf(tenantId: TenantId): PayloadSettings {
    const settings = this.#settings.get(tenantId)
    if (!settings) return FALLBACK
    const { tenant, schedule } = settings
    const now = tenantClock(this.#options.clock)(tenant)
    return { timeZone: tenant.timeZone, isCashbackOn: programAt(schedule, now).cashback.isOn }
  }

  /** Events of a merchant whose program this worker can't read wait for a newer worker: nothing of them is lost. */
  isReadable(tenantId: TenantId): boolean {
    try {
      this.settingsOf(tenantId)
      return true
    } catch (error) {
      if (tooNewIn(error) === null) throw error
      if (this.#isTimeToTell(tenantId)) this.#options.onTrouble?.('webhooks of a merchant', error)
      return false
    }
  }

  /** True if an attempt that begins now would end while the leases are good. */
  maySend(): boolean {
    const { presence } = this.#options
    return presence.isPresent() && monotonicClock() < this.#goodUntil - ATTEMPT_TIMEOUT_MS - MARGIN_MS
  }

  /** Renews the leases, gives up those that other workers should have, and takes what is free. */
  async tend(): Promise<void> {
    if (!this.#options.presence.isPresent()) return
    await this.#renew()
    const tenants = await this.#options.tenants()
    this.#retireTenantsOutside(new Set(tenants.map(({ id }) => id)))
    const had = new Set(this.couriers().map(({ endpoint }) => endpoint.tenantId))
    await this.#readSettings(tenants.filter(({ id }) => had.has(id)))
    await this.#releaseRetired()
    await this.#take(tenants)
  }

  /** Another worker has the endpoint now. */
  lose(courier: Courier): void {
    this.#retiring.delete(courier)
    this.#couriers.delete(endpointName(courier.endpoint))
    void courier.stop()
  }

  async releaseAll(): Promise<void> {
    await this.#release(this.couriers())
  }

  /** Gives the endpoint up as soon as nothing is under way for it. */
  retire(courier: Courier): void {
    courier.pause()
    this.#retiring.add(courier)
  }

  /** What is here of a tenant that has left is an old copy: the workers of its new cell serve its endpoints. */
  #retireTenantsOutside(here: ReadonlySet<number>): void {
    for (const courier of this.couriers()) {
      if (!here.has(courier.endpoint.tenantId)) this.retire(courier)
    }
  }

  async #renew(): Promise<void> {
    const { database, presence } = this.#options
    const held = keysOf(this.couriers())
    const startedAt = monotonicClock()
    const renewed =
      held.length === 0
        ? new Map<string, RenewedLease>()
        : await database.transaction(tenantsOf(held), (tx) =>
            renewLeases(tx, held, presence.worker, LEASE_SECONDS),
          )
    for (const name of held.map(endpointName)) {
      const courier = this.#couriers.get(name)
      const state = renewed.get(name)
      if (!courier) continue
      if (!state) this.lose(courier)
      else if (!state.isActive || state.version !== courier.endpoint.version) this.retire(courier)
    }
    this.#goodUntil = startedAt + LEASE_SECONDS * 1_000
    for (const courier of this.couriers()) courier.pump()
  }

  async #releaseRetired(): Promise<void> {
    const idle = [...this.#retiring].filter(({ isIdle }) => isIdle)
    if (idle.length === 0) return
    await this.#options.save()
    const saved = idle.filter(
      (courier) => courier.progress() === null && this.#couriers.has(endpointName(courier.endpoint)),
    )
    await this.#release(saved)
  }

  async #release(given: readonly Courier[]): Promise<void> {
    if (given.length === 0) return
    const { database, presence } = this.#options
    const keys = keysOf(given)
    await database.transaction(tenantsOf(keys), (tx) => releaseLeases(tx, keys, presence.worker))
    for (const courier of given) this.lose(courier)
  }

  async #readSettings(tenants: readonly Tenant[]): Promise<void> {
    const keys = tenants.map(({ id }) => ({ tenantId: id, key: CURRENT }))
    const schedules =
      keys.length === 0
        ? new Map<string, Schedule>()
        : await this.#options.database.read(tenantsOf(keys), (tx) => programSchedule.load(tx, keys))
    this.#settings = new Map(
      tenants.map((tenant) => {
        const schedule = schedules.get(keyText({ tenantId: tenant.id, key: CURRENT }))
        return [tenant.id, { tenant, schedule }]
      }),
    )
  }

  async #take(tenants: readonly Tenant[]): Promise<void> {
    const startedAt = monotonicClock()
    const taken = await this.#lease(tenants.map(({ id }) => id))
    if (taken.length === 0) return
    const leasedFor = new Set(taken.map(({ endpoint }) => endpoint.tenantId))
    this.#goodUntil = Math.min(
      this.#couriers.size === 0 ? Number.POSITIVE_INFINITY : this.#goodUntil,
      startedAt + LEASE_SECONDS * 1_000,
    )
    await this.#readSettings(tenants.filter(({ id }) => leasedFor.has(id) || this.#settings.has(id)))
    for (const { endpoint, held } of taken) this.#open(endpoint, held)
  }

  /** Retires what this worker has beyond its share of the endpoints, or takes what it lacks. */
  #lease(
    tenantIds: readonly TenantId[],
  ): Promise<{ endpoint: LeasedEndpoint; held: readonly HeldEvent[] }[]> {
    const { database, presence } = this.#options
    return database.transaction(tenantIds, async (tx) => {
      const { endpoints, workers } = await countShares(tx, tenantIds)
      const share = Math.ceil(endpoints / Math.max(1, workers.length))
      const staying = this.couriers().filter((courier) => !this.#retiring.has(courier))
      for (const courier of staying.slice(share)) this.retire(courier)
      const room = share - this.#couriers.size
      if (room <= 0) return []
      const leased = await leaseEndpoints(tx, tenantIds, presence.worker, LEASE_SECONDS, room)
      if (leased.length === 0) return []
      const held = await readHeld(tx, leased)
      return leased.map((endpoint) => ({ endpoint, held: held.get(endpointName(endpoint)) ?? [] }))
    })
  }

  #open(endpoint: LeasedEndpoint, held: readonly HeldEvent[]): void {
    const { open, onTrouble } = this.#options
    const what = `endpoint ${endpoint.id} of tenant ${endpoint.tenantId}`
    if (endpoint.isAhead) {
      const reason = 'its place in the log is of another server: see docs/operating/webhooks.md'
      onTrouble?.(what, new Error(reason))
    }
    try {
      const courier = open(endpoint, held)
      this.#couriers.set(endpointName(endpoint), courier)
      courier.pump()
    } catch (error) {
      // Such as a secret that was sealed with another key. The others go on; the lease ends by itself.
      onTrouble?.(`opening ${what}`, error)
    }
  }
}

function keysOf(couriers: readonly Courier[]): EndpointKey[] {
  return couriers.map(({ endpoint }) => ({ tenantId: endpoint.tenantId, id: endpoint.id }))
}

function tenantsOf(keys: readonly { readonly tenantId: TenantId }[]): number[] {
  return [...new Set(keys.map(({ tenantId }) => tenantId))]
}
