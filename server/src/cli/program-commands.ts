import { type Command, Option } from 'commander'
import type { TenantId } from '../contract/ids.ts'
import type { AdminClient } from '../management/client.ts'
import { EXIT } from './exit-codes.ts'
import { jsonOption, wholeNumber } from './options.ts'
import { print, say } from './output.ts'
import { withCells } from './setup.ts'

const AT_HELP = 'from when on is earned by it, like 2026-12-01T00:00:00-03:00; default: now'

export function addProgramCommands(program: Command): void {
  const group = program.command('program').description('how customers of a merchant earn')
  addExport(group)
  addDiff(group)
  addApply(group)
  addSchema(group)
  addPublish(group)
}

function addExport(group: Command): void {
  group
    .command('export')
    .description('write settings, program, tiers, rewards and quizzes of a merchant into a file')
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
    .addOption(jsonOption())
    .action(({ tenant, file: path, prune, at, out, json }: DiffOptions) =>
      withClient(tenant, async (client) => {
        const { hasChanges, planFile, readProgramFile, savePlan } = await import('./program-file.ts')
        const { planText } = await import('./program-plan-text.ts')
        const file = await readProgramFile(path)
        const plan = await planFile(client, file, { prune, effectiveAt: at ?? null })
        if (out !== undefined) await savePlan(out, { tenant, prune, file, ...plan })
        print(json, plan, planText(plan))
        if (hasChanges(plan)) process.exitCode = EXIT.no
      }),
    )
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
  const { appliedText, planText } = await import('./program-plan-text.ts')
  const planned = await plannedBy(client, options)
  if (planned.tenant !== tenant) {
    const { RefusedError } = await import('../management/refused-error.ts')
    throw new RefusedError(`The plan is for tenant ${planned.tenant}, not for ${tenant}.`)
  }
  if (!hasChanges(planned)) {
    print(json, { changes: planned.changes, version: null }, planText(planned))
    return
  }
  if (!yes && !(await isConfirmed(planned))) {
    say('Nothing was changed.')
    process.exitCode = EXIT.no
    return
  }
  const applied = await apply(client, { ...planned, note, carry })
  print(json, applied, appliedText({ ...planned, changes: applied.changes }, applied.version))
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

/** A server that PUNCHCARD_URL and PUNCHCARD_TOKEN name; without them, the database. */
async function withClient(tenantId: TenantId, work: (client: AdminClient) => Promise<void>): Promise<void> {
  const { RefusedError } = await import('../management/refused-error.ts')
  const { remoteClient, withLocalClient } = await import('../management/client.ts')
  const { PUNCHCARD_URL: url, PUNCHCARD_TOKEN: token } = process.env
  if (url) {
    if (!token)
      throw new RefusedError('PUNCHCARD_URL is set, and PUNCHCARD_TOKEN is not: make a token in the panel.')
    await work(remoteClient(url, token, tenantId))
    return
  }
  await withCells((cells) => withLocalClient(cells, tenantId, work))
}
