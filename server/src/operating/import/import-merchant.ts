import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fillTerms } from '../../accounts/fill-terms.ts'
import { beginTermFilling } from '../../accounts/store/terms.ts'
import type { TenantId } from '../../contract/ids.ts'
import { countAgain } from '../../figures/count-figures.ts'
import type { Database, Tx } from '../../platform/postgres/database.ts'
import { isLockTimeout } from '../../platform/postgres/failures.ts'
import type { Sealer } from '../../platform/sealing.ts'
import { systemClock } from '../../platform/system-clock.ts'
import { changeLogo } from '../../storefront/manage.ts'
import { readPicture } from '../../storefront/rules/picture.ts'
import type { Cells } from '../../tenancy/cells.ts'
import { TenancyError, tenantOf } from '../../tenancy/manage/tenants.ts'
import { arrive, beWhole } from '../../tenancy/rules/change-standing.ts'
import { raiseEpoch } from '../../tenancy/store/homes.ts'
import { saveSettings } from '../../tenancy/store/settings.ts'
import { FOLLOWED_MS, lockTenant, saveClock, saveStanding } from '../../tenancy/store/tenants.ts'
import { replaceTimeZones } from '../../tenancy/store/zones.ts'
import type { Tenant } from '../../tenancy/tenant.ts'
import { startEndpointsAtEnd } from '../../webhooks/manage.ts'
import { LOGO_FILE, type Manifest } from '../export/manifest.ts'
import { changeStanding } from '../manage.ts'
import type { Operator } from '../operator.ts'
import {
  beginImport,
  finishImport,
  hasRows,
  type ImportPlace,
  lockImport,
  raiseSequence,
  type StoredImport,
} from '../store/arriving.ts'
import { readLastMigration } from '../store/rows.ts'
import { tellOfMerchant } from '../tell.ts'
import { type CheckedFolder, checkFiles, openFolder } from './check-folder.ts'
import { type Arrived, EMPTY_BEFORE, erasureKeyOf, importTables } from './import-tables.ts'
import { LOG } from './insert-page.ts'
import { linesOf } from './part-lines.ts'

/** A difference that `punchcard verify` would tell. */
export interface FoundInImport {
  readonly customer: string
  readonly what: string
  readonly stored: string
  readonly recomputed: string
}

export interface ImportOptions {
  readonly by: Operator
  readonly sealer: Sealer | null
  /** All accounts of the merchant, recomputed as of the moment of its export. */
  readonly verify: (tenant: Tenant, exportedAt: number) => Promise<readonly FoundInImport[]>
  /** The merchant had differences where it was, and shall be taken as it is. */
  readonly acceptsDifferences: boolean
  readonly forgetsErased: boolean
  readonly onProgress: (progress: { readonly table: string; readonly rows: number }) => void
  /** Until every process leaves the merchant alone. */
  readonly settleMs?: number
}

export interface Imported {
  readonly tenant: Tenant
  readonly rows: number
  /** Where there are some and they are not accepted, the merchant stays closed. */
  readonly differences: readonly FoundInImport[]
  readonly isOpen: boolean
  /** Webhook endpoints that need a new secret. */
  readonly endpoints: number
}

const LOGO_BYTES_MAX = 262_144

/**
 * Takes a merchant in from the folder that `exportMerchant` writes: see docs/reference/tenant-export.md. Only into one
 * that has nothing yet. It may be cut off at any moment: run again with the same folder, it goes on behind its last page.
 * Until its end neither API nor worker knows the merchant.
 */
export async function importMerchant(
  cells: Cells,
  tenantId: TenantId,
  folder: string,
  options: ImportOptions,
): Promise<Imported> {
  const checked = await openFolder(folder)
  const found = await tenantOf(cells.directory, tenantId)
  const cell = cells.of(found)
  const begun = await checkPlace(cell, found, checked)
  await checkFiles(checked, (table) => options.onProgress({ table, rows: 0 }))
  await checkSealed(checked, tenantId, options)
  const logo = await readLogo(checked)
  const tenant = await beginArriving(cells, found, checked, options)
  const from = begun ?? (await begin(cell, tenantId, checked))
  const { sealer, forgetsErased, onProgress } = options
  const arrived = await importTables(
    { database: cell, tenantId, checked, sealer, forgetsErased, onProgress },
    from,
  )
  await derive(cell, tenantId, arrived)
  const differences = await options.verify(tenant, Date.parse(checked.manifest.begun))
  const endpoints = rowsOf(checked.manifest, 'webhook_endpoint')
  const isOpen = differences.length === 0 || options.acceptsDifferences
  if (isOpen) await open(cells, cell, tenant, checked, { by: options.by, arrived, logo })
  return { tenant, rows: arrived.rows, differences, isOpen, endpoints }
}

