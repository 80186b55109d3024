import type { LocalizedText } from '../contract/locale.ts'
import type { Instant } from '../platform/clock.ts'
import type { Decimal } from '../platform/decimal.ts'
import type { KindPickedFrom } from './kinds.ts'
import type { LineFacts } from './order-facts.ts'
import type { Program } from './program.ts'

/** A likely mistake; it doesn't block publishing. */
export interface Warning {
  /** JSON pointer within the program. */
  readonly pointer: string
  /** For code. */
  readonly name: string
  readonly message: LocalizedText
  /** The id of another rule that it is about. */
  readonly otherRule?: number
}

export interface KnownTier {
  readonly id: string
  readonly name: string
  readonly isArchived: boolean
  /** What its own benefits multiply points by. */
  readonly multiplier: Decimal | null
}

export interface KnownReward {
  readonly id: string
  readonly title: string
  readonly isArchived: boolean
  readonly isCashback: boolean
  /** What it costs who redeems it. */
  readonly points: Decimal
  /** Whether an order needs to be of some value to use it. */
  readonly hasMinimum: boolean
  /** Codes of its lists, where fewer are left than the merchant wants to be warned at; null: enough, or it needs none. */
  readonly codesLeft: number | null
}

/** What rules may name beside the catalog, archived ones too. */
export interface Nameable {
  readonly tiers: readonly KnownTier[]
  readonly rewards: readonly KnownReward[]
}

/** What a shop may send with its orders. */
export interface SentInOrders {
  readonly marks: boolean
  readonly shipping: boolean
  readonly quantities: boolean
}

/** Where products and categories are in the catalog. */
export interface CatalogPlaces {
  /** `categoryIds`: its category with all those above it. */
  readonly products: ReadonlyMap<string, Pick<LineFacts, 'brandId' | 'categoryIds'>>
  /** Each with itself and all those above it. */
  readonly categories: ReadonlyMap<string, readonly string[]>
}

export const NO_PLACES: CatalogPlaces = { products: new Map(), categories: new Map() }

/** Data of other domains that a program is checked against. */
export interface ProgramContext extends Nameable {
  readonly now: Instant
  readonly timeZone: string
  /** By which is earned now. */
  readonly current: Program
  /** Names of those ids in the rules that the catalog knows; null: it knows nothing at all yet. */
  readonly known: Readonly<Record<KindPickedFrom<'catalog'>, ReadonlyMap<string, string>>> | null
  /** Of what the cards name. */
  readonly places: CatalogPlaces
  /** What the orders that were placed last were paid with and placed at; null: there is no order yet. */
  readonly seen: Readonly<Record<KindPickedFrom<'orders'>, ReadonlySet<string>>> | null
  readonly openQuizzes: number
  /** What the orders that were placed last have sent; null: there is no order yet, or no rule asks. */
  readonly sent: SentInOrders | null
  /** How many customers have begun a card of each rule. */
  readonly begunCards: ReadonlyMap<number, number>
}

/** Of one rule: `member` is a pointer within it. */
export type Warn = (member: string, name: string, message: LocalizedText) => Warning
