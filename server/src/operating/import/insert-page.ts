/** One page of rows, and how far the import is with it: saved together, so that neither is there without the other. */
import type { TenantId } from '../../contract/ids.ts'
import { type Decimal, decimalFromText, decimalToText, ZERO } from '../../platform/decimal.ts'
import type { Database, Tx } from '../../platform/postgres/database.ts'
import { isRefusedData } from '../../platform/postgres/failures.ts'
import { TenancyError } from '../../tenancy/manage/tenants.ts'
import { type ImportPlace, type InsertOptions, insertRows, lockImport, savePlace } from '../store/arriving.ts'
import type { TableShape } from '../store/rows.ts'

/** Above it no number of an honest installation is; see `raise_sequence` of the migrations. */
const NUMBER_MAX = 2n ** 50n
/** A place in the log has an epoch above 48 bits, which grows with each move and each restore. */
const PLACE_MAX = 10_000n << 48n

/** By which name the newest place in the log is kept among the highest numbers. */
export const LOG = 'log'

export interface PageOfTable {
  readonly shape: TableShape
  readonly insert: Omit<InsertOptions, 'octets'>
  /** Before the first page: what workers have written there for a merchant without anything is not kept. */
  readonly clear?: (tx: Tx, tenantId: TenantId) => Promise<void>
}

/** Adds the lines behind the place, and returns the place behind them. */
export async function insertPage(
  database: Database,
  tenantId: TenantId,
  { shape, insert, clear }: PageOfTable,
  from: ImportPlace,
  { lines, octets }: { readonly lines: readonly string[]; readonly octets?: Buffer | null },
): Promise<ImportPlace> {
  const work = database.transaction([tenantId], async (tx) => {
    const stored = await lockImport(tx, tenantId)
    if (!stored || stored.table !== from.table || stored.rows !== from.rows) {
      throw new TenancyError(`Another import into tenant ${tenantId} is at work: wait for its end.`)
    }
    if (from.rows === 0 && clear) await clear(tx, tenantId)
    const { rows, sums, highest, newestPlace } = await insertRows(tx, tenantId, shape, lines, {
      ...insert,
      ...(octets === undefined ? {} : { octets }),
    })
    if (rows !== lines.length) throw new TenancyError(`A line of ${shape.name} is not one row.`)
    const next: ImportPlace = {
      table: from.table,
      rows: from.rows + rows,
      sums: insert.summed.map((_, index) => decimalToText(sumAt(from.sums, index) + (sums[index] ?? ZERO))),
      highest: higher(from.highest, [
        ...insert.numbered.map(({ sequence }, index) => [sequence, highest[index] ?? null] as const),
        [LOG, newestPlace],
      ]),
    }
    await savePlace(tx, tenantId, next)
    return next
  })
  return work.catch((error: Error) => {
    if (!isRefusedData(error) && !isTooDeep(error)) throw error
    const [first, last] = [from.rows + 1, from.rows + lines.length]
    throw new TenancyError(
      `Rows ${first} to ${last} of ${shape.name} are not those of an export: ${error.message}. Delete tenant ${tenantId}, or import into another one.`,
    )
  })
}

/** JSON in JSON in JSON: no row of ours is. */
function isTooDeep({ code }: Error & { readonly code?: string }): boolean {
  return code?.startsWith('54') ?? false
}

function sumAt(sums: readonly string[], index: number): Decimal {
  return decimalFromText(sums[index] ?? '0')
}

/** The larger of both for each name. A number that leaves no room behind it is not taken. */
function higher(
  known: Readonly<Record<string, string>>,
  found: readonly (readonly [string, string | null])[],
): Record<string, string> {
  const highest = { ...known }
  for (const [name, value] of found) {
    if (value === null || BigInt(value) <= BigInt(highest[name] ?? '0')) continue
    if (BigInt(value) > (name === LOG ? PLACE_MAX : NUMBER_MAX)) {
      throw new TenancyError(`${value} is no number that an export has.`)
    }
    highest[name] = value
  }
  return highest
}
