import { keyText } from '../../accounts/till/collection.ts'
import { type CatalogPlace, catalogPlaces } from '../../catalog/collections.ts'
import type { TenantId } from '../../contract/ids.ts'
import { CURRENT, programSchedule } from '../../earning/collections.ts'
import {
  evaluateProductPoints,
  type PricedProduct,
  type ProductPoints,
} from '../../earning/evaluate-products.ts'
import type { Program } from '../../earning/program.ts'
import { programAt, type Schedule } from '../../earning/schedule.ts'
import { unchangedUntil } from '../../earning/unchanged-until.ts'
import type { Batcher } from '../../platform/batcher.ts'
import { setBounded } from '../../platform/bounded-map.ts'
import type { Clock, Instant } from '../../platform/clock.ts'
import type { Database } from '../../platform/postgres/database.ts'
import type { Tenant } from '../../tenancy/tenant.ts'
import { configuredTiers, TIERS } from '../../tiers/collections/tiers.ts'
import { NO_TIERS, type Tiers } from '../../tiers/tier.ts'
import { asksForPlaces, placeThatCounts } from '../rules/product-places.ts'

/** How long a shop is answered without a look whether its program or its tiers have changed. */
const FRESH_MS = 2_000
/** Each takes some 500 bytes. */
const PRODUCTS_MAX = 50_000

export interface EarnInput {
  readonly tenantId: TenantId
  /** Those of which it has to be known where they stand. */
  readonly productIds: readonly string[]
}

export interface EarnFacts {
  readonly schedule: Schedule | undefined
  readonly tiers: Tiers
  /** By product; null: it is not in the catalog. */
  readonly places: ReadonlyMap<string, CatalogPlace | null>
}

/** Of many shops in one transaction. */
export function readEarnFacts(database: Database, inputs: readonly EarnInput[]): Promise<EarnFacts[]> {
  const tenantIds = [...new Set(inputs.map(({ tenantId }) => tenantId))]
  const wanted = inputs.flatMap(({ tenantId, productIds }) => productIds.map((key) => ({ tenantId, key })))
  const keys = [...new Map(wanted.map((key) => [keyText(key), key])).values()]
  return database.read(tenantIds, async (tx) => {
    const [schedules, tiers, places] = await Promise.all([
      programSchedule.load(
        tx,
        tenantIds.map((tenantId) => ({ tenantId, key: CURRENT })),
      ),
      configuredTiers.load(
        tx,
        tenantIds.map((tenantId) => ({ tenantId, key: TIERS })),
      ),
      keys.length > 0 ? catalogPlaces.load(tx, keys) : new Map<string, CatalogPlace>(),
    ])
    return inputs.map(({ tenantId, productIds }) => ({
      schedule: schedules.get(keyText({ tenantId, key: CURRENT })),
      tiers: tiers.get(keyText({ tenantId, key: TIERS })) ?? NO_TIERS,
      places: new Map(productIds.map((key) => [key, places.get(keyText({ tenantId, key })) ?? null])),
    }))
  })
}

interface Look extends Pick<EarnFacts, 'schedule' | 'tiers'> {
  readonly lookedAt: Instant
}

/** What one product earns at a price, by one version of a program. */
interface Entry {
  readonly product: PricedProduct
  readonly points: ProductPoints
  readonly from: Instant
  readonly until: Instant
}

/** Products as the rules see them, with what each earns by itself. */
export interface EarnAnswer {
  readonly program: Program
  readonly tiers: Tiers
  readonly products: readonly PricedProduct[]
  readonly points: readonly ProductPoints[]
  /** Until then the answer stays. */
  readonly until: Instant
}

export interface EarnMemoryOptions {
  readonly batcherOf: (cell: string) => Batcher<EarnInput, EarnFacts>
  /** Measures how long ago something was. */
  readonly clock: Clock
  /** Throws where too much was asked that is not in memory. */
  readonly admitUnknown: (tenantId: TenantId) => Promise<void>
  readonly onHit: () => void
}

/** What products earn a visitor: mostly without a question to the database, because product pages are looked at most. */
export class EarnMemory {
  readonly #options: EarnMemoryOptions
  readonly #looks = new Map<TenantId, Look>()
  readonly #entries = new Map<string, Entry>()

  constructor(options: EarnMemoryOptions) {
    this.#options = options
  }

