/** The job that writes everything of a merchant into one archive: the files of `punchcard tenant export`. */
import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import { refusal } from '../../contract/refusal.ts'
import { defineTillJob, type JobKind, type Page, type TillBudget } from '../../jobs/define.ts'
import {
  appendToResult,
  completeResult,
  discardResults,
  FileRefused,
  partsIn,
  type ResultFile,
  ResultHashes,
} from '../../jobs/result-files.ts'
import { TAR_END } from '../../jobs/rules/tar.ts'
import { sealerOf } from '../../jobs/sealer-of.ts'
import { findJob } from '../../jobs/store/jobs.ts'
import {
  EXPORTED_TABLES,
  LEFT_OUT,
  ONLY_WHERE,
  SECRET_COLUMNS,
  SUMMED,
} from '../../operating/export/exported-tables.ts'
import { HELD_MAX_MS, holdSnapshot } from '../../operating/export/held-snapshot.ts'
import {
  FORMAT,
  LOGO_FILE,
  MANIFEST,
  type Manifest,
  nameOfPart,
  PROGRAM_FILE,
  type TableInManifest,
} from '../../operating/export/manifest.ts'
import { readLastMigration, readRows, readShapes } from '../../operating/store/rows.ts'
import { isLogWhole, isSnapshotGone } from '../../operating/store/snapshots.ts'
import { type Instant, instantToText } from '../../platform/clock.ts'
import { decimalFromText, decimalToText, ZERO } from '../../platform/decimal.ts'
import type { Tx } from '../../platform/postgres/database.ts'
import { monotonicClock } from '../../platform/system-clock.ts'
import { readConfiguration, stateOf } from '../../program-file/configuration.ts'
import { fileOfState } from '../../program-file/plan.ts'
import type { JsonObject } from '../../program-file/shape.ts'
import { writeProgramText } from '../../program-file/yaml.ts'
import { shownLogo } from '../../storefront/manage.ts'
import { storefrontOf } from '../../tenancy/manage/storefront.ts'
import { readSettingsVersion } from '../../tenancy/store/settings.ts'
import { Archive, type Entry } from './archive.ts'

const KIND = 'export.whole'
const RESULT_DAYS = 7
const FILE = 'everything.tar'
/** Of one transaction, and of what is in memory. */
const PAGE = { ms: 80, bytes: 1_048_576, rowsMax: 500 }
const HASHED_PARTS = 20
/** A moment that was lost, because a worker was stopped, is chosen again so many times. */
const RESTARTS_MAX = 5

/** The checkpoint names each, and is saved with every page: some 300 KB then. */
const FILES_MAX = 2_000
/** Each takes a connection of this process. */
const HELD_MAX = 2
const NO_ROOM_MS = 500

const packed = promisify(gzip)

interface Common {
  readonly parts: number
  readonly rows: number
  readonly restarts: number
}

interface Rows extends Common {
  readonly phase: 'rows'
  readonly snapshot: string
  readonly begunAt: Instant
  readonly migration: string
  readonly program: Entry
  readonly tables: readonly TableInManifest[]
  /** The table that is read, and behind which key. */
  readonly table: number
  readonly after: readonly string[] | null
}

interface Hashing extends Common {
  readonly phase: 'hashing'
  readonly manifest: string
  readonly hashed: number
}

type Checkpoint = Rows | Hashing

/** As the list of jobs shows it. */
export interface WholeResult {
  readonly rows: number
  /** Of the manifest, which has those of all files. */
  readonly sha256: string
}

type Step = Page<Checkpoint, WholeResult>
/** Nothing is begun: others hold their moments. */
const NOT_YET = { checkpoint: null as never, done: 0, finished: false, restMs: NO_ROOM_MS }
type Input = Record<string, never>

/**
 * All pages are of one moment, which one process holds while any of them reads: the rows are what `punchcard tenant export`
 * would write then. Where that process ends, the export begins again.
 */
export const WHOLE_EXPORT_JOB: JobKind<Input> = wholeExportJob()

