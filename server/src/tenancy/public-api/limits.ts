import type { Redis } from 'ioredis'
import type { TenantId } from '../../contract/ids.ts'
import { PUBLIC_LIMITS, type PublicLimit } from '../../contract/public-api/operation.ts'
import type { Clock } from '../../platform/clock.ts'
import { countInProcess, countInRedis, type RequestCounts, WINDOW_MS } from '../rate-limit.ts'
import type { CustomerToken } from '../storefront-token.ts'
import { Budget } from '../throttle.ts'

const HOUR_MS = 3_600_000
/** Customers of one process that are counted at once; each takes some 100 bytes. */
const NAMES_MAX = 200_000
const WRITES_OF_SHOP_PER_SECOND = 50
const MINTS_OF_SHOP_PER_SECOND = 500
/** Questions of visitors for which the database is asked. */
const UNKNOWN_OF_SHOP_PER_SECOND = 200
/** Of requests without a good token. */
const OF_ADDRESS = { burst: 100, perSecond: 50 }
const BAD_LINKS_OF_ADDRESS_PER_SECOND = 5
const BAD_CODES_OF_ADDRESS_PER_SECOND = 5

/** Who has asked too often, and when to ask again. */
export interface Exceeded {
  readonly who: 'customer' | 'address' | 'shop'
  readonly retryAfterSeconds: number
}

type Outcome = Exceeded | null | Promise<Exceeded | null>

export interface StorefrontLimitsOptions {
  /** Shared by all processes; null: each counts for itself. */
  readonly redis: Redis | null
  /** Measures how long ago something was. */
  readonly clock: Clock
  readonly timeOfDay: Clock
  readonly ofShopPerSecond: number
  /** Default: what the document of the API says. */
  readonly ofCustomer?: CustomerLimits
}

export type CustomerLimits = Readonly<
  Record<PublicLimit, { readonly perSecond: number; readonly perHour: number }>
>

/** How much browsers may ask. A request with a good token is never limited by its address, which many may share. */
export class StorefrontLimits {
  readonly #options: StorefrontLimitsOptions
  readonly #counts: RequestCounts
  readonly #addresses = new Budget(OF_ADDRESS)

  constructor(options: StorefrontLimitsOptions) {
    const { redis, clock } = options
    const own = countInProcess(clock, NAMES_MAX)
    this.#options = options
    this.#counts = redis ? countInRedis(redis, own) : own
  }

  /** A request without a good token. */
  ofAddress(sender: string): Outcome {
    const { redis, clock } = this.#options
    if (!redis) return exceeded('address', this.#addresses.take(sender, clock()) > 0)
    const { burst, perSecond } = OF_ADDRESS
    const windowMs = (burst / perSecond) * 1_000
    return this.#judge([`address-${sender}`], [windowMs], ([count = 0]) => exceeded('address', count > burst))
  }

  ofShop(tenantId: TenantId): Outcome {
    const { ofShopPerSecond: max } = this.#options
    return this.#judge([`shop-${tenantId}`], [WINDOW_MS], ([count = 0]) => exceeded('shop', count > max))
  }

  ofCustomer(tenantId: TenantId, { subject }: CustomerToken, limit: PublicLimit, isWrite: boolean): Outcome {
    const { ofShopPerSecond, timeOfDay, ofCustomer = PUBLIC_LIMITS } = this.#options
    const { perSecond, perHour } = ofCustomer[limit]
    const now = timeOfDay()
    const hour = Math.floor(now / HOUR_MS)
    // An id of the shop may look like a number of ours.
    const customer = `${limit}-${tenantId}-${typeof subject === 'number' ? subject : `prospect-${subject}`}`
    const names = [`${isWrite ? 'shop-writes' : 'shop'}-${tenantId}`, customer, `${customer}-${hour}`]
    return this.#judge(names, [WINDOW_MS, WINDOW_MS, HOUR_MS], ([ofShop = 0, inSecond = 0, inHour = 0]) => {
      if (inHour > perHour) {
        return { who: 'customer', retryAfterSeconds: Math.ceil(((hour + 1) * HOUR_MS - now) / 1_000) }
      }
      const max = isWrite ? WRITES_OF_SHOP_PER_SECOND : ofShopPerSecond
      return exceeded('customer', inSecond > perSecond) ?? exceeded('shop', ofShop > max)
    })
  }

  /** What a visitor asks that is not in memory: invented prices are in none. */
  ofUnknown(tenantId: TenantId): Outcome {
    return this.#judge([`unknown-${tenantId}`], [WINDOW_MS], ([count = 0]) =>
      exceeded('shop', count > UNKNOWN_OF_SHOP_PER_SECOND),
    )
  }

  /** Links that open nothing, from one address. */
  ofBadLinks(sender: string): Outcome {
    return this.#judge([`bad-links-${sender}`], [WINDOW_MS], ([count = 0]) =>
      exceeded('address', count > BAD_LINKS_OF_ADDRESS_PER_SECOND),
    )
  }

  /** Codes of friends that are no customer's, from one address. */
  ofBadCodes(sender: string): Outcome {
    return this.#judge([`bad-codes-${sender}`], [WINDOW_MS], ([count = 0]) =>
      exceeded('address', count > BAD_CODES_OF_ADDRESS_PER_SECOND),
    )
  }

  /** Tokens and links that a shop's backend asks for. */
  ofMints(tenantId: TenantId): Outcome {
    return this.#judge([`mints-${tenantId}`], [WINDOW_MS], ([count = 0]) =>
      exceeded('shop', count > MINTS_OF_SHOP_PER_SECOND),
    )
  }

  #judge(
    names: readonly string[],
    windowsMs: readonly number[],
    judge: (counts: readonly number[]) => Exceeded | null,
  ): Outcome {
    const counted = this.#counts.count(
      names.map((name) => `storefront-${name}`),
      windowsMs,
    )
    return counted instanceof Promise ? counted.then(judge) : judge(counted)
  }
}

function exceeded(who: Exceeded['who'], isTooMuch: boolean): Exceeded | null {
  return isTooMuch ? { who, retryAfterSeconds: 1 } : null
}
