import { type Command, Option } from 'commander'
import { LOCALES, type Locale } from '../contract/locale.ts'
import { MAIN_CELL } from '../tenancy/cells.ts'
import { createTenant } from '../tenancy/manage/tenants.ts'
import { listTenants } from '../tenancy/store/tenants.ts'
import { DEFAULTS, type Tenant } from '../tenancy/tenant.ts'
import { jsonOption } from './options.ts'
import { note, print, table } from './output.ts'
import { withCells } from './setup.ts'
import { addLeavingCommands } from './tenant-leaving-commands.ts'
import { addStandingCommands, shownStanding } from './tenant-standing-commands.ts'

export function addTenantCommands(program: Command): void {
  const tenant = program.command('tenant').description('merchants')
  tenant
    .command('create')
    .description('add a merchant')
    .requiredOption('--name <name>', 'its name')
    .option('--currency <code>', 'three letters', DEFAULTS.currency)
    .option('--time-zone <name>', 'where its days begin and end', DEFAULTS.timeZone)
    .addOption(new Option('--locale <locale>', 'its language').choices(LOCALES).default(DEFAULTS.locale))
    .option('--cell <name>', 'the database it lives in', MAIN_CELL)
    .option('--sandbox', 'for trying things out: its keys are test keys', false)
    .addOption(jsonOption())
    .action((options: NewTenantOptions) =>
      withCells(async (cells) => {
        const { name, currency, timeZone, locale, cell, sandbox: isSandbox } = options
        const id = await createTenant(cells, { name, currency, timeZone, locale, cell, isSandbox })
        note({ tenant: id }, 'tenant made')
        print(options.json, { tenant: id }, `Tenant ${id} “${name}” was created.`)
      }),
    )
  tenant
    .command('list')
    .description('all merchants')
    .addOption(jsonOption())
    .action((options: { json: boolean }) =>
      withCells(async ({ directory }) => {
        const tenants = (await directory.read([], listTenants)).map(shown)
        const rows = tenants.map((one) => [
          String(one.tenant),
          one.name,
          one.currency,
          one.timeZone,
          one.locale,
          one.cell,
          [one.isSandbox ? 'sandbox' : '', one.state === 'active' ? '' : one.state]
            .filter(Boolean)
            .join(', '),
        ])
        const headings = ['Tenant', 'Name', 'Currency', 'Time zone', 'Locale', 'Cell', '']
        print(options.json, { tenants }, rows.length > 0 ? table(headings, rows) : 'No merchants yet.')
      }),
    )
  addStandingCommands(tenant)
  addLeavingCommands(tenant)
}

function shown(tenant: Tenant) {
  const { currency, timeZone, locale, cell, isSandbox } = tenant
  const { tenant: id, name, ...standing } = shownStanding(tenant)
  return { tenant: id, name, currency, timeZone, locale, cell, isSandbox, ...standing }
}

interface NewTenantOptions {
  name: string
  currency: string
  timeZone: string
  locale: Locale
  cell: string
  sandbox: boolean
  json: boolean
}