function wholeExportJob(): JobKind<Input> {
  const hashes = new ResultHashes()
  /** Of the exports that this process has begun. */
  const held = new Map<string, () => void>()
  return defineTillJob<Input, Checkpoint, WholeResult>({
    kind: KIND,
    permission: 'exports.create',
    // The audit is in it.
    needs: () => 'audit.read',
    onMove: 'restart',
    onErase: 'restart',
    writesFiles: true,
    usesZones: true,
    resultDays: RESULT_DAYS,
    async work(_input, checkpoint, budget) {
      const place = `${budget.tenant.cell} ${budget.tenant.id} ${budget.job.id}`
      if (!checkpoint) {
        return held.size >= HELD_MAX && !held.has(place) ? NOT_YET : begin(budget, held, place, 0)
      }
      if (checkpoint.phase === 'hashing') return hashPage(budget, checkpoint, hashes)
      const page = await readPage(budget, checkpoint).catch((error) => {
        if (isSnapshotGone(error)) return null
        throw error
      })
      if (page === null) return beginAgain(budget, held, place, checkpoint)
      if (page.checkpoint.phase === 'hashing') held.get(place)?.()
      return page
    },
    discard: (tx, { tenantId, id }) => discardResults(tx, tenantId, id),
  })
}

async function begin(
  budget: TillBudget,
  held: Map<string, () => void>,
  place: string,
  restarts: number,
): Promise<Step> {
  const { tenant, database, directory, files, job, signal, now } = budget
  held.get(place)?.()
  const {
    id: snapshot,
    release,
    over,
  } = await holdSnapshot(database, {
    signal,
    isWanted: async () => {
      const found = await database.read([tenant.id], (tx) => findJob(tx, tenant.id, job.id))
      return found !== null && ['queued', 'running'].includes(found.state)
    },
  })
  held.set(place, release)
  void over.then(() => {
    if (held.get(place) === release) held.delete(place)
  })
  const storefront = await directory.read([tenant.id], (tx) => storefrontOf(tx, tenant.id))
  const { migration, state } = await database.read(
    [tenant.id],
    async (tx) => ({
      migration: await readLastMigration(tx),
      state: stateOf(await readConfiguration(tx, { tenant, storefront }, now)),
    }),
    snapshot,
  )
  const archive = new Archive(files.now)
  const program = archive.add(PROGRAM_FILE, Buffer.from(programText(fileOfState(state))))
  const octets = archive.octets()
  return {
    checkpoint: {
      ...{ phase: 'rows', snapshot, begunAt: files.now, migration, program, tables: [] },
      ...{ table: 0, after: null, parts: partsIn(octets), rows: 0, restarts },
    },
    ...{ done: 0, finished: false },
    write: (tx) => append(tx, budget, { parts: 0, octets, lines: 0 }),
  }
}

/** As a new file would have it, for another installation: a shop has its address and is on in one of them. */
function programText(file: ReturnType<typeof fileOfState>): string {
  const { slug: _slug, isOn: _isOn, ...storefront } = (file.storefront ?? {}) as JsonObject
  return writeProgramText({ ...file, storefront } as unknown as JsonObject)
}

/** Such a merchant leaves by the command line. */
function tooLarge(why: string): FileRefused {
  return new FileRefused(refusal('file-too-large', why))
}

async function beginAgain(
  budget: TillBudget,
  held: Map<string, () => void>,
  place: string,
  { restarts, begunAt }: Rows,
): Promise<Step> {
  // Again it would take as long.
  if (budget.files.now - begunAt >= HELD_MAX_MS)
    throw tooLarge('its moment was held for as long as it may be')
  if (restarts >= RESTARTS_MAX) throw new Error(`its moment was lost ${restarts + 1} times`)
  const begun = await begin(budget, held, place, restarts + 1)
  return {
    ...begun,
    async write(tx) {
      await discardResults(tx, budget.tenant.id, budget.job.id)
      await begun.write?.(tx)
    },
  }
}