function rowsOf({ tables }: Manifest, name: string): number {
  return tables.find((table) => table.name === name)?.rows ?? 0
}

/** How far an earlier run came; null: this is the first. Refuses what can't be imported into. */
async function checkPlace(
  cell: Database,
  tenant: Tenant,
  checked: CheckedFolder,
): Promise<ImportPlace | null> {
  const { id, isSandbox, standing } = tenant
  const { manifest } = checked
  if (manifest.tenant.clockAheadMs > 0 && !isSandbox) {
    throw new TenancyError(
      `The folder is of a sandbox whose clock was moved, and tenant ${id} is no sandbox: create one with \`punchcard tenant create --sandbox\`.`,
    )
  }
  return cell.transaction([id], async (tx) => {
    const migration = await readLastMigration(tx)
    if (migration !== manifest.migration) {
      throw new TenancyError(
        `The folder is of the migration ${manifest.migration.slice(0, 80)}, and this database is at ${migration}: export and import with the same version of Punchcard.`,
      )
    }
    const stored = await lockImport(tx, id)
    if (stored) return placeOf(stored, tenant, checked)
    if (standing.state !== 'arriving' && standing.state !== 'active') {
      throw new TenancyError(
        `Tenant ${id} is ${standing.state}: only into an active merchant can be imported.`,
      )
    }
    await refuseRows(tx, id)
    return null
  })
}

function placeOf(stored: StoredImport, { id, standing }: Tenant, { sha256 }: CheckedFolder): ImportPlace {
  if (stored.isFinished && standing.state !== 'arriving')
    throw new TenancyError(`Tenant ${id} was imported already.`)
  if (stored.manifest !== sha256) {
    throw new TenancyError(
      `The import into tenant ${id} was begun with another folder: go on with that one, or delete the tenant.`,
    )
  }
  return stored
}

async function refuseRows(tx: Tx, tenantId: TenantId): Promise<void> {
  for (const table of EMPTY_BEFORE) {
    if (!(await hasRows(tx, tenantId, table))) continue
    throw new TenancyError(
      `Tenant ${tenantId} is not empty: it has rows in ${table}. Create a new one with \`punchcard tenant create\`.`,
    )
  }
}

/** What is sealed where the merchant comes from, and what has to be sealed here. */
async function checkSealed(
  { folder, manifest }: CheckedFolder,
  tenantId: TenantId,
  { sealer, forgetsErased }: ImportOptions,
): Promise<void> {
  const hasErasureKey = rowsOf(manifest, 'erasure_key') > 0 && !forgetsErased
  if (!hasErasureKey && rowsOf(manifest, 'webhook_endpoint') === 0) return
  if (!sealer) {
    throw new TenancyError(
      'PUNCHCARD_SECRETS_KEY is not set, and the folder has webhook endpoints or erased customers, whose secrets are kept sealed.',
    )
  }
  if (!hasErasureKey) return
  for (const { name } of manifest.tables.find((table) => table.name === 'erasure_key')?.files ?? []) {
    for await (const lines of linesOf(folder, name)) {
      for (const line of lines) {
        erasureKeyOf(line.toString('utf8'), sealer, { from: manifest.tenant.id, to: tenantId })
      }
    }
  }
}

/** As it is shown: a picture of the form and size that the panel takes. */
async function readLogo({ folder, manifest: { others } }: CheckedFolder): Promise<Buffer | null> {
  const file = others.find(({ name }) => name === LOGO_FILE)
  if (!file) return null
  const octets = file.bytes <= LOGO_BYTES_MAX ? await readFile(join(folder, LOGO_FILE)) : Buffer.alloc(0)
  if ('refused' in readPicture(octets))
    throw new TenancyError(`${LOGO_FILE} is no picture that a storefront shows.`)
  return octets
}

