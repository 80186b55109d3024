import type { Command } from 'commander'
import { deleteClosesOfSandbox } from '../accounting/store/closes.ts'
import { lockBooks } from '../accounting/store/settings.ts'
import type { TenantId } from '../contract/ids.ts'
import { beginGeneration } from '../figures/count-figures.ts'
import { type FigureHead, HEAD_STATE, isCurrent } from '../figures/head.ts'
import { readFiguresState } from '../figures/state.ts'
import { findHeads } from '../figures/store/heads.ts'
import { type FigureDifference, noteVerification, verifyFigures } from '../figures/verify.ts'
import { insertAudit } from '../people/store/audit.ts'
import { counted } from '../platform/counted.ts'
import type { Tx } from '../platform/postgres/database.ts'
import { systemClock } from '../platform/system-clock.ts'
import { localDateToText } from '../platform/zone.ts'
import { type Cells, MAIN_CELL } from '../tenancy/cells.ts'
import { TenancyError, tenantOf } from '../tenancy/manage/tenants.ts'
import { findTimeZones } from '../tenancy/store/zones.ts'
import type { Tenant } from '../tenancy/tenant.ts'
import { COMMAND_LINE } from './actor.ts'
import { EXIT } from './exit-codes.ts'
import { jsonOption, wholeNumber } from './options.ts'
import { print, say } from './output.ts'
import { withCells } from './setup.ts'

interface FiguresOptions {
  readonly tenant: number
  readonly json: boolean
}

interface RebuildOptions extends FiguresOptions {
  readonly reset?: boolean
}

/** Of many differences, so many are told. */
const TOLD_MAX = 20

const STATES: Readonly<Record<FigureHead['state'], string>> = {
  [HEAD_STATE.counting]: 'counting',
  [HEAD_STATE.catchingUp]: 'catching up',
  [HEAD_STATE.current]: 'current',
}

export function addFiguresCommands(program: Command): void {
  const figures = program.command('figures').description('the sums that reports are read from')
  const command = (
    name: string,
    description: string,
    run: (cells: Cells, options: FiguresOptions) => unknown,
  ) =>
    figures
      .command(name)
      .description(description)
      .requiredOption('--tenant <number>', 'whose figures', wholeNumber)
      .addOption(jsonOption())
      .action((options: FiguresOptions) =>
        withCells(async (cells) => {
          await run(cells, options)
        }),
      )
  command('status', 'how far the figures are behind the ledger', tellStatus)
  command('verify', 'count all accounts again and compare; exit 1 on a difference', verify)
  command('rebuild', 'have the worker count everything again, beside what is read', rebuild).option(
    '--reset',
    'of a sandbox: also delete its closed months, so that they are open again',
    false,
  )
}

async function headsOf(cells: Cells, tenantId: TenantId): Promise<FigureHead[]> {
  const tenant = await tenantOf(cells.directory, tenantId)
  return cells.of(tenant).read([tenantId], (tx) => findHeads(tx, tenantId))
}

async function tellStatus(cells: Cells, { tenant: tenantId, json }: FiguresOptions): Promise<void> {
  const tenant = await tenantOf(cells.directory, tenantId)
  const found = await cells.of(tenant).read([tenantId], (tx) => readFiguresState(tx, tenantId))
  const { heads, missingSince, percent, verification } = found
  const now = systemClock()
  const generations = heads.map(({ generation, state, foldedAt }) => ({
    generation,
    state: STATES[state],
    countedAt: new Date(foldedAt).toISOString(),
  }))
  const lagSeconds = missingSince === null ? 0 : Math.max(0, Math.round((now - missingSince) / 1_000))
  const body = {
    generations,
    lagSeconds: heads.some(isCurrent) ? lagSeconds : null,
    percent,
    verification: verification && {
      verifiedAt: new Date(verification.verifiedAt).toISOString(),
      differences: verification.differences,
    },
  }
  const lines = [
    ...generations.map(
      ({ generation, state, countedAt }) => `Generation ${generation}: ${state}, last changed ${countedAt}.`,
    ),
    ...(percent === null ? [] : [`${percent}% of the accounts are counted.`]),
    ...(body.lagSeconds === null ? [] : [`Behind the ledger by ${counted(body.lagSeconds, 'second')}.`]),
    body.verification
      ? `Verified ${body.verification.verifiedAt}: ${counted(body.verification.differences, 'difference')}.`
      : 'Not verified yet.',
  ]
  const isBegun = generations.length > 0
  print(json, body, isBegun ? lines.join('\n') : 'Not counted yet: the worker begins when it runs.')
}

