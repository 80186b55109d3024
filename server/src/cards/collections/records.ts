import {
  type Changed,
  type Collection,
  type Journal,
  keyText,
  type TenantKey,
} from '../../accounts/till/collection.ts'
import type { CustomerId, OrderId, RecordId, TenantId } from '../../contract/ids.ts'
import { type Decimal, shortText, ZERO } from '../../platform/decimal.ts'
import { type Columns, type ColumnsOf, rowsAs, table } from '../../platform/postgres/columns.ts'
import { run } from '../../platform/postgres/database.ts'
import { sql } from '../../platform/postgres/sql.ts'
import type { MovedStamps, PaidStamps, StampEntry, UsedStamps } from '../card.ts'

export interface StampKey {
  readonly customerId: CustomerId
  readonly id: RecordId
}

type NewRecord = Changed<StampKey, StampEntry>
const noneIsNull = (value: Decimal): Decimal | null => (value === ZERO ? null : value)

const insertRecords = table('stamp_record').insert<NewRecord>({
  tenant_id: ['bigint', ({ tenantId }) => tenantId],
  customer_id: ['bigint', ({ key }) => key.customerId],
  id: ['bigint', ({ value }) => value.id],
  rule_id: ['int', ({ value }) => value.ruleId],
  type: ['smallint', ({ value }) => value.type],
  stamps: ['numeric', ({ value }) => value.stamps],
  recorded_at: ['timestamptz', ({ value }) => value.at],
  day: ['date', ({ value }) => value.day],
  order_id: ['bigint', ({ value }) => value.orderId],
  key: ['text', ({ value }) => value.key],
  expires_at: ['timestamptz', ({ value }) => value.expiresAt],
  debt: ['numeric', ({ value }) => noneIsNull(value.debt)],
  written_off: ['numeric', ({ value }) => noneIsNull(value.writtenOff)],
  origins: ['json', ({ value }) => (value.origins.length === 0 ? null : encodeOrigins(value.origins))],
  explanation: ['json', ({ value }) => value.explanation],
})

export type StoredOrigin = readonly [RecordId, string]

function encodeOrigins(origins: readonly UsedStamps[]): StoredOrigin[] {
  return origins.map(({ lotId, used }) => [lotId, shortText(used)] as const)
}

/** For writing. A record of this batch may be changed until it is saved: what it owes may be paid in the same batch. */
export const stampRecords: Collection<StampKey, StampEntry> = {
  name: 'stamp records',
  textOf: ({ customerId, id }) => `${customerId} ${id}`,
  load: () => Promise.resolve(new Map()),
  save: (tx, changes) => insertRecords(tx, changes),
}

interface OfCustomer {
  readonly customerId: CustomerId
}
type Row<Of> = Of & OfCustomer & { readonly tenantId: TenantId }

const PAID: Columns<Row<PaidStamps>> = {
  tenant_id: ['bigint', ({ tenantId }) => tenantId],
  customer_id: ['bigint', ({ customerId }) => customerId],
  id: ['bigint', ({ debitId }) => debitId],
  origin: ['json', ({ lotId, used }) => encodeOrigins([{ lotId, used }])],
}

/** Stamps that pay what an older record owed become its origins. */
export const paidStamps: Journal<PaidStamps & OfCustomer> = {
  name: 'paid stamps',
  append: (tx, rows) =>
    run(
      tx,
      sql`
      update stamp_record as stored set origins = (coalesce(stored.origins, '[]')::jsonb || added.origins)::json
      from (
        select tenant_id, customer_id, id, jsonb_agg(origin -> 0) as origins
        from ${rowsAs('paid', PAID, rows)} group by tenant_id, customer_id, id
      ) as added
      where stored.tenant_id = added.tenant_id and stored.customer_id = added.customer_id and stored.id = added.id`,
    ),
}

const MOVED_KEY: ColumnsOf<'stamp_record', Row<MovedStamps>> = {
  tenant_id: ['bigint', ({ tenantId }) => tenantId],
  customer_id: ['bigint', ({ customerId }) => customerId],
  id: ['bigint', ({ id }) => id],
}

const updateMoved = table('stamp_record').update<Row<MovedStamps>>(MOVED_KEY, {
  day: ['date', ({ day }) => day],
  expires_at: ['timestamptz', ({ expiresAt }) => expiresAt],
})

/** Stamps of which nothing was used have another day and end. Of several moves of a batch the last counts. */
export const movedStamps: Journal<MovedStamps & OfCustomer> = {
  name: 'moved stamps',
  append: (tx, rows) =>
    updateMoved(tx, [...new Map(rows.map((row) => [`${row.tenantId} ${row.id}`, row])).values()]),
}

export interface OrderOfCustomer {
  readonly customerId: CustomerId
  readonly orderId: OrderId
}

const ORDER: Columns<TenantKey<OrderOfCustomer>> = {
  tenant_id: ['bigint', ({ tenantId }) => tenantId],
  customer_id: ['bigint', ({ key }) => key.customerId],
  order_id: ['bigint', ({ key }) => key.orderId],
}

/** Of one order: what it gave, each change of it, and what of it has ended. */
const RECORDS_MAX = 100_000

/** What the stored records of an order come to on each card, less what was written off. */
export const standingStamps: Collection<OrderOfCustomer, ReadonlyMap<number, Decimal>> = {
  name: 'stamps of orders',
  textOf: textOfOrder,
  async load(tx, keys) {
    const { rows } = await run(
      tx,
      sql<{
        tenant_id: TenantId
        customer_id: CustomerId
        order_id: OrderId
        rule_id: number
        standing: Decimal
      }>`
      select wanted.tenant_id, wanted.customer_id, wanted.order_id, record.rule_id,
        sum(record.stamps - coalesce(record.written_off, 0)) as standing
      from ${rowsAs('wanted', ORDER, keys)}
      cross join lateral (
        select rule_id, stamps, written_off from stamp_record as record
        where record.tenant_id = wanted.tenant_id and record.order_id = wanted.order_id
          and record.customer_id = wanted.customer_id
        order by record.tenant_id, record.order_id limit ${RECORDS_MAX}
      ) as record
      group by 1, 2, 3, 4`,
    )
    const found = new Map<string, Map<number, Decimal>>()
    for (const { tenant_id, customer_id, order_id, rule_id, standing } of rows) {
      const key = textOfOrder({ customerId: customer_id, orderId: order_id })
      const name = keyText({ tenantId: tenant_id, key })
      const ofOrder = found.get(name) ?? new Map()
      found.set(name, ofOrder.set(rule_id, standing))
    }
    return found
  },
}

function textOfOrder({ customerId, orderId }: OrderOfCustomer): string {
  return `${customerId} ${orderId}`
}
