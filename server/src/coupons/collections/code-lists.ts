import { type Collection, keyText } from '../../accounts/till/collection.ts'
import type { TenantId } from '../../contract/ids.ts'
import type { Instant } from '../../platform/clock.ts'
import { type Columns, keyColumns, rowsAs } from '../../platform/postgres/columns.ts'
import { run, type Tx } from '../../platform/postgres/database.ts'
import { Fragment, sql } from '../../platform/postgres/sql.ts'

/** A code of a list that has not been given out. */
export interface FreeCode {
  readonly id: number
  readonly listId: number
  readonly code: string
  readonly originalId: string | null
  readonly validFrom: Instant | null
  readonly validUntil: Instant | null
}

export interface CodesWanted {
  readonly listId: number
  /** Codes that have expired by then are not handed out. */
  readonly at: Instant
  /** Tells apart the commands that want a code, so that as many are looked up as may be taken. */
  readonly wantedBy: string
}

/**
 * The next free codes of a list: every command of the batch that may want one finds the same codes, and takes what
 * the one before has left. One more than they can take is looked up, so that the last of them knows whether it was
 * the list's last. Only for a transaction that has locked the usage of the list's reward.
 */
export const freeCodes: Collection<CodesWanted, readonly FreeCode[]> = {
  name: 'free codes',
  textOf: textOfWanted,
  async load(tx, keys) {
    const wanted = keys.map(({ tenantId, key }) => ({
      ...key,
      tenantId,
      key: keyText({ tenantId, key: textOfWanted(key) }),
      name: `${tenantId} ${key.listId}`,
    }))
    const lists = [...Map.groupBy(wanted, ({ name }) => name).values()].flatMap(([first, ...others]) =>
      first ? [{ ...first, count: 2 + others.length }] : [],
    )
    const found = await findUsableCodes(tx, lists)
    return new Map(wanted.map(({ key, name }) => [key, found.get(name) ?? []]))
  },
}

function textOfWanted({ listId, at, wantedBy }: CodesWanted): string {
  return `${listId} ${at} ${wantedBy}`
}

/** Whether any of these lists of a tenant has a code to give out. */
export async function hasUsableCode(
  tx: Tx,
  tenantId: TenantId,
  listIds: readonly number[],
  at: Instant,
): Promise<boolean> {
  if (listIds.length === 0) return false
  const lists = listIds.map((listId) => ({ name: `${tenantId} ${listId}`, tenantId, listId, at, count: 1 }))
  return (await findUsableCodes(tx, lists)).size > 0
}

interface WantedCodes {
  readonly name: string
  readonly tenantId: TenantId
  readonly listId: number
  readonly at: Instant
  readonly count: number
}

const WANTED_CODES: Columns<WantedCodes> = {
  tenant_id: ['bigint', ({ tenantId }) => tenantId],
  list_id: ['bigint', ({ listId }) => listId],
  count: ['int', ({ count }) => count],
  at: ['timestamptz', ({ at }) => at],
}

/** By the name of the list: behind the code that was given out last, and from the start where that is too few. */
async function findUsableCodes(tx: Tx, lists: readonly WantedCodes[]): Promise<Map<string, FreeCode[]>> {
  const found = await findFreeCodes(tx, lists, false)
  const short = lists.filter(({ name, count }) => (found.get(name)?.length ?? 0) < count)
  if (short.length > 0) {
    for (const [name, codes] of await findFreeCodes(tx, short, true)) found.set(name, codes)
  }
  return found
}

interface FreeCodeRow {
  tenant_id: TenantId
  list_id: number
  id: number
  code: string
  original_id: string | null
  valid_from: Date | null
  valid_until: Date | null
}

/** Behind every id: nothing that ends at the very moment is good at it. */
const LAST_ID = new Fragment('9223372036854775807')

/** As the index has it, to the letter: a code without an end ends after all others. */
const END = new Fragment("case when valid_until is null then 'infinity'::timestamptz else valid_until end")

/**
 * By the name of the list. The form of the statement is for PostgreSQL's sake: comparing end and id together has it
 * begin in the index where the usable codes do (with the list in the comparison it took the index of the list's pages
 * for as good, and passed every expired code), and a limit that it can see tells it that few rows are wanted of a
 * million (no batch is so large). So it takes 0.3 ms, whatever was assigned since the last vacuum and
 * however many have expired unused. A code that the merchant itself has given out meanwhile is passed over.
 */
async function findFreeCodes(
  tx: Tx,
  lists: readonly WantedCodes[],
  isFromStart: boolean,
): Promise<Map<string, FreeCode[]>> {
  const { rows } = await run(
    tx,
    sql<FreeCodeRow>`
    select wanted.tenant_id, free.list_id, free.id, free.code, free.original_id, free.valid_from, free.valid_until
    from ${rowsAs('wanted', WANTED_CODES, lists)}
    join pre_generated_coupon_list as list on list.tenant_id = wanted.tenant_id and list.id = wanted.list_id
    left join lateral (
      select code.id, ${END} as until
      from pre_generated_coupon as code
      where code.tenant_id = list.tenant_id and code.id = list.last_assigned_id and not ${isFromStart}::boolean
      limit 1
    ) as last on true
    cross join lateral (
      select next.*
      from (
        select code.*, ${END} as until
        from pre_generated_coupon as code
        where code.tenant_id = wanted.tenant_id and not code.is_assigned
          and code.list_id = wanted.list_id
          and (${END}, code.id) >
            (case when last.until > wanted.at then last.until else wanted.at end,
              case when last.until > wanted.at then last.id else ${LAST_ID} end)
          and ${END} > wanted.at
          and coalesce((
            select false from coupon
            where coupon.tenant_id = code.tenant_id and coupon.code_key = code.code_key
          ), true)
        order by ${END}, code.id
        limit 1000
      ) as next
      limit wanted.count
    ) as free
    order by wanted.tenant_id, free.list_id, free.until, free.id`,
  )
  const codes = new Map<string, FreeCode[]>()
  for (const row of rows) {
    const name = `${row.tenant_id} ${row.list_id}`
    const code: FreeCode = {
      id: row.id,
      listId: row.list_id,
      code: row.code,
      originalId: row.original_id,
      validFrom: row.valid_from?.getTime() ?? null,
      validUntil: row.valid_until?.getTime() ?? null,
    }
    codes.set(name, [...(codes.get(name) ?? []), code])
  }
  return codes
}

const BY_CODE_KEY = keyColumns<string>('code_key', 'text')

/** Whether a code is in a list, by its key. */
export const listedCodes: Collection<string, true> = {
  name: 'listed codes',
  async load(tx, keys) {
    const { rows } = await run(
      tx,
      sql<{ tenant_id: TenantId; code_key: string }>`
      select code.tenant_id, code.code_key
      from ${rowsAs('wanted', BY_CODE_KEY, keys)}
      join pre_generated_coupon as code
        on code.tenant_id = wanted.tenant_id and code.code_key = wanted.code_key`,
    )
    return new Map(rows.map((row) => [keyText({ tenantId: row.tenant_id, key: row.code_key }), true]))
  },
}
