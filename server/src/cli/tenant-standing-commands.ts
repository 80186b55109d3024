import type { Command } from 'commander'
import {
  closeMerchant,
  type Done,
  renameMerchant,
  resumeMerchant,
  suspendMerchant,
} from '../operating/manage.ts'
import { COMMAND_LINE } from '../operating/operator.ts'
import { instantToText } from '../platform/clock.ts'
import type { Tx } from '../platform/postgres/database.ts'
import { systemClock } from '../platform/system-clock.ts'
import { tenantOf } from '../tenancy/manage/tenants.ts'
import { GRACE_DAYS_DEFAULT } from '../tenancy/rules/change-standing.ts'
import type { Tenant } from '../tenancy/tenant.ts'
import { NotRunError } from './not-run-error.ts'
import { jsonOption, wholeNumber } from './options.ts'
import { note, print } from './output.ts'
import { withCells } from './setup.ts'

export function addStandingCommands(tenant: Command): void {
  addSuspend(tenant)
  addResume(tenant)
  addRename(tenant)
  addClose(tenant)
}

interface OfTenant {
  readonly tenant: number
  readonly json: boolean
}

function addSuspend(group: Command): void {
  group
    .command('suspend')
    .description('refuse everything to a merchant, within a second; nothing is lost, and `resume` ends it')
    .requiredOption('--tenant <number>', 'the merchant', wholeNumber)
    .option('--reason <text>', 'why, for the audit log that its people see')
    .addOption(jsonOption())
    .action(({ tenant: id, reason, json }: OfTenant & { reason?: string }) =>
      change({
        tenant: id,
        json,
        event: 'tenant suspended',
        work: (tx, done) => suspendMerchant(tx, id, reason ?? null, done),
        text: ({ name }) =>
          `Tenant ${id} “${name}” is suspended: its keys and people are refused, and its webhooks wait. \`punchcard tenant resume --tenant ${id}\` ends it.`,
      }),
    )
}

function addResume(group: Command): void {
  group
    .command('resume')
    .description('end the suspension of a merchant, or the grace period of one that was closed')
    .requiredOption('--tenant <number>', 'the merchant', wholeNumber)
    .addOption(jsonOption())
    .action(({ tenant: id, json }: OfTenant) =>
      change({
        tenant: id,
        json,
        event: 'tenant resumed',
        work: (tx, done) => resumeMerchant(tx, id, done),
        text: ({ name }) => `Tenant ${id} “${name}” is active. Webhooks go on where they stopped.`,
      }),
    )
}

function addRename(group: Command): void {
  group
    .command('rename')
    .description('give a merchant another name')
    .requiredOption('--tenant <number>', 'the merchant', wholeNumber)
    .requiredOption('--name <name>', 'its new name')
    .addOption(jsonOption())
    .action(({ tenant: id, name, json }: OfTenant & { name: string }) =>
      change({
        tenant: id,
        json,
        event: 'tenant renamed',
        work: (tx, done) => renameMerchant(tx, id, name, done),
        text: (tenant) => `Tenant ${id} is called “${tenant.name}” now.`,
      }),
    )
}

interface CloseOptions extends OfTenant {
  readonly confirm: string
  readonly graceDays: number
  readonly reason?: string
}

function addClose(group: Command): void {
  group
    .command('close')
    .description(
      'begin the grace period of a merchant that leaves: it can be read and exported, but not changed',
    )
    .requiredOption('--tenant <number>', 'the merchant', wholeNumber)
    .requiredOption('--confirm <name>', 'the name of the merchant, as `tenant list` shows it')
    .option(
      '--grace-days <number>',
      'how long it can be resumed before it can be deleted: 7 to 365, of a sandbox 0 to 365',
      wholeNumber,
      GRACE_DAYS_DEFAULT,
    )
    .option('--reason <text>', 'why, for the audit log that its people see')
    .addOption(jsonOption())
    .action(({ tenant: id, confirm, graceDays, reason, json }: CloseOptions) =>
      change({
        tenant: id,
        json,
        confirm,
        event: 'tenant closed',
        work: (tx, done) => closeMerchant(tx, id, { reason: reason ?? null, graceDays }, done),
        text: ({ name, standing }) =>
          `Tenant ${id} “${name}” is closed. It can be deleted from ${instantToText(standing.deleteAfter ?? 0)} on; until then \`punchcard tenant resume --tenant ${id}\` takes it back.`,
      }),
    )
}

interface Change extends OfTenant {
  /** What the log calls it. */
  readonly event: string
  readonly work: (tx: Tx, done: Done) => Promise<Tenant>
  readonly text: (tenant: Tenant) => string
  /** Where the merchant has to be named for certain. */
  readonly confirm?: string
}

async function change({ tenant: tenantId, json, event, work, text, confirm }: Change): Promise<void> {
  await withCells(async ({ directory }) => {
    if (confirm !== undefined) requireName(await tenantOf(directory, tenantId), confirm)
    const done = { by: COMMAND_LINE, now: systemClock() }
    const tenant = await directory.transaction([tenantId], (tx) => work(tx, done))
    note({ tenant: tenantId }, event)
    print(json, shownStanding(tenant), text(tenant))
  })
}

/** A number is easily mistyped, and then names another merchant. */
export function requireName({ id, name }: Tenant, confirmed: string): void {
  if (confirmed === name) return
  throw new NotRunError(`Tenant ${id} is called “${name}”, not “${confirmed}”: nothing was done.`)
}

export function shownStanding({ id, name, standing: { state, since, reason, deleteAfter } }: Tenant) {
  return {
    tenant: id,
    name,
    state,
    stateSince: since === null ? null : instantToText(since),
    stateReason: reason,
    deleteAfter: deleteAfter === null ? null : instantToText(deleteAfter),
  }
}
