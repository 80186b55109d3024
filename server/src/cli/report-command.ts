import { Argument, type Command, Option } from 'commander'
import { systemClock } from '../platform/system-clock.ts'
import { NotRunError } from './not-run-error.ts'
import { monthCount, wholeNumber } from './options.ts'
import { print, say, table } from './output.ts'
import { withCells } from './setup.ts'

/** As `REPORTS` has them, which are loaded when they are needed; a test compares. */
export const REPORT_NAMES = [
  'overview',
  'points',
  'liability',
  'rewards',
  'rules',
  'vintages',
  'tiers',
  'customers',
  'branches',
  'cohorts',
] as const

interface ReportOptions {
  readonly tenant: number
  readonly from?: string
  readonly to?: string
  readonly step?: 'day' | 'week' | 'month'
  readonly show?: 'issued' | 'redeemed' | 'expired' | 'takenBack'
  readonly by?: 'type' | 'rule' | 'version' | 'reward'
  readonly asOf?: string
  readonly months?: number
  readonly format: 'table' | 'csv' | 'json'
}

export function addReportCommand(program: Command): void {
  program
    .command('report')
    .description('print a report of a merchant: figures to stdout, how new they are to stderr')
    .addArgument(new Argument('<name>', 'which report').choices(REPORT_NAMES))
    .requiredOption('--tenant <number>', 'the merchant', wholeNumber)
    .option('--from <day>', 'the first day, like 2026-10-01; default: the last 30 complete days')
    .option('--to <day>', 'the last day, yesterday at the latest')
    .addOption(
      new Option('--step <step>', 'of the overview and of customers: a row is a').choices([
        'day',
        'week',
        'month',
      ]),
    )
    .addOption(
      new Option('--show <points>', 'of points: which').choices([
        'issued',
        'redeemed',
        'expired',
        'takenBack',
      ]),
    )
    .addOption(
      new Option('--by <division>', 'of points: a row is a').choices(['type', 'rule', 'version', 'reward']),
    )
    .option(
      '--months <count>',
      'of vintages and cohorts: how many months have a row of their own; default: 12',
      monthCount,
    )
    .option('--as-of <day>', 'of the liability: as of the end of this day; default: now')
    .addOption(
      new Option('--format <format>', 'how to print it').choices(['table', 'csv', 'json']).default('table'),
    )
    .action((name: (typeof REPORT_NAMES)[number], { tenant: id, format, ...query }: ReportOptions) =>
      withCells(async (cells) => {
        const [
          { readReport },
          { csvOf, textCells },
          { programContextReader },
          { tenantOf },
          { tenantClock },
          { findTimeZones },
        ] = await Promise.all([
          import('../management/reports/report.ts'),
          import('../management/reports/tables.ts'),
          import('../management/program-context.ts'),
          import('../tenancy/manage/tenants.ts'),
          import('../tenancy/tenant.ts'),
          import('../tenancy/store/zones.ts'),
        ])
        const tenant = await tenantOf(cells.directory, id)
        const spans = await cells.directory.read([id], (tx) => findTimeZones(tx, id))
        const asking = { tenant, now: tenantClock(systemClock)(tenant), locale: 'en', spans } as const
        const read = await cells
          .of(tenant)
          .read([id], (tx) => readReport(tx, { name, query }, asking, programContextReader))
        if ('kind' in read) throw new NotRunError(read.detail.en)
        if (format === 'csv') process.stdout.write(csvOf(read.table, { kind: 'plain' }))
        else print(format === 'json', read.answer, table(read.table.headings, read.table.rows.map(textCells)))
        say(`${name} of merchant ${id} “${tenant.name}”, ${tenant.timeZone}, as of ${read.answer.asOf}.`)
      }),
    )
}
