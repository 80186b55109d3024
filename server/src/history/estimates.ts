import { type Amount, NOTHING } from '../accounts/account.ts'
import type { Customer } from '../accounts/customer.ts'
import { keyText, loadOne } from '../accounts/till/collection.ts'
import { catalogPlaces } from '../catalog/collections.ts'
import { hasLimits } from '../earning/limits.ts'
import type { Program } from '../earning/program.ts'
import type { Taken, UsedOf } from '../earning/taken.ts'
import { completeOrders } from '../orders/collections/complete-orders.ts'
import { readUsed } from '../orders/limit-room.ts'
import { NOTHING_TAKEN, type Order } from '../orders/order.ts'
import { estimateOrder } from '../orders/rules/estimate.ts'
import { asksCatalog } from '../orders/rules/product-places.ts'
import type { Tx } from '../platform/postgres/database.ts'
import type { Tenant } from '../tenancy/tenant.ts'
import { findTiers } from '../tiers/collections/tiers.ts'
import { currentTier, multiplierOf } from '../tiers/tier.ts'

export interface EstimateInput {
  readonly tenant: Tenant
  readonly customer: Customer
  /** The program as it stands. */
  readonly program: Program
  /** That are pending. */
  readonly orders: readonly Order[]
}

/**
 * What pending orders would earn if they were complete now, by order id. Of several that would each be the first
 * purchase, only the oldest can be it, and what one takes of a cap is taken for the next.
 */
export async function loadEstimates(tx: Tx, input: EstimateInput): Promise<ReadonlyMap<number, Amount>> {
  const { tenant, customer, program, orders } = input
  if (orders.length === 0) return new Map()
  const tenantId = tenant.id
  const products = orders.flatMap(({ details }) => details.products)
  const places = asksCatalog(program, products)
    ? [...new Set(products.map(({ originalId }) => originalId))].map((key) => ({ tenantId, key }))
    : []
  const [tiers, placed, complete, used] = await Promise.all([
    findTiers(tx, tenant),
    places.length > 0 ? catalogPlaces.load(tx, places) : undefined,
    program.index.asksFirstPurchase || program.index.asksNumber
      ? loadOne(tx, completeOrders, { tenantId, key: customer.id })
      : undefined,
    readUsed(
      tx,
      tenant,
      hasLimits(program) ? customer.id : null,
      orders.map(({ placedAt }) => placedAt),
    ),
  ])
  const tier = currentTier(tiers, customer)
  // As if they came in the order in which they were placed first.
  const inOrder = orders.toSorted((a, b) => a.id - b.id)
  const completeCount = (complete ?? []).length
  const taken: Taken[] = []
  return new Map(
    inOrder.map((order, position) => {
      const earning = estimateOrder(order, {
        program,
        customer,
        tier: tier && { id: tier.id, multiplier: multiplierOf(tier) },
        placeOf: (productId) => placed?.get(keyText({ tenantId, key: productId })),
        isFirstPurchase: completeCount === 0 && position === 0,
        number: completeCount + 1 + position,
        timeZone: tenant.timeZone,
        usedOf: withTaken(used, taken),
      })
      taken.push(...(earning?.taken ?? NOTHING_TAKEN))
      return [order.id, earning ? { points: earning.points, cashback: earning.cashback } : NOTHING]
    }),
  )
}

function withTaken(usedOf: UsedOf, taken: readonly Taken[]): UsedOf {
  return (limit) => {
    const { ruleId, measure, period } = limit
    const isSame = (one: Taken): boolean =>
      one.ruleId === ruleId && one.measure === measure && one.period === period
    return taken.reduce((sum, one) => (isSame(one) ? sum + one.amount : sum), usedOf(limit))
  }
}
