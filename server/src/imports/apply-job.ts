/** Does what the dry run has shown, line by line, through the till. */
import { randomUUID } from 'node:crypto'
import { keyText } from '../accounts/till/collection.ts'
import { LOCALES, type Locale } from '../contract/locale.ts'
import { defineTillJob, type Page, type TillBudget } from '../jobs/define.ts'
import type { StoredFile } from '../jobs/file.ts'
import {
  appendToResult,
  completeResult,
  discardResults,
  partsIn,
  type ResultFile,
  ResultHashes,
} from '../jobs/result-files.ts'
import { findFile } from '../jobs/store/files.ts'
import type { Tx } from '../platform/postgres/database.ts'
import type { Sealer } from '../platform/sealing.ts'
import { monotonicClock } from '../platform/system-clock.ts'
import type { AccountContext } from './account-context.ts'
import type { AccountLine } from './account-line.ts'
import { announceUnclaimed } from './announce-unclaimed.ts'
import { ErrorFile, type RefusedRecord } from './check/error-file.ts'
import { type OpenCheck, OpenChecks } from './check/open-checks.ts'
import { isRepeated, outcomeOf } from './check/outcome.ts'
import { NO_TOTALS, sumsOf, type Totals, TotalsOfPage } from './check/totals.ts'
import { type EffectKey, importEffects } from './collections/effects.ts'
import { importAccount, type LineDone } from './commands.ts'
import type { Import, ImportCounts, LineOutcome } from './import.ts'
import type { ImportedRecord } from './import-reader.ts'
import type { LineRefusal } from './line.ts'
import { loadAccountContext } from './load-context.ts'
import { readAccount } from './read-account.ts'
import { type Position, START } from './reading/format.ts'
import { findImport, lockImport, saveImport } from './store/imports.ts'
import { refusedLineText } from './texts.ts'
import { uploadedOctets } from './upload.ts'

const RESULT_DAYS = 400
/** Commands that wait for the till at once: two or more of its batches. */
const AT_ONCE = 200
/** Of the transaction in which a page is read. */
const READING_MS = 80
const HASHED_PARTS = 20
/** While other files fill the memory. */
const NO_ROOM_MS = 500

const ERROR_FILE = 'refused-lines.csv'

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
    await saveImport(tx, { ...imported, state: 'appliedWithErrors', applied: doneOf(totals) })
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
  readonly context: AccountContext
  readonly records: readonly ImportedRecord[]
  readonly position: Position
  readonly hasEnded: boolean
}

