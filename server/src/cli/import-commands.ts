import { createWriteStream } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { pipeline } from 'node:stream/promises'
import { type Command, InvalidArgumentError, Option } from 'commander'
import { IMPORT_KINDS, type ImportKind } from '../imports/import.ts'
import type { AdminClient } from '../management/client.ts'
import type { ImportChanges, ShownImport } from '../management/import-client.ts'
import { EXIT } from './exit-codes.ts'
import { type AnswerFlags, said } from './import-answers.ts'
import { NotRunError } from './not-run-error.ts'
import { jsonOption, wholeNumber } from './options.ts'
import { note, print, say, table } from './output.ts'
import { withClient } from './with-client.ts'

const MAP_MAX_BYTES = 1_000_000

interface OneOptions {
  readonly tenant: number
  readonly import: number
  readonly json: boolean
}

export function addImportCommands(program: Command): void {
  const group = program.command('import').description('move in with the files of another system')
  addCheck(group)
  addApply(group)
  addUndo(group)
  addList(group)
  onImport(group, 'show', 'an import, what its dry run found, and how its jobs are').action(
    (options: OneOptions) =>
      withClient(options.tenant, async (client) => {
        const { showImport } = await import('../management/import-client.ts')
        await tell(await showImport(client, options.import), options)
      }),
  )
  onImport(group, 'errors', 'write the refused lines into a file, to correct and send them')
    .requiredOption('--into <path>', 'a new file')
    .action((options: OneOptions & { readonly into: string }) =>
      withClient(options.tenant, (client) => writeErrors(client, options)),
    )
}

function onImport(group: Command, name: string, description: string): Command {
  return group
    .command(name)
    .description(description)
    .requiredOption('--tenant <number>', 'whose import', wholeNumber)
    .requiredOption('--import <number>', 'its number', wholeNumber)
    .addOption(jsonOption())
}

interface CheckOptions extends AnswerFlags {
  readonly tenant: number
  readonly kind?: ImportKind
  readonly file?: string
  readonly import?: number
  readonly preset?: string
  readonly map?: string
  readonly asOf?: string
  readonly existing?: 'keep' | 'fillEmpty' | 'replace'
  readonly expired?: 'refuse' | 'skip'
  readonly expiresWhenMissing?: string
  readonly negative?: 'refuse' | 'debt'
  readonly webhooks?: 'silent' | 'send'
  readonly reward?: string
  readonly json: boolean
}

function addCheck(group: Command): void {
  group
    .command('check')
    .description('upload a file and say what it would do; exit 1 on refused lines, 2 on an open question')
    .requiredOption('--tenant <number>', 'whose', wholeNumber)
    .addOption(new Option('--kind <kind>', 'what one line is').choices(IMPORT_KINDS))
    .option('--file <path>', 'the file: CSV or NDJSON, also packed with gzip')
    .addOption(
      new Option('--import <number>', 'one that was uploaded before')
        .argParser(wholeNumber)
        .conflicts('file'),
    )
    .option('--preset <name>', 'the system that it comes from, such as smile')
    .option('--map <path>', 'which column is what, as YAML or JSON')
    .option('--decimal <mark>', 'comma or dot; of one column: Saldo=comma', said, {})
    .option('--dates <order>', 'dmy, mdy, excel or unix; of one column: Validade=dmy', said, {})
    .option('--column <choice>', 'which of several columns it is: points=Saldo', said, {})
    .addOption(
      new Option('--delimiter <word>', 'between cells').choices(['comma', 'semicolon', 'tab', 'bar']),
    )
    .addOption(
      new Option('--header <word>', 'whether the first line names the columns').choices(['yes', 'no']),
    )
    .addOption(new Option('--encoding <name>', 'of a file that is not UTF-8').choices(['windows-1252']))
    .addOption(
      new Option(
        '--counts-twice <word>',
        'that purchases which another import counts are meant to count again',
      ).choices(['accepted']),
    )
    .option(
      '--as-of <moment>',
      'when the file was true, like 2026-11-14T18:00:00-03:00; default: the upload',
      moment,
    )
    .addOption(
      new Option('--existing <choice>', 'profiles that are there').choices(['keep', 'fillEmpty', 'replace']),
    )
    .addOption(new Option('--expired <choice>', 'lines that have expired').choices(['refuse', 'skip']))
    .option('--expires-when-missing <when>', 'never, program or a day, for lines without a date')
    .addOption(new Option('--negative <choice>', 'balances below zero').choices(['refuse', 'debt']))
    .addOption(new Option('--webhooks <choice>', 'whether endpoints are told').choices(['silent', 'send']))
    .option('--reward <name>', 'of codes: number, key or title of the reward where a line names none')
    .addOption(jsonOption())
    .action((options: CheckOptions) => withClient(options.tenant, (client) => checkFile(client, options)))
}

