import { type Account, NEW_ACCOUNT } from '../../accounts/account.ts'
import { withDueMoment } from '../../accounts/rules/lots.ts'
import { type Collection, keyText } from '../../accounts/till/collection.ts'
import type { CustomerId, OrderId, RecordId, TenantId } from '../../contract/ids.ts'
import { type Decimal, decimalFromText, shortText, ZERO } from '../../platform/decimal.ts'
import { type ColumnsOf, keyColumns, rowsAs, table } from '../../platform/postgres/columns.ts'
import { run } from '../../platform/postgres/database.ts'
import { sql } from '../../platform/postgres/sql.ts'
import { NOTHING_DONE, type StampCard } from '../card.ts'
import { decodePrize, encodePrize, type StoredPrize } from '../prize.ts'

/** A card's lots and debts as they are stored, without the names of their members. */
export interface StoredState {
  readonly l: readonly StoredLot[]
  readonly d?: readonly (readonly [RecordId, string])[]
}
/** Record, order, original, left, end. What is left is missing where nothing was used, and the end where there is none. */
type StoredLot = readonly [RecordId, OrderId | null, string, (string | null)?, (number | null)?]

export interface CardRow {
  readonly tenant_id: TenantId
  readonly customer_id: CustomerId
  readonly rule_id: number
  readonly size: Decimal
  readonly prize: StoredPrize
  readonly begun_version: number
  readonly balance: Decimal
  readonly state: StoredState
  readonly completed: number
  readonly due_at: Date | null
}

type CardChange = { readonly tenantId: TenantId; readonly customerId: CustomerId; readonly card: StampCard }

const ROW_KEY: ColumnsOf<'stamp_card', CardChange> = {
  tenant_id: ['bigint', ({ tenantId }) => tenantId],
  customer_id: ['bigint', ({ customerId }) => customerId],
  rule_id: ['int', ({ card }) => card.ruleId],
}

const CONTENT: ColumnsOf<'stamp_card', CardChange> = {
  size: ['numeric', ({ card }) => card.size],
  prize: ['json', ({ card }) => encodePrize(card.prize)],
  begun_version: ['int', ({ card }) => card.begunVersion],
  balance: ['numeric', ({ card }) => card.account.balance.points],
  state: ['json', ({ card }) => encodeState(card.account)],
  completed: ['int', ({ card }) => card.completed],
  due_at: ['timestamptz', ({ card }) => card.account.nextDueAt],
}

const stampCardTable = table('stamp_card')
const insertCards = stampCardTable.insert<CardChange>({ ...ROW_KEY, ...CONTENT })
const updateCards = stampCardTable.update<CardChange>(ROW_KEY, CONTENT)

/** More than any program ever had. */
const CARDS_MAX = 10_000

/**
 * The cards of a customer, by their rules: they are few, so all are read at once. Customer by customer, in the order of
 * the key: while statistics say that the table is empty, a join reads all of it (8.9 ms a batch instead of 0.4).
 */
export const stampCards: Collection<CustomerId, CustomerCards> = {
  name: 'stamp cards',
  async load(tx, keys) {
    const { rows } = await run(
      tx,
      sql<CardRow>`
      select card.* from ${rowsAs('wanted', keyColumns<number>('customer_id', 'bigint'), keys)}
      cross join lateral (
        select * from stamp_card as card
        where card.tenant_id = wanted.tenant_id and card.customer_id = wanted.customer_id
        order by card.tenant_id, card.customer_id, card.rule_id limit ${CARDS_MAX}
      ) as card`,
    )
    const found = new Map<string, Map<number, StampCard>>()
    for (const row of rows) {
      const name = keyText({ tenantId: row.tenant_id, key: row.customer_id })
      const ofCustomer = found.get(name) ?? new Map()
      found.set(name, ofCustomer.set(row.rule_id, toCard(row)))
    }
    return found
  },
  // One that is not known to be stored is inserted: where a load was missed, that fails and overwrites nothing.
  async save(tx, changes) {
    const rows = changes.flatMap(({ tenantId, key: customerId, value }) =>
      [...value.values()].flatMap((card) =>
        card.ofBatch === NOTHING_DONE ? [] : [{ tenantId, customerId, card }],
      ),
    )
    await Promise.all([
      insertCards(
        tx,
        rows.filter(({ card }) => !card.isStored),
      ),
      updateCards(
        tx,
        rows.filter(({ card }) => card.isStored),
      ),
    ])
  },
}

export type CustomerCards = ReadonlyMap<number, StampCard>

function toCard(row: CardRow): StampCard {
  const { rule_id, size, prize, begun_version, balance, state, completed } = row
  return {
    ruleId: rule_id,
    size,
    prize: decodePrize(prize),
    begunVersion: begun_version,
    completed,
    account: decodeState(state, balance),
    isStored: true,
    ofBatch: NOTHING_DONE,
  }
}

function encodeState({ lots, debts }: Account): StoredState {
  return {
    l: lots.map(({ id, orderId, original, remaining, expiresAt }): StoredLot => {
      const left = original.points === remaining.points ? null : shortText(remaining.points)
      const whole = [id, orderId, shortText(original.points)] as const
      if (expiresAt !== null) return [...whole, left, expiresAt]
      return left === null ? whole : [...whole, left]
    }),
    ...(debts.length > 0 && {
      d: debts.map(({ recordId, remaining }) => [recordId, shortText(remaining.points)] as const),
    }),
  }
}

function decodeState({ l, d = [] }: StoredState, balance: Decimal): Account {
  const stamps = (points: Decimal) => ({ points, cashback: ZERO })
  return withDueMoment({
    ...NEW_ACCOUNT,
    balance: stamps(balance),
    lots: l.map(([id, orderId, original, left, expiresAt]) => ({
      id,
      orderId,
      original: stamps(decimalFromText(original)),
      remaining: stamps(decimalFromText(left ?? original)),
      availableAt: 0,
      expiresAt: expiresAt ?? null,
      isWaiting: false,
    })),
    // Of two customers who were merged they are stored one after the other; the oldest is paid first.
    debts: d
      .map(([recordId, left]) => ({ recordId, remaining: stamps(decimalFromText(left)) }))
      .toSorted((a, b) => a.recordId - b.recordId),
  })
}
