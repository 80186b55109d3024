import type { Command } from 'commander'
import { counted } from '../platform/counted.ts'
import { createSealer } from '../platform/sealing.ts'
import { systemClock } from '../platform/system-clock.ts'
import { listTenants } from '../tenancy/store/tenants.ts'
import { EXIT } from './exit-codes.ts'
import { jsonOption } from './options.ts'
import { print } from './output.ts'
import { withCells } from './setup.ts'
import { requireSecretsKeys } from './webhook-context.ts'

export function addSecretsCommands(program: Command): void {
  program
    .command('secrets')
    .description('what is stored encrypted')
    .command('reseal')
    .description(
      'encrypt everything with the first key of PUNCHCARD_SECRETS_KEY, so that the others can be removed',
    )
    .addOption(jsonOption())
    .action((options: { json: boolean }) =>
      withCells(async (cells, config) => {
        const sealer = createSealer(requireSecretsKeys(config))
        const { resealEndpoints } = await import('../webhooks/manage.ts')
        const unreadable: { tenant: number; endpoint: number }[] = []
        let endpoints = 0
        for (const tenant of await cells.directory.read([], listTenants)) {
          const tools = { database: cells.of(tenant), sealer, clock: systemClock }
          const done = await resealEndpoints(tools, tenant.id)
          endpoints += done.endpoints
          unreadable.push(...done.unreadable.map((endpoint) => ({ tenant: tenant.id, endpoint })))
        }
        print(options.json, { endpoints, unreadable }, textOf(endpoints, unreadable))
        if (unreadable.length > 0) process.exitCode = EXIT.no
      }),
    )
}

function textOf(endpoints: number, unreadable: readonly { tenant: number; endpoint: number }[]): string {
  const done = `The secrets of ${counted(endpoints, 'endpoint')} are encrypted with the first key.`
  if (unreadable.length === 0) return done
  const lines = unreadable.map(({ tenant, endpoint }) => `  tenant ${tenant}, endpoint ${endpoint}`)
  return [
    done,
    'None of the keys opens the secrets of these; add the key that they were made with, or remove and add them again:',
    ...lines,
  ].join('\n')
}