function moment(text: string): string {
  const at = Date.parse(text)
  if (/^\d{4}-\d{2}-\d{2}T.*(Z|[+-]\d{2}:\d{2})$/.test(text) && Number.isFinite(at))
    return new Date(at).toISOString()
  throw new InvalidArgumentError('It must be a moment with its offset, like 2026-11-14T18:00:00-03:00.')
}

async function checkFile(client: AdminClient, options: CheckOptions): Promise<void> {
  const [{ check, upload }, { createImportOf }] = await Promise.all([
    import('./import-file.ts'),
    import('../management/import-client.ts'),
  ])
  const changes = await changesOf(options)
  let { import: id } = options
  if (id === undefined) {
    const { file, kind } = options
    if (file === undefined || kind === undefined)
      throw new NotRunError('Name --kind and --file, or --import.')
    const fileId = await upload(client, file, process.stderr)
    id = (await createImportOf(client, { kind, fileId, ...changes })).id
    note({ tenant: options.tenant, import: id, file: fileId }, 'file uploaded')
  }
  const checked = await check(client, id, {
    ...options,
    changes: options.import === undefined ? {} : changes,
  })
  await tell(checked, options)
}

type Changes = Pick<ImportChanges, 'preset' | 'mapping' | 'options'>

async function changesOf(options: CheckOptions): Promise<Changes> {
  const { asOf, existing, expired, expiresWhenMissing, negative, webhooks, reward } = options
  const sent = { asOf, existing, expired, expiresWhenMissing, negative, webhooks, reward }
  const chosen = Object.fromEntries(Object.entries(sent).filter(([, value]) => value !== undefined))
  return {
    ...(options.preset !== undefined && { preset: options.preset }),
    ...(options.map !== undefined && { mapping: await readMap(options.map) }),
    ...(Object.keys(chosen).length > 0 && { options: chosen }),
  }
}

async function readMap(path: string): Promise<NonNullable<Changes['mapping']>> {
  const [{ parse }, { unreadable }] = await Promise.all([import('yaml'), import('./import-coupons.ts')])
  const text = await readFile(path, 'utf8').catch(unreadable(path))
  if (text.length > MAP_MAX_BYTES) throw new NotRunError(`${path} is too large for a mapping.`)
  try {
    const value: unknown = parse(text, { maxAliasCount: 0 })
    if (typeof value === 'object' && value !== null) return value as NonNullable<Changes['mapping']>
  } catch (error) {
    throw new NotRunError(`${path} can’t be read: ${(error as Error).message}`)
  }
  throw new NotRunError(`${path} is no mapping: it has “columns”, by the names of members.`)
}

/** Prints it. The exit code says what is left to do. */
async function tell(imported: ShownImport, { json }: { readonly json: boolean }): Promise<void> {
  const { importText } = await import('./import-text.ts')
  print(json, imported, importText(imported))
  const { openQuestions, plan, applied, state } = imported
  if (openQuestions > 0 && !applied) process.exitCode = EXIT.notRun
  else if ((applied ?? plan)?.counts.refused && state !== 'undone') process.exitCode = EXIT.no
}

interface ApplyOptions extends OneOptions {
  readonly yes: boolean
  readonly wait: boolean
}

function addApply(group: Command): void {
  onImport(group, 'apply', 'do what the dry run has shown; exit 2 if a question is open')
    .option('--yes', 'do not ask', false)
    .option('--wait', 'until it is done', false)
    .action((options: ApplyOptions) => withClient(options.tenant, (client) => applyOne(client, options)))
}

async function applyOne(client: AdminClient, options: ApplyOptions): Promise<void> {
  const { applyImportOf, showImport } = await import('../management/import-client.ts')
  const found = await showImport(client, options.import)
  const { plan, openQuestions, id } = found
  if (!plan || openQuestions > 0) {
    await tell(found, options)
    throw new NotRunError(
      plan
        ? 'Nothing was applied: a question is open.'
        : `Run \`punchcard import check --import ${id}\` first.`,
    )
  }
  const { importText } = await import('./import-text.ts')
  if (!options.yes && !(await isConfirmed(importText(found), 'Apply this?'))) {
    say('Nothing was applied.')
    process.exitCode = EXIT.no
    return
  }
  const { approval, import: begun } = await applyImportOf(client, id, plan.hash)
  note({ tenant: options.tenant, import: id }, 'import applied')
  await begin(client, { options, approval, begun, work: 'apply' })
}