/** From here on nothing but this import writes for the merchant. */
async function beginArriving(
  { directory }: Cells,
  before: Tenant,
  { manifest }: CheckedFolder,
  { by, settleMs = FOLLOWED_MS }: ImportOptions,
): Promise<Tenant> {
  const { id } = before
  if (before.standing.state === 'active') {
    await directory.transaction([id], (tx) =>
      changeStanding(tx, id, 'tenant.arrive', { by, now: systemClock() }, ({ standing }) =>
        arrive(standing, systemClock()),
      ),
    )
    await sleep(settleMs)
  }
  return directory.transaction([id], async (tx) => {
    const tenant = await lockTenant(tx, id)
    if (tenant?.standing.state !== 'arriving')
      throw new TenancyError(`Tenant ${id} was changed meanwhile: try again.`)
    const { currency, timeZone, locale, settings, settingsVersion, clockAheadMs, timeZones } = manifest.tenant
    const changed = { ...tenant, currency, timeZone, locale, settings, clockAheadMs }
    await saveSettings(tx, changed, settingsVersion)
    await replaceTimeZones(tx, id, timeZones)
    if (tenant.isSandbox) await saveClock(tx, id, clockAheadMs)
    return changed
  })
}

async function begin(cell: Database, tenantId: TenantId, { sha256 }: CheckedFolder): Promise<ImportPlace> {
  const [table = ''] = EMPTY_BEFORE
  return cell.transaction([tenantId], async (tx) => {
    await refuseRows(tx, tenantId)
    await beginImport(tx, tenantId, sha256, table)
    return { table, rows: 0, sums: [], highest: {} }
  })
}

/** Numbers that are not given out twice, places in the log, and what follows from the rows. Each may be done again. */
async function derive(cell: Database, tenantId: TenantId, { highest }: Arrived): Promise<void> {
  const { [LOG]: newestPlace, ...sequences } = highest
  for (const [sequence, above] of Object.entries(sequences).toSorted())
    await raise(cell, tenantId, sequence, above)
  await cell.transaction([tenantId], async (tx) => {
    if (newestPlace !== undefined) await raiseEpoch(tx, tenantId, newestPlace)
    await startEndpointsAtEnd(tx, tenantId)
    await beginTermFilling(tx, tenantId)
  })
  await countAgain(cell, tenantId, systemClock())
  await fillTerms({ database: cell, tenantId })
}

const RAISE_TRIES = 50
const RAISE_AGAIN_MS = 200

/** It waits for open transactions that have taken numbers, and others wait behind it: so never for long at once. */
async function raise(cell: Database, tenantId: TenantId, sequence: string, above: string): Promise<void> {
  for (let tries = 1; ; tries += 1) {
    try {
      await cell.transaction([tenantId], (tx) => raiseSequence(tx, sequence, above))
      return
    } catch (error) {
      if (!isLockTimeout(error) || tries === RAISE_TRIES) throw error
      await sleep(RAISE_AGAIN_MS)
    }
  }
}

/** Both APIs and the workers know the merchant from here on. */
async function open(
  { directory }: Cells,
  cell: Database,
  tenant: Tenant,
  { manifest, sha256 }: CheckedFolder,
  { by, arrived, logo }: { readonly by: Operator; readonly arrived: Arrived; readonly logo: Buffer | null },
): Promise<void> {
  await cell.transaction([tenant.id], (tx) => finishImport(tx, tenant.id))
  await directory.transaction([tenant.id], async (tx) => {
    const now = systemClock()
    const { standing } = (await lockTenant(tx, tenant.id)) ?? tenant
    await saveStanding(tx, tenant.id, beWhole(standing, now))
    if (logo) await changeLogo(tx, tenant.id, logo, { expected: null, now })
    await tellOfMerchant(tx, tenant, by, {
      action: 'tenant.import',
      at: now,
      after: { manifest: sha256, rows: arrived.rows, of: manifest.tenant.id },
    })
  })
}
