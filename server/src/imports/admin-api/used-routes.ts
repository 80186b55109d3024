import { findAccountsById, type StoredAccount } from '../../accounts/store/accounts.ts'
import { readCursor } from '../../contract/admin-api/cursor.ts'
import { isId, pageOf, rowsOf } from '../../contract/admin-api/page.ts'
import { CURSOR_OF_OTHER_LIST, NOT_FOUND, notPermitted } from '../../contract/admin-api/texts.ts'
import type { TenantId } from '../../contract/ids.ts'
import { isProblem, type Problem } from '../../contract/problem.ts'
import { presentAmount, presentCustomer } from '../../customers/admin-api/present.ts'
import { csvLine, PLAIN } from '../../jobs/rules/csv.ts'
import type { Caller } from '../../people/actor.ts'
import type { AdminApi, Call } from '../../people/admin-api/api.ts'
import type { Instant } from '../../platform/clock.ts'
import { type Decimal, shortText } from '../../platform/decimal.ts'
import type { Database, Tx } from '../../platform/postgres/database.ts'
import type { Cells } from '../../tenancy/cells.ts'
import { findImport } from '../store/imports.ts'
import { FIRST_USED, type FoundUsed, findUsed, type UsedPlace } from '../store/used.ts'
import { downloadUsed, listUsed, type UsedLotShown } from './schema.ts'

/** How often a page of the list looks further before it is short. */
const LOOKS_MAX = 5
/** Of the file, at a time. */
const ROWS = 500
const COLUMNS = [
  ...['line', 'publicId', 'originalId', 'name', 'email'],
  ...['points', 'cashback', 'usedPoints', 'usedCashback', 'isUndone'],
]

/** What was used of what an import brought: what stays when it is undone, and what has stayed. */
export function usedRoutes(api: AdminApi, { cells }: { readonly cells: Cells }): void {
  api.read(listUsed, 'cell', async (tx, { tenant, params, query, caller, now }) => {
    if (!(await findImport(tx, tenant.id, params.id))) return NOT_FOUND
    const after = placeIn(query)
    if (isProblem(after)) return after
    const found: FoundUsed[] = []
    let next: UsedPlace | null = after
    for (let looks = 0; looks < LOOKS_MAX && next && found.length < rowsOf(query); looks += 1) {
      const limit = rowsOf(query) - found.length
      const of = { tenantId: tenant.id, importId: params.id, after: next, limit }
      const page = await findUsed(tx, of, now)
      found.push(...page.lots)
      next = page.next
    }
    const owners = await ownersOf(tx, tenant.id, found)
    const rows = found.flatMap((lot) => present(lot, owners.get(lot.customerId), caller))
    const until = next === null || found.length >= rowsOf(query) ? null : keysOf(next)
    return {
      answer: pageOf(
        query,
        rows,
        ({ place }) => keysOf(place),
        ({ item }) => item,
        until,
      ),
    }
  })

  api.download(downloadUsed, async (tx, { tenant, params, caller, now }) => {
    if (!caller.permissions?.has('imports.read')) return notPermitted('imports.read')
    const found = await findImport(tx, tenant.id, params.id)
    if (!found) return NOT_FOUND
    const of = { tenantId: tenant.id, importId: found.id, now }
    return {
      name: `import-${found.id}-used.csv`,
      bytes: null,
      octets: linesOf(cells.of(tenant), of),
      audit: { target: { kind: 'import', id: String(found.id), label: found.fileName } },
    }
  })
}

/** Page by page, each in a transaction of its own. */
async function* linesOf(
  database: Pick<Database, 'read'>,
  {
    tenantId,
    importId,
    now,
  }: { readonly tenantId: TenantId; readonly importId: number; readonly now: Instant },
): AsyncGenerator<Uint8Array> {
  yield Buffer.from(csvLine(COLUMNS, PLAIN))
  for (let next: UsedPlace | null = FIRST_USED; next; ) {
    const after: UsedPlace = next
    const page = await database.read([tenantId], async (tx) => {
      const found = await findUsed(tx, { tenantId, importId, after, limit: ROWS }, now)
      return { ...found, owners: await ownersOf(tx, tenantId, found.lots) }
    })
    const lines = page.lots.map((lot) => csvLine(cellsOf(lot, page.owners.get(lot.customerId)), PLAIN))
    if (lines.length > 0) yield Buffer.from(lines.join(''))
    next = page.next
  }
}

type Owners = ReadonlyMap<number, StoredAccount>

function ownersOf(tx: Tx, tenantId: TenantId, lots: readonly FoundUsed[]): Promise<Owners> {
  return findAccountsById(tx, tenantId, [...new Set(lots.map(({ customerId }) => customerId))])
}

function present(
  { place, line, amount, used }: FoundUsed,
  owner: StoredAccount | undefined,
  caller: Caller,
): { readonly place: UsedPlace; readonly item: UsedLotShown }[] {
  if (!owner) return []
  const item = {
    customer: presentCustomer(owner.customer, caller),
    line,
    brought: presentAmount(amount),
    used: presentAmount(used),
    isUndone: place.isUndone,
  }
  return [{ place, item }]
}

function cellsOf({ place, line, amount, used }: FoundUsed, owner: StoredAccount | undefined): string[] {
  const { publicId = '', originalId = '', profile } = owner?.customer ?? {}
  const text = (decimal: Decimal) => shortText(decimal)
  return [
    ...[String(line), publicId, originalId, profile?.name ?? '', profile?.email ?? ''],
    ...[text(amount.points), text(amount.cashback), text(used.points), text(used.cashback)],
    place.isUndone ? 'true' : 'false',
  ]
}

function keysOf({ isUndone, customerId, id, part }: UsedPlace): readonly number[] {
  return [isUndone ? 0 : 1, customerId, id, part]
}

function placeIn(query: Call<typeof listUsed>['query']): UsedPlace | Problem {
  const keys = readCursor(query, query.cursor, 4)
  if (isProblem(keys)) return keys
  if (keys === null) return FIRST_USED
  const [phase, customerId, id, part] = keys
  if (!isId(phase) || !isId(customerId) || !isId(id) || !isId(part)) return CURSOR_OF_OTHER_LIST
  return { isUndone: phase === 0, customerId: customerId as UsedPlace['customerId'], id, part }
}
