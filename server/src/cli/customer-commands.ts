import { type Command, Option } from 'commander'
import { counted } from '../platform/counted.ts'
import { systemClock } from '../platform/system-clock.ts'
import { COMMAND_LINE } from './actor.ts'
import { jsonOption, wholeNumber } from './options.ts'
import { print } from './output.ts'
import { withCells } from './setup.ts'

interface MergeOptions {
  readonly tenant: number
  readonly customer: string
  readonly into: string
  readonly key: string
  readonly json: boolean
}

interface ExportOptions {
  readonly tenant: number
  readonly customer: string
  readonly into?: string
  readonly json: boolean
}

export function addCustomerCommands(program: Command): void {
  const group = program.command('customer').description('customers of a merchant')
  addMerge(group)
  addExport(group)
}

function addMerge(group: Command): void {
  group
    .command('merge')
    .description('merge a customer into another one; this can’t be undone')
    .requiredOption('--tenant <number>', 'whose customers', wholeNumber)
    .requiredOption('--customer <id>', 'whose account ends: the id in the merchant store')
    .requiredOption('--into <id>', 'who stays, and has all points, orders and coupons of both')
    .requiredOption('--key <key>', 'of this merge: the same one is done once')
    .addOption(jsonOption())
    .action((options: MergeOptions) =>
      withCells(async (cells) => {
        const { merge } = await import('../merging/manage.ts')
        const { REWARDS_DUE } = await import('../orders/due.ts')
        const { tenant, customer, into, key } = options
        const merged = await merge(
          cells,
          tenant,
          { customer, into, key },
          {
            actor: COMMAND_LINE,
            ...REWARDS_DUE,
          },
        )
        const { isNew, points, orders, balance } = merged
        const text = isNew
          ? `Merged ${customer} into ${into}: ${points} points and ${orders} orders moved. The balance is ${balance} points.`
          : 'It was merged before: nothing has changed.'
        print(options.json, { merged: isNew, ...merged }, text)
      }),
    )
}

function addExport(group: Command): void {
  group
    .command('export')
    .description('write all that is kept of one customer into a file, or to standard output')
    .requiredOption('--tenant <number>', 'whose customer', wholeNumber)
    .requiredOption('--customer <id>', 'the id in the merchant store, also an earlier one')
    .option('--into <path>', 'a new file, which only you can read; without it, standard output')
    .addOption(new Option('--json', 'with --into: print one JSON object').default(false))
    .action((options: ExportOptions) =>
      withCells(async (cells) => {
        const [{ exportPerson }, { tenantOf }, { toOutput, toNewFile }] = await Promise.all([
          import('../erasing/export-person.ts'),
          import('../tenancy/manage/tenants.ts'),
          import('./write-out.ts'),
        ])
        const { tenant: tenantId, customer, into, json } = options
        const tenant = await tenantOf(cells.directory, tenantId)
        const asked = { database: cells.of(tenant), clock: systemClock, tenantId, customer, by: COMMAND_LINE }
        if (into === undefined) {
          await exportPerson(asked, toOutput)
          return
        }
        const written = await toNewFile(into, (write) => exportPerson(asked, write))
        const { entries, bytes, sha256 } = written
        print(
          json,
          { tenant: tenantId, file: into, ...written },
          `All that is kept of “${customer}” is in “${into}”: ${counted(entries, 'entry', 'entries')}, ${counted(bytes, 'byte', 'bytes')}. SHA-256: ${sha256}`,
        )
      }),
    )
}
