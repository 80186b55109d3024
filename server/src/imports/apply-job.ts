/** Does what the dry run has shown, line by line, through the till. */
import { keyText } from '../accounts/till/collection.ts'
import type { Locale } from '../contract/locale.ts'
import { defineTillJob, type Page, type TillBudget } from '../jobs/define.ts'
import type { StoredFile } from '../jobs/file.ts'
import { completeResult, discardResults, partsIn, ResultHashes } from '../jobs/result-files.ts'
import { sealerOf } from '../jobs/sealer-of.ts'
import { findFile } from '../jobs/store/files.ts'
import type { Tx } from '../platform/postgres/database.ts'
import { monotonicClock } from '../platform/system-clock.ts'
import { type OpenCheck, OpenChecks } from './check/open-checks.ts'
import { isRepeated, outcomeOf } from './check/outcome.ts'
import { NO_TOTALS, sumsOf, type Totals, TotalsOfPage } from './check/totals.ts'
import { type EffectKey, importEffects } from './collections/effects.ts'
import type { Import, ImportCounts, LineOutcome } from './import.ts'
import type { ImportedRecord } from './import-reader.ts'
import type { FileKind, FileLine, LineContext } from './kinds/kind.ts'
import type { LineDone, LineRefusal } from './line.ts'
import { type Position, START } from './reading/format.ts'
import { appendPage, REFUSED_FILE, refusedLines, resultFile } from './refused-lines.ts'
import { findImport, lockImport, saveImport } from './store/imports.ts'
import { uploadedOctets } from './upload.ts'

const RESULT_DAYS = 400
/** Of the transaction in which a page is read. */
const READING_MS = 80
const HASHED_PARTS = 20
/** While other files fill the memory. */
const NO_ROOM_MS = 500

export interface ApplyInput {
  readonly importId: number
  /** The upload: it is kept until the job ends, also where a customer is erased meanwhile. */
  readonly fileId: number
  /** Of the sentences in the file of refused lines. */
  readonly locale: Locale
}

interface Checkpoint {
  readonly phase: 'lines' | 'hashing'
  readonly position: Position
  readonly totals: Totals
  readonly errorParts: number
  /** Parts of the file of refused lines that are read for its hash. */
  readonly hashed: number
}

const BEGINNING: Checkpoint = {
  ...{ phase: 'lines', position: START, totals: NO_TOTALS, errorParts: 0, hashed: 0 },
}

/** As the list of jobs shows it. */
export interface ApplyResult {
  readonly importId: number
  readonly lines: number
  readonly counts: ImportCounts
}

type Step = Page<Checkpoint, ApplyResult>

const files = new OpenChecks()
const hashes = new ResultHashes()

/** A line has one effect however often it is sent to the till, so a page may be done twice. */
export const APPLY_JOB = defineTillJob<ApplyInput, Checkpoint, ApplyResult>({
  kind: 'import.apply',
  permission: 'imports.apply',
  onMove: 'block',
  onErase: 'mark',
  uploads: ({ fileId }) => [fileId],
  writesFiles: true,
  resultDays: RESULT_DAYS,
  async work(input, checkpoint, budget) {
    const from = checkpoint ?? BEGINNING
    const { id: tenantId } = budget.tenant
    const found = await budget.database.read([tenantId], async (tx) => ({
      imported: await findImport(tx, tenantId, input.importId),
      file: await findFile(tx, tenantId, input.fileId),
    }))
    const { imported, file } = found
    if (!imported || file?.state !== 'complete') {
      files.close(placeOf(budget))
      return { checkpoint: from, done: from.totals.lines, finished: true, isVoid: true }
    }
    const work = { imported, file, input, budget }
    return from.phase === 'lines' ? applyPage(work, from) : end(work, from)
  },
  /** What is done stays, and undoing takes it back. */
  async discard(tx, { tenantId, id, input, checkpoint }) {
    await discardResults(tx, tenantId, id)
    const imported = await lockImport(tx, tenantId, (input as ApplyInput).importId)
    if (imported?.applyJobId !== id) return
    const { totals } = (checkpoint as Checkpoint | null) ?? BEGINNING
    await saveImport(tx, { ...imported, state: 'appliedInPart', applied: doneOf(totals) })
  },
})

