import type { TenantId } from '../contract/ids.ts'
import { bytesOfFiles } from '../jobs/store/files.ts'
import type { Cells } from '../tenancy/cells.ts'
import { listTenants } from '../tenancy/store/tenants.ts'

/**
 * What all files of a cell have, or those that began before one. Row security shows files of named merchants only, so
 * all of the cell are named. `first` is whose turn it is at the connections of the management API.
 */
export async function bytesOfCell(
  cells: Cells,
  cell: string,
  { first, beforeId = null }: { readonly first?: TenantId; readonly beforeId?: number | null } = {},
): Promise<number> {
  const tenants = await cells.directory.read([], listTenants)
  const others = tenants.filter((tenant) => tenant.cell === cell && tenant.id !== first).map(({ id }) => id)
  const ids = first === undefined ? others : [first, ...others]
  return cells.of({ cell }).read(ids, (tx) => bytesOfFiles(tx, ids, beforeId))
}
