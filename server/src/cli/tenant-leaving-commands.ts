import { type Command, Option } from 'commander'
import type { TenantId } from '../contract/ids.ts'
import type { Consent } from '../operating/delete/delete-tenant.ts'
import { COMMAND_LINE } from '../operating/operator.ts'
import { counted } from '../platform/counted.ts'
import { systemClock } from '../platform/system-clock.ts'
import type { Cells } from '../tenancy/cells.ts'
import { findTenant } from '../tenancy/store/tenants.ts'
import { NotRunError } from './not-run-error.ts'
import { jsonOption, wholeNumber } from './options.ts'
import { note, print } from './output.ts'
import { withCells } from './setup.ts'
import { addImport } from './tenant-import-command.ts'
import { progressTeller } from './tenant-progress.ts'
import { requireName } from './tenant-standing-commands.ts'

export function addLeavingCommands(tenant: Command): void {
  addExport(tenant)
  addImport(tenant)
  addDelete(tenant)
}

interface ExportOptions {
  readonly tenant: number
  readonly into: string
  readonly json: boolean
}

function addExport(group: Command): void {
  group
    .command('export')
    .description('write everything of a merchant into a folder of files, all of one moment')
    .requiredOption('--tenant <number>', 'the merchant', wholeNumber)
    .requiredOption('--into <folder>', 'a new folder; one in which an export was cut off is begun again')
    .addOption(jsonOption())
    .action(({ tenant: id, into, json }: ExportOptions) =>
      withCells(async (cells) => {
        const { exportMerchant } = await import('../operating/export/export-merchant.ts')
        const { manifest, sha256 } = await exportMerchant(cells, id, into, {
          by: COMMAND_LINE,
          programText: () => programOf(cells, id),
          onProgress: progressTeller(json),
        }).catch(refusedByDisk)
        note({ tenant: id, manifest: sha256 }, 'tenant exported')
        const rows = manifest.tables.reduce((sum, table) => sum + table.rows, 0)
        print(
          json,
          { tenant: id, folder: into, rows, sha256 },
          `${counted(rows, 'row', 'rows')} of tenant ${id} “${manifest.tenant.name}” are in “${into}”. SHA-256 of its manifest: ${sha256}`,
        )
      }),
    )
}

async function programOf(cells: Cells, tenantId: TenantId): Promise<string> {
  const { withLocalClient } = await import('../management/client.ts')
  const { programTextOfTenant } = await import('./program-file.ts')
  return withLocalClient(cells, tenantId, programTextOfTenant)
}

interface DeleteOptions {
  readonly tenant: number
  readonly confirm: string
  readonly export?: string
  readonly withoutExport?: string
  readonly json: boolean
}

function addDelete(group: Command): void {
  group
    .command('delete')
    .description('delete a closed merchant for good, after its grace period; a run that was cut off goes on')
    .requiredOption('--tenant <number>', 'the merchant', wholeNumber)
    .requiredOption('--confirm <name>', 'the name of the merchant, as `tenant list` shows it')
    .addOption(
      new Option(
        '--export <folder>',
        'its export, made since it was closed; all files are compared with their hashes',
      ).conflicts('withoutExport'),
    )
    .option('--without-export <name>', 'the name once more, where no export is wanted')
    .addOption(jsonOption())
    .action((options: DeleteOptions) => withCells((cells) => deleteByCommand(cells, options)))
}

async function deleteByCommand(cells: Cells, options: DeleteOptions): Promise<void> {
  const { tenant: id, confirm, json } = options
  const { deleteMerchant } = await import('../operating/delete/delete-tenant.ts')
  const tenant = await cells.directory.read([], (tx) => findTenant(tx, id))
  if (tenant) requireName(tenant, confirm)
  const rows = await deleteMerchant(cells, id, {
    by: COMMAND_LINE,
    now: systemClock(),
    consent: await consentOf(options),
    onProgress: progressTeller(json),
  })
  note({ tenant: id }, 'tenant deleted')
  print(
    json,
    { tenant: id, rows },
    `Tenant ${id} “${confirm}” is deleted: ${counted(rows, 'row', 'rows')}. Its number stays taken. Backups from before still have it.`,
  )
}

/** The second of two confirmations. */
async function consentOf({ confirm, export: folder, withoutExport }: DeleteOptions): Promise<Consent> {
  if (folder !== undefined) {
    const { checkFolder } = await import('../operating/export/folder.ts')
    return { kind: 'export', sha256: await checkFolder(folder) }
  }
  if (withoutExport === confirm) return { kind: 'without export' }
  throw new NotRunError(
    'Say what becomes of its data: --export with the folder of `punchcard tenant export`, or --without-export with the name of the merchant once more. Nothing was done.',
  )
}

const OF_DISK = ['ENOSPC', 'EACCES', 'EROFS', 'EDQUOT', 'ENOTDIR', 'EEXIST', 'EPERM']

function refusedByDisk(error: NodeJS.ErrnoException): never {
  if (!OF_DISK.includes(error.code ?? '')) throw error
  throw new NotRunError(`The export could not be written: ${error.message}. Run it again when there is room.`)
}
