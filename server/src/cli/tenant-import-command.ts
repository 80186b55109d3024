import { join } from 'node:path'
import type { Command } from 'commander'
import { verifyMerchant } from '../app/verify.ts'
import type { TenantId } from '../contract/ids.ts'
import type { FoundInImport, Imported } from '../operating/import/import-merchant.ts'
import { COMMAND_LINE } from '../operating/operator.ts'
import { counted } from '../platform/counted.ts'
import { createSealer } from '../platform/sealing.ts'
import type { Cells } from '../tenancy/cells.ts'
import { EXIT } from './exit-codes.ts'
import { NotRunError } from './not-run-error.ts'
import { jsonOption, wholeNumber } from './options.ts'
import { note, print, say } from './output.ts'
import { withCells } from './setup.ts'
import { progressTeller } from './tenant-progress.ts'

interface Options {
  readonly from: string
  readonly tenant: number
  readonly acceptDifferences: boolean
  readonly forgetErased: boolean
  readonly json: boolean
}

export function addImport(group: Command): void {
  group
    .command('import')
    .description(
      'take everything of a merchant in from the folder of an export, into a merchant that has nothing',
    )
    .requiredOption(
      '--from <folder>',
      'the folder that `punchcard tenant export` has written, here or elsewhere',
    )
    .requiredOption(
      '--tenant <number>',
      'the merchant, just created; a run that was cut off goes on',
      wholeNumber,
    )
    .option('--accept-differences', 'open it although `verify` finds differences, which came with it', false)
    .option(
      '--forget-erased',
      'leave the key behind by which erased customers are recognised; it is sealed with another PUNCHCARD_SECRETS_KEY',
      false,
    )
    .addOption(jsonOption())
    .action((options: Options) =>
      withCells(async (cells, { secretsKeys }) => {
        const { from, tenant: id, acceptDifferences, forgetErased, json } = options
        const { importMerchant } = await import('../operating/import/import-merchant.ts')
        const imported = await importMerchant(cells, id, from, {
          by: COMMAND_LINE,
          sealer: secretsKeys && createSealer(secretsKeys),
          verify: async (tenant, exportedAt) => {
            const { directory } = cells
            const verified = await verifyMerchant(cells.of(tenant), tenant, directory, {
              clock: () => exportedAt,
            })
            return verified.differences
          },
          acceptsDifferences: acceptDifferences,
          forgetsErased: forgetErased,
          onProgress: progressTeller(json),
        }).catch(refusedByDisk)
        if (imported.isOpen) await showStorefront(cells, id, from)
        tell(imported, options)
      }),
    )
}

/** As the merchant had it, but for its address, which may be another's here: it is off until it has one. */
async function showStorefront(cells: Cells, tenantId: TenantId, folder: string): Promise<void> {
  const { withLocalClient } = await import('../management/client.ts')
  const { applyStorefrontOf } = await import('./program-file.ts')
  const { PROGRAM_FILE } = await import('../operating/export/manifest.ts')
  await withLocalClient(cells, tenantId, (client) =>
    applyStorefrontOf(client, join(folder, PROGRAM_FILE)),
  ).catch((error: Error) =>
    say(
      `The storefront stays as it is: ${error.message} Apply program.yaml with \`punchcard program apply\`.`,
    ),
  )
}

const DIFFERENCES_TOLD = 10

function tell({ tenant, rows, differences, isOpen, endpoints }: Imported, { from, json }: Options): void {
  const { id, name } = tenant
  note(
    { tenant: id, rows, differences: differences.length },
    isOpen ? 'tenant imported' : 'tenant not opened',
  )
  for (const difference of differences.slice(0, DIFFERENCES_TOLD)) say(sentenceOf(difference))
  const lines = [
    `${counted(rows, 'row', 'rows')} of “${from}” are in tenant ${id} “${name}”.`,
    isOpen
      ? 'It is open: create API keys and invite its people.'
      : `${counted(differences.length, 'difference', 'differences')}: it stays closed. If the merchant had them before, run the command again with --accept-differences; else delete it.`,
    ...(endpoints > 0
      ? [
          `${counted(endpoints, 'webhook endpoint is', 'webhook endpoints are')} paused: rotate the secret of each, then resume it.`,
        ]
      : []),
  ]
  print(json, { tenant: id, rows, differences: differences.length, isOpen, endpoints }, lines.join('\n'))
  if (!isOpen) process.exitCode = EXIT.no
}

function sentenceOf({ customer, what, stored, recomputed }: FoundInImport): string {
  return `${customer === '' ? '' : `customer ${customer}: `}${what}: stored ${stored}, recomputed ${recomputed}`
}

const OF_DISK = ['EACCES', 'EPERM', 'EISDIR', 'EIO']

function refusedByDisk(error: NodeJS.ErrnoException): never {
  if (!OF_DISK.includes(error.code ?? '')) throw error
  throw new NotRunError(`The folder could not be read: ${error.message}.`)
}
