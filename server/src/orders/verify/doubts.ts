import { keyText } from '../../accounts/till/collection.ts'
import type { FoundDifference } from '../../accounts/verify.ts'
import type { TenantId } from '../../contract/ids.ts'
import { programVersions } from '../../earning/collections.ts'
import { evaluateAsTaken } from '../../earning/limits.ts'
import { EMPTY_PROGRAM, type Program } from '../../earning/program.ts'
import { type Decimal, decimalToText, ZERO } from '../../platform/decimal.ts'
import type { Tx } from '../../platform/postgres/database.ts'
import { orders } from '../collections/orders.ts'
import type { Order } from '../order.ts'
import { factsOf } from '../rules/facts.ts'

/** An order whose records do not explain it at first sight. */
export interface Doubt {
  /** Both by their ids in the merchant's store. */
  readonly customer: string
  readonly order: string
  readonly isComplete: boolean
  /** What it earns lies between what stands and what was ever recorded for it: some may have expired or been missed. */
  readonly least: Decimal
  readonly most: Decimal
}

/**
 * Those whose rules, applied to what is stored of them, come to something else too. Both must fail: the rules of a newer
 * Punchcard may compute otherwise, and what was earned before stays.
 */
export async function confirmDoubts(
  tx: Tx,
  tenantId: TenantId,
  doubts: readonly Doubt[],
): Promise<FoundDifference[]> {
  if (doubts.length === 0) return []
  const stored = await orders.load(
    tx,
    doubts.map(({ order }) => ({ tenantId, key: order })),
  )
  const versions = new Set([...stored.values()].flatMap(({ earned }) => earned?.programVersion ?? []))
  const programs = await programVersions.load(
    tx,
    [...versions].map((key) => ({ tenantId, key })),
  )
  return doubts.flatMap(({ customer, order: key, isComplete, least, most }) => {
    const order = stored.get(keyText({ tenantId, key }))
    const version = order?.earned?.programVersion ?? 0
    const program = programs.get(keyText({ tenantId, key: version })) ?? EMPTY_PROGRAM
    const points = order && isComplete ? pointsOf(order, program) : ZERO
    if (least <= points && points <= most) return []
    return {
      customer,
      what: `points recorded for order ${key}`,
      stored: least === most ? decimalToText(least) : `${decimalToText(least)} to ${decimalToText(most)}`,
      recomputed: decimalToText(points),
    }
  })
}

function pointsOf(order: Order, program: Program): Decimal {
  const { earned } = order
  return earned ? evaluateAsTaken(program, factsOf(order, earned), earned.taken).points : ZERO
}
