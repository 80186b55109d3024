/** Uploads a file, checks it as a worker does, and applies it line by line through a till. */

import { createHash } from 'node:crypto'
import { createTill } from '../../src/accounts/till/till.ts'
import type { TenantId } from '../../src/contract/ids.ts'
import { isRefusal } from '../../src/contract/refusal.ts'
import { CHECK_JOB, type CheckInput, checkJob } from '../../src/imports/check/job.ts'
import { isRepeated, outcomeOf } from '../../src/imports/check/outcome.ts'
import {
  DEFAULT_OPTIONS,
  type Import,
  type ImportCounts,
  type ImportFindings,
  NO_COUNTS,
} from '../../src/imports/import.ts'
import { ImportReader } from '../../src/imports/import-reader.ts'
import { kindOf } from '../../src/imports/kinds/kinds.ts'
import { planReading } from '../../src/imports/plan-reading.ts'
import { START } from '../../src/imports/reading/format.ts'
import * as imports from '../../src/imports/store/imports.ts'
import { ownSalt } from '../../src/imports/store/salt.ts'
import { uploadedOctets } from '../../src/imports/upload.ts'
import { jobKinds } from '../../src/jobs/define.ts'
import { PART_BYTES, type StoredFile } from '../../src/jobs/file.ts'
import { beginUpload, completeUpload, octetsOf, uploadPart } from '../../src/jobs/files.ts'
import type { Job } from '../../src/jobs/job.ts'
import { startJob } from '../../src/jobs/manage.ts'
import { findFile } from '../../src/jobs/store/files.ts'
import { findJob } from '../../src/jobs/store/jobs.ts'
import { takeTurn } from '../../src/jobs/take-turn.ts'
import type { Database, Tx } from '../../src/platform/postgres/database.ts'
import type { Sealer } from '../../src/platform/sealing.ts'
import { findTenant } from '../../src/tenancy/store/tenants.ts'

const QUOTAS = { ofTenant: 10_000_000_000, ofCell: 50_000_000_000 }
/** A dry run writes nothing, so it has no use for one. */
const NO_TILL = () => {
  throw new Error('a dry run asks for no till')
}
const ROOM = { quotas: QUOTAS, bytesOfCell: 0 }

export interface FilesToImport {
  readonly database: Database
  readonly tenantId: TenantId
  readonly clock: () => number
}

const inTenant = <T>({ database, tenantId }: FilesToImport, work: (tx: Tx) => Promise<T>): Promise<T> =>
  database.transaction([tenantId], work)

function sealerOf({ sealer }: Tx): Sealer {
  if (!sealer) throw new Error('the database of the test has a sealer')
  return sealer
}

async function uploadFile(of: FilesToImport, octets: Buffer, name = 'saldos.csv'): Promise<StoredFile> {
  const { tenantId } = of
  const now = of.clock()
  const begun = await inTenant(of, (tx) =>
    beginUpload(tx, { sealer: sealerOf(tx), quotas: QUOTAS }, tenantId, {
      ...{ name, purpose: 'import', bytes: octets.length, holdsPersons: true, byActor: 'person:7' },
      ...{ bytesOfCell: 0, now },
    }),
  )
  if (isRefusal(begun)) throw new Error(begun.message)
  for (let number = 1; (number - 1) * PART_BYTES < octets.length; number += 1) {
    const part = octets.subarray((number - 1) * PART_BYTES, number * PART_BYTES)
    const sha256 = createHash('sha256').update(part).digest()
    const sent = { number, octets: part, sha256, bytesBefore: 0 }
    await inTenant(of, (tx) => uploadPart(tx, { sealer: sealerOf(tx), quotas: QUOTAS }, begun, sent))
  }
  const sha256 = createHash('sha256').update(octets).digest()
  const done = await inTenant(of, (tx) => completeUpload(tx, begun, sha256, now))
  if (isRefusal(done)) throw new Error(done.message)
  return done
}

export type ImportToMake = Partial<Pick<Import, 'kind' | 'preset' | 'format' | 'mapping' | 'answers'>> & {
  readonly options?: Partial<Import['options']>
}

export async function makeImport(
  of: FilesToImport,
  octets: Buffer,
  made: ImportToMake = {},
): Promise<Import> {
  const file = await uploadFile(of, octets)
  const { kind = 'openingBalances', preset = null, format = null, mapping = null, answers = {} } = made
  return inTenant(of, async (tx) => {
    const draft = await imports.insertImport(tx, {
      ...{
        tenantId: of.tenantId,
        kind,
        preset,
        format,
        mapping,
        options: { ...DEFAULT_OPTIONS, ...made.options },
      },
      ...{ fileId: file.id, fileName: file.name, fileBytes: file.bytes, createdAt: of.clock() },
      ...{ createdBy: 'person:7', createdLabel: 'Ana' },
    })
    await imports.saveImport(tx, { ...draft, answers })
    return { ...draft, answers }
  })
}

async function startCheck(of: FilesToImport, made: Import): Promise<Job> {
  const input: CheckInput = { importId: made.id, revision: made.revision, locale: 'en' }
  const by = { key: 'person:7', label: 'Ana' }
  const started = await inTenant(of, (tx) =>
    startJob(tx, CHECK_JOB, { tenantId: of.tenantId, input, by, now: of.clock() }),
  )
  if (isRefusal(started)) throw new Error(started.message)
  return started
}

