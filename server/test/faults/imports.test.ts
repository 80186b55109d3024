/**
 * Kills workers and the database while a file is run dry, applied and undone: every line has one effect, the sums are
 * those of the dry run, and undoing leaves nothing.
 *
 * `IMPORT_KILLS=200 npm test -- test/faults/imports` does it in full.
 */
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { isRefusal, type Refusal } from '../../src/contract/refusal.ts'
import { DEFAULT_OPTIONS, type Import } from '../../src/imports/import.ts'
import { createImport, startApply, startCheck, startUndo } from '../../src/imports/manage.ts'
import { findImport } from '../../src/imports/store/imports.ts'
import { beginUpload, completeUpload, uploadPart } from '../../src/jobs/files.ts'
import type { Job } from '../../src/jobs/job.ts'
import { findJob } from '../../src/jobs/store/jobs.ts'
import { type LocalPostgres, startLocalPostgres } from '../../src/platform/local-postgres/server.ts'
import { createLogger } from '../../src/platform/log.ts'
import { type Database, openDatabase, type Tx } from '../../src/platform/postgres/database.ts'
import { createDatabase } from '../../src/platform/postgres/databases.ts'
import { migrate } from '../../src/platform/postgres/migrate.ts'
import { createSealer, makeSealingKey } from '../../src/platform/sealing.ts'
import { findTenant } from '../../src/tenancy/store/tenants.ts'
import { migrateQueue } from '../../src/worker/queue.ts'
import { LedgerReader } from '../support/ledger.ts'
import { urlOfLogin } from '../support/logins.ts'
import { openShop, SIMPLE_PROGRAM } from '../support/open-shop.ts'
import { chanceOf } from '../support/seed.ts'
import { startWorker, until, type WorkerProcess } from '../support/workers.ts'

const KILLS = Number(process.env.IMPORT_KILLS ?? 3)
/** So that there is something to do at each kill. */
const LINES = Math.max(3_000, KILLS * 500)
const DATABASE_EVERY = 3
const KEY = makeSealingKey()
const SEALED = { PUNCHCARD_SECRETS_KEY: KEY }
const BY = { key: 'person:7', label: 'Ana' }

const chance = chanceOf('Imports')
let folder: string
let server: LocalPostgres
let url: string
let database: Database
let tenantId: number
let workers: WorkerProcess[] = []

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'punchcard-imports-'))
  // PostgreSQL does not run as root, and has to get in.
  await chmod(folder, 0o755)
  server = await startLocalPostgres({ dataFolder: join(folder, 'data'), spareFolder: join(folder, 'spare') })
  url = await createDatabase(server.url, 'punchcard')
  await migrate(url)
  await migrateQueue(urlOfLogin(url, 'owner'), createLogger({ level: 'error', destination: process.stderr }))
  database = openDatabase({
    ...{ url: urlOfLogin(url, 'api'), connectionCount: 2, connectTimeoutMs: 10_000 },
    ...{ applicationName: 'punchcard test', onIdleError: () => {} },
    sealer: createSealer([Buffer.from(KEY, 'base64')]),
  })
  tenantId = (await openShop(database, { program: SIMPLE_PROGRAM })).tenantId
}, 120_000)
afterAll(async () => {
  await Promise.all(workers.map((worker) => worker.stop()))
  await database?.close().catch(() => {})
  await server?.stop('immediate')
  await rm(folder, { recursive: true, force: true })
})

/** The database may be starting. */
async function inTenant<T>(work: (tx: Tx) => Promise<T>): Promise<T> {
  for (;;) {
    try {
      return await database.transaction([tenantId], work)
    } catch {
      await sleep(100)
    }
  }
}

function done<T>(outcome: T | Refusal<string>): T {
  if (isRefusal(outcome)) throw new Error((outcome as Refusal<string>).message)
  return outcome as T
}

async function upload(octets: Buffer): Promise<number> {
  const sealer = createSealer([Buffer.from(KEY, 'base64')])
  const deps = { sealer, quotas: { ofTenant: 1e9, ofCell: 1e9 } }
  const sha256 = createHash('sha256').update(octets).digest()
  const now = Date.now()
  const named = { name: 'saldos.csv', purpose: 'import', holdsPersons: true, byActor: BY.key }
  return inTenant(async (tx) => {
    const file = done(
      await beginUpload(tx, deps, tenantId, { ...named, bytes: octets.length, bytesOfCell: 0, now }),
    )
    done(await uploadPart(tx, deps, file, { number: 1, octets, sha256, bytesBefore: 0 }))
    return done(await completeUpload(tx, file, sha256, now)).id
  })
}

