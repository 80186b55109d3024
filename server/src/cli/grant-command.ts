import type { Command } from 'commander'
import { jsonOption, wholeNumber } from './options.ts'
import { print } from './output.ts'
import { withCells } from './setup.ts'

export function addGrantCommand(program: Command): void {
  program
    .command('grant')
    .description('grant a customer the points of a referral, or of an action of the merchant')
    .requiredOption('--tenant <number>', 'whose customer', wholeNumber)
    .requiredOption('--customer <id>', 'the id in the merchant store')
    .requiredOption('--action <name>', '“referral”, or the key of a custom action of the program')
    .requiredOption('--key <key>', 'which one of its kind: the same one is granted once')
    .addOption(jsonOption())
    .action((options: { tenant: number; customer: string; action: string; key: string; json: boolean }) =>
      withCells(async (cells) => {
        const { grant } = await import('../actions/manage.ts')
        const { REWARDS_DUE } = await import('../orders/due.ts')
        const { tenant, customer, action, key } = options
        const { isNew, points } = await grant(cells, tenant, { customer, action, key }, REWARDS_DUE)
        const text = isNew ? `Granted ${points} points.` : 'It has been granted before: nothing has changed.'
        print(options.json, { granted: isNew, points }, text)
      }),
    )
}
