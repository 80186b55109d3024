import type { Command } from 'commander'
import { amountToText } from '../accounts/account.ts'
import { type RepairedAccount, repairAccount } from '../accounts/repair.ts'
import type { Corrected } from '../accounts/rules/repair.ts'
import { insertAudit } from '../people/store/audit.ts'
import { counted } from '../platform/counted.ts'
import { systemClock } from '../platform/system-clock.ts'
import type { Cells } from '../tenancy/cells.ts'
import { TenancyError, tenantOf } from '../tenancy/manage/tenants.ts'
import { COMMAND_LINE } from './actor.ts'
import { jsonOption, wholeNumber } from './options.ts'
import { print, say } from './output.ts'
import { withCells } from './setup.ts'

interface RepairOptions {
  readonly tenant: number
  readonly customer: string
  readonly apply: boolean
  readonly json: boolean
}

export function addRepairCommand(program: Command): void {
  program
    .command('repair')
    .description("recompute what is left of a customer's lots and debts from the records; the balance stays")
    .requiredOption('--tenant <number>', 'whose customer', wholeNumber)
    .requiredOption('--customer <id>', 'the id in the merchant store, as `punchcard verify` names it')
    .option('--apply', 'write it; without it, the command shows what it would change', false)
    .addOption(jsonOption())
    .action((options: RepairOptions) => withCells((cells) => repair(cells, options)))
}

async function repair(
  cells: Cells,
  { tenant: tenantId, customer, apply, json }: RepairOptions,
): Promise<void> {
  const tenant = await tenantOf(cells.directory, tenantId)
  const repaired = await cells.of(tenant).transaction([tenantId], async (tx) => {
    const done = await repairAccount(tx, tenantId, customer, !apply)
    if (done === null) throw new TenancyError(`Merchant ${tenantId} has no customer “${customer}”.`)
    if (typeof done === 'string') {
      throw new TenancyError(
        `${done} The records alone don't say what is right: restore a backup and compare.`,
      )
    }
    if (apply && changesOf(done).length > 0) await insertAudit(tx, 'cell', tenantId, [entryOf(done)])
    return done
  })
  const changes = changesOf(repaired)
  for (const { what, id, stored, recomputed } of json ? [] : changes) {
    say(`${what} ${id}: ${amountToText(stored)} becomes ${amountToText(recomputed)}.`)
  }
  for (const { debitId, lotId, used } of json ? [] : repaired.origins) {
    say(`Record ${debitId} now takes ${amountToText(used)} more from lot ${lotId}.`)
  }
  const summary = apply
    ? `${counted(changes.length, 'correction')} written.`
    : `${counted(changes.length, 'correction')} to write. Nothing was changed: add --apply to write them.`
  print(json, { applied: apply, corrections: changes.map(toJson), origins: repaired.origins.length }, summary)
}

type Change = Corrected & { readonly what: 'Lot' | 'Debt' }

function changesOf({ lots, debts }: RepairedAccount): Change[] {
  return [
    ...lots.map((lot) => ({ ...lot, what: 'Lot' as const })),
    ...debts.map((debt) => ({ ...debt, what: 'Debt' as const })),
  ]
}

function toJson({ what, id, stored, recomputed }: Change) {
  return {
    what: what.toLowerCase(),
    record: id,
    stored: amountToText(stored),
    recomputed: amountToText(recomputed),
  }
}

/** An entry of the audit is bounded, and an account may have 100,000 lots: the first corrections stand for all. */
const CORRECTIONS_TOLD = 20

function entryOf(repaired: RepairedAccount) {
  const { customer } = repaired.stored
  const changes = changesOf(repaired)
  const told = (part: 'stored' | 'recomputed') =>
    Object.fromEntries(
      changes
        .slice(0, CORRECTIONS_TOLD)
        .map((change) => [`${change.what.toLowerCase()} ${change.id}`, amountToText(change[part])]),
    )
  return {
    action: 'customer.repair',
    target: { kind: 'customer', id: String(customer.id), label: customer.publicId },
    before: told('stored'),
    after: told('recomputed'),
    note: `${counted(changes.length, 'correction')}, the balance stayed`,
    at: systemClock(),
    actor: COMMAND_LINE,
    via: 'cli' as const,
    requestId: null,
    address: null,
  }
}
