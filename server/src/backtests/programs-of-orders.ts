import { keyText } from '../accounts/till/collection.ts'
import type { TenantId } from '../contract/ids.ts'
import { programVersions } from '../earning/collections.ts'
import { EMPTY_PROGRAM, type Program } from '../earning/program.ts'
import type { Tx } from '../platform/postgres/database.ts'
import type { EarnedOrder } from './check-orders.ts'

/** The programs that these orders earned with, by their versions. */
export async function programsOfOrders(
  tx: Tx,
  tenantId: TenantId,
  orders: readonly EarnedOrder[],
): Promise<(version: number) => Program> {
  const versions = [...new Set(orders.map(({ earned }) => earned.programVersion))]
  const found = await programVersions.load(
    tx,
    versions.map((key) => ({ tenantId, key })),
  )
  return (version) => found.get(keyText({ tenantId, key: version })) ?? EMPTY_PROGRAM
}
