import { keyText } from '../../accounts/till/collection.ts'
import { CURRENT, programVersions } from '../../earning/collections.ts'
import type { Database } from '../../platform/postgres/database.ts'
import { monotonicClock } from '../../platform/system-clock.ts'
import type { Tenant } from '../../tenancy/tenant.ts'
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
  readonly tenants: () => Promise<readonly Tenant[]>
  readonly presence: Presence
  readonly open: (endpoint: LeasedEndpoint, held: readonly HeldEvent[]) => Courier
  readonly save: () => Promise<void>
  readonly onTrouble?: (what: string, error: unknown) => void
}

/** The endpoints that this worker has to itself. */
export interface Leases {
  readonly couriers: () => Courier[]
  readonly open: LeasesOptions['open']
  /** Whether an attempt that begins now would end while the leases are good. */
  readonly maySend: () => boolean
  readonly settingsOf: (tenantId: number) => PayloadSettings
  /** Renews the leases, gives up those that others should have, and takes what is free. */
  readonly tend: () => Promise<void>
  /** It is somebody else's. */
  readonly lose: (courier: Courier) => void
  readonly releaseAll: () => Promise<void>
}

/** Also how soon a change of an endpoint is heard of, and how soon what a killed worker had goes on. */
export const TEND_EVERY_MS = 500
const LEASE_SECONDS = 30
const MARGIN_MS = 2_000
const FALLBACK: PayloadSettings = { timeZone: 'UTC', isCashbackOn: true }

export function createLeases(options: LeasesOptions): Leases {
  const { database, presence } = options
  const couriers = new Map<string, Courier>()
  /** Given up as soon as nothing is under way. */
  const retiring = new Set<Courier>()
  let settings = new Map<number, PayloadSettings>()
  /** On the clock that only goes forward: when the first of the leases ends. */
  let goodUntil = Number.NEGATIVE_INFINITY

  const mine = (): EndpointKey[] =>
    [...couriers.values()].map(({ endpoint }) => ({ tenantId: endpoint.tenantId, id: endpoint.id }))

  function lose(courier: Courier): void {
    retiring.delete(courier)
    couriers.delete(endpointName(courier.endpoint))
    void courier.stop()
  }

  function retire(courier: Courier): void {
    courier.pause()
    retiring.add(courier)
  }

  /** What is here of a tenant that has left is an old copy: its endpoints are somebody else's to serve. */
  function retireThoseOfOthers(here: ReadonlySet<number>): void {
    for (const courier of couriers.values()) {
      if (!here.has(courier.endpoint.tenantId)) retire(courier)
    }
  }

  async function renew(): Promise<void> {
    const held = mine()
    const startedAt = monotonicClock()
    const tenantIds = [...new Set(held.map(({ tenantId }) => tenantId))]
    const still =
      held.length === 0
        ? new Map<string, RenewedLease>()
        : await database.transaction(tenantIds, (tx) => renewLeases(tx, held, presence.worker, LEASE_SECONDS))
    for (const name of held.map(endpointName)) {
      const courier = couriers.get(name)
      const state = still.get(name)
      if (!courier) continue
      if (!state) lose(courier)
      else if (!state.isActive || state.version !== courier.endpoint.version) retire(courier)
    }
    goodUntil = startedAt + LEASE_SECONDS * 1_000
    for (const courier of couriers.values()) courier.pump()
  }

  async function releaseRetired(): Promise<void> {
    if (![...retiring].some(({ isIdle }) => isIdle)) return
    const idle = [...retiring].filter(({ isIdle }) => isIdle)
    await options.save()
    const saved = idle.filter(
      (courier) => courier.progress() === null && couriers.has(endpointName(courier.endpoint)),
    )
    await release(saved)
  }

  async function release(given: readonly Courier[]): Promise<void> {
    if (given.length === 0) return
    const keys = given.map(({ endpoint }) => ({ tenantId: endpoint.tenantId, id: endpoint.id }))
    await database.transaction([...new Set(keys.map(({ tenantId }) => tenantId))], (tx) =>
      releaseLeases(tx, keys, presence.worker),
    )
    for (const courier of given) lose(courier)
  }

  async function readSettings(tenants: readonly Tenant[]): Promise<void> {
    const keys = tenants.map(({ id }) => ({ tenantId: id, key: CURRENT }))
    const programs =
      keys.length === 0
        ? new Map()
        : await database.read(
            tenants.map(({ id }) => id),
            (tx) => programVersions.load(tx, keys),
          )
    settings = new Map(
      tenants.map(({ id, timeZone }) => {
        const program = programs.get(keyText({ tenantId: id, key: CURRENT }))
        return [id, { timeZone, isCashbackOn: program?.cashback.isOn ?? false }]
      }),
    )
  }

  async function take(tenants: readonly Tenant[]): Promise<void> {
    const tenantIds = tenants.map(({ id }) => id)
    const startedAt = monotonicClock()
    const taken = await database.transaction(tenantIds, async (tx) => {
      const { endpoints, workers } = await countShares(tx, tenantIds)
      const share = Math.ceil(endpoints / Math.max(1, workers.length))
      const staying = [...couriers.values()].filter((courier) => !retiring.has(courier))
      for (const courier of staying.slice(share)) retire(courier)
      const room = share - couriers.size
      if (room <= 0) return []
      const leased = await leaseEndpoints(tx, tenantIds, presence.worker, LEASE_SECONDS, room)
      if (leased.length === 0) return []
      const held = await readHeld(tx, leased)
      return leased.map((endpoint) => ({ endpoint, held: held.get(endpointName(endpoint)) ?? [] }))
    })
    if (taken.length === 0) return
    const leasedFor = new Set(taken.map(({ endpoint }) => endpoint.tenantId))
    goodUntil = Math.min(
      couriers.size === 0 ? Number.POSITIVE_INFINITY : goodUntil,
      startedAt + LEASE_SECONDS * 1_000,
    )
    await readSettings(tenants.filter(({ id }) => leasedFor.has(id) || settings.has(id)))
    for (const { endpoint, held } of taken) {
      if (endpoint.isAhead) {
        const what = `endpoint ${endpoint.id} of tenant ${endpoint.tenantId}`
        options.onTrouble?.(
          what,
          new Error('its place in the log is of another server: see docs/operating/webhooks.md'),
        )
      }
      try {
        const courier = options.open(endpoint, held)
        couriers.set(endpointName(endpoint), courier)
        courier.pump()
      } catch (error) {
        // Such as a secret that was sealed with another key. The others go on; the lease ends by itself.
        options.onTrouble?.(`opening endpoint ${endpoint.id} of tenant ${endpoint.tenantId}`, error)
      }
    }
  }

  return {
    couriers: () => [...couriers.values()],
    open: options.open,
    lose,
    maySend: () => presence.isPresent() && monotonicClock() < goodUntil - ATTEMPT_TIMEOUT_MS - MARGIN_MS,
    settingsOf: (tenantId) => settings.get(tenantId) ?? FALLBACK,
    async tend() {
      if (!presence.isPresent()) return
      await renew()
      const tenants = await options.tenants()
      retireThoseOfOthers(new Set(tenants.map(({ id }) => id)))
      const had = new Set(mine().map(({ tenantId }) => tenantId))
      await readSettings(tenants.filter(({ id }) => had.has(id)))
      await releaseRetired()
      await take(tenants)
    },
    async releaseAll() {
      await release([...couriers.values()])
    },
  }
}
