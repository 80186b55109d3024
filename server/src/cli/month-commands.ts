import { type Command, InvalidArgumentError, Option } from 'commander'
import { EXIT } from './exit-codes.ts'
import { monthsText, monthText } from './month-text.ts'
import { jsonOption, wholeNumber } from './options.ts'
import { note, print, say, table } from './output.ts'
import { withCells } from './setup.ts'

interface ListOptions {
  readonly tenant: number
  readonly json: boolean
}

interface ShowOptions extends ListOptions {
  readonly expectHash?: string
}

interface JournalOptions extends ListOptions {
  readonly format: 'table' | 'csv' | 'json'
}

export function addMonthCommands(program: Command): void {
  const month = program.command('month').description('accounting: proposed entries and closed months')
  month
    .command('list')
    .description('the months of a merchant, and what is put aside at the end of each')
    .requiredOption('--tenant <number>', 'whose months', wholeNumber)
    .addOption(jsonOption())
    .action((options: ListOptions) =>
      withCells(async (cells) => {
        const { listMonthsOf } = await import('../management/accounting-client.ts')
        const months = await listMonthsOf(cells, options)
        print(options.json, { counting: months.counting, months: months.items }, monthsText(months))
      }),
    )
  onMonth(month, 'show', 'a month with its entries, and what they add up to')
    .option('--expect-hash <sha256>', 'exit 1 if the closed month has another hash')
    .addOption(jsonOption())
    .action((name: string, options: ShowOptions) =>
      withCells(async (cells) => {
        const { showMonth } = await import('../management/accounting-client.ts')
        const shown = await showMonth(cells, { tenant: options.tenant, month: name })
        print(options.json, shown, monthText(shown))
        const { expectHash } = options
        if (expectHash === undefined || expectHash === shown.hash) return
        say(`The month differs from an earlier export: its hash is ${shown.hash ?? 'none, it is open'}.`)
        process.exitCode = EXIT.no
      }),
    )
  onMonth(month, 'close', 'close a month for good')
    .addOption(jsonOption())
    .action((name: string, options: ListOptions) =>
      withCells(async (cells) => {
        const { closeMonthOf } = await import('../management/accounting-client.ts')
        const closed = await closeMonthOf(cells, { tenant: options.tenant, month: name })
        note({ tenant: options.tenant, month: name, hash: closed.hash }, 'month closed')
        print(options.json, closed, `${name} is closed. Hash: ${closed.hash}`)
      }),
    )
  onMonth(month, 'journal', 'the entries of a month as lines of a journal')
    .addOption(
      new Option('--format <format>', 'how it is written').choices(['table', 'csv', 'json']).default('table'),
    )
    .action((name: string, options: JournalOptions) =>
      withCells(async (cells) => {
        const { journalOf } = await import('../management/accounting-client.ts')
        const { lines, csv } = await journalOf(cells, { tenant: options.tenant, month: name })
        if (options.format === 'csv') {
          process.stdout.write(csv)
          return
        }
        const rows = lines.map(({ entry, accountName, debit, credit, text }) => [
          String(entry),
          ...[accountName, debit ?? '', credit ?? '', text],
        ])
        const shown = table(['Entry', 'Account', 'Debit', 'Credit', 'Text'], rows)
        print(options.format === 'json', { lines }, rows.length > 0 ? shown : 'No entries.')
      }),
    )
}

function onMonth(group: Command, name: string, description: string): Command {
  return group
    .command(name)
    .description(description)
    .argument('<month>', 'like 2026-10', monthName)
    .requiredOption('--tenant <number>', 'whose month', wholeNumber)
}

function monthName(text: string): string {
  if (/^\d{4}-(0[1-9]|1[0-2])$/.test(text)) return text
  throw new InvalidArgumentError('Write the month like 2026-10.')
}