interface Work {
  readonly imported: Import
  readonly file: StoredFile
  readonly input: ApplyInput
  readonly budget: TillBudget
}

function placeOf({ tenant, job }: TillBudget): string {
  return `${tenant.cell} ${tenant.id} ${job.id}`
}

function doneOf(totals: Totals) {
  return { counts: totals.counts, sums: sumsOf(totals) }
}

interface Lines {
  readonly open: OpenCheck
  readonly context: LineContext
  readonly records: readonly ImportedRecord[]
  readonly position: Position
  readonly hasEnded: boolean
}

async function applyPage(work: Work, from: Checkpoint): Promise<Step> {
  const { tenant, database, now } = work.budget
  const page = await database.read([tenant.id], (tx) => readLines(tx, work, from))
  if (!page) return { checkpoint: from, done: from.totals.lines, finished: false, restMs: NO_ROOM_MS }
  const done = await applyLines(work, page)
  const sums = new TotalsOfPage(from.totals, { zone: tenant.timeZone, now })
  for (const { outcome, refusal, line } of done) {
    if (refusal) sums.refuse(refusal.reason)
    else sums.count(outcome)
    if (line) sums.add(page.open.kind.added(line))
  }
  const { totals } = sums
  const refused = done.flatMap(({ record, refusal }) => (refusal ? [{ record, refusal }] : []))
  const errors = refusedLines(page.open, refused, {
    ...{ importId: work.imported.id, locale: work.input.locale, isFirst: from.errorParts === 0 },
  })
  return {
    checkpoint: {
      phase: page.hasEnded ? 'hashing' : 'lines',
      ...{ position: page.position, totals, hashed: 0 },
      errorParts: from.errorParts + partsIn(errors.octets),
    },
    ...{ done: totals.lines, total: work.imported.plan?.findings.lines ?? null, finished: false },
    ...(errors.lines > 0 && {
      write: (tx: Tx) => appendPage(tx, work.budget, REFUSED_FILE, { ...errors, parts: from.errorParts }),
    }),
  }
}

/** Null: there is no room to read the file now. */
async function readLines(tx: Tx, { imported, file, budget }: Work, from: Checkpoint): Promise<Lines | null> {
  const { tenant, rows: limit, now } = budget
  const octets = uploadedOctets(tx, sealerOf(tx), file)
  const asked = { place: placeOf(budget), imported, zone: tenant.timeZone, from: from.position }
  const open = await files.take(octets, asked)
  if (!open) return null
  const startedAt = monotonicClock()
  const page = await open.reader.read(octets, {
    ...{ from: from.position, limit },
    isTimeUp: () => monotonicClock() - startedAt > READING_MS,
  })
  const context = await open.kind.loadContext(tx, { tenant, imported, now })
  return { open, context, ...page }
}

interface LineApplied {
  readonly record: ImportedRecord
  readonly outcome: LineOutcome
  readonly refusal: LineRefusal | null
  /** Where it had an effect now, or had it when this page ran before. */
  readonly line: FileLine | null
}

async function applyLines(work: Work, { open, records, context }: Lines): Promise<LineApplied[]> {
  const { budget, imported } = work
  const { tenant, till, database, directory } = budget
  const { kind } = open
  const read = records.map((record) => ({ record, line: lineOf(kind, record, context) }))
  const lines = read.flatMap(({ line }) => (isLine(line) ? [line] : []))
  const { id: importId, options } = imported
  const results = await kind.apply(lines, { tenant, till, database, directory, importId, options })
  const resultOf = new Map(lines.map((line, index) => [line, results[index]]))
  const tried = read.map(({ record, line }): Tried => {
    if (line === 'repeated') return { record, outcome: 'duplicateInFile', refusal: null, line: null }
    const result = isLine(line) ? resultOf.get(line) : line
    if (!result) throw new Error('every line has a result')
    if (!('outcome' in result)) return { record, outcome: 'refused', refusal: result, line: null }
    const outcome = outcomeOf(result.outcome)
    const effective = isLine(line) && EFFECTIVE.includes(outcome) ? line : null
    return {
      record,
      outcome,
      refusal: null,
      line: effective,
      ...(isLine(line) && { sent: { line, result } }),
    }
  })
  return countedOnce(work, kind, tried)
}

