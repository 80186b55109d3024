import { findCustomer } from '../accounts/store/accounts.ts'
import { type ExplainedCard, explainCards } from '../cards/explain.ts'
import type { TenantId } from '../contract/ids.ts'
import type { Locale } from '../contract/locale.ts'
import { isStorable } from '../contract/schema.ts'
import type { NotMoreLine } from '../earning/why-not-text.ts'
import type { Clock } from '../platform/clock.ts'
import type { Cells } from '../tenancy/cells.ts'
import { TenancyError, tenantOf } from '../tenancy/manage/tenants.ts'
import { type Tenant, tenantClock } from '../tenancy/tenant.ts'
import type { ExplainedHistory, ExplainedOrder } from './history.ts'
import { loadHistory, loadOrder } from './load.ts'
import { loadBasis } from './load-explained-order.ts'
import { explainHistory, sentenceContextOf } from './rules/explain.ts'
import { explainOrder } from './rules/explain-order.ts'
import { type OrderStamps, stampsGivenBy } from './rules/order-stamps.ts'
import { loadOrders } from './store/orders.ts'

export interface ExplainInput {
  readonly tenantId: TenantId
  /** Ids here are those of the merchant's store. */
  readonly customer: string
  readonly order?: string | undefined
  readonly limit: number
  /** Of the sentences. Default: English, as all that the command line says. */
  readonly locale?: Locale
}

export type Explained = { readonly tenant: Tenant } & (
  | { readonly history: ExplainedHistory; readonly cards: readonly ExplainedCard[] }
  | {
      readonly order: ExplainedOrder
      readonly notMore: readonly NotMoreLine[]
      readonly stamps: readonly OrderStamps[]
    }
)

/** Why a customer has these points and stamps, or why one of their orders earned what it did. Writes nothing. */
export async function explain(cells: Cells, input: ExplainInput, clock: Clock): Promise<Explained> {
  const { customer, order, limit } = input
  const stored = await tenantOf(cells.directory, input.tenantId)
  const tenant = { ...stored, locale: input.locale ?? 'en' }
  const database = cells.of(tenant)
  const now = tenantClock(clock)(tenant)
  const unknown = (): TenancyError =>
    new TenancyError(`Tenant ${tenant.id} has no customer “${customer}”: ids are compared exactly.`)
  if (!isStorable(customer)) throw unknown()
  if (order === undefined) {
    const facts = await loadHistory(database, { tenant, customer, limit }, now)
    if (!facts) throw unknown()
    const cards = await database.read([tenant.id], async (tx) => {
      const found = await findCustomer(tx, tenant.id, customer)
      return found ? explainCards(tx, { tenant, customerId: found.customer.id, now, limit }) : []
    })
    return { tenant, history: explainHistory(facts, now, limit), cards }
  }
  const facts = isStorable(order)
    ? await loadOrder(database, { tenant, customer, limit }, order, now)
    : 'noOrder'
  if (!facts) throw unknown()
  if (facts === 'noOrder') {
    throw new TenancyError(`Customer “${customer}” has no order “${order}”: ids are compared exactly.`)
  }
  const context = sentenceContextOf(facts, facts.order.programVersion)
  const beside = await database.read([tenant.id], async (tx) => {
    const [found] = await loadOrders(tx, tenant.id, [facts.order.originalId])
    if (!found) return { notMore: [], stamps: [] }
    const basis = await loadBasis(tx, tenant.id, found, context)
    return { notMore: basis?.notMore ?? [], stamps: stampsGivenBy(found, context.program) }
  })
  return { tenant, order: explainOrder(facts, now, limit), ...beside }
}
