/** Kinds of jobs for tests. What they write has no key to hide behind: a page that is done twice fails. */
import { defineJob, jobKinds } from '../../src/jobs/define.ts'
import {
  appendToResult,
  completeResult,
  discardResults,
  partsIn,
  ResultHashes,
} from '../../src/jobs/result-files.ts'
import { findFile } from '../../src/jobs/store/files.ts'
import { run } from '../../src/platform/postgres/database.ts'
import { sql } from '../../src/platform/postgres/sql.ts'

/** Their tables, for the database of a test. */
export const TEST_TABLES = `
  create table counted (tenant_id bigint, job_id bigint, number int, primary key (tenant_id, job_id, number));
  create table line (tenant_id bigint, job_id bigint, number int, text text, primary key (tenant_id, job_id, number));
  grant select, insert, delete on counted, line to punchcard_app`

export interface CountInput {
  readonly to: number
  /** How long each page takes in the database. */
  readonly pageMs?: number
  /** Rows of a page at most. */
  readonly rows?: number
  /** The number at which it always fails. */
  readonly failsAt?: number
}

/** Counts to a number, and writes down each one. */
export const countJob = defineJob<CountInput, { readonly n: number; readonly sum: number }, { sum: number }>({
  kind: 'test.count',
  permission: 'customers.export',
  onMove: 'restart',
  onErase: 'restart',
  isReadOnly: false,
  resultDays: 7,
  async step(tx, { to, pageMs = 0, rows = 1_000, failsAt = 0 }, checkpoint, budget) {
    const from = checkpoint?.n ?? 0
    const n = Math.min(to, from + Math.min(rows, budget.rows))
    if (pageMs > 0) await run(tx, sql`select pg_sleep(${pageMs / 1_000})`)
    await run(
      tx,
      sql`
      insert into counted (tenant_id, job_id, number)
      select ${budget.tenant.id}, ${budget.job.id}, number from generate_series(${from + 1}::int, ${n}::int) as number`,
    )
    if (failsAt > from && failsAt <= n) throw new Error('out of order')
    const sum = (checkpoint?.sum ?? 0) + ((from + 1 + n) * (n - from)) / 2
    return { checkpoint: { n, sum }, done: n, total: to, finished: n === to, result: { sum } }
  },
  async discard(tx, { tenantId, id }) {
    await run(tx, sql`delete from counted where tenant_id = ${tenantId} and job_id = ${id}`)
  },
})

export interface LinesInput {
  readonly lines: number
  readonly pageMs?: number
  readonly rows?: number
}

/** Reads, and writes lines with its checkpoint, as an export does. */
export const linesJob = defineJob<LinesInput, number, null>({
  kind: 'test.lines',
  permission: 'program.read',
  onMove: 'block',
  onErase: 'mark',
  isReadOnly: true,
  resultDays: 90,
  async step(tx, { lines, pageMs = 0, rows: most = 1_000 }, checkpoint, budget) {
    const from = checkpoint ?? 0
    const upTo = Math.min(lines, from + Math.min(most, budget.rows))
    const { rows } = await run(
      tx,
      sql<{ number: number; text: string }>`
      select number, 'line ' || number as text from generate_series(${from + 1}::int, ${upTo}::int) as number`,
    )
    if (pageMs > 0) await run(tx, sql`select pg_sleep(${pageMs / 1_000})`)
    return {
      ...{ checkpoint: upTo, done: upTo, total: lines, finished: upTo === lines, result: null },
      async write(tx) {
        await run(
          tx,
          sql`
          insert into line (tenant_id, job_id, number, text)
          select ${budget.tenant.id}, ${budget.job.id}, number, text
          from unnest(${rows.map(({ number }) => number)}::int[], ${rows.map(({ text }) => text)}::text[])
            as made (number, text)`,
        )
      },
    }
  },
})

export interface FileInput extends LinesInput {
  /** The number of a file that has to be there until the last line is written. */
  readonly upload?: number
}

interface FileCheckpoint {
  readonly lines: number
  readonly parts: number
  /** Parts that are read for the hash, once all lines are written. */
  readonly hashed: number
}

const hashes = new ResultHashes()
const LINES_FILE = 'lines.txt'

/** Reads an upload, and writes lines into a file that holds persons, as an import does with what it refuses. */
export const fileJob = defineJob<FileInput, FileCheckpoint, null>({
  kind: 'test.file',
  permission: 'customers.export',
  onMove: 'block',
  onErase: 'mark',
  uploads: ({ upload }) => (upload === undefined ? [] : [upload]),
  isReadOnly: true,
  writesFiles: true,
  resultDays: 90,
  async step(tx, { lines, upload, pageMs = 0, rows = 1_000 }, checkpoint, { tenant, job, files, ...budget }) {
    const { lines: from, parts, hashed } = checkpoint ?? { lines: 0, parts: 0, hashed: 0 }
    if (!tx.sealer) throw new Error('PUNCHCARD_SECRETS_KEY is not set')
    const deps = { sealer: tx.sealer, quotas: files.quotas }
    const of = { tenantId: tenant.id, jobId: job.id, name: LINES_FILE, purpose: 'import' }
    if (upload !== undefined && (await findFile(tx, tenant.id, upload))?.state !== 'complete') {
      throw new Error('its upload is gone')
    }
    if (pageMs > 0) await run(tx, sql`select pg_sleep(${pageMs / 1_000})`)
    if (from === lines) {
      const { file, parts: read, sha256 } = await hashes.read(tx, deps, of, { parts: hashed, atMost: 20 })
      return {
        ...{ checkpoint: { lines, parts, hashed: read }, done: lines, finished: sha256 !== null },
        write: async (tx) => (sha256 ? completeResult(tx, file, sha256, files.now) : undefined),
      }
    }
    const upTo = Math.min(lines, from + Math.min(rows, budget.rows))
    const text = Array.from({ length: upTo - from }, (_, index) => `line ${from + 1 + index}\n`).join('')
    const added = { parts, octets: Buffer.from(text), lines: upTo - from, ...files }
    return {
      ...{ done: upTo, total: lines, finished: false },
      checkpoint: { lines: upTo, parts: parts + partsIn(added.octets), hashed: 0 },
      async write(tx) {
        await appendToResult(tx, deps, { ...of, holdsPersons: true, byActor: job.byActor }, added)
      },
    }
  },
  discard: (tx, { tenantId, id }) => discardResults(tx, tenantId, id),
})

export const TEST_KINDS = jobKinds([countJob, linesJob, fileJob])
