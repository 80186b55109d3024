import type { Command } from 'commander'
import { verify } from '../app/verify.ts'
import { counted } from '../platform/counted.ts'
import { EXIT } from './exit-codes.ts'
import { jsonOption, wholeNumber } from './options.ts'
import { print, say } from './output.ts'
import { withCells } from './setup.ts'

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
