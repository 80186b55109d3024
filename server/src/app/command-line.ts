import { Command, Option } from 'commander'
import { instantToText } from '../platform/clock.ts'
import { createLogger, type Logger } from '../platform/log.ts'
import { migrate } from '../platform/postgres/migrate.ts'
import { MigrationError } from '../platform/postgres/migration-error.ts'
import { SealingError } from '../platform/sealing.ts'
import { systemClock } from '../platform/system-clock.ts'
import { type Cells, MAIN_CELL } from '../tenancy/cells.ts'
import {
  createKey,
  createTenant,
  keysOf,
  moveClock,
  revokeKey,
  TenancyError,
  tenantOf,
} from '../tenancy/commands.ts'
import { DEFAULTS, LOCALES, type Locale, type Tenant, tenantClock } from '../tenancy/tenant.ts'
import { WebhookError } from '../webhooks/endpoint.ts'
import { cellUrls, NotReadyError, openConfiguredCells } from './cells.ts'
import { type Config, ConfigError, readConfig } from './config.ts'
import { databaseUrlOfDev, isDatabaseOfDev, secretsKeyOfDev } from './dev-folder.ts'
import { addExplainCommand } from './explain-command.ts'
import { jsonOption, wholeNumber } from './options.ts'
import { type Environment, withSecretFiles } from './secret-files.ts'
import { addSecretsCommands } from './secrets-commands.ts'
import { stopOnSignal } from './signals.ts'
import { verify } from './verify.ts'
import { VERSION } from './version.ts'
import { addWebhookCommands } from './webhook-commands.ts'

/** A command that ends with one of these says so in a sentence; anything else is a fault of ours. */
const FOR_PEOPLE = [ConfigError, MigrationError, NotReadyError, SealingError, TenancyError, WebhookError]

export async function runCommandLine(argv: readonly string[]): Promise<void> {
  const program = new Command('punchcard')
    .description('Self-hosted, multi-tenant loyalty server')
    .version(VERSION)
    .showHelpAfterError()
    .showSuggestionAfterError()

  program
    .command('dev')
    .description('start everything for trying it out, with a demo merchant')
    .option('--port <number>', 'port of the API', wholeNumber, 3000)
    .option('--fresh', 'use a new database and drop it at the end', false)
    .option('--json', 'print one line of JSON when ready; logs go to stderr', false)
    .action(async (options: { port: number; fresh: boolean; json: boolean }) => {
      // Loaded when needed: the server is two thirds of the time in which a small command would be done.
      const { dev } = await import('./dev.ts')
      await dev(options, process.env)
    })

  program
    .command('serve')
    .description('start the API')
    .action(async () => {
      const { serve } = await import('./serve.ts')
      const { config, log } = await setUp()
      const server = await serve(config, log)
      stopOnSignal(log, server.stop, config.stopSeconds)
      log.info({ version: VERSION, url: server.url, metrics: server.metricsUrl }, 'ready')
    })

  program
    .command('work')
    .description('do what happens by itself: points open and expire, birthdays, tiers, webhooks')
    .action(async () => {
      const { work } = await import('./work.ts')
      const { config, log } = await setUp()
      const worker = await work(config, log)
      stopOnSignal(log, worker.stop, config.stopSeconds)
      log.info({ version: VERSION, metrics: worker.metricsUrl }, 'ready')
    })

  program
    .command('migrate')
    .description(
      'bring the database up to date, and give the logins of the API and the worker what they need',
    )
    .option('--api-login <name...>', 'a user of PostgreSQL that `serve` logs in as')
    .option('--worker-login <name...>', 'a user of PostgreSQL that `work` logs in as')
    .addOption(jsonOption())
    .action(async (options: { apiLogin?: string[]; workerLogin?: string[]; json: boolean }) => {
      const { migrateQueue } = await import('./queue.ts')
      const { config, log } = await setUp()
      const logins = { api: options.apiLogin ?? [], worker: options.workerLogin ?? [] }
      const onApply = (name: string): unknown => options.json || say(`applying ${name}`)
      const applied: string[] = []
      const leftToDo: string[] = []
      for (const url of cellUrls(config).values()) {
        const report = await migrate(url, { onApply, appRole: config.appRole, logins })
        applied.push(...report.applied)
        leftToDo.push(...report.leftToDo)
        await migrateQueue(url, log, config.appRole)
      }
      if (leftToDo.length > 0) say(`Let a superuser run:\n${leftToDo.join(';\n')};`)
      print(options.json, { applied }, applied.length > 0 ? 'The database is up to date.' : 'Nothing to do.')
    })

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
      withCells(async ({ directory, all }) => {
        const { name, currency, timeZone, locale, cell, sandbox: isSandbox } = options
        if (!all.has(cell)) throw new TenancyError(`No database is configured for the cell «${cell}».`)
        const id = await createTenant(directory, { name, currency, timeZone, locale, cell, isSandbox })
        note({ tenant: id }, 'tenant made')
        print(options.json, { tenant: id }, `Tenant ${id} «${name}» was created.`)
      }),
    )

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
        const summary = `${imported} codes were added to «${name}»; ${duplicates} existed already, ${invalid} were no codes.`
        print(json, report, summary)
      }),
    )

  addWebhookCommands(program, { withCells, print })
  addExplainCommand(program, { withCells, print })
  addSecretsCommands(program, { withCells, print })

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
        const { grant } = await import('./grant.ts')
        const { tenant, customer, action, key } = options
        const { isNew, points } = await grant(cells, tenant, { customer, action, key })
        const text = isNew ? `Granted ${points} points.` : 'It has been granted before: nothing has changed.'
        print(options.json, { granted: isNew, points }, text)
      }),
    )

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
        const summary = `${accounts} accounts verified, ${differences.length} differences.`
        print(options.json, { accounts, differences: differences.length, details: differences }, summary)
        if (differences.length > 0) process.exitCode = 1
      }),
    )

  try {
    await program.parseAsync(argv)
  } catch (error) {
    const isForPeople = FOR_PEOPLE.some((kind) => error instanceof kind) || hasHint(error)
    process.stderr.write(isForPeople ? `${textForPeople(error as Error)}\n` : `${(error as Error).stack}\n`)
    // Not merely an exit code: a server that failed half-way through its start would go on half-started.
    process.exit(1)
  }
}

