import { execFile } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'

const run = promisify(execFile)

export interface PgbenchOptions {
  readonly url: string
  readonly script: string
  readonly clients: number
  readonly seconds: number
}

export interface PgbenchResult {
  readonly transactions: number
  readonly perSecond: number
  readonly latencyMs: number
}

/** PostgreSQL's own load generator: prepared statements, one thread a core, as the role Punchcard works with. */
export async function pgbench({ url, script, clients, seconds }: PgbenchOptions): Promise<PgbenchResult> {
  const folder = await mkdtemp(join(tmpdir(), 'punchcard-pgbench-'))
  try {
    const file = join(folder, 'script.sql')
    await writeFile(file, script)
    const threads = String(Math.min(2, clients))
    // It knows whole seconds only; for less, each client gets some transactions.
    const length = seconds < 1 ? ['-t', String(Math.ceil(seconds * 50))] : ['-T', String(seconds)]
    const { stdout } = await run(
      'pgbench',
      ['-n', '-M', 'prepared', '-c', String(clients), '-j', threads, ...length, '-f', file, url],
      { env: { ...process.env, PGOPTIONS: '-c role=punchcard_app' } },
    )
    const number = (pattern: RegExp): number => Number(pattern.exec(stdout)?.[1] ?? Number.NaN)
    return {
      transactions: number(/transactions actually processed: (\d+)/),
      perSecond: number(/tps = ([\d.]+)/),
      latencyMs: number(/latency average = ([\d.]+) ms/),
    }
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}
