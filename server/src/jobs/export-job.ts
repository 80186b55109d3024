/** The job that writes an export into files, whatever is exported. */
import type { LogPosition } from '../events/event.ts'
import { countEventsAfter, endOfLog } from '../events/store.ts'
import type { Instant } from '../platform/clock.ts'
import type { Tx } from '../platform/postgres/database.ts'
import { defineJob, type Page, type PageBudget, type StepJobKind } from './define.ts'
import type { ExportFilter, ExportKind } from './export.ts'
import { type ExportedFile, manifestOf } from './export-manifest.ts'
import type { FileDeps } from './files.ts'
import type { Job } from './job.ts'
import {
  appendToResult,
  completeResult,
  discardResults,
  partsIn,
  type ResultFile,
  ResultHashes,
} from './result-files.ts'
import { addSums, type ExportFormat, headOf, linesOf, type Sums } from './rules/export-lines.ts'
import { sealerOf } from './sealer-of.ts'

const RESULT_DAYS = 7
/** Of a file that is read for its hash. A part is a page of rows, packed: 20 take some 50 ms. */
const PARTS_OF_PAGE = 20
const KIND = 'export'
const MANIFEST = 'manifest.json'

export interface ExportInput {
  readonly export: string
  readonly filter: ExportFilter
  readonly format: ExportFormat
  readonly isMasked: boolean
}

interface Begun {
  readonly begunAt: Instant
  /** Where the log of balance changes ended then. */
  readonly position: LogPosition
  /** Of a kind whose rows are all of the moment at which it began. */
  readonly moment?: unknown
}

interface Rows extends Begun {
  readonly phase: 'rows'
  readonly after: unknown
  readonly parts: number
  readonly lines: number
  readonly sums: Sums
}

/** All rows are written, and the file is read once more for its hash. */
interface Hashing extends Begun, Pick<Rows, 'lines' | 'sums'> {
  readonly phase: 'hashing'
  readonly endedAt: Instant
  readonly events: number
  readonly hashed: number
}

type Checkpoint = Rows | Hashing

export interface ExportResult {
  readonly export: string
  readonly lines: number
  readonly files: readonly ExportedFile[]
}

type ExportStep = Page<Checkpoint, ExportResult>

/** What a job exports; null: it does something else. */
export function exportOf({ kind, input }: Pick<Job, 'kind' | 'input'>): ExportInput | null {
  return kind === KIND ? (input as ExportInput) : null
}

/** One kind of job for all exports, because all of them need the same permission. */
export function exportJob(kinds: readonly ExportKind[]): StepJobKind<ExportInput> {
  const hashes = new ResultHashes()
  return defineJob<ExportInput, Checkpoint, ExportResult>({
    kind: KIND,
    permission: 'exports.create',
    needs: (input) => kinds.find(({ name }) => name === input.export)?.needs,
    onMove: 'restart',
    onErase: 'restart',
    isReadOnly: true,
    writesFiles: true,
    usesZones: true,
    resultDays: RESULT_DAYS,
    async step(tx, input, checkpoint, budget) {
      const kind = kinds.find(({ name }) => name === input.export)
      if (!kind) throw new Error(`this version knows no export of ${input.export}`)
      const work = { kind, input, budget }
      if (checkpoint?.phase === 'hashing') return hashPage(tx, work, checkpoint, hashes)
      return rowsPage(tx, work, checkpoint ?? (await begin(tx, work)))
    },
    discard: (tx, { tenantId, id }) => discardResults(tx, tenantId, id),
  })
}

interface Work {
  readonly kind: ExportKind
  readonly input: ExportInput
  readonly budget: PageBudget
}

async function begin(tx: Tx, { kind, budget }: Work): Promise<Rows> {
  const { tenant, files } = budget
  const [position, moment] = await Promise.all([endOfLog(tx, tenant.id), kind.begin?.(tx, { tenant })])
  const nothing = { after: null, parts: 0, lines: 0, sums: {} }
  return { phase: 'rows', begunAt: files.now, position, ...(kind.begin && { moment }), ...nothing }
}

