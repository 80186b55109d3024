/** Lots and debts, loaded in the order in which they are used and only as far as a decision asks for them. */
import type { CustomerId, OrderId, RecordId, TenantId } from '../../contract/ids.ts'
import type { Instant } from '../../platform/clock.ts'
import type { Decimal } from '../../platform/decimal.ts'
import { type Columns, rowsAs } from '../../platform/postgres/columns.ts'
import { run, type Tx } from '../../platform/postgres/database.ts'
import { Fragment, type Statement, sql } from '../../platform/postgres/sql.ts'
import type { Debt, Lot } from '../account.ts'
import { type LoadedPart, NEVER } from '../rules/loaded.ts'

/** The next of an account's lots and debts behind those that are loaded. */
export interface NextAsk {
  readonly tenantId: TenantId
  readonly customerId: CustomerId
  readonly after: Pick<LoadedPart, 'open' | 'waiting' | 'debts'>
}

export interface NextLots {
  /** In spending order. */
  readonly open: readonly Lot[]
  /** In the order in which they open. */
  readonly waiting: readonly Lot[]
  /** Oldest first. */
  readonly debts: readonly Debt[]
  /** The deadline of the customer's reservation, whatever was asked for; null: there is none. */
  readonly reservedUntil: Instant | null
}

interface LotRow {
  position: number
  id: RecordId
  points: Decimal
  cashback: Decimal
  order_id: OrderId | null
  available_at: Date | null
  expires_at: Date | null
  /** null: no record, but the deadline of a reservation. */
  is_waiting: boolean | null
  remaining_points: Decimal | null
  remaining_cashback: Decimal | null
  debt_points: Decimal | null
  debt_cashback: Decimal | null
}

/** As the index of open lots has it. */
export const EXPIRY = new Fragment(
  `case when expires_at is null then 'infinity'::timestamptz else expires_at end`,
)
const COLUMNS = new Fragment(
  `id, points, cashback, order_id, available_at, expires_at, is_waiting, remaining_points, remaining_cashback,
  debt_points, debt_cashback`,
)

/** Where lots are loaded from. */
export interface LotSource {
  next(asks: readonly NextAsk[], limit: number): Promise<NextLots[]>
  certain(asks: readonly CertainAsk[]): Promise<Lot[][]>
}

export function lotsIn(tx: Tx): LotSource {
  return {
    next: (asks, limit) => loadNextLots(tx, asks, limit),
    certain: (asks) => loadCertainLots(tx, asks),
  }
}

const NEXT_ASK: Columns<NextAsk> = {
  tenant_id: ['bigint', ({ tenantId }) => tenantId],
  customer_id: ['bigint', ({ customerId }) => customerId],
  open_at: ['timestamptz', ({ after }) => placeAt(after.open.at)],
  open_id: ['bigint', ({ after }) => placeId(after.open.id)],
  waiting_at: ['timestamptz', ({ after }) => placeAt(after.waiting.at)],
  waiting_id: ['bigint', ({ after }) => placeId(after.waiting.id)],
  debt_id: ['bigint', ({ after }) => placeId(after.debts)],
  position: ['int', (_, index) => index],
}

/** At most `limit` of each kind for each account; where there are fewer, there are no more. */
async function loadNextLots(tx: Tx, asks: readonly NextAsk[], limit: number): Promise<NextLots[]> {
  const { rows } = await run(
    tx,
    sql<LotRow>`
    select wanted.position, record.*
    from ${rowsAs('wanted', NEXT_ASK, asks)}
    cross join lateral (
      (
        select ${COLUMNS} from point_record
        where tenant_id = wanted.tenant_id and customer_id = wanted.customer_id
          and is_live and not is_waiting and available_at is not null
          and (${EXPIRY}, id) > (wanted.open_at, wanted.open_id)
        order by ${EXPIRY}, id
        limit ${limit}
      ) union all (
        select ${COLUMNS} from point_record
        where tenant_id = wanted.tenant_id and customer_id = wanted.customer_id and is_live and is_waiting
          and (available_at, id) > (wanted.waiting_at, wanted.waiting_id)
        order by available_at, id
        limit ${limit}
      ) union all (
        select ${COLUMNS} from point_record
        where tenant_id = wanted.tenant_id and customer_id = wanted.customer_id
          and is_live and available_at is null and id > wanted.debt_id
        order by id
        limit ${limit}
      ) union all (
        select id, null, null, null, null, expires_at, null, null, null, null, null from redemption
        where tenant_id = wanted.tenant_id and customer_id = wanted.customer_id
          and expires_at is not null and returned_at is null
        limit 1
      )
    ) as record`,
  )
  const found = asks.map(() => ({
    open: [] as Lot[],
    waiting: [] as Lot[],
    debts: [] as Debt[],
    reservedUntil: null as Instant | null,
  }))
  for (const row of rows) {
    const next = found[row.position]
    if (row.is_waiting === null) {
      if (next) next.reservedUntil = row.expires_at?.getTime() ?? null
      continue
    }
    const lot = toLot(row)
    if (lot) (lot.isWaiting ? next?.waiting : next?.open)?.push(lot)
    else next?.debts.push(toDebt(row))
  }
  return found
}

