import type { Cashback } from '../earning/program.ts'
import { findCurrentProgram } from '../earning/store.ts'
import type { Tx } from '../platform/postgres/database.ts'
import type { ContextOf, LineContext } from './kinds/kind.ts'
import { loadLineContext } from './load-context.ts'

/** What the values of an order are understood by. */
export interface OrderContext extends LineContext {
  readonly cashback: Cashback
}

export async function loadOrderContext(tx: Tx, of: ContextOf): Promise<OrderContext> {
  const [common, { cashback }] = await Promise.all([
    loadLineContext(tx, of),
    findCurrentProgram(tx, of.tenant.id, of.now),
  ])
  return { ...common, cashback }
}
