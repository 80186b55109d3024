import { chmod, rename, writeFile } from 'node:fs/promises'
import type { Command } from 'commander'
import { cellUrls } from '../app/cells.ts'
import { counted } from '../platform/counted.ts'
import { systemClock } from '../platform/system-clock.ts'
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
    .option('--metrics <file>', "write when it went well, for node-exporter's textfile collector")
    .addOption(jsonOption())
    .action(async ({ json, metrics }: { json: boolean; metrics?: string }) => {
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
      else if (metrics) await writeCheckedAt(metrics, [...cellUrls(config).keys()])
    })
}

/** Under another name first: a half-written file would be read. */
async function writeCheckedAt(file: string, cells: readonly string[]): Promise<void> {
  const name = 'punchcard_backup_check_timestamp_seconds'
  const now = Math.floor(systemClock() / 1_000)
  const lines = [
    `# HELP ${name} When \`punchcard backup check\` last found that a dump holds every row, in seconds since 1970`,
    `# TYPE ${name} gauge`,
    ...cells.map((cell) => `${name}{cell="${cell}"} ${now}`),
  ]
  await writeFile(`${file}.new`, `${lines.join('\n')}\n`)
  // Whatever the umask: another user reads it.
  await chmod(`${file}.new`, 0o644)
  await rename(`${file}.new`, file)
}
