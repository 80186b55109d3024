/** The dry run: reads a whole file, and finds out what it would do without doing it. */
import type { Locale } from '../../contract/locale.ts'
import { defineJob, type JobKind, type Page, type PageBudget } from '../../jobs/define.ts'
import type { StoredFile } from '../../jobs/file.ts'
import { completeResult, discardResults, partsIn, ResultHashes } from '../../jobs/result-files.ts'
import { sealerOf } from '../../jobs/sealer-of.ts'
import { findFile } from '../../jobs/store/files.ts'
import { decimalFromText, shortText } from '../../platform/decimal.ts'
import type { Tx } from '../../platform/postgres/database.ts'
import { monotonicClock } from '../../platform/system-clock.ts'
import type { Import, ImportCounts } from '../import.ts'
import { planHash } from '../plan-hash.ts'
import { type Position, UnreadableFile } from '../reading/format.ts'
import { appendPage, REFUSED_FILE, refusedLines, resultFile } from '../refused-lines.ts'
import { findImport, lockImport, saveImport } from '../store/imports.ts'
import { sumBalances } from '../store/owed.ts'
import { uploadedOctets } from '../upload.ts'
import { BEGINNING, type Checkpoint, type Ending, type Reading } from './checkpoint.ts'
import { findingsOf } from './findings.ts'
import { lookAtLines, pass, totalsAfter } from './look-at-lines.ts'
import { type OpenCheck, OpenChecks } from './open-checks.ts'
import { samplesOf } from './samples.ts'

const RESULT_DAYS = 400
/** Of a page: the rest of its time belongs to the look-ups. */
const READING_MS = 80
/** Customers whose balances are added at once. */
const BALANCES_AT_ONCE = 20_000
const HASHED_PARTS = 20
const ERASED_LINES_MAX = 100
/** While the hashes of other files fill the memory. */
const NO_ROOM_MS = 500

const SAMPLE_FILE = 'samples.ndjson'

export interface CheckInput {
  readonly importId: number
  /** What was checked: a change of the import makes it say nothing. */
  readonly revision: number
  /** Of the sentences in the file of refused lines. */
  readonly locale: Locale
}

/** As the list of jobs shows it. */
export interface CheckResult {
  readonly importId: number
  readonly lines: number
  readonly counts: ImportCounts
}

type Step = Page<Checkpoint, CheckResult>

/** With what this process holds of the files that it reads. */
export function checkJob(): JobKind<CheckInput> {
  const held = { checks: new OpenChecks(), hashes: new ResultHashes() }
  return defineJob<CheckInput, Checkpoint, CheckResult>({
    kind: 'import.check',
    permission: 'imports.write',
    onMove: 'restart',
    onErase: 'mark',
    isReadOnly: true,
    writesFiles: true,
    resultDays: RESULT_DAYS,
    step: (tx, input, checkpoint, budget) =>
      checkPage(tx, { ...held, input, budget }, checkpoint ?? BEGINNING),
    async discard(tx, { tenantId, id }) {
      await discardResults(tx, tenantId, id)
    },
  })
}

export const CHECK_JOB = checkJob()

type Asked = Omit<Work, 'imported' | 'file'>

async function checkPage(tx: Tx, asked: Asked, from: Checkpoint): Promise<Step> {
  const { input, budget, checks } = asked
  const { tenant } = budget
  const imported = await findImport(tx, tenant.id, input.importId)
  const file = imported && (await findFile(tx, tenant.id, imported.fileId))
  if (imported?.revision !== input.revision || file?.state !== 'complete') {
    checks.close(placeOf(budget))
    return { checkpoint: from, done: 0, finished: true, isVoid: true }
  }
  const work = { ...asked, imported, file }
  switch (from.phase) {
    case 'reading':
      return readPage(tx, work, from)
    case 'owed':
      return addBalances(tx, work, from)
    case 'hashing':
      return end(tx, work, from)
  }
}

interface Work {
  readonly checks: OpenChecks
  readonly hashes: ResultHashes
  readonly imported: Import
  readonly file: StoredFile
  readonly input: CheckInput
  readonly budget: PageBudget
}

