/** The job that writes the file about one customer, for any number of orders. */
import { createHash } from 'node:crypto'
import { type FileSubject, findSubject } from '../accounts/customer-data.ts'
import type { CustomerId } from '../contract/ids.ts'
import { defineJob, type Page, type PageBudget } from '../jobs/define.ts'
import type { FileDeps } from '../jobs/files.ts'
import {
  appendToResult,
  completeResult,
  discardResults,
  partsIn,
  type ResultFile,
  ResultHashes,
} from '../jobs/result-files.ts'
import { sealerOf } from '../jobs/sealer-of.ts'
import { type Instant, instantToText } from '../platform/clock.ts'
import type { Tx } from '../platform/postgres/database.ts'
import { type FilePlace, type ListCounts, pageOfPersonFile, rowsIn } from './person-file.ts'

const RESULT_DAYS = 7
/** Of a file that is read for its hash. */
const PARTS_OF_PAGE = 20
const MANIFEST = 'manifest.json'

export interface PersonExportInput {
  /** A number is no name: it stays when the customer is erased. */
  readonly customerId: CustomerId
  /** As the customer was when the file was asked for. One who is erased or merged since then has another file, or none. */
  readonly isErased: boolean
  readonly mergedInto: CustomerId | null
}

interface Begun {
  readonly begunAt: Instant
  /** How far the account was then. */
  readonly sequence: number
  /** Whose rows are read: a customer who is merged into this one meanwhile belongs into the file from its first list on. */
  readonly ids: readonly CustomerId[]
}

interface Rows extends Begun {
  readonly phase: 'rows'
  readonly place: FilePlace | null
  readonly parts: number
}

interface Hashing extends Begun {
  readonly phase: 'hashing'
  readonly counts: ListCounts
  readonly endedAt: Instant
  readonly changes: number
  readonly hashed: number
}

/** What was written does not count, and is deleted before it begins again. */
interface Again {
  readonly phase: 'again'
}

type Checkpoint = Rows | Hashing | Again
const AGAIN: Again = { phase: 'again' }

export interface PersonExportResult {
  readonly customerId: CustomerId
  readonly entries: number
  readonly file: {
    readonly id: number
    readonly name: string
    readonly bytes: number
    readonly sha256: string
  }
}

type Step = Page<Checkpoint, PersonExportResult>

const hashes = new ResultHashes()

export const PERSON_EXPORT_JOB = defineJob<PersonExportInput, Checkpoint, PersonExportResult>({
  kind: 'customerExport',
  permission: 'customers.export',
  onMove: 'restart',
  onErase: 'restart',
  isReadOnly: true,
  writesFiles: true,
  resultDays: RESULT_DAYS,
  async step(tx, input, checkpoint, budget) {
    const { tenant, files } = budget
    const subject = await findSubject(tx, { tenantId: tenant.id, customerId: input.customerId })
    if (!subject || isAnother(subject, input))
      return { checkpoint: AGAIN, done: 0, finished: false, isVoid: true }
    const { ids, sequence } = subject
    const begun: Rows = { phase: 'rows', begunAt: files.now, sequence, ids, place: null, parts: 0 }
    if (checkpoint === null || checkpoint.phase === 'again')
      return rowsPage(tx, { input, subject, budget }, begun)
    if (checkpoint.ids.join() !== ids.join()) return beginAgain(budget)
    const work = { input, subject, budget }
    return checkpoint.phase === 'rows' ? rowsPage(tx, work, checkpoint) : hashPage(tx, work, checkpoint)
  },
  discard: (tx, { tenantId, id }) => discardResults(tx, tenantId, id),
})

/** Erased, merged into another one, or both, since the file was asked for. */
function isAnother({ isErased, mergedInto }: FileSubject, input: PersonExportInput): boolean {
  return isErased !== input.isErased || mergedInto !== input.mergedInto
}

