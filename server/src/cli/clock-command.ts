import { type Command, Option } from 'commander'
import type { TenantId } from '../contract/ids.ts'
import { instantToText } from '../platform/clock.ts'
import { systemClock } from '../platform/system-clock.ts'
import type { Cells } from '../tenancy/cells.ts'
import { moveClock, tenantOf } from '../tenancy/manage/tenants.ts'
import { type Tenant, tenantClock } from '../tenancy/tenant.ts'
import { jsonOption, wholeNumber } from './options.ts'
import { print } from './output.ts'
import { withCells } from './setup.ts'

export function addClockCommand(program: Command): void {
  program
    .command('clock')
    .description('show the clock of a merchant, or move that of a sandbox')
    .requiredOption('--tenant <number>', 'whose clock', wholeNumber)
    .addOption(new Option('--at <moment>', 'the moment to move it to, later than it is').conflicts('reset'))
    .option('--reset', 'set it back to the time', false)
    .addOption(jsonOption())
    .action((options: { tenant: number; at?: string; reset: boolean; json: boolean }) =>
      withCells(async (cells) => {
        const tenant = await clock(cells, options.tenant, options.reset ? null : options.at)
        const now = instantToText(tenantClock(systemClock)(tenant))
        print(options.json, { tenant: tenant.id, now }, `For tenant ${tenant.id} it is ${now}.`)
      }),
    )
}

/** Moves the clock of a sandbox, if `to` says where to; null: back to the time. */
async function clock(cells: Cells, tenantId: TenantId, to: string | null | undefined): Promise<Tenant> {
  if (to === undefined) return tenantOf(cells.directory, tenantId)
  const tenant = await moveClock(cells.directory, tenantId, to, systemClock())
  const { queueDailyRun } = await import('../worker/jobs.ts')
  await queueDailyRun(cells, tenant)
  return tenant
}
