import type { Command } from 'commander'
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

export function addCustomerCommands(program: Command): void {
  program
    .command('customer')
    .description('customers of a merchant')
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