  /** By the merchant's clock; null: there is no active purchase rule. */
  async answer(tenant: Tenant, asked: readonly PricedProduct[], now: Instant): Promise<EarnAnswer | null> {
    let look = this.#fresh(tenant.id)
    const places = new Map<string, CatalogPlace | null>()
    const unknownBy = (of: Look | undefined) => this.#unknown(tenant, of, asked, places, now)
    if (look && unknownBy(look).length === 0) this.#options.onHit()
    else {
      // What another version made of a product says nothing, so there may be more to look for when it is read.
      let productIds = unknownBy(look ?? this.#looks.get(tenant.id))
      if (productIds.length > 0) await this.#options.admitUnknown(tenant.id)
      do {
        const read = await this.#options.batcherOf(tenant.cell).call({ tenantId: tenant.id, productIds })
        look = this.#keepLook(tenant.id, read)
        for (const [id, place] of read.places) places.set(id, place)
        productIds = unknownBy(look)
      } while (productIds.length > 0)
    }
    return look ? this.#evaluate(tenant, look, asked, places, now) : null
  }

  /** Products whose place has to be asked for. A program without rules for brands and categories never has to. */
  #unknown(
    tenant: Tenant,
    look: Look | undefined,
    asked: readonly PricedProduct[],
    places: ReadonlyMap<string, CatalogPlace | null>,
    now: Instant,
  ): string[] {
    if (!look) return [...new Set(asked.map(({ originalId }) => originalId))]
    const program = programAt(look.schedule, now)
    if (!asksForPlaces(program)) return []
    const unknown = asked.filter(
      (product) => !places.has(product.originalId) && !this.#known(nameOf(tenant.id, program, product), now),
    )
    return [...new Set(unknown.map(({ originalId }) => originalId))]
  }

  #evaluate(
    tenant: Tenant,
    { schedule, tiers }: Look,
    asked: readonly PricedProduct[],
    places: ReadonlyMap<string, CatalogPlace | null>,
    now: Instant,
  ): EarnAnswer | null {
    const { timeZone } = tenant
    const program = programAt(schedule, now)
    if (program.index.purchase === null) return null
    const until = unchangedUntil(schedule, now, timeZone)
    const entries = asked.map((product) => {
      const name = nameOf(tenant.id, program, product)
      const known = this.#known(name, now)
      if (known) return known
      const placed = placedBy(program, product, places.get(product.originalId) ?? null)
      const evaluated = evaluateProductPoints(program, [placed], { now, timeZone })
      const [points = NO_POINTS] = 'refused' in evaluated ? [] : evaluated
      const entry = { product: placed, points, from: now, until }
      setBounded(this.#entries, name, entry, PRODUCTS_MAX)
      return entry
    })
    return {
      program,
      tiers,
      products: entries.map(({ product }) => product),
      points: entries.map((entry) => entry.points),
      until,
    }
  }

  /** The clock of a sandbox may have been moved, also back. */
  #known(name: string, now: Instant): Entry | null {
    const entry = this.#entries.get(name)
    if (!entry || now < entry.from || now >= entry.until) return null
    // Deleted and set again, it is the youngest.
    this.#entries.delete(name)
    this.#entries.set(name, entry)
    return entry
  }

  #fresh(tenantId: TenantId): Look | undefined {
    const look = this.#looks.get(tenantId)
    return look && this.#options.clock() < look.lookedAt + FRESH_MS ? look : undefined
  }

  /** Looks that are old go: what they name is kept by no one else. */
  #keepLook(tenantId: TenantId, { schedule, tiers }: EarnFacts): Look {
    const lookedAt = this.#options.clock()
    const look = { schedule, tiers, lookedAt }
    this.#looks.delete(tenantId)
    this.#looks.set(tenantId, look)
    for (const [id, other] of this.#looks) {
      if (lookedAt < other.lookedAt + FORGOTTEN_MS) break
      this.#looks.delete(id)
    }
    return look
  }
}

/** Longer than it is fresh: the last version that was looked at says which products are known. */
const FORGOTTEN_MS = 30_000

const NO_POINTS: ProductPoints = { originalId: '', points: 0n, cashback: 0n }

function nameOf(tenantId: TenantId, { version }: Program, { originalId, price }: PricedProduct): string {
  return `${tenantId} ${version} ${price} ${originalId}`
}

/** With only those places that a rule names, as an order keeps them. */
export function placedBy(
  program: Program,
  product: PricedProduct,
  place: CatalogPlace | null,
): PricedProduct {
  const counts = place && placeThatCounts(program, product.originalId, [product], () => place)
  return counts ? { ...product, brandId: counts.brandId, categoryIds: [...counts.categoryIds] } : product
}
