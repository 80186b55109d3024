import { type Collection, keyText, type TenantKey } from '../../accounts/till/collection.ts'
import type { CustomerId, OrderId, RecordId, TenantId } from '../../contract/ids.ts'
import type { Decimal } from '../../platform/decimal.ts'
import { type Columns, rowsAs } from '../../platform/postgres/columns.ts'
import { run } from '../../platform/postgres/database.ts'
import { sql } from '../../platform/postgres/sql.ts'
import { knownLocalDate } from '../../platform/zone.ts'
import type { Days, GivenStamps, HandStamps, SentByHand } from '../by-hand.ts'
import { type CardKey, STAMP_TYPE } from '../card.ts'
import { sourceOf } from '../rules/by-hand.ts'
import { CARD_KEY, STAMPS_KEY, type StampsKey, textOfStampsKey } from './card-key.ts'

interface HandRow {
  readonly tenant_id: TenantId
  readonly customer_id: CustomerId
  readonly rule_id: number
  readonly key: string
  readonly id: RecordId
  readonly stamps: Decimal
  readonly expires_at: Date | null
  readonly explanation: SentByHand | null
  readonly ended: Decimal
  readonly taken_back: Decimal | null
}

/** Stamps that were given for a key. The records themselves are saved with their card. */
export const handStamps: Collection<StampsKey, HandStamps> = {
  name: 'stamps by hand',
  textOf: textOfStampsKey,
  async load(tx, keys) {
    const { rows } = await run(
      tx,
      sql<HandRow>`
      select given.tenant_id, given.customer_id, given.rule_id, given.key, given.id, given.stamps, given.expires_at,
        given.explanation, gone.stamps as ended, -undone.stamps as taken_back
      from ${rowsAs('wanted', STAMPS_KEY, keys)}
      cross join lateral (
        select * from stamp_record as given
        where given.tenant_id = wanted.tenant_id and given.customer_id = wanted.customer_id
          and given.rule_id = wanted.rule_id and given.key = wanted.key and given.type = ${STAMP_TYPE.byHand}
        limit 1
      ) as given
      cross join lateral (
        select coalesce(sum((origin ->> 1)::numeric(18, 4)), 0) as stamps
        from stamp_record as ended cross join lateral json_array_elements(ended.origins) as origin
        where ended.tenant_id = given.tenant_id and ended.customer_id = given.customer_id
          and ended.rule_id = given.rule_id and ended.type = ${STAMP_TYPE.ended} and ended.id > given.id
          and (origin ->> 0)::bigint = given.id
      ) as gone
      left join lateral (
        select stamps from stamp_record as taken
        where taken.tenant_id = given.tenant_id and taken.customer_id = given.customer_id
          and taken.rule_id = given.rule_id and taken.key = given.key and taken.type = ${STAMP_TYPE.byHandUndone}
          and taken.id > given.id
        limit 1
      ) as undone on true`,
    )
    return new Map(
      rows.map((row) => {
        const key = textOfStampsKey({ customerId: row.customer_id, ruleId: row.rule_id, key: row.key })
        return [keyText({ tenantId: row.tenant_id, key }), toHandStamps(row)]
      }),
    )
  },
  save: 'derived',
}

function toHandStamps(row: HandRow): HandStamps {
  return {
    recordId: row.id,
    stamps: row.stamps,
    expiresAt: row.expires_at?.getTime() ?? null,
    ended: row.ended,
    // What a person did in the panel has a reason instead.
    sent: row.explanation?.count === undefined ? null : row.explanation,
    takenBack: row.taken_back,
  }
}

export interface DaysOfCard extends CardKey, Days {}

const DAYS: Columns<TenantKey<DaysOfCard>> = {
  ...CARD_KEY,
  first: ['date', ({ key }) => key.first],
  last: ['date', ({ key }) => key.last],
}

interface GivenRow {
  readonly tenant_id: TenantId
  readonly customer_id: CustomerId
  readonly rule_id: number
  readonly first: string
  readonly last: string
  readonly id: RecordId
  readonly order_id: OrderId | null
  readonly key: string | null
  readonly day: string
  readonly stamps: Decimal
}

/** What orders and keys have given in some days, each less what was taken back of it, on whatever day that was. */
export const givenStamps: Collection<DaysOfCard, readonly GivenStamps[]> = {
  name: 'given stamps',
  textOf: textOfDays,
  async load(tx, keys) {
    const { rows } = await run(
      tx,
      sql<GivenRow>`
      select wanted.tenant_id, wanted.customer_id, wanted.rule_id, wanted.first::text as first, wanted.last::text as last,
        given.id, given.order_id, given.key, given.day::text as day, given.stamps
      from ${rowsAs('wanted', DAYS, keys)}
      cross join lateral (
        select min(record.id) as id, record.order_id, record.key,
          max(record.day) filter (where record.stamps > 0) as day,
          sum(record.stamps - coalesce(record.written_off, 0)) as stamps
        from stamp_record as record
        where record.tenant_id = wanted.tenant_id and record.customer_id = wanted.customer_id
          and record.rule_id = wanted.rule_id and record.type <= ${STAMP_TYPE.byHandUndone}
        group by record.order_id, record.key,
          case when record.order_id is null and record.key is null then record.id end
      ) as given
      where given.day between wanted.first and wanted.last`,
    )
    const found = new Map<string, GivenStamps[]>()
    for (const row of rows) {
      const { customer_id: customerId, rule_id: ruleId, order_id: orderId, key, id, stamps } = row
      const days = { customerId, ruleId, first: knownLocalDate(row.first), last: knownLocalDate(row.last) }
      const name = keyText({ tenantId: row.tenant_id, key: textOfDays(days) })
      const given = { source: sourceOf({ orderId, key, id }), day: knownLocalDate(row.day), stamps }
      found.set(name, [...(found.get(name) ?? []), given])
    }
    return found
  },
}

function textOfDays({ customerId, ruleId, first, last }: DaysOfCard): string {
  return `${customerId} ${ruleId} ${first} ${last}`
}
