/** Undoing an import of orders. */
import { mayBeDue, NOTHING } from '../../accounts/account.ts'
import { lockAccounts, ofMerchant } from '../../accounts/store/accounts.ts'
import { findCustomerKeys } from '../../accounts/store/customer-keys.ts'
import { keyText, load, put } from '../../accounts/till/collection.ts'
import { type Command, Unsettled } from '../../accounts/till/command.ts'
import { HeldUpError } from '../../accounts/till/side-lane.ts'
import type { CustomerId, OrderId, TenantId } from '../../contract/ids.ts'
import {
  laterLoadsToTakeBack,
  loadsToTakeBack,
  orderAtHand,
  takeBackBrought,
} from '../../orders/bring-orders.ts'
import { findBroughtOrders, renameOrder } from '../../orders/collections/brought-orders.ts'
import type { Instant } from '../../platform/clock.ts'
import type { Database, Tx } from '../../platform/postgres/database.ts'
import type { Tenant } from '../../tenancy/tenant.ts'
import { importEffects } from '../collections/effects.ts'
import type { ImportOptions } from '../import.ts'
import { printOf } from '../order-print.ts'
import { type EffectPlace, FIRST_EFFECT, listEffects } from '../store/effects.ts'
import type { UndoneEffect } from './commands.ts'
import { NOTHING_TO_UNDO, type UndoPreview } from './preview.ts'
import {
  type UndoingImport,
  type UndoLine,
  type UndonePage,
  type UndoPageTools,
  undoLines,
} from './undo-page.ts'

export interface UndoOrderInput {
  readonly tenant: Tenant
  readonly importId: number
  readonly customerId: CustomerId
  readonly key: Buffer
  readonly orderId: OrderId
  /** What it said when it was imported. */
  readonly print: string
  readonly webhooks: ImportOptions['webhooks']
}

const UNDONE: UndoneEffect = { outcome: 'undone', taken: NOTHING, stays: NOTHING, isKept: false }
const GONE: UndoneEffect = { ...UNDONE, outcome: 'gone' }

/** By which an undone order is known, so that the right one can come under its id. */
function undoneKey({ importId, key }: Pick<UndoOrderInput, 'importId' | 'key'>): string {
  return `undone-${importId}-${key.toString('hex')}`
}

type Prepared = 'renamed' | 'kept' | 'gone'

/**
 * Cancels an order that an import brought, and frees its id. One that was changed since is not the import's any more, and
 * stays. It has a transaction of its own: the order gets another id before the till loads it.
 */
const undoOrder: Command<UndoOrderInput, UndoneEffect> = {
  name: 'undo imported order',
  customerOf: () => null,
  resolve: (tx, inputs) =>
    findCustomerKeys(
      tx,
      inputs.map(({ tenant, customerId }) => ({ tenantId: tenant.id, customerId })),
    ),
  prepare,
  loads: (input) => [
    ...loadsToTakeBack(input.tenant, undoneKey(input)),
    load(importEffects, { customerId: input.customerId, key: input.key }),
  ],
  loadsAfter: (facts, input, now) => laterLoadsToTakeBack(facts, input.tenant, undoneKey(input), now),
  decide(facts, input, posting) {
    const { tenant, customerId, key, importId, webhooks } = input
    const { customer } = facts
    if (facts.prepared === 'kept') return { result: { ...UNDONE, isKept: true } }
    const effect = facts.get(importEffects, { customerId, key })
    const order = orderAtHand(facts, undoneKey(input))
    const isOwn = effect?.importId === importId && !effect.isUndone
    if (!customer || customer.erasedAt !== null || !order || !effect || !isOwn) return { result: GONE }
    if (webhooks === 'silent') posting.silence()
    const back = takeBackBrought(facts, { tenant, customer, order }, posting)
    return {
      result: UNDONE,
      customer: back.customer,
      changes: [
        ...back.changes,
        put(importEffects, { customerId, key }, { ...effect, isUndone: true as const }),
      ],
    }
  },
}

async function prepare(tx: Tx, input: UndoOrderInput, moment: () => Instant): Promise<Prepared> {
  const { tenant, customerId, orderId, print } = input
  const tenantId = tenant.id
  const [name] = await findCustomerKeys(tx, [{ tenantId, customerId }])
  if (name === undefined || name === null) return 'gone'
  const { accounts, aliases } = await lockAccounts(tx, [{ tenantId, key: name }])
  const text = keyText({ tenantId, key: name })
  // Under another id where one came while this waited for the lock.
  const stored = accounts.get(aliases?.get(text) ?? text)
  // The page runs again: an order that is passed over would stay, and its line could not come again.
  if (!stored || stored === 'busy')
    throw new HeldUpError('another transaction changes the id of the customer')
  if (stored.customer.erasedAt !== null) return 'gone'
  if (mayBeDue(ofMerchant(stored, tenant).account, moment())) throw new Unsettled(stored.customer.originalId)
  const order = (await findBroughtOrders(tx, tenantId, [{ customerId, id: orderId }])).get(orderId)
  if (!order) return 'gone'
  if (printOf(order) !== print) return 'kept'
  await renameOrder(tx, tenantId, order, undoneKey(input))
  return 'renamed'
}

const undoLine: UndoLine = ({ customerId, key, ref, print }, { importId, webhooks }, { tenant, till }) => {
  if (ref === null || print === null) throw new Error('the effect of an imported order names it')
  return till.run(undoOrder, { tenant, importId, customerId, key, orderId: ref, print, webhooks })
}

export function undoOrders(
  undoing: UndoingImport,
  after: EffectPlace | null,
  tools: UndoPageTools,
): Promise<UndonePage> {
  return undoLines(undoLine, undoing, after, tools)
}

const PAGE = 2_000

/** How many orders there are, and how many of them stay because they were changed since. */
export async function previewUndoOfOrders(
  database: Pick<Database, 'read'>,
  { tenantId, importId }: { readonly tenantId: TenantId; readonly importId: number },
): Promise<UndoPreview> {
  let [lines, made, kept] = [0, 0, 0]
  for (let after: EffectPlace | null = FIRST_EFFECT; after !== null; ) {
    const place: EffectPlace = after
    const { found, brought } = await database.read([tenantId], async (tx) => {
      const effects = await listEffects(tx, { tenantId, importId, after: place, limit: PAGE })
      const numbers = effects.flatMap(({ customerId, ref }) =>
        ref === null ? [] : [{ customerId, id: ref }],
      )
      return { found: effects, brought: await findBroughtOrders(tx, tenantId, numbers) }
    })
    for (const { ref, print, isMade } of found) {
      lines += 1
      made += isMade ? 1 : 0
      const order = brought.get(ref ?? 0)
      if (order && printOf(order) !== print) kept += 1
    }
    const last = found.at(-1)
    after = last ? { customerId: last.customerId, line: last.line } : null
  }
  return { ...NOTHING_TO_UNDO, lines, made, kept }
}
