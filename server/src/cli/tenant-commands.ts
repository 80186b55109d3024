import { type Command, Option } from 'commander'
import { instantToText } from '../platform/clock.ts'
import { systemClock } from '../platform/system-clock.ts'
import { type Cells, MAIN_CELL } from '../tenancy/cells.ts'
import { createKey, createTenant, keysOf, moveClock, revokeKey, tenantOf } from '../tenancy/manage.ts'
import { listTenants } from '../tenancy/store/tenants.ts'
import { DEFAULTS, LOCALES, type Locale, type Tenant, tenantClock } from '../tenancy/tenant.ts'
import { note, print, withCells } from './command-tools.ts'
import { jsonOption, wholeNumber } from './options.ts'
import { table } from './table.ts'

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
        print(options.json, { tenant: id }, `Tenant ${id} «${name}» was created.`)
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
          one.isSandbox ? 'sandbox' : '',
        ])
        const headings = ['Tenant', 'Name', 'Currency', 'Time zone', 'Locale', 'Cell', '']
        print(options.json, { tenants }, rows.length > 0 ? table(headings, rows) : 'No merchants yet.')
      }),
    )
}

function shown({ id, name, currency, timeZone, locale, cell, isSandbox }: Tenant) {
  return { tenant: id, name, currency, timeZone, locale, cell, isSandbox }
}

export function addKeyCommands(program: Command): void {
  const key = program.command('key').description('API keys')
  key
    .command('create')
    .description('make an API token and key; the key is shown only now')
    .requiredOption('--tenant <number>', 'whose key', wholeNumber)
    .option('--label <text>', 'what it is for', '')
    .addOption(jsonOption())
    .action((options: { tenant: number; label: string; json: boolean }) =>
      withCells(async ({ directory }) => {
        const { token, secret } = await createKey(directory, options.tenant, options.label)
        note({ tenant: options.tenant, apiToken: token }, 'key made')
        print(
          options.json,
          { token, key: secret },
          `Token: ${token}\nKey:   ${secret}\nKeep the key: it is not shown again.`,
        )
      }),
    )
  key
    .command('list')
    .description('the keys of a merchant')
    .requiredOption('--tenant <number>', 'whose keys', wholeNumber)
    .addOption(jsonOption())
    .action((options: { tenant: number; json: boolean }) =>
      withCells(async ({ directory }) => {
        const keys = await keysOf(directory, options.tenant)
        const lines = keys.map(
          ({ token, label, revokedAt }) => `${token}  ${revokedAt ? 'revoked' : 'live'}  ${label}`,
        )
        print(options.json, { keys }, lines.join('\n') || 'No keys.')
      }),
    )
  key
    .command('revoke')
    .description('refuse a key from now on, everywhere within a second')
    .requiredOption('--token <token>', 'its token')
    .addOption(jsonOption())
    .action((options: { token: string; json: boolean }) =>
      withCells(async ({ directory }) => {
        await revokeKey(directory, options.token, systemClock())
        note({ apiToken: options.token }, 'key revoked')
        print(options.json, { revoked: options.token }, 'The key is revoked.')
      }),
    )
}

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
async function clock(cells: Cells, tenantId: number, to: string | null | undefined): Promise<Tenant> {
  if (to === undefined) return tenantOf(cells.directory, tenantId)
  const tenant = await moveClock(cells.directory, tenantId, to, systemClock())
  const { queueDailyRun } = await import('../worker/jobs.ts')
  await queueDailyRun(cells, tenant)
  return tenant
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
