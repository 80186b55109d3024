import type { Command } from 'commander'
import { verify } from '../app/verify.ts'
import { counted } from '../platform/counted.ts'
import { TenancyError } from '../tenancy/manage/tenants.ts'
import { EXIT } from './exit-codes.ts'
import { hasHint } from './hints.ts'
import { NotRunError } from './not-run-error.ts'
import { jsonOption, wholeNumber } from './options.ts'
import { print, say } from './output.ts'
import { withCells } from './setup.ts'

export function addVerifyCommand(program: Command): void {
  program
    .command('verify')
    .description('recompute every account from its records; exit 1 on a difference, 2 if it could not run')
    .option('--tenant <number>', 'only this merchant', wholeNumber)
    .addOption(jsonOption())
    .action((options: { tenant?: number; json: boolean }) =>
      withCells(async (cells) => {
        const { accounts, differences } = await verify(cells, options.tenant, process.stderr).catch(
          couldNotRun,
        )
        for (const { tenantId, customer, what, stored, recomputed } of options.json ? [] : differences) {
          say(`Tenant ${tenantId}, customer ${customer}: ${what} is ${stored}, recomputed ${recomputed}.`)
        }
        const summary = `${counted(accounts, 'account')} verified, ${counted(differences.length, 'difference')}.`
        print(options.json, { accounts, differences: differences.length, details: differences }, summary)
        if (differences.length > 0) process.exitCode = EXIT.no
      }),
    )
}

/** Whatever ends it before its end, such as a lost connection, says nothing about the ledger. */
function couldNotRun(error: Error): never {
  if (error instanceof TenancyError || hasHint(error)) throw error
  throw new NotRunError(
    `Could not verify: ${error.message || 'the database does not answer'}. Run it again.`,
    {
      cause: error,
    },
  )
}