async function verify(cells: Cells, { tenant: tenantId, json }: FiguresOptions): Promise<void> {
  const tenant = await tenantOf(cells.directory, tenantId)
  const spans = await cells.directory.read([tenantId], (tx) => findTimeZones(tx, tenantId))
  const differences = await verifyFigures(cells.of(tenant), tenantId, spans)
  if (differences === null) {
    throw new TenancyError(
      `The figures of merchant ${tenantId} are counted for the first time. Try again when \`punchcard figures status\` says that they are current.`,
    )
  }
  await noteVerification(cells.of(tenant), tenantId, { differences: differences.length, now: systemClock() })
  for (const difference of json ? [] : differences.slice(0, TOLD_MAX)) say(toSentence(difference))
  print(json, { differences }, `${counted(differences.length, 'difference')}.`)
  if (differences.length > 0) process.exitCode = EXIT.no
}

function toSentence({ series, day, a, b, stored, recounted }: FigureDifference): string {
  return `Series ${series} (${a}, ${b}) on ${localDateToText(day)}: ${stored} is stored, ${recounted} is right.`
}

async function rebuild(
  cells: Cells,
  { tenant: tenantId, json, reset = false }: RebuildOptions,
): Promise<void> {
  const tenant = await tenantOf(cells.directory, tenantId)
  if (reset) refuseToReset(tenant)
  const [newest, ...older] = (await headsOf(cells, tenantId)).toReversed()
  const generation = (newest?.generation ?? 0) + 1
  const database = cells.of(tenant)
  const isUnderWay =
    older.length > 0 ||
    (newest !== undefined && newest.state !== HEAD_STATE.current) ||
    !(await beginGeneration({ database, tenantId, spans: [], now: systemClock() }, generation))
  if (isUnderWay) throw new TenancyError('The figures of this merchant are being counted already.')
  const reopened = await database.transaction([tenantId], async (tx) => {
    const deleted = reset ? await reopenMonths(tx, tenantId) : null
    await insertAudit(tx, 'cell', tenantId, [
      {
        action: 'figures.rebuild',
        target: { kind: 'tenant', id: String(tenantId), label: tenant.name },
        ...(deleted === null ? {} : { after: { deletedCloses: deleted } }),
        at: systemClock(),
        actor: COMMAND_LINE,
        via: 'cli' as const,
        requestId: null,
        address: null,
      },
    ])
    return deleted
  })
  const lines = [
    'The worker counts everything again. What is read stays until that is done.',
    ...(reopened === null ? [] : [`${counted(reopened, 'closed month')} deleted.`]),
  ]
  print(json, { generation, ...(reopened === null ? {} : { deletedCloses: reopened }) }, lines.join('\n'))
}

/** The clock of a sandbox goes back, and a month that was closed ahead of it would stay in the way. */
function refuseToReset({ id, isSandbox, cell }: Tenant): void {
  if (!isSandbox) {
    throw new TenancyError(`Tenant ${id} is no sandbox: the closed months of a merchant never change.`)
  }
  if (cell !== MAIN_CELL) {
    throw new TenancyError(
      `Tenant ${id} lives in the cell ${cell}: only in the cell ${MAIN_CELL} the database knows that it is a sandbox.`,
    )
  }
}

async function reopenMonths(tx: Tx, tenantId: TenantId): Promise<number> {
  await lockBooks(tx, tenantId)
  return deleteClosesOfSandbox(tx, tenantId)
}
