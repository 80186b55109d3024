import { NOT_FOUND } from '../../contract/admin-api/texts.ts'
import type { Locale } from '../../contract/locale.ts'
import { isProblem, type Problem } from '../../contract/problem.ts'
import type { StoredFile } from '../../jobs/file.ts'
import { findFile } from '../../jobs/store/files.ts'
import type { AdminApi } from '../../people/admin-api/api.ts'
import { NO_SECRETS_KEY } from '../../people/admin-api/texts.ts'
import { type Clock, instantToText } from '../../platform/clock.ts'
import type { Tx } from '../../platform/postgres/database.ts'
import type { Sealer } from '../../platform/sealing.ts'
import type { Tenant } from '../../tenancy/tenant.ts'
import { shownValues } from '../check/file-findings.ts'
import type { LineSample } from '../check/samples.ts'
import type { Import, ImportMapping } from '../import.ts'
import { refusalIn, refusedLineText } from '../line-texts.ts'
import { ADDED_COLUMNS } from '../mapping.ts'
import { membersOf } from '../members.ts'
import { planReading, type ReadingPlan } from '../plan-reading.ts'
import { PRESETS } from '../presets/presets.ts'
import { ValueReader } from '../read-values.ts'
import { type Octets, textOfCell, UnreadableFile } from '../reading/format.ts'
import { lookAt } from '../reading/look.ts'
import { RecordReader } from '../reading/record-reader.ts'
import { findImport } from '../store/imports.ts'
import * as mappings from '../store/mappings.ts'
import { unreadableFileText } from '../texts.ts'
import { FileGone, uploadedOctets, writtenOctets } from '../upload.ts'
import { presentQuestion } from './present.ts'
import * as schema from './reading-schema.ts'
import { problemOfImport, TOO_MANY_MAPPINGS } from './texts.ts'

const MAPPINGS_MAX = 100
/** Of the refused lines that a page shows. The file has all of them. */
const REFUSED_SHOWN = 100

interface ReadingDeps {
  readonly clock: Clock
  /** null: no file can be opened. */
  readonly sealer: Sealer | null
}

/** How a file is understood, what its lines come to, and what helps with the next file. */
export function importReadingRoutes(api: AdminApi, { clock, sealer }: ReadingDeps): void {
  api.read(schema.readColumns, 'cell', async (tx, { tenant, params, locale }) => {
    if (!sealer) return NO_SECRETS_KEY
    const found = await findImport(tx, tenant.id, params.id)
    if (!found) return NOT_FOUND
    const file = await findFile(tx, tenant.id, found.fileId)
    if (file?.state !== 'complete') return problemOfImport({ reason: 'file-gone' })
    const columns = await unlessGone(columnsOf(uploadedOctets(tx, sealer, file), found, { tenant, locale }))
    return isProblem(columns) ? columns : { answer: columns }
  })

  api.read(schema.listSamples, 'cell', async (tx, { tenant, params, locale }) => {
    if (!sealer) return NO_SECRETS_KEY
    const found = await findImport(tx, tenant.id, params.id)
    if (!found) return NOT_FOUND
    const file = await fileOf(tx, found, found.plan?.sampleFileId ?? null)
    if (file?.state !== 'complete') return { answer: { items: [], deleted: file?.deletedBecause ?? null } }
    const octets = await unlessGone(wholeOf(tx, sealer, file))
    if (isProblem(octets)) return octets
    const samples = octets
      .toString()
      .split('\n')
      .filter((line) => line !== '')
      .map((line) => JSON.parse(line) as LineSample)
    return { answer: { items: samples.map((sample) => presentSample(sample, locale)), deleted: null } }
  })

  api.read(schema.listRefused, 'cell', async (tx, { tenant, params, locale }) => {
    if (!sealer) return NO_SECRETS_KEY
    const found = await findImport(tx, tenant.id, params.id)
    if (!found) return NOT_FOUND
    const file = await fileOf(tx, found, found.errorFileId ?? found.plan?.refusedFileId ?? null)
    if (file?.state !== 'complete') {
      return { answer: { items: [], columns: [], file: null, deleted: file?.deletedBecause ?? null } }
    }
    const refused = await unlessGone(refusedOf(tx, sealer, file, locale))
    return isProblem(refused) ? refused : { answer: { ...refused, file: file.id, deleted: null } }
  })

  api.read(schema.listPresets, 'cell', async (_tx, { locale }) => ({
    answer: {
      items: PRESETS.map(({ name, title, kind, source, links, checkedOn, notes }) => ({
        ...{ name, title, kind, checkedOn, source: source[locale], links: [...links] },
        notes: notes.map((note) => note[locale]),
      })),
    },
  }))

  mappingRoutes(api, clock)
}