async function kill({ child }: Pick<WorkerProcess, 'child'>): Promise<void> {
  const ended = once(child, 'exit')
  child.kill('SIGKILL')
  await ended
}

/** Waits for the end of a job, and kills something again and again until then. Returns how often. */
async function disturb(job: Pick<Job, 'id'>, kills: number): Promise<number> {
  const find = () => inTenant((tx) => findJob(tx, tenantId, job.id))
  const hasEnded = async () => ['done', 'failed', 'cancelled'].includes((await find())?.state ?? '')
  let killed = 0
  while (killed < kills) {
    const before = (await find())?.done ?? 0
    await until(async () => ((await find())?.done ?? 0) > before || (await hasEnded()))
    if (await hasEnded()) break
    await sleep(chance.between(0, 100))
    killed += 1
    if (killed % DATABASE_EVERY === 0) {
      await server.stop(killed % (2 * DATABASE_EVERY) === 0 ? 'kill' : 'immediate')
      await server.start()
    } else {
      const [first, ...others] = workers
      if (first) await kill(first)
      workers = [...others, await startWorker(url, SEALED)]
    }
  }
  await until(hasEnded)
  expect((await find())?.state).toBe('done')
  return killed
}

const found = (id: number): Promise<Import | null> => inTenant((tx) => findImport(tx, tenantId, id))

it(`does every line once while workers and the database are killed ${KILLS} times`, {
  timeout: 180_000 + KILLS * 60_000,
}, async () => {
  const lines = Array.from({ length: LINES }, (_, n) => `c${n % (LINES - 100)};${n + 1};2037-12-31`)
  const fileId = await upload(Buffer.from(`ID;Pontos;Validade\n${lines.join('\n')}\n`))
  workers = [await startWorker(url, SEALED), await startWorker(url, SEALED)]
  const tenant = await inTenant((tx) => findTenant(tx, tenantId))
  if (!tenant) throw new Error('there is no merchant')
  const by = () => ({ tenant, by: BY, now: Date.now() })
  const none = { preset: null, format: null, mapping: null, options: DEFAULT_OPTIONS }
  const { id } = done(
    await inTenant((tx) => createImport(tx, by(), { kind: 'openingBalances', fileId, ...none })),
  )
  const check = done(await inTenant((tx) => startCheck(tx, by(), { id, locale: 'en' })))
  const killed = [await disturb(check.job, Math.floor(KILLS / 3))]
  const checked = await found(id)
  expect(checked?.plan?.findings.counts).toMatchObject({ create: LINES - 100, update: 100, refused: 0 })

  const begun = checked as Import
  const apply = done(await inTenant((tx) => startApply(tx, by(), { imported: begun, locale: 'en' })))
  killed.push(await disturb(apply.job, Math.floor(KILLS / 3)))
  const applied = await found(id)
  expect(applied).toMatchObject({ state: 'applied' })
  expect(applied?.applied).toEqual({ counts: begun.plan?.findings.counts, sums: begun.plan?.findings.sums })
  const total = (LINES * (LINES + 1)) / 2
  expect(await sums()).toEqual({ points: total, effects: LINES, customers: LINES - 100 })

  const undo = done(await inTenant((tx) => startUndo(tx, by(), applied as Import)))
  killed.push(await disturb(undo.job, Math.floor(KILLS / 3)))
  expect(await found(id)).toMatchObject({ state: 'undone' })
  expect(await sums()).toMatchObject({ points: 0 })
  process.stderr.write(`of ${LINES} lines; kills during check, apply and undo: ${killed.join(', ')}\n`)
})

async function sums() {
  const reader = new LedgerReader(url)
  await reader.open()
  const [row] = await reader.query(
    `select (select sum(points_balance)::float from customer where tenant_id = $1) as points,
       (select count(*)::int from import_effect where tenant_id = $1) as effects,
       (select count(*)::int from customer where tenant_id = $1) as customers`,
    [tenantId],
  )
  await reader.close()
  return row
}