/** From the first row again, as of now. */
async function beginAgain(tx: Tx, work: Work): Promise<ExportStep> {
  const { tenant, job } = work.budget
  return {
    ...{ checkpoint: await begin(tx, work), done: 0, finished: false },
    write: (tx) => discardResults(tx, tenant.id, job.id),
  }
}

async function rowsPage(tx: Tx, work: Work, from: Rows): Promise<ExportStep> {
  const { kind, input, budget } = work
  const { filter, format, isMasked } = input
  const { tenant, directory, spans, rows: limit, files } = budget
  const { begunAt, position, after, moment } = from
  const page = await kind.page(tx, { tenant, directory, spans, after, limit, filter, isMasked, moment })
  if (page.isLost) return beginAgain(tx, work)
  const head = after === null && from.parts === 0 ? headOf(kind, format) : ''
  const octets = Buffer.from(head + linesOf(kind, format, page.rows))
  const lines = from.lines + page.rows.length
  const sums = addSums(kind, from.sums, page.rows)
  const checkpoint: Checkpoint =
    (page.isLast ?? page.rows.length < limit)
      ? {
          ...{ phase: 'hashing', begunAt, position, moment, lines, sums, endedAt: files.now, hashed: 0 },
          events: await countEventsAfter(tx, tenant.id, position),
        }
      : { ...from, after: page.after, parts: from.parts + partsIn(octets), lines, sums }
  const added = { parts: from.parts, octets, lines: page.rows.length }
  return {
    ...{ checkpoint, done: lines, finished: false },
    write: (tx) => append(tx, budget, dataFile(kind, input, budget), added),
  }
}

async function hashPage(
  tx: Tx,
  { kind, input, budget }: Work,
  from: Hashing,
  hashes: ResultHashes,
): Promise<ExportStep> {
  const data = dataFile(kind, input, budget)
  const reading = { parts: from.hashed, atMost: PARTS_OF_PAGE }
  const { file, parts, sha256 } = await hashes.read(tx, { sealer: sealerOf(tx) }, data, reading)
  const { lines } = from
  if (sha256 === null) return { checkpoint: { ...from, hashed: parts }, done: lines, finished: false }
  const exported = { id: file.id, name: data.name, bytes: file.bytes, lines, sha256: sha256.toString('hex') }
  const manifest = manifestOf({
    ...{ kind, filter: input.filter, isMasked: input.isMasked, files: [exported], sums: from.sums },
    ...{
      begunAt: from.begunAt,
      isOfOneMoment: from.moment !== undefined,
      endedAt: from.endedAt,
      eventsMeanwhile: from.events,
      position: from.position,
    },
  })
  return {
    ...{ checkpoint: from, done: lines, total: lines, finished: true },
    result: { export: kind.name, lines, files: [exported] },
    async write(tx) {
      const of = { ...data, name: MANIFEST, holdsPersons: false }
      await completeResult(tx, file, sha256, budget.files.now)
      await append(tx, budget, of, { parts: 0, octets: manifest.octets, lines: 0 })
      const hashed = await hashes.read(tx, { sealer: sealerOf(tx) }, of, { parts: 0, atMost: 2 })
      await completeResult(tx, hashed.file, manifest.sha256, budget.files.now)
    },
  }
}

function dataFile(
  { name, holdsPersons }: ExportKind,
  { format, isMasked }: ExportInput,
  { tenant, job }: PageBudget,
): ResultFile {
  return {
    ...{ tenantId: tenant.id, jobId: job.id, name: `${name}.${format.kind}`, purpose: 'export' },
    holdsPersons: holdsPersons && !isMasked,
    byActor: job.byActor,
  }
}

async function append(
  tx: Tx,
  { files }: PageBudget,
  file: ResultFile,
  added: { readonly parts: number; readonly octets: Buffer; readonly lines: number },
): Promise<void> {
  const deps: FileDeps = { sealer: sealerOf(tx), quotas: files.quotas }
  await appendToResult(tx, deps, file, { ...added, bytesOfCell: files.bytesOfCell, now: files.now })
}