/** Moves the clock of a sandbox, if `to` says where to; null: back to the time. */
async function clock(cells: Cells, tenantId: number, to: string | null | undefined): Promise<Tenant> {
  if (to === undefined) return tenantOf(cells.directory, tenantId)
  const tenant = await moveClock(cells.directory, tenantId, to, systemClock())
  const { queueMorning } = await import('./jobs.ts')
  await queueMorning(cells, tenant)
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

async function setUp(): Promise<{ config: Config; log: Logger }> {
  const config = readConfig(await withSettingsOfDev(await withSecretFiles(process.env)))
  return { config, log: createLogger({ level: config.logLevel, destination: process.stderr }) }
}

/** Without a database of one's own: that of the `punchcard dev` in this folder, with its key. */
async function withSettingsOfDev(given: Environment): Promise<Environment> {
  const environment = { ...given }
  environment.DATABASE_URL ??= await databaseUrlOfDev()
  if (environment.DATABASE_URL !== undefined && (await isDatabaseOfDev(environment.DATABASE_URL))) {
    environment.PUNCHCARD_SECRETS_KEY ??= await secretsKeyOfDev()
    environment.PUNCHCARD_WEBHOOK_ALLOW_PRIVATE ??= '1'
  }
  return environment
}

async function withCells(work: (cells: Cells, config: Config) => Promise<void>): Promise<void> {
  const { config, log } = await setUp()
  const cells = openConfiguredCells(config, log, 'punchcard')
  try {
    await work(cells, config)
  } finally {
    await cells.close()
  }
}

function print(isJson: boolean, object: object, text: string): void {
  process.stdout.write(isJson ? `${JSON.stringify(object)}\n` : `${text}\n`)
}

/** Security events are logged where somebody set a level: a person at a terminal has the answer already. */
function note(fields: object, message: string): void {
  const { PUNCHCARD_LOG_LEVEL: level } = process.env
  if (level) createLogger({ level, destination: process.stderr }).info(fields, message)
}

function say(text: string): void {
  process.stderr.write(`${text}\n`)
}

/** What PostgreSQL or the system says when a person has not set it up yet, and what to do then. */
const HINTS: Readonly<Record<string, string>> = {
  '42P01': 'Run `punchcard migrate` first.',
  '42704': 'Run `punchcard migrate` first.',
  '22023': 'Run `punchcard migrate` first.',
  '3D000': 'Create the database, or correct DATABASE_URL.',
  '28P01': 'Check the password in DATABASE_URL.',
  '28000': 'Check the user in DATABASE_URL.',
  ECONNREFUSED: 'Is PostgreSQL running? Check DATABASE_URL.',
  ENOTFOUND: 'Check the host in DATABASE_URL.',
  EADDRINUSE: 'Choose another PORT or PUNCHCARD_METRICS_PORT.',
}

function hasHint(error: unknown): boolean {
  return typeof (error as { code?: unknown }).code === 'string' && (error as { code: string }).code in HINTS
}

function textForPeople(error: Error): string {
  const hint = HINTS[(error as { code?: string }).code ?? '']
  return hint ? `${error.message || 'The database does not answer'}. ${hint}` : error.message
}
