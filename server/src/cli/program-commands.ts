import { type Command, InvalidArgumentError, Option } from 'commander'
import type { AdminClient } from '../management/client.ts'
import type { ProgramFile } from '../program-file/file.ts'
import { EXIT } from './exit-codes.ts'
import { jsonOption, wholeNumber } from './options.ts'
import { print, say } from './output.ts'
import { withCells } from './setup.ts'
import { withClient } from './with-client.ts'

const AT_HELP = 'from when on is earned by it, like 2026-12-01T00:00:00-03:00; default: now'

export function addProgramCommands(program: Command): void {
  const group = program.command('program').description('how customers of a merchant earn')
  addExport(group)
  addDiff(group)
  addBacktest(group)
  addApply(group)
  addSchema(group)
  addPublish(group)
  addCancel(group)
}

function addExport(group: Command): void {
  group
    .command('export')
    .description('write settings, program, tiers, rewards, quizzes and storefront of a merchant into a file')
    .requiredOption('--tenant <number>', 'whose', wholeNumber)
    .requiredOption(
      '--into <path>',
      'the file, YAML or JSON; of one that is there only what differs is changed',
    )
    .addOption(jsonOption())
    .action(({ tenant, into, json }: { tenant: number; into: string; json: boolean }) =>
      withClient(tenant, async (client) => {
        const { exportInto } = await import('./program-file.ts')
        const isChanged = await exportInto(client, into)
        const text = isChanged ? `“${into}” was written.` : `“${into}” says what is so already.`
        print(json, { file: into, changed: isChanged }, text)
      }),
    )
}

interface DiffOptions {
  tenant: number
  file: string
  prune: boolean
  at?: string
  out?: string
  price?: number
  json: boolean
}

function addDiff(group: Command): void {
  group
    .command('diff')
    .description('what a file would change: exit code 0 nothing, 1 something, 2 it could not be found out')
    .requiredOption('--tenant <number>', 'whose', wholeNumber)
    .requiredOption('--file <path>', 'the file')
    .option('--prune', 'archive what is not in the file', false)
    .option('--at <moment>', AT_HELP)
    .option('--out <path>', 'save the plan, for `apply --plan`')
    .option('--price <days>', 'also what it would have cost in the last days, at most 400', dayCount)
    .addOption(jsonOption())
    .action(({ tenant, file: path, prune, at, out, price, json }: DiffOptions) =>
      withClient(tenant, async (client) => {
        const { hasChanges, planFile, readProgramFile, savePlan } = await import('./program-file.ts')
        const { planWithWarnings } = await import('./program-plan-text.ts')
        const file = await readProgramFile(path)
        const plan = await planFile(client, file, { prune, effectiveAt: at ?? null })
        if (out !== undefined) await savePlan(out, { tenant, prune, file, ...plan })
        const priced = price === undefined ? null : await pricedPlan(client, file, price)
        const text = [planWithWarnings(plan), ...(priced ? [priced.text] : [])].join('\n')
        print(json, priced ? { ...plan, price: priced.backtest } : plan, text)
        if (hasChanges(plan)) process.exitCode = EXIT.no
      }),
    )
}

async function pricedPlan(client: AdminClient, file: ProgramFile, days: number) {
  const { backtestFile } = await import('../management/backtest-client.ts')
  const { priceLine } = await import('./backtest-text.ts')
  const backtest = await backtestFile(client, file, { days, onWait })
  return { backtest, text: priceLine(backtest.result, days) }
}

function onWait(): void {
  say('Waiting for a worker: `punchcard work` takes the turns of jobs.')
}

const DAYS_MAX = 400

function dayCount(text: string): number {
  const days = wholeNumber(text)
  if (days >= 1 && days <= DAYS_MAX) return days
  throw new InvalidArgumentError(`It must be a whole number from 1 to ${DAYS_MAX}.`)
}

interface BacktestOptions {
  tenant: number
  file: string
  days: number
  priceMax?: string
  json: boolean
}

function addBacktest(group: Command): void {
  group
    .command('backtest')
    .description('what the program of a file would have given for past orders; a worker finds it out')
    .requiredOption('--tenant <number>', 'whose', wholeNumber)
    .requiredOption('--file <path>', 'the file')
    .option('--days <number>', 'how many days, ending yesterday; at most 400', dayCount, 90)
    .option('--price-max <percent>', 'exit code 1 where it would have given so much more, like 5%')
    .addOption(jsonOption())
    .action((options: BacktestOptions) => withClient(options.tenant, (client) => backtest(client, options)))
}

async function backtest(client: AdminClient, { file: path, days, priceMax, json }: BacktestOptions) {
  const { readProgramFile } = await import('./program-file.ts')
  const { backtestFile } = await import('../management/backtest-client.ts')
  const { isAbove, percentFromText } = await import('./backtest-command.ts')
  const { backtestText } = await import('./backtest-text.ts')
  const most = priceMax === undefined ? null : percentFromText(priceMax)
  if (most === undefined) {
    const { RefusedError } = await import('../management/refused-error.ts')
    throw new RefusedError('--price-max must be a percentage, like 5% or 2.5%.')
  }
  const done = await backtestFile(client, await readProgramFile(path), { days, onWait })
  print(json, done, backtestText(done.result, done))
  if (most === null || !isAbove(done.result, most)) return
  say(`It would have given more than ${priceMax} more points.`)
  process.exitCode = EXIT.no
}