function beginAgain({ tenant, job }: PageBudget): Step {
  return {
    ...{ checkpoint: AGAIN, done: 0, finished: false },
    write: (tx) => discardResults(tx, tenant.id, job.id),
  }
}

interface Work {
  readonly input: PersonExportInput
  readonly subject: FileSubject
  readonly budget: PageBudget
}

async function rowsPage(tx: Tx, { input: { customerId }, subject, budget }: Work, from: Rows): Promise<Step> {
  const { tenant, rows, files } = budget
  const { text, place, isLast } = await pageOfPersonFile(
    tx,
    { tenantId: tenant.id, customerId, subject },
    from.place,
    rows,
  )
  const { begunAt, sequence, ids } = from
  const octets = Buffer.from(text)
  const checkpoint: Checkpoint = isLast
    ? {
        ...{ phase: 'hashing', begunAt, sequence, ids, counts: place.counts, endedAt: files.now, hashed: 0 },
        changes: subject.sequence - sequence,
      }
    : { ...from, place, parts: from.parts + partsIn(octets) }
  return {
    ...{ checkpoint, done: rowsIn(place.counts), finished: false },
    write: (tx) => append(tx, budget, dataFile(subject, budget), { parts: from.parts, octets }),
  }
}

async function hashPage(tx: Tx, { input, subject, budget }: Work, from: Hashing): Promise<Step> {
  const data = dataFile(subject, budget)
  const reading = { parts: from.hashed, atMost: PARTS_OF_PAGE }
  const { file, parts, sha256 } = await hashes.read(tx, { sealer: sealerOf(tx) }, data, reading)
  const entries = rowsIn(from.counts)
  if (sha256 === null) return { checkpoint: { ...from, hashed: parts }, done: entries, finished: false }
  const { id, bytes } = file
  const written = { name: data.name, bytes, sha256: sha256.toString('hex') }
  const manifest = manifestOf(subject, from, written)
  return {
    ...{ checkpoint: from, done: entries, total: entries, finished: true },
    result: { customerId: input.customerId, entries, file: { id, ...written } },
    async write(tx) {
      const of = { ...data, name: MANIFEST, holdsPersons: false }
      const { now } = budget.files
      await completeResult(tx, file, sha256, now)
      await append(tx, budget, of, { parts: 0, octets: manifest })
      const read = await hashes.read(tx, { sealer: sealerOf(tx) }, of, { parts: 0, atMost: 2 })
      await completeResult(tx, read.file, createHash('sha256').update(manifest).digest(), now)
    },
  }
}

/** What the file is, beside its data: docs/reference/files.md. It names no person. */
function manifestOf(
  { publicId }: FileSubject,
  { counts, begunAt, endedAt, changes }: Hashing,
  file: Omit<PersonExportResult['file'], 'id'>,
): Buffer {
  const manifest = {
    format: 'punchcard-customer',
    formatVersion: 1,
    publicId,
    files: [file],
    entries: counts,
    begun: instantToText(begunAt),
    ended: instantToText(endedAt),
    changesMeanwhile: changes,
  }
  return Buffer.from(`${JSON.stringify(manifest, null, 2)}\n`)
}

function dataFile({ publicId }: FileSubject, { tenant, job }: PageBudget): ResultFile {
  return {
    ...{ tenantId: tenant.id, jobId: job.id, name: `${publicId}.json`, purpose: 'export' },
    ...{ holdsPersons: true, byActor: job.byActor },
  }
}

async function append(
  tx: Tx,
  { files }: PageBudget,
  file: ResultFile,
  { parts, octets }: { readonly parts: number; readonly octets: Buffer },
): Promise<void> {
  const deps: FileDeps = { sealer: sealerOf(tx), quotas: files.quotas }
  const lines = octets.reduce((count, octet) => count + (octet === LINE_FEED ? 1 : 0), 0)
  await appendToResult(tx, deps, file, {
    parts,
    octets,
    lines,
    bytesOfCell: files.bytesOfCell,
    now: files.now,
  })
}

const LINE_FEED = 10