interface Chunk {
  readonly table: number
  readonly lines: string[]
  sums: bigint[]
}

async function readPage(budget: TillBudget, from: Rows): Promise<Step> {
  const { tenant, database } = budget
  const read = await database.read([tenant.id], (tx) => readChunks(tx, budget, from), from.snapshot)
  const archive = new Archive(from.begunAt)
  let { tables } = from
  for (const chunk of read.chunks) tables = await addChunk(archive, tables, chunk)
  if (tables.reduce((count, { files }) => count + files.length, 0) > FILES_MAX) {
    throw tooLarge(`it has more than ${FILES_MAX} files`)
  }
  const rows = from.rows + read.rows
  const common = { rows, restarts: from.restarts }
  const added = { parts: from.parts, lines: read.rows }
  if (read.table < EXPORTED_TABLES.length) {
    const octets = archive.octets()
    const place = { table: read.table, after: read.after }
    const parts = from.parts + partsIn(octets)
    return {
      checkpoint: { ...from, ...common, ...place, tables: withEmpty(tables, read.table), parts },
      ...{ done: rows, finished: false },
      write: (tx) => append(tx, budget, { ...added, octets }),
    }
  }
  const manifest = await endArchive(archive, budget, {
    ...from,
    tables: withEmpty(tables, EXPORTED_TABLES.length),
  })
  const octets = Buffer.concat([archive.octets(), TAR_END])
  return {
    checkpoint: { phase: 'hashing', ...common, manifest, hashed: 0, parts: from.parts + partsIn(octets) },
    ...{ done: rows, total: rows, finished: false },
    write: (tx) => append(tx, budget, { ...added, octets }),
  }
}

/** As many rows as one short transaction reads, of one table after the other. */
async function readChunks(tx: Tx, { tenant, rows: rowsOfPage }: TillBudget, from: Rows) {
  const shapes = await readShapes(
    tx,
    EXPORTED_TABLES.map(({ name }) => name),
  )
  const endsAt = monotonicClock() + PAGE.ms
  const chunks: Chunk[] = []
  let { table, after } = from
  let [rows, bytes] = [0, 0]
  while (table < EXPORTED_TABLES.length && bytes < PAGE.bytes && monotonicClock() < endsAt) {
    const exported = EXPORTED_TABLES[table]
    const shape = exported && shapes.get(exported.name)
    if (!exported || !shape) throw new Error(`the table ${exported?.name} is not there`)
    const { name } = exported
    const page = await readRows(tx, tenant.id, shape, {
      ...{ after, limit: Math.min(PAGE.rowsMax, rowsOfPage), without: SECRET_COLUMNS[name] ?? [] },
      ...{ summed: SUMMED[name] ?? [], where: ONLY_WHERE[name] ?? 'true' },
    })
    if (page.lines.length > 0) addLines(chunks, table, page)
    rows += page.lines.length
    bytes += page.lines.reduce((sum, line) => sum + line.length, 0)
    after = page.after
    if (after === null) table += 1
  }
  if (table === EXPORTED_TABLES.length && !(await isLogWhole(tx))) {
    throw new Error('a part of the log was deleted while it was exported')
  }
  return { chunks, table, after, rows }
}

function addLines(
  chunks: Chunk[],
  table: number,
  { lines, sums }: Pick<Awaited<ReturnType<typeof readRows>>, 'lines' | 'sums'>,
): void {
  const last = chunks.at(-1)
  if (last?.table !== table) {
    chunks.push({ table, lines: [...lines], sums: [...sums] })
    return
  }
  last.lines.push(...lines)
  last.sums = last.sums.map((sum, index) => sum + (sums[index] ?? ZERO))
}

