import { keyText, type Shelf } from '../accounts/command.ts'
import type { Instant } from '../platform/clock.ts'
import { run, type Tx } from '../platform/postgres/database.ts'
import { sql } from '../platform/postgres/sql.ts'

/** A code of a list that nobody has been given yet. */
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
  /** Tells apart whoever wants a code, so that as many are looked up as may be taken. */
  readonly wantedBy: string
}

export function codesKey({ listId, at, wantedBy }: CodesWanted): string {
  return `${listId} ${at} ${wantedBy}`
}

/**
 * The next free codes of a list: everyone in the batch who may want one finds the same codes, and takes what
 * the one before has left. Only for whoever has locked the usage of the list's reward.
 */
export const freeCodesShelf: Shelf<readonly FreeCode[]> = {
  name: 'free codes',
  async load(tx, keys) {
    const wanted = keys.map(({ tenantId, key }) => {
      const [listId = 0, at = 0] = key.split(' ', 2).map(Number)
      return { key: keyText({ tenantId, key }), name: `${tenantId} ${listId}`, tenantId, listId, at }
    })
    const lists = [...Map.groupBy(wanted, ({ name }) => name).values()].flatMap(([first, ...others]) =>
      first ? [{ ...first, count: 1 + others.length }] : [],
    )
    const found = await findFreeCodes(tx, lists, false)
    const isShort = ({ name, count }: WantedCodes): boolean => (found.get(name)?.length ?? 0) < count
    const short = lists.filter(isShort)
    if (short.length > 0) {
      for (const [name, codes] of await findFreeCodes(tx, short, true)) found.set(name, codes)
    }
    return new Map(wanted.map(({ key, name }) => [key, found.get(name) ?? []]))
  },
}

interface WantedCodes {
  readonly name: string
  readonly tenantId: number
  readonly listId: number
  readonly at: Instant
  readonly count: number
}

interface FreeCodeRow {
  tenant_id: number
  list_id: number
  id: number
  code: string
  original_id: string | null
  valid_from: Date | null
  valid_until: Date | null
}

/**
 * By the name of the list. The form of the statement is for PostgreSQL's sake: comparing list and id together
 * has it begin in the index where the free codes do, and a limit that it can see tells it that few rows are
 * wanted of a million (no batch is so large). So it takes 0.3 ms, whatever was assigned since the last vacuum.
 * A code that the merchant has meanwhile given to somebody itself is passed over.
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
    from unnest(${lists.map(({ tenantId }) => tenantId)}::bigint[], ${lists.map(({ listId }) => listId)}::bigint[],
        ${lists.map(({ count }) => count)}::int[],
        ${lists.map(({ at }) => new Date(at).toISOString())}::timestamptz[])
      as wanted (tenant_id, list_id, count, at)
    join pre_generated_coupon_list as list on list.tenant_id = wanted.tenant_id and list.id = wanted.list_id
    cross join lateral (
      select next.*
      from (
        select code.*
        from pre_generated_coupon as code
        where code.tenant_id = wanted.tenant_id and not code.is_assigned
          and (code.list_id, code.id) >
            (wanted.list_id, case when ${isFromStart}::boolean then 0 else list.last_assigned_id end)
          and code.list_id <= wanted.list_id
          and (code.valid_until is null or code.valid_until > wanted.at)
          and coalesce((
            select false from coupon
            where coupon.tenant_id = code.tenant_id and coupon.code_key = code.code_key
          ), true)
        order by code.list_id, code.id
        limit 1000
      ) as next
      limit wanted.count
    ) as free
    order by wanted.tenant_id, free.list_id, free.id`,
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

/** Whether a code is in a list, by its key. */
export const listedCodeShelf: Shelf<true> = {
  name: 'listed codes',
  async load(tx, keys) {
    const { rows } = await run(
      tx,
      sql<{ tenant_id: number; code_key: string }>`
      select code.tenant_id, code.code_key
      from unnest(${keys.map(({ tenantId }) => tenantId)}::bigint[], ${keys.map(({ key }) => key)}::text[])
        as wanted (tenant_id, code_key)
      join pre_generated_coupon as code
        on code.tenant_id = wanted.tenant_id and code.code_key = wanted.code_key`,
    )
    return new Map(rows.map((row) => [keyText({ tenantId: row.tenant_id, key: row.code_key }), true]))
  },
}