function placeOf({ tenant, job }: PageBudget): string {
  return `${tenant.cell} ${tenant.id} ${job.id}`
}

async function readPage(tx: Tx, work: Work, from: Reading): Promise<Step> {
  try {
    return await readOn(tx, work, from)
  } catch (error) {
    if (!(error instanceof UnreadableFile)) throw error
    work.checks.close(placeOf(work.budget))
    return ending(from, { reason: error.reason, facts: error.facts })
  }
}

function ending(from: Reading, unreadable: Ending['unreadable']): Step {
  const rest = { unreadable, afterCustomer: 0, owed: ['0', '0'], hashed: 0 } as const
  return { checkpoint: { ...from, ...rest, phase: 'owed' }, done: from.totals.lines, finished: false }
}

async function openCheck(tx: Tx, { checks, imported, file, budget }: Work, from: Position) {
  const octets = uploadedOctets(tx, sealerOf(tx), file)
  const { timeZone: zone } = budget.tenant
  return { octets, open: await checks.take(octets, { place: placeOf(budget), imported, zone, from }) }
}

async function readOn(tx: Tx, work: Work, from: Reading): Promise<Step> {
  const { imported, file, budget } = work
  const { tenant, rows: limit, now } = budget
  const { octets, open } = await openCheck(tx, work, from.position)
  if (!open) return { checkpoint: from, done: from.totals.lines, finished: false, restMs: NO_ROOM_MS }
  const context = await open.kind.loadContext(tx, { tenant, imported, now })
  const startedAt = monotonicClock()
  const page = await open.reader.read(octets, {
    from: from.position,
    limit,
    isTimeUp: () => monotonicClock() - startedAt > READING_MS,
    onPassed: (passed) => pass(open, passed, context),
  })
  const looked = await lookAtLines(tx, tenant, { open, context, records: page.records })
  const totals = totalsAfter(from.totals, open.kind, looked, { zone: tenant.timeZone, now })
  const { locale } = work.input
  const isFirst = from.refusedParts === 0
  const errors = refusedLines(open, looked.refused, { importId: imported.id, locale, isFirst })
  const next: Reading = {
    phase: 'reading',
    position: page.position,
    totals,
    noExpiry: from.noExpiry + looked.refused.filter(({ refusal }) => refusal.reason === 'no-expiry').length,
    erasedLines: [...from.erasedLines, ...looked.erased].slice(0, ERASED_LINES_MAX),
    refusedParts: from.refusedParts + partsIn(errors.octets),
  }
  const { checkpoint } = page.hasEnded ? ending(next, null) : { checkpoint: next }
  return {
    ...{ checkpoint, done: totals.lines, finished: false },
    total: page.hasEnded ? totals.lines : expectedLines(totals.lines, page.position, file, open),
    ...(errors.lines > 0 && {
      write: (tx: Tx) => appendPage(tx, budget, REFUSED_FILE, { ...errors, parts: from.refusedParts }),
    }),
  }
}

/** By how much of the file is read; null: how large it is unpacked is not known. */
function expectedLines(
  lines: number,
  { byte }: Position,
  { bytes }: StoredFile,
  { plan }: OpenCheck,
): number | null {
  return plan.format.isPacked || byte === 0 ? null : Math.max(lines, Math.round((lines * bytes) / byte))
}

async function addBalances(tx: Tx, { budget }: Work, from: Ending): Promise<Step> {
  const { next, amount } = await sumBalances(tx, budget.tenant.id, {
    after: from.afterCustomer,
    limit: BALANCES_AT_ONCE,
  })
  const [points, cashback] = from.owed
  const owed = [
    shortText(decimalFromText(points) + amount.points),
    shortText(decimalFromText(cashback) + amount.cashback),
  ] as const
  const checkpoint: Ending =
    next === null ? { ...from, owed, phase: 'hashing' } : { ...from, owed, afterCustomer: next }
  return { checkpoint, done: from.totals.lines, finished: false }
}

