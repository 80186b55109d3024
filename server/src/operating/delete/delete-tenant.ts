import type { TenantId } from '../../contract/ids.ts'
import { deletePerson, removeTenantOfPerson } from '../../people/store/persons.ts'
import { type Instant, instantToText } from '../../platform/clock.ts'
import type { Database } from '../../platform/postgres/database.ts'
import type { TableName } from '../../platform/postgres/tables.ts'
import type { Cells } from '../../tenancy/cells.ts'
import { TenancyError } from '../../tenancy/manage/tenants.ts'
import { beginDeleting } from '../../tenancy/rules/change-standing.ts'
import { findTenant } from '../../tenancy/store/tenants.ts'
import type { Tenant } from '../../tenancy/tenant.ts'
import { changeStanding, type Done } from '../manage.ts'
import {
  deleteRows,
  findMembersToForget,
  forgetTenant,
  type LastExport,
  readExport,
  readHomeState,
  saveHomeState,
} from '../store/leaving.ts'
import { tellOfDeparted } from '../tell.ts'
import { TABLES_OF_CELL, TABLES_OF_DIRECTORY } from './tables-of-tenant.ts'

/** A page waits for no one and holds up no one. */
const ROWS_AT_ONCE = 1_000

/** What proves that nothing is lost that is still wanted. */
export type Consent =
  | { readonly kind: 'export'; readonly sha256: string }
  /** The operator has said twice that no export is wanted. */
  | { readonly kind: 'without export' }

export interface Deleting extends Done {
  readonly consent: Consent
  readonly onProgress: (progress: { readonly table: string; readonly rows: number }) => void
}

/**
 * Deletes a closed merchant whose grace period is over, with all of its rows in its cell and in the directory. It may be
 * cut off at any moment: run again, it goes on. What stays is its number, as a home that is gone, and what the audit of
 * the installation says of it.
 */
export async function deleteMerchant(cells: Cells, tenantId: TenantId, deleting: Deleting): Promise<number> {
  const found = await cells.directory.read([], (tx) => findTenant(tx, tenantId))
  if (!found) return finishInCells(cells, tenantId, deleting)
  const tenant = await begin(cells, found, deleting)
  const cell = cells.of(tenant)
  await cell.transaction([tenantId], (tx) => saveHomeState(tx, tenantId, 'leaving'))
  let rows = await deleteAll(cell, tenantId, TABLES_OF_CELL, deleting)
  rows += await forgetInDirectory(cells, tenant, deleting, rows)
  return rows + (await leaveHome(cell, tenantId, deleting))
}

/** From here on both APIs and the workers do not know it any more. */
async function begin({ directory }: Cells, { id }: Tenant, { by, now, consent }: Deleting): Promise<Tenant> {
  return directory.transaction([id], async (tx) => {
    const tenant = await findTenant(tx, id)
    if (tenant && consent.kind === 'export') {
      const problem = problemOfExport(await readExport(tx, id), consent.sha256, tenant)
      if (problem) throw new TenancyError(`Tenant ${id}: ${problem}`)
    }
    return changeStanding(tx, id, 'tenant.delete', { by, now }, ({ standing }) =>
      beginDeleting(standing, now),
    )
  })
}

/** One from before it was closed lacks what was sold between the two. */
function problemOfExport(last: LastExport | null, sha256: string, { standing }: Tenant): string | null {
  if (last?.sha256 !== sha256) {
    return 'this is not its newest export: run `punchcard tenant export`, and name that folder.'
  }
  const closedAt: Instant | null = standing.state === 'closed' ? standing.since : null
  if (closedAt !== null && last.at < closedAt) {
    return `its export of ${instantToText(last.at)} is older than its closing: export it again.`
  }
  return null
}

/** Again and again until nothing is found: a worker may have been in the middle of something. */
async function deleteAll(
  database: Database,
  tenantId: TenantId,
  tables: readonly TableName[],
  { onProgress }: Pick<Deleting, 'onProgress'>,
): Promise<number> {
  let rows = 0
  for (let before = -1; before !== rows; ) {
    before = rows
    for (const table of tables) {
      let deleted = 0
      do {
        deleted = await database.transaction([tenantId], (tx) =>
          deleteRows(tx, tenantId, table, ROWS_AT_ONCE),
        )
        rows += deleted
        if (deleted > 0) onProgress({ table, rows })
      } while (deleted > 0)
    }
  }
  return rows
}

/** Its audit entry is written with the last row, so that there is neither without the other. */
async function forgetInDirectory(
  { directory }: Cells,
  tenant: Tenant,
  deleting: Deleting,
  rowsOfCell: number,
): Promise<number> {
  const { id } = tenant
  await directory.transaction([id], async (tx) => {
    for (const person of await findMembersToForget(tx, id)) {
      await removeTenantOfPerson(tx, person.id, id)
      if (person.isOnlyHere) await deletePerson(tx, person.id)
    }
  })
  const rows = await deleteAll(directory, id, TABLES_OF_DIRECTORY, deleting)
  const { by, now, consent } = deleting
  await directory.transaction([id], async (tx) => {
    await forgetTenant(tx, id)
    await tellOfDeparted(tx, tenant, by, {
      action: 'tenant.deleted',
      at: now,
      after: {
        cell: tenant.cell,
        rows: rowsOfCell + rows,
        export: consent.kind === 'export' ? consent.sha256 : null,
      },
    })
  })
  return rows
}

/** Nothing knows the tenant any more, so nothing is added behind this look. */
async function leaveHome(cell: Database, tenantId: TenantId, deleting: Deleting): Promise<number> {
  const rows = await deleteAll(cell, tenantId, TABLES_OF_CELL, deleting)
  await cell.transaction([tenantId], (tx) => saveHomeState(tx, tenantId, 'gone'))
  return rows
}

/** After a run that was cut off when the directory had forgotten the tenant already. */
async function finishInCells({ all }: Cells, tenantId: TenantId, deleting: Deleting): Promise<number> {
  for (const cell of all.values()) {
    const state = await cell.read([tenantId], (tx) => readHomeState(tx, tenantId))
    if (state === 'leaving') return leaveHome(cell, tenantId, deleting)
    if (state === 'gone') throw new TenancyError(`Tenant ${tenantId} was deleted already.`)
  }
  throw new TenancyError(`There is no tenant ${tenantId}.`)
}