type UnderstoodLine = FileLine | LineRefusal | 'repeated'

function isLine(line: UnderstoodLine): line is FileLine {
  return typeof line === 'object' && 'line' in line
}

function lineOf(kind: FileKind, { read }: ImportedRecord, context: LineContext): UnderstoodLine {
  if (!('values' in read)) return read
  return isRepeated(kind, read) ? 'repeated' : kind.read(read, context)
}

type Tried = LineApplied & { readonly sent?: { readonly line: FileLine; readonly result: LineDone } }

const EFFECTIVE: readonly LineOutcome[] = ['create', 'update', 'unclaimed']

/**
 * A line that this import has done before was done by this page, which was cut off before its checkpoint was saved: it
 * counts as what it was then.
 */
async function countedOnce(
  { imported, budget }: Work,
  kind: FileKind,
  tried: readonly Tried[],
): Promise<LineApplied[]> {
  const { id: tenantId } = budget.tenant
  const keys = tried.flatMap(({ sent }) => {
    const key = sent && keyOfDone(sent)
    return key ? [{ tenantId, key }] : []
  })
  if (keys.length === 0) return [...tried]
  const effects = await budget.database.read([tenantId], (tx) => importEffects.load(tx, keys))
  return tried.map((one) => {
    const key = one.sent && keyOfDone(one.sent)
    const effect = key && effects.get(keyText({ tenantId, key: importEffects.textOf?.(key) ?? '' }))
    if (!one.sent || effect?.importId !== imported.id || effect.line !== one.record.record.line) return one
    const { line } = one.sent
    const isNew = effect.undo?.n === 1
    return { ...one, line, outcome: isNew ? outcomeOfNew(kind, line) : 'update' }
  })
}

function outcomeOfNew(kind: FileKind, line: FileLine): LineOutcome {
  return kind.customerOf(line)?.isNamedByContact ? 'unclaimed' : 'create'
}

function keyOfDone({ line, result }: NonNullable<Tried['sent']>): EffectKey | null {
  const { outcome, customerId } = result
  const { key } = line
  return outcome === 'doneBefore' && customerId !== null && key !== null ? { customerId, key } : null
}

/** Completes the file of refused lines, and says how it ended. */
async function end(work: Work, from: Checkpoint): Promise<Step> {
  const { budget, imported } = work
  const { tenant, database, job, files: room } = budget
  const { totals, errorParts } = from
  const read =
    errorParts === 0
      ? null
      : await database.read([tenant.id], (tx) => {
          const reading = { parts: from.hashed, atMost: HASHED_PARTS }
          return hashes.read(tx, { sealer: sealerOf(tx) }, resultFile(budget, REFUSED_FILE), reading)
        })
  if (read && read.sha256 === null) {
    return { checkpoint: { ...from, hashed: read.parts }, done: totals.lines, finished: false }
  }
  const { lines, counts } = totals
  return {
    ...{ checkpoint: from, done: lines, total: lines, finished: true },
    result: { importId: imported.id, lines, counts },
    async write(tx) {
      if (read?.sha256) await completeResult(tx, read.file, read.sha256, room.now)
      const locked = await lockImport(tx, tenant.id, imported.id)
      if (locked?.applyJobId !== job.id) return
      await saveImport(tx, {
        ...locked,
        state: counts.refused > 0 ? 'appliedWithErrors' : 'applied',
        applied: doneOf(totals),
        errorFileId: read?.file.id ?? null,
      })
      files.close(placeOf(budget))
    },
  }
}