/** One turn of a worker, of so many pages at most. Returns the job as it is then. */
async function turnOf(
  of: FilesToImport,
  job: Job,
  { kind = CHECK_JOB, pages = Infinity } = {},
): Promise<Job> {
  const stop = new AbortController()
  let done = 0
  const pace = async <T>(page: (others: number) => Promise<T>): Promise<T> => {
    const result = await page(0)
    done += 1
    if (done >= pages) stop.abort()
    return result
  }
  const tenant = await of.database.read([of.tenantId], (tx) => findTenant(tx, of.tenantId))
  if (!tenant) throw new Error('the tenant is there')
  const failures: unknown[] = []
  await takeTurn(
    {
      ...{
        database: of.database,
        directory: of.database,
        kinds: jobKinds([kind]),
        clock: of.clock,
        zones: async () => [],
      },
      ...{ signal: stop.signal, pace, fileRoom: async () => ROOM, tillBeside: NO_TILL },
      onFailure: (_, error) => failures.push(error),
    },
    tenant,
  )
  if (failures.length > 0) throw failures[0]
  const found = await of.database.read([of.tenantId], (tx) => findJob(tx, of.tenantId, job.id))
  if (!found) throw new Error('the job is there')
  return found
}

interface Checked {
  readonly import: Import
  readonly findings: ImportFindings
  readonly job: Job
  readonly samples: readonly Record<string, unknown>[]
  readonly refused: Buffer
}

/** `workers`: so many processes take turns, of a page each. */
export async function checkImport(of: FilesToImport, made: Import, workers = 1): Promise<Checked> {
  const kinds = Array.from({ length: workers }, checkJob)
  let job = await startCheck(of, made)
  for (let turns = 0; job.state !== 'done'; turns += 1) {
    job = await turnOf(of, job, {
      kind: kinds[turns % workers] ?? CHECK_JOB,
      ...(workers > 1 && { pages: 1 }),
    })
    if (turns > 1_000 || job.state === 'failed' || job.state === 'cancelled')
      throw new Error(`job is ${job.state}`)
  }
  const found = await of.database.read([of.tenantId], (tx) => imports.findImport(tx, of.tenantId, made.id))
  if (!found?.plan) throw new Error('the import was checked')
  const { findings, sampleFileId, refusedFileId } = found.plan
  const samples = (await contentOf(of, sampleFileId)).toString().split('\n').filter(Boolean)
  return {
    ...{ import: found, findings, job, refused: await contentOf(of, refusedFileId) },
    samples: samples.map((line) => JSON.parse(line)),
  }
}

async function contentOf(of: FilesToImport, fileId: number | null): Promise<Buffer> {
  if (fileId === null) return Buffer.alloc(0)
  const found = await of.database.read([of.tenantId], async (tx) => {
    const file = await findFile(tx, of.tenantId, fileId)
    return file && { file, sealer: sealerOf(tx) }
  })
  if (found?.file.state !== 'complete') throw new Error('the file is complete')
  const parts: Buffer[] = []
  for await (const part of octetsOf(of.database, found.sealer, found.file)) parts.push(part)
  return Buffer.concat(parts)
}

/** As the job does, one line after the other. Returns what became of them. */
export async function applyLines(of: FilesToImport, made: Import): Promise<ImportCounts> {
  const { database, tenantId, clock } = of
  const tenant = await database.read([tenantId], (tx) => findTenant(tx, tenantId))
  if (!tenant) throw new Error('the tenant is there')
  const till = createTill({ database, clock })
  const kind = kindOf(made.kind)
  const counts = { ...NO_COUNTS }
  const { records, context } = await inTenant(of, async (tx) => {
    const file = await findFile(tx, tenantId, made.fileId)
    if (!file) throw new Error('the upload is there')
    const octets = uploadedOctets(tx, sealerOf(tx), file)
    const plan = await planReading(octets, made)
    const reader = new ImportReader({ ...plan, kind: made.kind, zone: tenant.timeZone })
    const page = await reader.read(octets, { from: START, limit: 1_000_000, isTimeUp: () => false })
    await ownSalt(tx, tenantId)
    const context = await kind.loadContext(tx, { tenant, imported: made, now: clock() })
    return { records: page.records, context }
  })
  const tools = { tenant, till, database, directory: database, importId: made.id, options: made.options }
  for (const { read } of records) {
    if ('values' in read && isRepeated(kind, read)) {
      counts.duplicateInFile += 1
      continue
    }
    const line = 'values' in read ? kind.read(read, context) : read
    const [done] = 'line' in line ? await kind.apply([line], tools) : []
    counts[done && 'outcome' in done ? outcomeOf(done.outcome) : 'refused'] += 1
  }
  return counts
}

/** As an apply that has begun leaves it. */
export async function markApplied(of: FilesToImport, made: Import): Promise<void> {
  await inTenant(of, async (tx) => {
    const found = await imports.lockImport(tx, of.tenantId, made.id)
    if (!found) throw new Error('the import is there')
    await imports.saveImport(tx, { ...found, state: 'applied', appliedAt: of.clock() })
  })
}
