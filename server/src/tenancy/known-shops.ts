import type { TenantId } from '../contract/ids.ts'
import type { Clock, Instant } from '../platform/clock.ts'
import type { Database } from '../platform/postgres/database.ts'
import type { DirectoryWatch } from './directory-watch.ts'
import { Known } from './known.ts'
import { findShopsBySlug, findStorefronts, type StoredStorefront } from './store/storefront.ts'

const REMEMBERED_SHOPS_MAX = 20_000
const REMEMBERED_UNKNOWN_MAX = 10_000

/** A merchant whose customers meet it in a browser: all that a request of theirs is checked against. */
export type KnownShop = StoredStorefront

interface BySlug {
  readonly slug: string
  readonly sender: string
}

interface ByTenant {
  readonly tenantId: TenantId
  readonly sender: string
}

/**
 * Shops, trusted as API keys are: switching one off, revoking the key that a token was made with, replacing a storefront
 * key and changing the domains work everywhere within one second, and the usual request asks nothing. Words and colours
 * are not in it.
 */
export class KnownShops {
  readonly #shops: Known<ByTenant, KnownShop>
  readonly #slugs: Known<BySlug, TenantId>

  /** `clock` says what has ended long ago. */
  constructor(directory: Database, watch: DirectoryWatch, clock: Clock) {
    const bounds = { watch, max: REMEMBERED_SHOPS_MAX, unknownMax: REMEMBERED_UNKNOWN_MAX }
    this.#shops = new Known({
      ...bounds,
      nameOf: ({ tenantId }) => String(tenantId),
      groupOf: ({ sender }) => sender,
      readAll: (wanted) => {
        const tenantIds = [...new Set(wanted.map(({ tenantId }) => tenantId))]
        return directory.read(tenantIds, async (tx) => {
          const found = await findStorefronts(tx, tenantIds, clock())
          return wanted.map(({ tenantId }) => found.get(tenantId) ?? null)
        })
      },
    })
    this.#slugs = new Known({
      ...bounds,
      nameOf: ({ slug }) => slug,
      groupOf: ({ sender }) => sender,
      readAll: (wanted) =>
        directory.read([], async (tx) => {
          const found = await findShopsBySlug(
            tx,
            wanted.map(({ slug }) => slug),
          )
          return wanted.map(({ slug }) => found.get(slug) ?? null)
        }),
    })
  }

  /** null: the merchant has no storefront, or there is no such merchant. */
  ofTenant(tenantId: TenantId, sender: string): KnownShop | null | Promise<KnownShop | null> {
    const known = this.#shops.trusted(String(tenantId))
    return known === undefined ? this.#shops.find({ tenantId, sender }) : known
  }

  /** null: no shop has this name. */
  ofSlug(slug: string, sender: string): KnownShop | null | Promise<KnownShop | null> {
    const tenantId = this.#slugs.trusted(slug)
    if (tenantId === null) return null
    return tenantId === undefined ? this.#findBySlug(slug, sender) : this.ofTenant(tenantId, sender)
  }

  async #findBySlug(slug: string, sender: string): Promise<KnownShop | null> {
    const tenantId = await this.#slugs.find({ slug, sender })
    return tenantId === null ? null : this.ofTenant(tenantId, sender)
  }
}

/** Whether a token that was made with this API key is still good. What a person makes has none. */
export function isKeyLive({ endsOfApiKeys }: KnownShop, keyId: number, now: Instant): boolean {
  const endsAt = endsOfApiKeys.get(keyId)
  return endsAt === undefined || endsAt > now
}
