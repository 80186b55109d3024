import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import { basename } from 'node:path'
import type { WriteStream } from 'node:tty'
import type { TenantId } from '../contract/ids.ts'
import { progressBar } from '../platform/progress.ts'
import { type ImportReport, importCodes, type ListChoice, openList } from '../rewards/manage/import-codes.ts'
import type { Cells } from '../tenancy/cells.ts'
import { TenancyError, tenantOf } from '../tenancy/manage/tenants.ts'

/** No code is so long: a file with such a line is something else. */
const LINE_MAX = 100_000
const MEGABYTE = 1_000_000
const FILE_NAME_MAX = 250

export interface ImportOptions extends ListChoice {
  readonly tenantId: TenantId
  readonly file: string
}

export interface CouponsImported extends ImportReport {
  readonly list: number
  readonly name: string
}

/** Imports a file with one code per line into a list of a reward. */
export async function importCoupons(
  cells: Cells,
  options: ImportOptions,
  terminal: WriteStream,
): Promise<CouponsImported> {
  const { tenantId, file } = options
  const tenant = await tenantOf(cells.directory, tenantId)
  const { size } = await stat(file).catch(unreadable(file))
  const database = cells.of(tenant)
  const list = await openList(database, tenantId, options)
  const total = Math.ceil(size / MEGABYTE)
  const bar = progressBar(terminal, size, (done) => `${Math.ceil(done / MEGABYTE)} of ${total} MB`)
  try {
    const report = await importCodes(
      database,
      tenantId,
      { listId: list.id, file: basename(file).slice(0, FILE_NAME_MAX) },
      readLines(file, bar.advance),
    )
    return { list: list.id, name: list.name, ...report }
  } finally {
    bar.clear()
  }
}

async function* readLines(file: string, onRead: (bytes: number) => void): AsyncGenerator<string> {
  const decoder = new TextDecoder('utf-8', { fatal: true })
  let rest = ''
  try {
    for await (const chunk of createReadStream(file) as AsyncIterable<Buffer>) {
      const lines = (rest + decoder.decode(chunk, { stream: true })).split('\n')
      rest = lines.pop() ?? ''
      if (rest.length > LINE_MAX) throw new TenancyError(`${file} is not a list of codes, one per line.`)
      yield* lines
      onRead(chunk.length)
    }
    yield rest + decoder.decode()
  } catch (error) {
    if (error instanceof TypeError) throw new TenancyError(`${file} is not a text in UTF-8.`)
    throw isOfFile(error) ? unreadable(file)(error) : error
  }
}

function isOfFile(error: unknown): boolean {
  return (error as NodeJS.ErrnoException).syscall !== undefined && 'path' in (error as object)
}

export function unreadable(file: string): (error: unknown) => never {
  return (error) => {
    throw new TenancyError(`${file} cannot be read: ${(error as NodeJS.ErrnoException).code}.`)
  }
}