/** Each page has files of its own: how large an entry is stands before it. */
async function addChunk(
  archive: Archive,
  tables: readonly TableInManifest[],
  { table, lines, sums }: Chunk,
): Promise<readonly TableInManifest[]> {
  const all = withEmpty(tables, table + 1)
  const before = all[table]
  if (!before) throw new Error('unreachable: the table was added above')
  const octets = await packed(`${lines.join('\n')}\n`)
  const entry = archive.add(nameOfPart(before.name, before.files.length + 1), octets)
  const summed = SUMMED[before.name as keyof typeof SUMMED] ?? []
  const told = summed.map((column, index) => [
    column,
    decimalToText(decimalFromText(before.sums?.[column] ?? '0') + (sums[index] ?? ZERO)),
  ])
  const after: TableInManifest = {
    ...before,
    rows: before.rows + lines.length,
    ...(summed.length > 0 ? { sums: Object.fromEntries(told) } : {}),
    files: [...before.files, { ...entry, rows: lines.length }],
  }
  return all.with(table, after)
}

/** Also tables without rows are in the manifest. */
function withEmpty(tables: readonly TableInManifest[], count: number): readonly TableInManifest[] {
  const more = EXPORTED_TABLES.slice(tables.length, count).map(({ name, kind }): TableInManifest => {
    const summed = SUMMED[name] ?? []
    const sums = Object.fromEntries(summed.map((column) => [column, decimalToText(ZERO)]))
    return { name, kind, rows: 0, ...(summed.length > 0 ? { sums } : {}), files: [] }
  })
  return [...tables, ...more]
}

/** The logo and the manifest, whose hash is returned. */
async function endArchive(archive: Archive, budget: TillBudget, from: Rows): Promise<string> {
  const { tenant, directory, spans, files } = budget
  const { settingsVersion, logo } = await directory.read([tenant.id], async (tx) => ({
    settingsVersion: await readSettingsVersion(tx, tenant.id),
    logo: await shownLogo(tx, tenant.id),
  }))
  const { id, name, currency, timeZone, locale, isSandbox, settings, clockAheadMs } = tenant
  const manifest: Manifest = {
    format: FORMAT.name,
    formatVersion: FORMAT.version,
    tenant: {
      ...{ id, name, currency, timeZone, locale, isSandbox, settings, settingsVersion, clockAheadMs },
      timeZones: spans.map(({ since, timeZone: zone }) => ({ since: instantToText(since), timeZone: zone })),
    },
    migration: from.migration,
    begun: instantToText(from.begunAt),
    ended: instantToText(files.now),
    eventsWrittenMeanwhile: 0,
    tables: from.tables,
    others: logo ? [from.program, archive.add(LOGO_FILE, logo)] : [from.program],
    leftOut: LEFT_OUT,
  }
  return archive.add(MANIFEST, Buffer.from(`${JSON.stringify(manifest, null, 2)}\n`)).sha256
}

async function hashPage(budget: TillBudget, from: Hashing, hashes: ResultHashes): Promise<Step> {
  const { database, tenant, files } = budget
  const { rows, hashed, manifest } = from
  const { file, parts, sha256 } = await database.read([tenant.id], (tx) =>
    hashes.read(tx, { sealer: sealerOf(tx) }, fileOf(budget), { parts: hashed, atMost: HASHED_PARTS }),
  )
  const common = { checkpoint: { ...from, hashed: parts }, done: rows, total: rows }
  if (sha256 === null) return { ...common, finished: false }
  return {
    ...{ ...common, finished: true, result: { rows, sha256: manifest } },
    write: (tx) => completeResult(tx, file, sha256, files.now),
  }
}

function fileOf({ tenant, job }: TillBudget): ResultFile {
  return {
    ...{ tenantId: tenant.id, jobId: job.id, name: FILE, purpose: 'export', byActor: job.byActor },
    holdsPersons: true,
  }
}

async function append(
  tx: Tx,
  budget: TillBudget,
  added: { readonly parts: number; readonly octets: Buffer; readonly lines: number },
): Promise<void> {
  if (added.octets.length === 0) return
  const { quotas, bytesOfCell, now } = budget.files
  await appendToResult(tx, { sealer: sealerOf(tx), quotas }, fileOf(budget), { ...added, bytesOfCell, now })
}