function mappingRoutes(api: AdminApi, clock: Clock): void {
  api.read(schema.listMappings, 'cell', async (tx, { tenant }) => ({
    answer: { items: (await mappings.listMappings(tx, tenant.id)).map(presentMapping) },
  }))

  api.write(schema.saveMapping, 'cell', async (tx, { tenant, params: { name }, body }) => {
    const { kind, mapping } = body
    const saved = { name, kind, mapping: mapping as ImportMapping, savedAt: clock() }
    if ((await mappings.countOthers(tx, tenant.id, name)) >= MAPPINGS_MAX) return TOO_MANY_MAPPINGS
    await mappings.saveMapping(tx, tenant.id, saved)
    return { answer: presentMapping(saved), audit: { target: mappingTarget(name), after: { kind } } }
  })

  api.write(schema.deleteMapping, 'cell', async (tx, { tenant, params: { name } }) => {
    if (!(await mappings.deleteMapping(tx, tenant.id, name))) return NOT_FOUND
    return { answer: {}, audit: { target: mappingTarget(name) } }
  })
}

function mappingTarget(name: string) {
  return { kind: 'importMapping', id: name, label: name }
}

function presentMapping({ name, kind, mapping, savedAt }: mappings.SavedMapping) {
  return { name, kind, mapping: mapping as never, savedAt: instantToText(savedAt) }
}

async function columnsOf(
  octets: Octets,
  found: Import,
  { tenant, locale }: { readonly tenant: Tenant; readonly locale: Locale },
): Promise<schema.ColumnsAnswer> {
  const common = { revision: found.revision, members: [...membersOf(found.kind)] }
  try {
    const plan = await planReading(octets, found)
    const { kind, isPacked, encoding, delimiter, hasHeader, numbers, dates } = plan.format
    const memberOf = new Map(Object.entries(plan.mapping.columns).map(([member, column]) => [column, member]))
    return {
      ...common,
      problem: null,
      format: {
        kind,
        isPacked,
        encoding,
        delimiter,
        hasHeader,
        numbers: { ...numbers },
        dates: { ...dates },
      },
      columns: plan.look.columns.map(({ name, examples, filled }) => ({
        ...{ name, examples: [...examples], filled, member: memberOf.get(name) ?? null },
      })),
      mapping: plan.mapping as never,
      isGuessed: found.mapping === null && found.preset === null,
      rows: rowsOf(plan, found, tenant.timeZone),
      questions: plan.questions.map((question) => presentQuestion(question, found, locale)),
    }
  } catch (error) {
    if (!(error instanceof UnreadableFile)) throw error
    const problem = unreadableFileText(error.reason, error.facts, locale)
    const nothing = { format: null, columns: [], mapping: null, isGuessed: false, rows: [], questions: [] }
    return { ...common, ...nothing, problem }
  }
}

/** A cell that can't be read is null. */
function rowsOf({ format, mapping, look }: ReadingPlan, { kind }: Import, zone: string): (string | null)[][] {
  const reader = new ValueReader({ format, mapping, kind, zone })
  const memberOf = new Map(reader.columns.map(({ column, member }) => [column, member]))
  return look.rows.map((cells, index) => {
    const read = reader.read({ line: index + 1, cells, row: [], isBroken: false })
    const values = 'kind' in read ? {} : shownValues(read)
    return look.columns.map(({ name }) => {
      const member = memberOf.get(name)
      const text = textOfCell(cells.get(name))
      if (member === undefined) return text
      if ('kind' in read) return read.member === member ? null : text
      return values[member] ?? ''
    })
  })
}

function presentSample({ refusal, ...sample }: LineSample, locale: Locale) {
  const message = refusal && refusedLineText(refusal, locale)
  return { ...sample, values: { ...sample.values }, message }
}

async function fileOf(tx: Tx, { tenantId }: Import, id: number | null): Promise<StoredFile | null> {
  return id === null ? null : findFile(tx, tenantId, id)
}

/** A file that was deleted since it was looked for is told like one that was gone before. */
async function unlessGone<Found>(reading: Promise<Found>): Promise<Found | Problem> {
  try {
    return await reading
  } catch (error) {
    if (error instanceof FileGone) return problemOfImport({ reason: 'file-gone' })
    throw error
  }
}

async function wholeOf(tx: Tx, sealer: Sealer, file: StoredFile): Promise<Buffer> {
  return (await writtenOctets(tx, sealer, file, file.bytes)).read(0)
}

async function refusedOf(tx: Tx, sealer: Sealer, file: StoredFile, locale: Locale) {
  const octets = await writtenOctets(tx, sealer, file)
  const { form } = await lookAt(octets)
  const reader = new RecordReader({ ...form, numbers: {}, dates: {} })
  const records = await reader.read(octets, { limit: REFUSED_SHOWN })
  const [line, column, code, message] = ADDED_COLUMNS
  const columns = (reader.columns ?? []).filter(
    (name) => !(ADDED_COLUMNS as readonly string[]).includes(name),
  )
  const items = records.map(({ cells }) => {
    const textOf = (name: string) => textOfCell(cells.get(name))
    return {
      line: textOf(line).split(':').at(-1) ?? '',
      ...{ cells: columns.map(textOf), column: textOf(column) || null },
      ...{ reason: textOf(code), message: refusalIn(locale, textOf(code), textOf(message)) },
    }
  })
  return { items, columns }
}