async function isConfirmed(text: string, question: string): Promise<boolean> {
  if (!process.stdin.isTTY)
    throw new NotRunError('Nothing was done. Say --yes where no terminal can be asked.')
  const { createInterface } = await import('node:readline/promises')
  say(text)
  const asking = createInterface({ input: process.stdin, output: process.stderr })
  const answer = await asking.question(`\n${question} Type yes: `)
  asking.close()
  return answer.trim().toLowerCase() === 'yes'
}

interface UndoOptions extends ApplyOptions {
  readonly dry: boolean
}

function addUndo(group: Command): void {
  onImport(group, 'undo', 'take off again what an import brought, as far as it is left')
    .option('--dry', 'only say what it would take off, and what stays', false)
    .option('--yes', 'do not ask', false)
    .option('--wait', 'until it is done', false)
    .action((options: UndoOptions) => withClient(options.tenant, (client) => undoOne(client, options)))
}

async function undoOne(client: AdminClient, options: UndoOptions): Promise<void> {
  const [{ previewUndoOf, undoImportOf }, { undoText }] = await Promise.all([
    import('../management/import-client.ts'),
    import('./import-text.ts'),
  ])
  const preview = await previewUndoOf(client, options.import)
  if (options.dry) {
    print(options.json, preview, undoText(preview))
    return
  }
  if (!options.yes && !(await isConfirmed(undoText(preview), 'Undo this?'))) {
    say('Nothing was undone.')
    process.exitCode = EXIT.no
    return
  }
  const { approval, import: begun } = await undoImportOf(client, options.import)
  note({ tenant: options.tenant, import: options.import }, 'import undone')
  await begin(client, { options, approval, begun, work: 'undo' })
}

interface Begun {
  readonly options: ApplyOptions
  readonly approval: { readonly id: number } | null
  readonly begun: ShownImport
  readonly work: 'apply' | 'undo'
}

/** A job does it, once another person has approved it where that is needed. */
async function begin(client: AdminClient, { options, approval, begun, work }: Begun): Promise<void> {
  const { json, wait, import: id } = options
  if (approval) {
    print(json, { import: begun, approval }, `Another person has to approve it (approval ${approval.id}).`)
  } else if (wait) {
    const { waitFor } = await import('./import-file.ts')
    await tell(await waitFor(client, id, work), options)
  } else {
    const text = `Job ${begun[work]?.id} does it. \`punchcard import show --import ${id}\` says how far it is.`
    print(json, begun, text)
  }
}

function addList(group: Command): void {
  group
    .command('list')
    .description('the 100 newest imports of a merchant')
    .requiredOption('--tenant <number>', 'whose imports', wholeNumber)
    .addOption(jsonOption())
    .action(({ tenant, json }: { readonly tenant: number; readonly json: boolean }) =>
      withClient(tenant, async (client) => {
        const { listImportsOf } = await import('../management/import-client.ts')
        const { items } = await listImportsOf(client)
        const rows = items.map(({ id, kind, state, file, createdAt, createdBy }) => [
          ...[String(id), kind, state, file.name, createdAt, createdBy.label],
        ])
        const headings = ['Import', 'Kind', 'State', 'File', 'Begun', 'By']
        print(json, { imports: items }, rows.length > 0 ? table(headings, rows) : 'No imports.')
      }),
    )
}

async function writeErrors(
  client: AdminClient,
  { import: id, into, json }: OneOptions & { readonly into: string },
): Promise<void> {
  const { downloadFileOf, showImport } = await import('../management/import-client.ts')
  const { plan, errorFile } = await showImport(client, id)
  const file = errorFile ?? plan?.refusedFile ?? null
  if (file === null) {
    print(json, { import: id, file: null }, 'No line was refused.')
    return
  }
  const octets = await downloadFileOf(client, file)
  // It holds persons: only the one who asked for it reads it, and none that is there is replaced.
  await pipeline(octets, createWriteStream(into, { flags: 'wx', mode: 0o600 })).catch(
    (error: NodeJS.ErrnoException) => {
      throw new NotRunError(error.code === 'EEXIST' ? `“${into}” is there already.` : error.message)
    },
  )
  print(
    json,
    { import: id, file, into },
    `The refused lines are in “${into}”. Correct them, and send the file with the same mapping.`,
  )
}