interface ApplyOptions {
  tenant: number
  file?: string
  plan?: string
  yes: boolean
  prune: boolean
  write: boolean
  note?: string
  at?: string
  carry: boolean
  json: boolean
}

function addApply(group: Command): void {
  group
    .command('apply')
    .description('make everything as a file says, all of it or nothing')
    .requiredOption('--tenant <number>', 'whose', wholeNumber)
    .addOption(new Option('--file <path>', 'the file').conflicts('plan'))
    .option('--plan <path>', 'a plan of `diff --out`; refused if anything has changed since')
    .option('--yes', 'do not ask', false)
    .option('--prune', 'archive what is not in the file', false)
    .addOption(
      new Option('--write', 'give rules without an id the next ones, and write them into the file')
        .default(false)
        .conflicts('plan'),
    )
    .option('--note <text>', 'why, such as a commit')
    .addOption(new Option('--at <moment>', `${AT_HELP}; a plan has its own`).conflicts('plan'))
    .option('--carry', 'change the versions that take effect later too, where that is needed', false)
    .addOption(jsonOption())
    .action((options: ApplyOptions) => withClient(options.tenant, (client) => applyFile(client, options)))
}

async function applyFile(client: AdminClient, options: ApplyOptions): Promise<void> {
  const { tenant, yes, json, note = null, carry } = options
  const { apply, hasChanges, isConfirmed } = await import('./program-file.ts')
  const { appliedText, planText, warningLines } = await import('./program-plan-text.ts')
  const planned = await plannedBy(client, options)
  const warn = (found: typeof planned): void => {
    if (!json) for (const line of warningLines(found)) say(line)
  }
  if (planned.tenant !== tenant) {
    const { RefusedError } = await import('../management/refused-error.ts')
    throw new RefusedError(`The plan is for tenant ${planned.tenant}, not for ${tenant}.`)
  }
  if (!hasChanges(planned)) {
    const { changes, warnings } = planned
    print(json, { changes, version: null, warnings }, planText(planned))
    warn(planned)
    return
  }
  if (!yes && !(await isConfirmed(planned))) {
    say('Nothing was changed.')
    process.exitCode = EXIT.no
    return
  }
  const applied = await apply(client, { ...planned, note, carry })
  const done = { ...planned, ...applied }
  print(json, applied, appliedText(done, applied.version))
  // Before the question they were told with the plan.
  if (yes) warn(done)
}

/** The plan that was saved, or one for the file as it is now. */
async function plannedBy(client: AdminClient, { tenant, file: path, plan, prune, write, at }: ApplyOptions) {
  const { planFile, readPlan, readProgramFile, writeRuleIds } = await import('./program-file.ts')
  if (plan !== undefined) return readPlan(plan)
  const { RefusedError } = await import('../management/refused-error.ts')
  if (path === undefined) throw new RefusedError('Name what to apply: --file or --plan.')
  if (write) await writeRuleIds(client, path)
  const file = await readProgramFile(path)
  return { tenant, file, prune, ...(await planFile(client, file, { prune, effectiveAt: at ?? null })) }
}

function addSchema(group: Command): void {
  group
    .command('schema')
    .description('print the JSON Schema of the file, for editors and checks')
    .action(async () => {
      const { ProgramFileSchema } = await import('../program-file/file.ts')
      const schema = { $schema: 'https://json-schema.org/draft/2020-12/schema', ...ProgramFileSchema }
      process.stdout.write(`${JSON.stringify(schema, null, 2)}\n`)
    })
}

function addPublish(group: Command): void {
  group
    .command('publish')
    .description('publish the program in a file; what is earned from now on is earned by it')
    .requiredOption('--tenant <number>', 'whose program', wholeNumber)
    .requiredOption('--file <path>', 'the program as JSON')
    .addOption(jsonOption())
    .action((options: { tenant: number; file: string; json: boolean }) =>
      withCells(async (cells) => {
        const { publishProgramFile } = await import('./publish-program.ts')
        const { version, isNew } = await publishProgramFile(cells, options.tenant, options.file)
        const text = isNew
          ? `Version ${version} of the program was published.`
          : `Version ${version} is this program already: nothing has changed.`
        print(options.json, { version, published: isNew }, text)
      }),
    )
}

function addCancel(group: Command): void {
  group
    .command('cancel')
    .description('cancel a version that is scheduled; the others stay as they are')
    .requiredOption('--tenant <number>', 'whose program', wholeNumber)
    .option('--number <version>', 'which version; needed where several are scheduled', wholeNumber)
    .addOption(jsonOption())
    .action(({ tenant, number = null, json }: { tenant: number; number?: number | null; json: boolean }) =>
      withClient(tenant, async (client) => {
        const { cancelWaiting } = await import('../management/scheduled.ts')
        const { cancelledText } = await import('./program-plan-text.ts')
        const done = await cancelWaiting(client, number)
        print(json, done, cancelledText(done))
      }),
    )
}
