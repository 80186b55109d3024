/** All that is kept of one customer, as it is put into a file for them. */
import { findMerged } from '../accounts/customer-data.ts'
import { EXPORTED_ROWS_MAX } from '../accounts/customer-data-kit.ts'
import type { CustomerId, TenantId } from '../contract/ids.ts'
import type { Tx } from '../platform/postgres/database.ts'
import { ROOMS } from './rooms.ts'

type Rooms = typeof ROOMS
/** The parts of all rooms in one: an intersection is inferred where one parameter has to take each of them. */
type Parts = {
  [Room in keyof Rooms]: (part: Awaited<ReturnType<Rooms[Room]['exportOf']>>) => void
}[keyof Rooms] extends (parts: infer All) => void
  ? All
  : never

export async function personFile(tx: Tx, tenantId: TenantId, customerId: CustomerId) {
  const merged = await findMerged(tx, { tenantId, customerId })
  const whose = { tenantId, customerId, ids: [customerId, ...merged.map(({ id }) => id)] }
  const parts = await Promise.all(Object.values(ROOMS).map(({ exportOf }) => exportOf(tx, whose)))
  const { profile, ...lists }: Parts = Object.assign({}, ...parts)
  if (!profile) return null
  const isWhole = Object.values({ merged, ...lists }).every(({ length }) => length < EXPORTED_ROWS_MAX)
  return { ...profile, merged, ...lists, isWhole }
}
