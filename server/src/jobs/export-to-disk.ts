/** The same exports, straight to a disk: for an operator, without a file, a quota or a job. */
import { createHash } from 'node:crypto'
import { type FileHandle, mkdir, open, readdir, rename } from 'node:fs/promises'
import { join } from 'node:path'
import { endOfLog } from '../events/store.ts'
import type { Actor } from '../people/actor.ts'
import { insertAudit } from '../people/store/audit.ts'
import type { Clock } from '../platform/clock.ts'
import type { Database, Tx } from '../platform/postgres/database.ts'
import { TenancyError } from '../tenancy/manage/tenants.ts'
import type { TimeZoneSince } from '../tenancy/store/zones.ts'
import type { Tenant } from '../tenancy/tenant.ts'
import type { ExportFilter, ExportKind } from './export.ts'
import { type ExportedFile, manifestOf } from './export-manifest.ts'
import { addSums, type ExportFormat, headOf, linesOf, type Sums } from './rules/export-lines.ts'

const ROWS_OF_PAGE = 1_000
/** What persons are in is for the user who runs the command. */
const PRIVATE_FILE = 0o600
const PRIVATE_FOLDER = 0o700
const MANIFEST = 'manifest.json'

export interface DiskExport {
  readonly database: Database
  readonly directory: Database
  readonly clock: Clock
  readonly tenant: Tenant
  readonly spans: readonly TimeZoneSince[]
  readonly kind: ExportKind
  readonly filter: ExportFilter
  readonly format: ExportFormat
  /** A new one, or an empty one. */
  readonly folder: string
  readonly by: Actor
}

/**
 * All pages are read in one transaction, which sees one moment. The manifest comes last: a folder that has one is
 * complete.
 */
export async function exportToDisk(asked: DiskExport): Promise<ExportedFile> {
  const { database, clock, tenant, kind, filter, format, folder } = asked
  await prepare(folder)
  const begunAt = clock()
  const name = `${kind.name}.${format.kind}`
  const { position, sums, ...written } = await database.read([tenant.id], async (tx) => ({
    position: await endOfLog(tx, tenant.id),
    ...(await writeRows(tx, asked, join(folder, name))),
  }))
  const file: ExportedFile = { id: null, name, ...written }
  const { octets } = manifestOf({
    ...{ kind, filter, isMasked: false, files: [file], sums, begunAt, position },
    ...{ isOfOneMoment: true, eventsMeanwhile: 0, endedAt: clock() },
  })
  await writeDurably(join(folder, `${MANIFEST}.new`), (handle) => handle.writeFile(octets))
  await tellAudit(asked, file)
  await rename(join(folder, `${MANIFEST}.new`), join(folder, MANIFEST))
  return file
}

async function prepare(folder: string): Promise<void> {
  await mkdir(folder, { recursive: true, mode: PRIVATE_FOLDER })
  if ((await readdir(folder)).length > 0) {
    throw new TenancyError(`“${folder}” is not empty: name a new folder.`)
  }
}

async function writeRows(
  tx: Tx,
  { tenant, directory, spans, kind, filter, format }: DiskExport,
  path: string,
) {
  const hash = createHash('sha256')
  let [bytes, lines, after, sums]: [number, number, unknown, Sums] = [0, 0, null, {}]
  await writeDurably(path, async (handle) => {
    const add = async (text: string): Promise<void> => {
      const octets = Buffer.from(text)
      hash.update(octets)
      bytes += octets.length
      await handle.writeFile(octets)
    }
    await add(headOf(kind, format))
    for (;;) {
      const wanted = { tenant, directory, spans, after, limit: ROWS_OF_PAGE, filter, isMasked: false }
      const page = await kind.page(tx, wanted)
      await add(linesOf(kind, format, page.rows))
      lines += page.rows.length
      sums = addSums(kind, sums, page.rows)
      after = page.after
      if (page.isLast ?? page.rows.length < ROWS_OF_PAGE) return
    }
  })
  return { bytes, lines, sha256: hash.digest('hex'), sums }
}

async function writeDurably(path: string, write: (handle: FileHandle) => Promise<void>): Promise<void> {
  const handle = await open(path, 'wx', PRIVATE_FILE)
  try {
    await write(handle)
    await handle.sync()
  } finally {
    await handle.close()
  }
}

/** As a download is told. */
async function tellAudit(
  { database, clock, tenant, kind, by }: DiskExport,
  file: ExportedFile,
): Promise<void> {
  const { name, bytes, sha256 } = file
  await database.transaction([tenant.id], (tx) =>
    insertAudit(tx, 'cell', tenant.id, [
      {
        ...{ action: 'file.download', at: clock(), actor: by, via: 'cli', requestId: null, address: null },
        target: { kind: 'file', id: '', label: name },
        after: { bytes, holdsPersons: kind.holdsPersons, sha256 },
      },
    ]),
  )
}
