import { expect } from 'vitest'
import { add, NOTHING } from '../../src/accounts/account.ts'
import { createTill } from '../../src/accounts/till/till.ts'
import { DEFAULT_OPTIONS } from '../../src/imports/import.ts'
import { ORDERS } from '../../src/imports/kinds/orders.ts'
import type { LineDone, LineRefusal } from '../../src/imports/line.ts'
import { loadOrderContext } from '../../src/imports/order-context.ts'
import type { OrderValues } from '../../src/imports/order-line.ts'
import { readOrder } from '../../src/imports/read-order.ts'
import { ownSalt } from '../../src/imports/store/salt.ts'
import type { UndoPreview } from '../../src/imports/undo/preview.ts'
import type { UndonePage } from '../../src/imports/undo/undo-page.ts'
import { decimalFromText } from '../../src/platform/decimal.ts'
import { MAIN_CELL } from '../../src/tenancy/cells.ts'
import type { Shop } from './shop.ts'
import type { TestApi } from './test-api.ts'
import { tenantOf } from './tiers.ts'

/** An order of a file: complete on the day on which it was placed, unless it says otherwise. */
export function anOrder(orderId: string, total: string, more: Partial<OrderValues> = {}): OrderValues {
  const placedAt = { kind: 'instant' as const, instant: Date.parse('2026-03-01T12:00:00Z') }
  const customer = more.email || more.document || more.publicId ? {} : { originalId: 'ana' }
  return { orderId, total: decimalFromText(total), placedAt, completedAt: placedAt, ...customer, ...more }
}

interface How {
  readonly importId?: number
  /** Whether what the dry run says is compared: not where others change the same orders meanwhile. */
  readonly isForeseen?: boolean
}

/** Does orders of a file as the job does. What the dry run said before has to come true. */
export async function importOrders(
  api: TestApi,
  shop: Shop,
  orders: readonly OrderValues[],
  { importId = 1, isForeseen = true }: How = {},
): Promise<string[]> {
  const database = api.cells.of({ cell: MAIN_CELL })
  const tenant = await tenantOf(api, shop)
  const options = DEFAULT_OPTIONS
  const imported = { kind: 'orders' as const, options, createdAt: api.now }
  const context = await database.transaction([tenant.id], async (tx) => {
    await ownSalt(tx, tenant.id)
    return loadOrderContext(tx, { tenant, imported, now: api.now })
  })
  const read = orders.map((values, index) =>
    readOrder({ line: index + 2, values, correctedLine: null, ordinal: 0 }, context),
  )
  const lines = read.filter((one) => 'line' in one)
  const foreseen = await database.read([tenant.id], (tx) =>
    ORDERS.foresee(tx, lines, { tenant, options, now: api.now }),
  )
  const till = createTill({ database, clock: () => api.now })
  const tools = { tenant, till, database, directory: database, importId, options }
  const done = await ORDERS.apply(lines, tools)
  if (isForeseen) expect(done.map(outcomeOf)).toEqual(foreseen.map(outcomeOf))
  const results = done[Symbol.iterator]()
  return read.map((one) => outcomeOf('line' in one ? (results.next().value as LineDone) : one))
}

function outcomeOf(done: LineDone | LineRefusal): string {
  return 'kind' in done ? done.reason : done.outcome
}

/** Undoes an import of orders as the job does. Its preview has to come true. */
export async function undoOrdersOf(
  api: TestApi,
  shop: Shop,
  importId = 1,
): Promise<Pick<UndonePage, 'kept' | 'lines'>> {
  const database = api.cells.of({ cell: MAIN_CELL })
  const tenant = await tenantOf(api, shop)
  const till = createTill({ database, clock: () => api.now })
  const preview: UndoPreview = await ORDERS.previewUndo(database, { tenantId: tenant.id, importId }, api.now)
  let done = { kept: 0, lines: 0, taken: NOTHING }
  for (let after: UndonePage['after'] | undefined; after !== null; ) {
    const tools = { tenant, till, database, rows: 3, isTimeUp: () => false }
    const page = await ORDERS.undoPage({ importId, webhooks: 'silent' }, after ?? null, tools)
    done = {
      kept: done.kept + page.kept,
      lines: done.lines + page.lines,
      taken: add(done.taken, page.taken),
    }
    after = page.after
  }
  expect(done.taken).toEqual(NOTHING)
  const { kept, lines } = done
  expect({ kept, lines }).toEqual({ kept: preview.kept, lines: preview.lines })
  return { kept, lines }
}
