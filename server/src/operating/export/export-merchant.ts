import type { TenantId } from '../../contract/ids.ts'
import { instantToText } from '../../platform/clock.ts'
import { systemClock } from '../../platform/system-clock.ts'
import { shownLogo } from '../../storefront/manage.ts'
import type { Cells } from '../../tenancy/cells.ts'
import { TenancyError, tenantOf } from '../../tenancy/manage/tenants.ts'
import { isWhole } from '../../tenancy/standing.ts'
import { readSettingsVersion } from '../../tenancy/store/settings.ts'
import { findTimeZones } from '../../tenancy/store/zones.ts'
import type { Operator } from '../operator.ts'
import { saveExport } from '../store/leaving.ts'
import { tellOfMerchant } from '../tell.ts'
import { type ExportProgress, exportTables } from './export-tenant.ts'
import { LEFT_OUT } from './exported-tables.ts'
import { finishFolder, prepareFolder, writeOther } from './folder.ts'
import { FORMAT, LOGO_FILE, type Manifest, PROGRAM_FILE } from './manifest.ts'

export interface ExportOptions {
  readonly by: Operator
  /** The merchant's configuration in the form that people edit. */
  readonly programText: () => Promise<string>
  readonly onProgress: (progress: ExportProgress) => void
}

export interface Exported {
  readonly manifest: Manifest
  /** Of the manifest, which has those of all other files. */
  readonly sha256: string
}

/**
 * Writes everything of a merchant into a folder: see docs/reference/tenant-export.md. One that is cut off is begun again
 * by the next run; a folder with a manifest is complete.
 */
export async function exportMerchant(
  cells: Cells,
  tenantId: TenantId,
  folder: string,
  { by, programText, onProgress }: ExportOptions,
): Promise<Exported> {
  const tenant = await tenantOf(cells.directory, tenantId)
  if (!isWhole(tenant.standing)) {
    const what = tenant.standing.state === 'deleting' ? 'deleted: some' : 'imported: not all'
    const are = tenant.standing.state === 'deleting' ? 'gone already' : 'there yet'
    throw new TenancyError(`Tenant ${tenantId} is being ${what} of its rows are ${are}.`)
  }
  await prepareFolder(folder)
  const begunAt = systemClock()
  const program = await writeOther(folder, PROGRAM_FILE, await programText())
  const { migration, tables } = await exportTables(cells.of(tenant), tenantId, folder, onProgress)
  const [settingsVersion, timeZones, logo] = await cells.directory.read([tenantId], (tx) =>
    Promise.all([readSettingsVersion(tx, tenantId), findTimeZones(tx, tenantId), shownLogo(tx, tenantId)]),
  )
  const { id, name, currency, timeZone, locale, isSandbox, settings, clockAheadMs } = tenant
  const manifest: Manifest = {
    format: FORMAT.name,
    formatVersion: FORMAT.version,
    tenant: {
      ...{ id, name, currency, timeZone, locale, isSandbox, settings, settingsVersion, clockAheadMs },
      timeZones: timeZones.map(({ since, timeZone }) => ({ since: instantToText(since), timeZone })),
    },
    migration,
    begun: instantToText(begunAt),
    ended: instantToText(systemClock()),
    eventsWrittenMeanwhile: 0,
    tables,
    others: logo ? [program, await writeOther(folder, LOGO_FILE, logo)] : [program],
    leftOut: LEFT_OUT,
  }
  const sha256 = await finishFolder(folder, manifest)
  const rows = tables.reduce((sum, table) => sum + table.rows, 0)
  await cells.directory.transaction([tenantId], async (tx) => {
    await saveExport(tx, tenantId, { at: begunAt, sha256 })
    await tellOfMerchant(tx, tenant, by, {
      action: 'tenant.export',
      at: systemClock(),
      after: { manifest: sha256, rows },
    })
  })
  return { manifest, sha256 }
}
