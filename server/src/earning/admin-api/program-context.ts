import type { TenantId } from '../../contract/ids.ts'
import type { Locale } from '../../contract/locale.ts'
import type { Tx } from '../../platform/postgres/database.ts'
import type { Tenant } from '../../tenancy/tenant.ts'
import type { KindPickedFrom } from '../kinds.ts'
import type { LineFacts, OrderFacts } from '../order-facts.ts'
import type { Program } from '../program.ts'
import type { Picked } from '../slot.ts'
import type { UsedOf } from '../taken.ts'
import type { KnownReward, KnownTier, SentInOrders } from '../warning.ts'
import type { PreviewedCard } from './shapes.ts'

/** Data that the program editor needs from the domains above: catalog, tiers, rewards, quizzes, orders. */
export interface ProgramContextReader {
  /** Names of those ids that the catalog knows; null: it knows nothing at all yet. */
  readonly namesOf: (
    tx: Tx,
    tenantId: TenantId,
    ids: Readonly<Record<KindPickedFrom<'catalog'>, readonly string[]>>,
  ) => Promise<CatalogNames | null>
  /** Names of what the orders that were placed last were paid with and placed at; null: there is no order yet. */
  readonly namesInOrders: (tx: Tx, tenantId: TenantId) => Promise<OrderNames | null>
  /** What the orders that were placed last said; null: there is no order yet. */
  readonly sentInOrders: (tx: Tx, tenantId: TenantId) => Promise<SentInOrders | null>
  /** How many customers have begun a card, by its rule. */
  readonly begunCards: (tx: Tx, tenantId: TenantId) => Promise<ReadonlyMap<number, number>>
  /** Archived ones too. */
  readonly tiersOf: (tx: Tx, tenant: Tenant) => Promise<readonly KnownTier[]>
  /** Archived ones too. */
  readonly rewardsOf: (tx: Tx, tenantId: TenantId) => Promise<readonly KnownReward[]>
  readonly countOpenQuizzes: (tx: Tx, tenantId: TenantId, now: number) => Promise<number>
  /** Where products stand in the catalog. */
  readonly placesOf: (
    tx: Tx,
    tenantId: TenantId,
    productIds: readonly string[],
  ) => Promise<ReadonlyMap<string, Pick<LineFacts, 'brandId' | 'categoryIds'>>>
  /** Categories that the catalog knows, each with itself and all those above it. */
  readonly categoriesAbove: (
    tx: Tx,
    tenantId: TenantId,
    categoryIds: readonly string[],
  ) => Promise<ReadonlyMap<string, readonly string[]>>
  /** By the id in the merchant's store; null: there is none. */
  readonly orderOf: (tx: Tx, tenant: Tenant, originalId: string) => Promise<OrderFacts | null>
  /** By the id in the merchant's store; null: there is none. */
  readonly buyerOf: (tx: Tx, tenant: Tenant, originalId: string) => Promise<Buyer | null>
  /** What the orders of a customer have taken of limits and caps in the periods of a moment. */
  readonly usedBy: (tx: Tx, tenant: Tenant, originalId: string, placedAt: number) => Promise<UsedOf>
  /** What an order would give the cards of a customer; null: of someone who has none. */
  readonly stampsBy: (
    tx: Tx,
    tenant: Tenant,
    program: Program,
    order: TriedOrder,
    locale: Locale,
  ) => Promise<PreviewedCard[]>
  /** Who is not known yet: the base tier, which the merchant may have. */
  readonly newcomerOf: (tx: Tx, tenant: Tenant) => Promise<Omit<Buyer, 'isFirstPurchase' | 'number'>>
  readonly choicesOf: (tx: Tx, tenant: Tenant, of: Picked, search: string) => Promise<Choice[]>
}

interface Choice {
  readonly id: string
  readonly label: string
  /** Of a brand or category that was asked for by its id: the first of its products, and how many more there are. */
  readonly contents?: { readonly names: string[]; readonly more: number }
}

/** An order that is only tried. */
export interface TriedOrder {
  readonly facts: OrderFacts
  /** By the id in the merchant's store; null: someone new. */
  readonly customerId: string | null
  /** When it would be complete. */
  readonly now: number
  readonly usedOf: UsedOf | undefined
}

export type OrderNames = Readonly<Record<KindPickedFrom<'orders'>, ReadonlyMap<string, string>>>

export type CatalogNames = Readonly<Record<KindPickedFrom<'catalog'>, ReadonlyMap<string, string>>>

/** What of a customer an order earns by. */
export type Buyer = Pick<OrderFacts, 'tierId' | 'tierMultiplier' | 'isFirstPurchase' | 'number'>
