import type { Account } from '../accounts/account.ts'
import type { Customer } from '../accounts/customer.ts'
import type { OrderId, TenantId } from '../contract/ids.ts'
import type { Program } from '../earning/program.ts'
import type { SentenceContext } from '../earning/sentence.ts'
import type { Order } from '../orders/order.ts'
import type { Instant } from '../platform/clock.ts'
import type { Tx } from '../platform/postgres/database.ts'
import type { ExplainedOrder, HistoryRecord, ToldTenant } from './history.ts'
import { loadBackground } from './load.ts'
import { loadReadOrders, type ReadOrder } from './load-orders.ts'
import { sentenceContextOf } from './rules/explain.ts'
import { explainOrder } from './rules/explain-order.ts'
import { basisOf, type OrderBasis, tiersNamedBy } from './rules/not-more.ts'
import { findMomentsOfOrder, findNames } from './store/history.ts'
import { findOriginalId } from './store/order-list.ts'
import { findOrder } from './store/orders.ts'
import { readRecords } from './store/records.ts'
import { type RecordDetails, readDetails } from './store/timeline.ts'

const ORDER_RECORDS_MAX = 100

export interface ExplainedOrderInput {
  readonly tenant: ToldTenant
  readonly customer: Customer
  /** Settled: nothing is due on it. */
  readonly account: Account
  readonly now: Instant
  readonly orderId: OrderId
}

/** An order with all that is known of it. */
export interface FullOrder {
  readonly read: ReadOrder
  readonly explained: ExplainedOrder
  readonly basis: OrderBasis | null
  /** That it earned by; undefined: none, or it is gone. */
  readonly program: Program | undefined
  readonly records: ReadonlyMap<number, HistoryRecord>
  readonly details: ReadonlyMap<number, RecordDetails>
}

/** null: this customer has no such order. */
export async function loadExplainedOrder(tx: Tx, input: ExplainedOrderInput): Promise<FullOrder | null> {
  const { tenant, customer, account, now, orderId } = input
  const owner = { tenantId: tenant.id, customerId: customer.id }
  const originalId = await findOriginalId(tx, owner, orderId)
  if (originalId === null) return null
  const [order, { moments, count, recorded }, { orders }] = await Promise.all([
    findOrder(tx, owner, originalId),
    findMomentsOfOrder(tx, owner, orderId, ORDER_RECORDS_MAX),
    loadReadOrders(tx, { tenant, customer, now, originalIds: [originalId] }),
  ])
  const [read] = orders
  if (!order || !read) return null
  const ids = moments.map(({ recordId }) => recordId)
  const [records, details] = await Promise.all([readRecords(tx, owner, ids), readDetails(tx, owner, ids)])
  const versions = order.programVersion === null ? [] : [order.programVersion]
  const background = await loadBackground(tx, tenant, [...records.values()], versions)
  const facts = {
    ...background,
    account,
    records,
    moments,
    recordCount: count,
    dueLots: [],
    debts: [],
    order,
    recorded,
  }
  const told = sentenceContextOf(background, order.programVersion)
  const { program } = told
  const basis = await loadBasis(tx, tenant.id, read.order, told)
  return { read, explained: explainOrder(facts, now, ORDER_RECORDS_MAX), basis, program, records, details }
}

/** null: it is not complete, or its program is gone. */
export async function loadBasis(
  tx: Tx,
  tenantId: TenantId,
  order: Order,
  context: SentenceContext,
): Promise<OrderBasis | null> {
  const { program } = context
  if (!program) return null
  const named = [...new Set(tiersNamedBy(program))].map((id) => ({ kind: 'tier' as const, id }))
  const names = named.length === 0 ? null : await findNames(tx, tenantId, named)
  const nameOf: SentenceContext['nameOf'] = (kind, id) =>
    names?.get(`${kind} ${id}`) ?? context.nameOf(kind, id)
  return basisOf(order, program, { ...context, nameOf })
}