/** For places before the beginning and behind the end, which are no moments. */
function placeAt(at: Instant): Instant | 'infinity' | '-infinity' {
  if (at === -Infinity) return '-infinity'
  return at >= NEVER ? 'infinity' : at
}

/** More than any id, where all are loaded. */
const BEHIND_ALL_IDS = '9223372036854775807'

function placeId(id: number): number | string {
  return id === Infinity ? BEHIND_ALL_IDS : id
}

export interface CertainAsk {
  readonly tenantId: TenantId
  readonly customerId: CustomerId
  readonly orderIds: readonly OrderId[]
  readonly lotIds: readonly RecordId[]
}

/** What is left of all lots of these orders, and of these lots. */
async function loadCertainLots(tx: Tx, asks: readonly CertainAsk[]): Promise<Lot[][]> {
  const ofOrders = asks.flatMap(({ tenantId, customerId, orderIds }, position) =>
    orderIds.map((id) => ({ tenantId, customerId, id, position })),
  )
  const byId = asks.flatMap(({ tenantId, customerId, lotIds }, position) =>
    lotIds.map((id) => ({ tenantId, customerId, id, position })),
  )
  const [orders, lots] = await Promise.all([
    ofOrders.length > 0 ? run(tx, lotsOfOrders(ofOrders)) : null,
    byId.length > 0 ? run(tx, lotsById(byId)) : null,
  ])
  const found: Lot[][] = asks.map(() => [])
  for (const row of [...(orders?.rows ?? []), ...(lots?.rows ?? [])]) {
    const lot = toLot(row)
    if (lot) found[row.position]?.push(lot)
  }
  return found
}

interface CertainLot {
  readonly tenantId: TenantId
  readonly customerId: CustomerId
  readonly id: number
  readonly position: number
}

const OF_CUSTOMER: Columns<CertainLot> = {
  tenant_id: ['bigint', ({ tenantId }) => tenantId],
  customer_id: ['bigint', ({ customerId }) => customerId],
  position: ['int', ({ position }) => position],
}
const LOTS_OF_ORDER: Columns<CertainLot> = { ...OF_CUSTOMER, order_id: ['bigint', ({ id }) => id] }
const CERTAIN_LOT: Columns<CertainLot> = { ...OF_CUSTOMER, id: ['bigint', ({ id }) => id] }

function lotsOfOrders(wanted: readonly CertainLot[]): Statement<LotRow> {
  return sql<LotRow>`
    select wanted.position, record.id, points, cashback, record.order_id, available_at, expires_at, is_waiting,
      remaining_points, remaining_cashback, debt_points, debt_cashback
    from ${rowsAs('wanted', LOTS_OF_ORDER, wanted)}
    join point_record as record
      on record.tenant_id = wanted.tenant_id and record.order_id = wanted.order_id
      and record.customer_id = wanted.customer_id
    where record.is_live and record.available_at is not null`
}

function lotsById(wanted: readonly CertainLot[]): Statement<LotRow> {
  return sql<LotRow>`
    select wanted.position, record.id, points, cashback, order_id, available_at, expires_at, is_waiting,
      remaining_points, remaining_cashback, debt_points, debt_cashback
    from ${rowsAs('wanted', CERTAIN_LOT, wanted)}
    join point_record as record
      on record.tenant_id = wanted.tenant_id and record.customer_id = wanted.customer_id and record.id = wanted.id
    where record.is_live and record.available_at is not null`
}

function toLot(row: LotRow): Lot | null {
  if (row.available_at === null || row.remaining_points === null || row.remaining_cashback === null)
    return null
  return {
    id: row.id,
    original: { points: row.points, cashback: row.cashback },
    remaining: { points: row.remaining_points, cashback: row.remaining_cashback },
    availableAt: row.available_at.getTime(),
    expiresAt: row.expires_at?.getTime() ?? null,
    isWaiting: row.is_waiting === true,
    orderId: row.order_id,
  }
}

function toDebt(row: LotRow): Debt {
  if (row.debt_points === null || row.debt_cashback === null) throw new Error(`record ${row.id} is no debt`)
  return { recordId: row.id, remaining: { points: row.debt_points, cashback: row.debt_cashback } }
}
