import type { Command } from 'commander'
import { cellUrls } from '../app/cells.ts'
import { counted } from '../platform/counted.ts'
import { EXIT } from './exit-codes.ts'
import { jsonOption } from './options.ts'
import { print, table } from './output.ts'
import { setUp } from './setup.ts'

export function addBackupCommands(program: Command): void {
  program
    .command('backup')
    .description('backups of the database')
    .command('check')
    .description('whether a dump by this user holds every row; exit 1 where it does not')
    .addOption(jsonOption())
    .action(async ({ json }: { json: boolean }) => {
      const { checkBackup } = await import('../platform/postgres/backup-check.ts')
      const { config } = await setUp()
      const tables = []
      for (const [cell, url] of cellUrls(config)) {
        for (const one of await checkBackup(url)) tables.push({ cell, ...one })
      }
      const wrong = tables.filter(({ rows, dumped }) => rows !== dumped)
      const rows = tables.reduce((sum, one) => sum + one.rows, 0)
      const summary =
        wrong.length === 0
          ? `The dump holds all ${counted(rows, 'row')} of ${counted(tables.length, 'table')}.`
          : table(
              ['Cell', 'Table', 'Rows', 'In the dump'],
              wrong.map((one) => [one.cell, one.table, String(one.rows), String(one.dumped)]),
            )
      print(json, { tables: tables.length, rows, differences: wrong }, summary)
      if (wrong.length > 0) process.exitCode = EXIT.no
    })
}
