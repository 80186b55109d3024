import { add, NOTHING } from '../accounts/account.ts'
import { type Command, type Decision, type Facts, need, put } from '../accounts/command.ts'
import { catalogShelf } from '../catalog/shelf.ts'
import type { Refusal } from '../contract/errors.ts'
import { EMPTY_PROGRAM, type Program } from '../earning/program.ts'
import { CURRENT, grantItem, programShelf } from '../earning/store.ts'
import {
  type CancelQuestion,
  decideCancel,
  decideOrder,
  type OrderContext,
  type OrderOutcome,
  type OrderQuestion,
} from './decide.ts'
import type { Order } from './order.ts'
import { isRefusal } from './read.ts'
import { findCustomersOfOrders, orderShelf, recordedKey, recordedShelf } from './store.ts'

export type PlacedOrder = Pick<OrderOutcome, 'order' | 'customer' | 'account'>
export type PlaceOrderResult = (PlacedOrder & { readonly isCashbackOn: boolean }) | Refusal
export type CancelOrderResult = PlacedOrder | Refusal

/** Inserts or updates an order and posts what it earns. */
export const placeOrder: Command<OrderQuestion, PlaceOrderResult> = {
  name: 'place order',
  customerOf: ({ sent }) => sent.customer.originalId,
  needs: ({ sent }) => [need(orderShelf, sent.originalId), need(programShelf, CURRENT)],
  needsMore(facts, { sent }) {
    const stored = facts.get(orderShelf, sent.originalId)
    const earned = stored?.earned ?? null
    const needs =
      asksCatalog(facts.get(programShelf, CURRENT), sent.details.products) || earned
        ? sent.details.products.map(({ originalId }) => need(catalogShelf, originalId))
        : []
    if (!stored || !earned) return { lots: false, needs }
    return {
      lots: true,
      needs: [
        ...needs,
        need(programShelf, String(earned.programVersion)),
        need(recordedShelf, recordedKey(stored)),
      ],
    }
  },
  decide(facts, question, now, ids) {
    const { sent } = question
    const stored = facts.get(orderShelf, sent.originalId)
    const current = facts.get(programShelf, CURRENT) ?? EMPTY_PROGRAM
    const context: OrderContext = {
      stored,
      customer: facts.customer,
      account: facts.account,
      program: programOf(facts, stored, current),
      recorded: recordedFor(facts, stored),
      placeOf: (productId) => facts.get(catalogShelf, productId),
    }
    return toDecision(decideOrder(context, question, now, ids), now, { isCashbackOn: current.cashback.isOn })
  },
}

/** An order that earned earlier in this batch did so under the current program, and only that is at hand. */
function programOf(facts: Facts, stored: Order | undefined, current: Program): Program {
  const version = stored?.earned?.programVersion
  if (version === undefined || version === current.version) return current
  return facts.get(programShelf, String(version)) ?? EMPTY_PROGRAM
}

/** Only rules for brands and categories ask where a product stands, and a brand is mostly sent with it. */
function asksCatalog(program: Program | undefined, products: readonly { brandId: string | null }[]): boolean {
  if (!program) return false
  const { lineMultipliers, lineFixedPoints } = program.index
  const hasRules = (kind: 'brand' | 'category'): boolean =>
    lineMultipliers[kind].size > 0 || lineFixedPoints[kind].size > 0
  return hasRules('category') || (hasRules('brand') && products.some(({ brandId }) => brandId === null))
}

export const cancelOrder: Command<CancelQuestion, CancelOrderResult> = {
  name: 'cancel order',
  customerOf: () => null,
  resolve: (tx, inputs) =>
    findCustomersOfOrders(
      tx,
      inputs.map(({ tenant, originalId }) => ({ tenantId: tenant.id, originalId })),
    ),
  needs: ({ originalId }) => [need(orderShelf, originalId)],
  needsMore(facts, { originalId }) {
    const stored = facts.get(orderShelf, originalId)
    return stored?.earned
      ? { lots: true, needs: [need(recordedShelf, recordedKey(stored))] }
      : { lots: false, needs: [] }
  },
  decide(facts, question, now, ids) {
    const stored = facts.get(orderShelf, question.originalId)
    const { customer, account } = facts
    const context = { stored, customer, account, recorded: recordedFor(facts, stored) }
    return toDecision(decideCancel(context, question, now, ids), now, {})
  },
}

function recordedFor(facts: Facts, stored: Order | undefined) {
  if (!stored) return NOTHING
  return add(facts.get(recordedShelf, recordedKey(stored)) ?? NOTHING, facts.recordedInBatch(stored.id))
}

function toDecision<More extends object>(
  outcome: OrderOutcome | Refusal,
  now: number,
  more: More,
): Decision<(PlacedOrder & More) | Refusal> {
  if (isRefusal(outcome)) return { result: outcome }
  const { order, customer, account, entries, explanations, signupRecordId, isChanged } = outcome
  return {
    result: { order, customer, account, ...more },
    customer,
    account,
    entries,
    explanations,
    items: [
      ...(isChanged ? [put(orderShelf, order.originalId, order)] : []),
      ...(signupRecordId === null
        ? []
        : [
            grantItem({
              customerId: customer.id,
              action: 'signup',
              key: 'once',
              recordId: signupRecordId,
              at: now,
            }),
          ]),
    ],
  }
}
