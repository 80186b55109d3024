import { Command, CommanderError } from 'commander'
import { ConfigError } from '../app/config.ts'
import { VERSION } from '../app/version.ts'
import { databaseOfDevBeside } from '../dev/folder.ts'
import { RefusedError } from '../management/refused-error.ts'
import { PeopleError } from '../people/people-error.ts'
import { NotReadyError } from '../platform/not-ready.ts'
import { MigrationError } from '../platform/postgres/migration-error.ts'
import { SealingError } from '../platform/sealing.ts'
import { UnknownCellError } from '../tenancy/cells.ts'
import { TenancyError } from '../tenancy/manage/tenants.ts'
import { WebhookError } from '../webhooks/endpoint.ts'
import { addBackupCommands } from './backup-commands.ts'
import { addClockCommand } from './clock-command.ts'
import { addCompletionCommand } from './completion-command.ts'
import { addCouponCommands } from './coupon-commands.ts'
import { addCustomerCommands } from './customer-commands.ts'
import { EXIT } from './exit-codes.ts'
import { addExplainCommand } from './explain-command.ts'
import { addExportCommand } from './export-command.ts'
import { addFiguresCommands } from './figures-commands.ts'
import { addGrantCommand } from './grant-command.ts'
import { addHealthCommand } from './health-command.ts'
import { hintFor } from './hints.ts'
import { addImportCommands } from './import-commands.ts'
import { addJobCommands } from './job-commands.ts'
import { addKeyCommands } from './key-commands.ts'
import { addMonthCommands } from './month-commands.ts'
import { NotRunError } from './not-run-error.ts'
import { addPersonCommands } from './person-commands.ts'
import { addProcessCommands } from './process-commands.ts'
import { addProgramCommands } from './program-commands.ts'
import { addRepairCommand } from './repair-command.ts'
import { addReportCommand } from './report-command.ts'
import { addSecretsCommands } from './secrets-commands.ts'
import { addStorefrontCommands } from './storefront-commands.ts'
import { addTenantCommands } from './tenant-commands.ts'
import { addVerifyCommand } from './verify-command.ts'
import { addWebhookCommands } from './webhook-commands.ts'

/** A command that ends with one of these prints one sentence; anything else is a fault in Punchcard. */
const FOR_PEOPLE = [
  ConfigError,
  MigrationError,
  NotReadyError,
  NotRunError,
  RefusedError,
  PeopleError,
  SealingError,
  TenancyError,
  UnknownCellError,
  WebhookError,
]

/** In the order in which the help lists them. */
const GROUPS = [
  addProcessCommands,
  addHealthCommand,
  addTenantCommands,
  addKeyCommands,
  addStorefrontCommands,
  addPersonCommands,
  addProgramCommands,
  addWebhookCommands,
  addJobCommands,
  addImportCommands,
  addExportCommand,
  addCouponCommands,
  addCustomerCommands,
  addGrantCommand,
  addExplainCommand,
  addVerifyCommand,
  addReportCommand,
  addFiguresCommands,
  addMonthCommands,
  addRepairCommand,
  addBackupCommands,
  addClockCommand,
  addSecretsCommands,
  addCompletionCommand,
]

export async function runCommandLine(argv: readonly string[]): Promise<void> {
  try {
    await createProgram().parseAsync(argv)
  } catch (error) {
    // Not merely an exit code: a server that failed half-way through its start would go on half-started.
    process.exit(await exitCodeAfter(error))
  }
}

export function createProgram(): Command {
  const program = new Command('punchcard')
    .description('Self-hosted, multi-tenant loyalty server')
    .version(VERSION)
    .showHelpAfterError('Add --help to see how it is used.')
    .showSuggestionAfterError()
    // Else the parser ends the process by itself, with 1.
    .exitOverride()
  for (const add of GROUPS) add(program)
  return program
}

/** Says what was wrong, in a sentence where a person can put it right. */
async function exitCodeAfter(error: unknown): Promise<number> {
  // The parser has said it already; with 0 it was asked for its help or version.
  if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : EXIT.usage
  const isForPeople = FOR_PEOPLE.some((kind) => error instanceof kind) || hintFor(error) !== undefined
  process.stderr.write(
    isForPeople ? `${await textForPeople(error as Error)}\n` : `${(error as Error).stack}\n`,
  )
  return isForPeople ? EXIT.notRun : EXIT.fault
}

async function textForPeople(error: Error): Promise<string> {
  if (FOR_PEOPLE.some((kind) => error instanceof kind)) return error.message
  const hint = (await hintOfDev(error)) ?? hintFor(error)
  return hint ? `${error.message || 'The database does not answer'}. ${hint}` : error.message
}

/** Where a table is missing because `punchcard dev` has its own database on the server of DATABASE_URL. */
async function hintOfDev(error: Error): Promise<string | undefined> {
  const { DATABASE_URL: url } = process.env
  if ((error as { code?: string }).code !== '42P01' || !url || !URL.canParse(url)) return undefined
  const name = await databaseOfDevBeside(url)
  return (
    name &&
    `The \`punchcard dev\` of this folder uses the database ${name}: leave DATABASE_URL out to use it too.`
  )
}
