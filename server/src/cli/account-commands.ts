import type { Command } from 'commander'
import { verify } from '../app/verify.ts'
import { counted } from '../platform/counted.ts'
import { print, say, withCells } from './command-tools.ts'
import { EXIT } from './exit-codes.ts'
import { jsonOption, wholeNumber } from './options.ts'

export function addCouponCommands(program: Command): void {
  program
    .command('coupons')
    .description('coupons of rewards')
    .command('import')
    .description('add codes, one a line of a file, to a list of a reward; running it again goes on')
    .requiredOption('--tenant <number>', 'whose coupons', wholeNumber)
    .requiredOption('--file <path>', 'the codes')
    .option('--list <name>', 'the list')
    .option('--reward <id>', 'the reward; its list is made if it has none', wholeNumber)
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
        const summary = `${counted(imported, 'code was', 'codes were')} added to «${name}»; ${duplicates} existed already, ${invalid} were no codes.`
        print(json, report, summary)
      }),
    )
}

export function addProgramCommands(program: Command): void {
  program
    .command('program')
    .description('how customers of a merchant earn')
    .command('publish')
    .description('publish the program in a file; what is earned from now on is earned by it')
    .requiredOption('--tenant <number>', 'whose program', wholeNumber)
    .requiredOption('--file <path>', 'the program as JSON')
    .addOption(jsonOption())
    .action((options: { tenant: number; file: string; json: boolean }) =>
      withCells(async (cells) => {
        const { publishProgramFile } = await import('./publish-program.ts')
        const { version, isNew } = await publishProgramFile(cells, options.tenant, options.file)
        const text = isNew
          ? `Version ${version} of the program was published.`
          : `Version ${version} is this program already: nothing has changed.`
        print(options.json, { version, published: isNew }, text)
      }),
    )
}

export function addGrantCommand(program: Command): void {
  program
    .command('grant')
    .description('grant a customer the points of a referral, or of an action of the merchant')
    .requiredOption('--tenant <number>', 'whose customer', wholeNumber)
    .requiredOption('--customer <id>', 'the id in the merchant store')
    .requiredOption('--action <name>', '«referral», or the key of a custom action of the program')
    .requiredOption('--key <key>', 'which one of its kind: the same one is granted once')
    .addOption(jsonOption())
    .action((options: { tenant: number; customer: string; action: string; key: string; json: boolean }) =>
      withCells(async (cells) => {
        const { grant } = await import('../actions/manage.ts')
        const { tenant, customer, action, key } = options
        const { isNew, points } = await grant(cells, tenant, { customer, action, key })
        const text = isNew ? `Granted ${points} points.` : 'It has been granted before: nothing has changed.'
        print(options.json, { granted: isNew, points }, text)
      }),
    )
}

export function addVerifyCommand(program: Command): void {
  program
    .command('verify')
    .description('recompute every account from its records; exit 1 on a difference')
    .option('--tenant <number>', 'only this merchant', wholeNumber)
    .addOption(jsonOption())
    .action((options: { tenant?: number; json: boolean }) =>
      withCells(async (cells) => {
        const { accounts, differences } = await verify(cells, options.tenant, process.stderr)
        for (const { tenantId, customer, what, stored, recomputed } of options.json ? [] : differences) {
          say(`Tenant ${tenantId}, customer ${customer}: ${what} is ${stored}, recomputed ${recomputed}.`)
        }
        const summary = `${counted(accounts, 'account')} verified, ${counted(differences.length, 'difference')}.`
        print(options.json, { accounts, differences: differences.length, details: differences }, summary)
        if (differences.length > 0) process.exitCode = EXIT.no
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
