import type { Command } from 'commander'
import { isConfigRefusal } from '../contract/config-refusal.ts'
import { systemClock } from '../platform/system-clock.ts'
import { rotateStorefrontKey } from '../tenancy/manage/storefront.ts'
import { tenantOf } from '../tenancy/manage/tenants.ts'
import { NotRunError } from './not-run-error.ts'
import { jsonOption, wholeNumber } from './options.ts'
import { note, print } from './output.ts'
import { withCells } from './setup.ts'
import { requireSecretsKeys } from './webhook-context.ts'

export function addStorefrontCommands(program: Command): void {
  const storefront = program.command('storefront').description('what customers see in a shop')
  storefront
    .command('rotate-key')
    .description('seal tokens of customers with a new key')
    .requiredOption('--tenant <number>', 'whose key', wholeNumber)
    .option('--now', 'refuse all tokens and links that were made so far, everywhere within a second', false)
    .addOption(jsonOption())
    .action((options: { tenant: number; now: boolean; json: boolean }) =>
      withCells(async ({ directory }, config) => {
        requireSecretsKeys(config)
        const { id } = await tenantOf(directory, options.tenant)
        const rotated = await directory.transaction([id], (tx) =>
          rotateStorefrontKey(tx, id, { now: systemClock(), endsNow: options.now }),
        )
        if (isConfigRefusal(rotated)) {
          throw new NotRunError(`Tenant ${id} has no storefront key: switch its storefront on first.`)
        }
        note({ tenant: id, key: rotated.number, endsNow: options.now }, 'storefront key rotated')
        const former = options.now
          ? 'Tokens and links that were made before are refused.'
          : 'The former one opens tokens for an hour and links for 7 days.'
        print(
          options.json,
          { tenant: id, key: rotated.number },
          `Key ${rotated.number} is used now. ${former}`,
        )
      }),
    )
}
