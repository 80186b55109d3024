import type { Command } from 'commander'
import { counted } from '../platform/counted.ts'
import { jsonOption, wholeNumber } from './options.ts'
import { print, say } from './output.ts'
import { withCells } from './setup.ts'

export function addCouponCommands(program: Command): void {
  program
    .command('coupons')
    .description('coupons of rewards')
    .command('import')
    .description('add codes, one per line of a file, to a list of a reward; running it again goes on')
    .requiredOption('--tenant <number>', 'whose coupons', wholeNumber)
    .requiredOption('--file <path>', 'the codes')
    .option('--list <name>', 'the list')
    .option('--reward <id>', 'the reward; a list is created if it has none', wholeNumber)
    .addOption(jsonOption())
    .action((options: ImportCommandOptions) =>
      withCells(async (cells) => {
        const { tenant: tenantId, list: listName, reward: rewardId, file, json } = options
        const { importCoupons } = await import('./import-coupons.ts')
        const choice = { tenantId, listName, rewardId, file }
        const report = await importCoupons(cells, choice, process.stderr)
        const { name, imported, duplicates, invalid, duplicateCodes, invalidLines } = report
        if (!json && duplicates > 0) say(`Existed already: ${someOf(duplicateCodes, duplicates)}.`)
        if (!json && invalid > 0) say(`No codes in the lines ${someOf(invalidLines, invalid)}.`)
        const summary = `${counted(imported, 'code was', 'codes were')} added to “${name}”; ${duplicates} existed already, ${invalid} were no codes.`
        print(json, report, summary)
      }),
    )
}

interface ImportCommandOptions {
  tenant: number
  list?: string
  reward?: number
  file: string
  json: boolean
}

const SHOWN = 10

function someOf(items: readonly (string | number)[], count: number): string {
  const shown = items.slice(0, SHOWN).join(', ')
  return count > SHOWN ? `${shown} and ${count - Math.min(SHOWN, items.length)} more` : shown
}
