import { Argument, type Command, InvalidArgumentError, Option } from 'commander'
import { counted } from '../platform/counted.ts'
import { systemClock } from '../platform/system-clock.ts'
import { NotRunError } from './not-run-error.ts'
import { jsonOption, wholeNumber } from './options.ts'
import { note, print } from './output.ts'
import { withCells } from './setup.ts'

/** As `EXPORT_KINDS` has them, which are loaded when they are needed; a test compares. */
export const EXPORT_NAMES = [
  ...(['customers', 'orders', 'redemptions', 'movements', 'lots', 'coupons', 'couponCodes'] as const),
  ...(['tierMoves', 'stampCards', 'quizAnswers', 'audit'] as const),
] as const

interface ExportOptions {
  readonly tenant: number
  readonly into: string
  readonly format: 'csv' | 'ndjson'
  readonly decimalComma: boolean
  readonly spreadsheet: boolean
  readonly from?: number
  readonly until?: number
  readonly asOf?: string
  readonly json: boolean
}

export function addExportCommand(program: Command): void {
  program
    .command('export')
    .description('write data of a merchant into a folder, straight to disk')
    .addArgument(new Argument('<kind>', 'what to export').choices(EXPORT_NAMES))
    .requiredOption('--tenant <number>', 'the merchant', wholeNumber)
    .requiredOption('--into <folder>', 'a new or empty folder')
    .addOption(new Option('--format <format>', 'how to write it').choices(['csv', 'ndjson']).default('csv'))
    .option('--spreadsheet', 'CSV that a spreadsheet opens with a double click', false)
    .option('--decimal-comma', 'with --spreadsheet: “;” between cells and a decimal comma', false)
    .option(
      '--from <moment>',
      'only orders, redemptions, movements or moves between tiers from this moment on',
      moment,
    )
    .option('--until <moment>', 'only those before this moment', moment)
    .option('--as-of <day>', 'lots as they were at the end of this day, like 2026-10-31', day)
    .addOption(jsonOption())
    .action((name: string, options: ExportOptions) =>
      withCells(async (cells) => {
        const [{ EXPORT_KINDS }, { exportToDisk }, { tenantOf }, { findTimeZones }, { PLAIN }] =
          await Promise.all([
            import('../app/job-kinds.ts'),
            import('../jobs/export-to-disk.ts'),
            import('../tenancy/manage/tenants.ts'),
            import('../tenancy/store/zones.ts'),
            import('../jobs/rules/csv.ts'),
          ])
        const {
          tenant: id,
          into,
          from = null,
          until = null,
          asOf = null,
          json,
          spreadsheet,
          decimalComma,
        } = options
        const kind = EXPORT_KINDS.find((one) => one.name === name)
        if (!kind) throw new NotRunError(`There is no export of ${name}.`)
        if (!kind.hasDates && (from !== null || until !== null)) {
          throw new NotRunError(`${name} are exported all together: leave out --from and --until.`)
        }
        if (asOf !== null && !kind.takesDay) throw new NotRunError('Only lots are exported as of a past day.')
        const layout = spreadsheet
          ? ({ kind: 'spreadsheet', decimal: decimalComma ? ',' : '.' } as const)
          : PLAIN
        const tenant = await tenantOf(cells.directory, id)
        const spans = await cells.directory.read([id], (tx) => findTimeZones(tx, id))
        const written = await exportToDisk({
          ...{
            database: cells.of(tenant),
            directory: cells.directory,
            clock: systemClock,
            tenant,
            spans,
            kind,
            folder: into,
          },
          filter: { from, until, asOf },
          format: options.format === 'csv' ? { kind: 'csv', layout } : { kind: 'ndjson' },
          by: { kind: 'cli', id: null, label: 'punchcard' },
        }).catch(refusedByDisk)
        note({ tenant: id, export: name, sha256: written.sha256 }, 'data exported')
        const { lines, bytes, sha256 } = written
        print(
          json,
          { tenant: id, folder: into, file: written.name, lines, bytes, sha256 },
          `${counted(lines, 'line', 'lines')} of tenant ${id} “${tenant.name}” are in “${into}/${written.name}”. SHA-256: ${sha256}`,
        )
      }),
    )
}

function moment(text: string): number {
  const at = Date.parse(text)
  if (/^\d{4}-\d{2}-\d{2}T.*(Z|[+-]\d{2}:\d{2})$/.test(text) && Number.isFinite(at)) return at
  throw new InvalidArgumentError('It must be a moment with its offset, like 2026-12-01T00:00:00-03:00.')
}

function day(text: string): string {
  const date = new Date(`${text}T00:00:00Z`)
  if (/^\d{4}-\d{2}-\d{2}$/.test(text) && date.toJSON()?.startsWith(text)) return text
  throw new InvalidArgumentError('It must be a day like 2026-10-31.')
}

const OF_DISK = ['ENOSPC', 'EDQUOT', 'EACCES', 'EROFS', 'EPERM', 'ENOTDIR']

function refusedByDisk(error: NodeJS.ErrnoException): never {
  if (!OF_DISK.includes(error.code ?? '')) throw error
  throw new NotRunError(`The export could not be written: ${error.message}. Run it again into a new folder.`)
}
