import type { Locale } from '../../contract/locale.ts'
import type { Problem } from '../../contract/problem.ts'
import type {
  PublicAnswerOf,
  PublicBodyOf,
  PublicOperation,
  PublicParamsOf,
  PublicQueryOf,
} from '../../contract/public-api/operation.ts'
import type { KnownShop } from '../known-shops.ts'
import type { CustomerToken } from '../storefront-token.ts'
import type { Tenant } from '../tenant.ts'

/** What everyone may ask of a shop that is on. */
export interface ShopCall<Op extends PublicOperation = PublicOperation> {
  readonly shop: KnownShop
  readonly tenant: Tenant
  readonly params: PublicParamsOf<Op>
  readonly query: PublicQueryOf<Op>
  readonly locale: Locale
  /** By whom limits count those without a token: an address, or the network that it is in. */
  readonly sender: string
}

/** What a customer asks, whose token is good for it. */
export interface CustomerCall<Op extends PublicOperation = PublicOperation> {
  readonly shop: KnownShop
  readonly tenant: Tenant
  readonly token: CustomerToken
  readonly params: PublicParamsOf<Op>
  readonly query: PublicQueryOf<Op>
  readonly body: PublicBodyOf<Op>
  readonly locale: Locale
}

/** What became of what a customer has sent. */
export interface Done<Op extends PublicOperation = PublicOperation> {
  readonly answer: PublicAnswerOf<Op>
  /** It was done before, under the same key. */
  readonly isRepeated: boolean
}

/** Who has a link of a shop, for what is exchanged for it. */
export interface LinkCall<Op extends PublicOperation = PublicOperation> {
  readonly shop: KnownShop
  readonly tenant: Tenant
  /** What the link says. */
  readonly link: CustomerToken
  readonly body: PublicBodyOf<Op>
}

/** What everyone who asks the same is answered. */
export interface Dated<Op extends PublicOperation = PublicOperation> {
  readonly answer: PublicAnswerOf<Op>
  /** For so long no cache has to ask again. */
  readonly freshMs: number
}

/** A file that everyone may keep for good, because its address names its content. */
export interface PublicFile {
  readonly type: string
  readonly octets: Buffer
  readonly hash: string
}

/** Where the domains register their operations of the storefront. */
export interface PublicApi {
  /** The same for everyone: kept in memory, and made again when the shop or what it is made of has changed. */
  shared<Op extends PublicOperation>(
    operation: Op,
    make: (call: ShopCall<Op>) => Promise<PublicAnswerOf<Op>>,
  ): void
  /** The same for everyone who asks the same: made for each question, and kept by caches for as long as it says. */
  asked<Op extends PublicOperation>(
    operation: Op,
    answer: (call: ShopCall<Op>) => Promise<Dated<Op> | Problem>,
  ): void
  /** null: there is no such file. */
  file<Op extends PublicOperation>(
    operation: Op,
    find: (call: ShopCall<Op>) => Promise<PublicFile | null>,
  ): void
  /** One customer's own, which nothing on the way may keep. */
  personal<Op extends PublicOperation>(
    operation: Op,
    handle: (call: CustomerCall<Op>) => Promise<PublicAnswerOf<Op> | Problem>,
  ): void
  /** What a link is exchanged for, on the server's own page alone. */
  exchange<Op extends PublicOperation>(
    operation: Op,
    handle: (call: LinkCall<Op>) => Promise<PublicAnswerOf<Op> | Problem>,
  ): void
  /** What a customer does, once for each key that the browser sends. */
  done<Op extends PublicOperation>(
    operation: Op,
    handle: (call: CustomerCall<Op>) => Promise<Done<Op> | Problem>,
  ): void
}