/** Completes the files, and saves what was found. */
async function end(tx: Tx, work: Work, from: Ending): Promise<Step> {
  const { checks, imported, file, budget } = work
  const { tenant, now, files } = budget
  const refused = from.refusedParts > 0 ? await hashRefused(tx, work, from) : null
  if (refused && refused.sha256 === null) {
    return { checkpoint: { ...from, hashed: refused.parts }, done: from.totals.lines, finished: false }
  }
  const read = from.unreadable ? null : await readAll(tx, work, from)
  if (read === 'catching up') return { checkpoint: from, done: from.totals.lines, finished: false }
  const samples = read ? await sampled(tx, work, read) : []
  const findings = findingsOf(from, read, read ? await countedTwice(tx, work, read) : [])
  const sha256 = file.sha256 ?? Buffer.alloc(0)
  const hash = read
    ? await planHash(tx, { tenant, import: imported, fileSha256: sha256, plan: read.plan }, now)
    : Buffer.alloc(32)
  const { lines, counts } = from.totals
  return {
    ...{ checkpoint: from, done: lines, total: lines, finished: true },
    result: { importId: imported.id, lines, counts },
    async write(tx) {
      if (refused?.sha256) await completeResult(tx, refused.file, refused.sha256, files.now)
      const octets = Buffer.from(samples.map((sample) => `${JSON.stringify(sample)}\n`).join(''))
      const sampleFileId = octets.length > 0 ? await writeSamples(tx, work, octets, samples.length) : null
      const plan = {
        hash,
        findings,
        checkedAt: files.now,
        sampleFileId,
        refusedFileId: refused?.file.id ?? null,
      }
      const locked = await lockImport(tx, tenant.id, imported.id)
      if (locked?.revision !== imported.revision) return
      await saveImport(tx, { ...locked, plan, state: locked.state === 'draft' ? 'checked' : locked.state })
      checks.close(placeOf(budget))
    },
  }
}

async function sampled(tx: Tx, { imported, budget }: Work, { kind, findings }: OpenCheck) {
  const { tenant, now } = budget
  const context = await kind.loadContext(tx, { tenant, imported, now })
  const records = findings.samples.items.map(({ item }) => item)
  return samplesOf(tx, tenant, records, { kind, context })
}

async function countedTwice(
  tx: Tx,
  { imported: { options }, budget: { tenant } }: Work,
  { kind, plan }: OpenCheck,
): Promise<readonly number[]> {
  if (options.countsTwice === 'accepted') return []
  return (await kind.countsTwiceWith?.(tx, tenant.id, plan.mapping.columns)) ?? []
}

function hashRefused(tx: Tx, { budget, hashes }: Work, { hashed }: Ending) {
  const reading = { parts: hashed, atMost: HASHED_PARTS }
  return hashes.read(tx, { sealer: sealerOf(tx) }, resultFile(budget, REFUSED_FILE), reading)
}

async function writeSamples(tx: Tx, work: Work, octets: Buffer, lines: number): Promise<number> {
  await appendPage(tx, work.budget, SAMPLE_FILE, { parts: 0, octets, lines })
  const of = resultFile(work.budget, SAMPLE_FILE)
  const { file, sha256 } = await work.hashes.read(tx, { sealer: sealerOf(tx) }, of, {
    parts: 0,
    atMost: partsIn(octets) + 1,
  })
  if (!sha256) throw new Error('the samples were written')
  await completeResult(tx, file, sha256, work.budget.files.now)
  return file.id
}

/** What all lines say together: in this process, or after it has read them too. */
async function readAll(tx: Tx, work: Work, from: Ending): Promise<OpenCheck | 'catching up'> {
  const { imported, budget } = work
  const { tenant, now } = budget
  const { octets, open } = await openCheck(tx, work, from.position)
  if (!open) return 'catching up'
  const context = await open.kind.loadContext(tx, { imported, tenant, now })
  const startedAt = monotonicClock()
  await open.reader.read(octets, {
    ...{ from: from.position, limit: 1 },
    isTimeUp: () => monotonicClock() - startedAt > READING_MS,
    onPassed: (passed) => pass(open, passed, context),
  })
  return open.reader.position.line < from.position.line ? 'catching up' : open
}