async function applyPage(work: Work, from: Checkpoint): Promise<Step> {
  const { tenant, database, now } = work.budget
  const page = await database.read([tenant.id], (tx) => readLines(tx, work, from))
  if (!page) {
    await new Promise((resolve) => setTimeout(resolve, NO_ROOM_MS))
    return { checkpoint: from, done: from.totals.lines, finished: false }
  }
  const done = await applyLines(work, page)
  const sums = new TotalsOfPage(from.totals, { zone: tenant.timeZone, now })
  for (const { outcome, refusal, line } of done) {
    if (refusal) sums.refuse(refusal.reason)
    else sums.count(outcome)
    if (line) sums.add(line)
  }
  const { totals } = sums
  const errors = errorLines(work, page, done, from.errorParts === 0)
  return {
    checkpoint: {
      phase: page.hasEnded ? 'hashing' : 'lines',
      ...{ position: page.position, totals, hashed: 0 },
      errorParts: from.errorParts + partsIn(errors.octets),
    },
    ...{ done: totals.lines, total: work.imported.plan?.findings.lines ?? null, finished: false },
    ...(errors.lines > 0 && {
      write: (tx: Tx) => append(tx, work, { ...errors, parts: from.errorParts }),
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
  // The merchant has its salt since the apply began.
  const context = await loadAccountContext(tx, tenant, imported, now, { isDryRun: true })
  return { open, context, ...page }
}

interface LineApplied {
  readonly record: ImportedRecord
  readonly outcome: LineOutcome
  readonly refusal: LineRefusal | null
  /** Where it had an effect now, or had it when this page ran before. */
  readonly line: AccountLine | null
}

async function applyLines(work: Work, { records, context }: Lines): Promise<LineApplied[]> {
  const { tenant, directory } = work.budget
  const read = records.map((record) => ({ record, line: lineOf(record, context) }))
  if (read.some(({ line }) => typeof line === 'object' && 'lots' in line && line.sent.isNamedByContact)) {
    await announceUnclaimed({ directory }, tenant)
  }
  const done: LineApplied[] = []
  for (let at = 0; at < read.length; at += AT_ONCE) {
    const chunk = read.slice(at, at + AT_ONCE)
    const settled = await Promise.allSettled(chunk.map((one) => applyLine(work, one)))
    // All of them have ended: nothing of a page that is given up goes on.
    for (const one of settled) {
      if (one.status === 'rejected') throw one.reason
      done.push(one.value)
    }
  }
  return countedOnce(work, done)
}

type UnderstoodLine = AccountLine | LineRefusal | 'repeated'

function lineOf({ read }: ImportedRecord, context: AccountContext): UnderstoodLine {
  if (!('values' in read)) return read
  return isRepeated(read) ? 'repeated' : readAccount(read, context)
}

type Tried = LineApplied & { readonly sent?: { readonly line: AccountLine; readonly result: LineDone } }

async function applyLine(
  { imported, budget: { tenant, till } }: Work,
  { record, line }: { readonly record: ImportedRecord; readonly line: UnderstoodLine },
): Promise<Tried> {
  const refused = (refusal: LineRefusal): Tried => ({ record, outcome: 'refused', refusal, line: null })
  if (line === 'repeated') return { record, outcome: 'duplicateInFile', refusal: null, line: null }
  if (!('lots' in line)) return refused(line)
  const { id: importId, options } = imported
  const result = await till.run(importAccount, { tenant, line, importId, options, publicId: randomUUID() })
  if (!('outcome' in result)) return refused(result)
  const outcome = outcomeOf(result.outcome)
  return {
    ...{ record, outcome, refusal: null, line: EFFECTIVE.includes(outcome) ? line : null },
    sent: { line, result },
  }
}

const EFFECTIVE: readonly LineOutcome[] = ['create', 'update', 'unclaimed']

/**
 * A line that this import has done before was done by this page, which was cut off before its checkpoint was saved: it
 * counts as what it was then.
 */
async function countedOnce({ imported, budget }: Work, tried: readonly Tried[]): Promise<LineApplied[]> {
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
    return { ...one, line, outcome: isNew ? (line.sent.isNamedByContact ? 'unclaimed' : 'create') : 'update' }
  })
}

function keyOfDone({ line, result }: NonNullable<Tried['sent']>): EffectKey | null {
  const { outcome, customerId } = result
  return outcome === 'doneBefore' && customerId !== null ? { customerId, key: line.key } : null
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
          return hashes.read(tx, { sealer: sealerOf(tx) }, resultFile(budget), reading)
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

interface ErrorLines {
  readonly octets: Buffer
  readonly lines: number
}

function errorLines(
  { imported, input }: Work,
  { open }: Lines,
  done: readonly LineApplied[],
  isFirst: boolean,
): ErrorLines {
  const locale = LOCALES.find((one) => one === input.locale) ?? 'en'
  const refused = done.flatMap(({ record: { record }, refusal }): RefusedRecord[] => {
    if (!refusal) return []
    const column = open.reader.values.columns.find(({ member }) => member === refusal.member)
    return [
      {
        ...{ record, reference: `${imported.id}:${record.line}`, column: column?.column ?? '' },
        ...{ code: refusal.reason, message: refusedLineText(refusal, locale) },
      },
    ]
  })
  if (refused.length === 0) return { octets: Buffer.alloc(0), lines: 0 }
  const file = new ErrorFile(
    open.plan.format,
    open.plan.look.columns.map(({ name }) => name),
  )
  const lines = file.lines(refused)
  return { octets: isFirst ? Buffer.concat([file.head(), lines]) : lines, lines: refused.length }
}

async function append(
  tx: Tx,
  { budget }: Work,
  added: ErrorLines & { readonly parts: number },
): Promise<void> {
  const { quotas, bytesOfCell, now } = budget.files
  await appendToResult(tx, { sealer: sealerOf(tx), quotas }, resultFile(budget), {
    ...added,
    bytesOfCell,
    now,
  })
}

function resultFile({ tenant, job }: TillBudget): ResultFile {
  const of = { tenantId: tenant.id, jobId: job.id, byActor: job.byActor }
  return { ...of, name: ERROR_FILE, purpose: 'import', holdsPersons: true }
}

function sealerOf({ sealer }: Tx): Sealer {
  if (!sealer) throw new Error('PUNCHCARD_SECRETS_KEY is not set here, so no file can be read')
  return sealer
}
