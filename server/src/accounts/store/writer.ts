import { appendEvents, type NewEvent } from '../../events/store.ts'
import { type Instant, instantToText } from '../../platform/clock.ts'
import { run, type Tx } from '../../platform/postgres/database.ts'
import { sql } from '../../platform/postgres/sql.ts'
import {
  type Account,
  type Amount,
  type Debt,
  type Entry,
  isNothing,
  type Lot,
  type MoveEntry,
  NOTHING,
  type RecordIds,
  type UpdateEntry,
} from '../account.ts'
import type { Customer } from '../customer.ts'
import type { StoredAccount } from './accounts.ts'

/** What a batch did to one account. */
export interface AccountChange {
  readonly customer: Customer
  /** null: the customer is new. */
  readonly before: StoredAccount | null
  /** Its lots and debts as they were loaded, by id. */
  readonly original: { readonly lots: ReadonlyMap<number, Lot>; readonly debts: ReadonlyMap<number, Debt> }
  readonly account: Account
  readonly entries: readonly (Entry | UpdateEntry)[]
  readonly explanations: ReadonlyMap<number, object>
}

/** Saves all changes of a batch: one statement a table, sent together. The only writer of these tables. */
export function saveAccounts(tx: Tx, changes: readonly AccountChange[], ids: RecordIds): Promise<unknown>[] {
  return [
    insertCustomers(tx, changes.filter(isNew)),
    updateAccounts(tx, changes.filter(isAccountChanged)),
    updateProfiles(tx, changes.filter(isProfileChanged)),
    updateTiers(tx, changes.filter(isTierChanged)),
    insertRecords(tx, changes.flatMap(newRecords)),
    updateLots(tx, changes.flatMap(changedLots)),
    updateDates(tx, changes.flatMap(movedLots)),
    updateDebts(tx, changes.flatMap(changedDebts)),
    insertOrigins(tx, changes.flatMap(newOrigins), ids),
    appendEvents(tx, changes.flatMap(newEvents)),
  ].filter((written) => written !== null)
}

type Written = Promise<unknown> | null

function isNew({ before }: AccountChange): boolean {
  return before === null
}

/** Lots may have been read and nothing done with them: a refused redemption writes no row. */
function isAccountChanged({ before, customer, account }: AccountChange): boolean {
  if (before === null) return false
  const { sequence, nextDueAt } = before.account
  return before.customer !== customer || sequence !== account.sequence || nextDueAt !== account.nextDueAt
}

function isProfileChanged({ before, customer }: AccountChange): boolean {
  return before !== null && before.customer.profile !== customer.profile
}

function isTierChanged({ before, customer }: AccountChange): boolean {
  return (before?.customer.tier ?? null) !== customer.tier
}

function insertCustomers(tx: Tx, unordered: readonly AccountChange[]): Written {
  if (unordered.length === 0) return null
  // In one order for everybody: two batches that meet the same new customers must not wait for each other.
  const changes = unordered.toSorted(
    ({ customer: a }, { customer: b }) => a.tenantId - b.tenantId || (a.originalId < b.originalId ? -1 : 1),
  )
  const customers = changes.map(({ customer }) => customer)
  const profiles = customers.map(({ profile }) => profile)
  const accounts = changes.map(({ account }) => account)
  return run(
    tx,
    sql`
    insert into customer (
      tenant_id, id, original_id, public_id, name, email, phone, document, birthday, birthday_updated_at,
      signup_at, is_enrolled, enrolled_at, order_count, has_purchased, points_balance, cashback_balance,
      event_sequence, next_due_at, created_at
    )
    select * from unnest(
      ${customers.map((c) => c.tenantId)}::bigint[], ${customers.map((c) => c.id)}::bigint[],
      ${customers.map((c) => c.originalId)}::text[], ${customers.map((c) => c.publicId)}::uuid[],
      ${profiles.map((p) => p.name)}::text[], ${profiles.map((p) => p.email)}::text[],
      ${profiles.map((p) => p.phone)}::text[], ${profiles.map((p) => p.document)}::text[],
      ${profiles.map((p) => time(p.birthday))}::timestamptz[],
      ${profiles.map((p) => time(p.birthdayUpdatedAt))}::timestamptz[],
      ${profiles.map((p) => time(p.signupAt))}::timestamptz[],
      ${profiles.map((p) => p.isEnrolled)}::boolean[],
      ${profiles.map((p) => time(p.enrolledAt))}::timestamptz[],
      ${customers.map((c) => c.orderCount)}::int[], ${customers.map((c) => c.hasPurchased)}::boolean[],
      ${accounts.map((a) => a.balance.points)}::numeric[],
      ${accounts.map((a) => a.balance.cashback)}::numeric[],
      ${accounts.map((a) => a.sequence)}::int[], ${accounts.map((a) => time(a.nextDueAt))}::timestamptz[],
      ${customers.map((c) => time(c.createdAt))}::timestamptz[]
    )`,
  )
}

/** What every order changes. The profile, wider and rarely changed, has a statement of its own. */
function updateAccounts(tx: Tx, changes: readonly AccountChange[]): Written {
  if (changes.length === 0) return null
  const customers = changes.map(({ customer }) => customer)
  const accounts = changes.map(({ account }) => account)
  return run(
    tx,
    sql`
    update customer
    set points_balance = changed.points_balance, cashback_balance = changed.cashback_balance,
      event_sequence = changed.event_sequence, next_due_at = changed.next_due_at,
      order_count = changed.order_count, has_purchased = changed.has_purchased
    from unnest(
      ${customers.map((c) => c.tenantId)}::bigint[], ${customers.map((c) => c.id)}::bigint[],
      ${accounts.map((a) => a.balance.points)}::numeric[],
      ${accounts.map((a) => a.balance.cashback)}::numeric[],
      ${accounts.map((a) => a.sequence)}::int[], ${accounts.map((a) => time(a.nextDueAt))}::timestamptz[],
      ${customers.map((c) => c.orderCount)}::int[], ${customers.map((c) => c.hasPurchased)}::boolean[]
    ) as changed (tenant_id, id, points_balance, cashback_balance, event_sequence, next_due_at, order_count,
      has_purchased)
    where customer.tenant_id = changed.tenant_id and customer.id = changed.id`,
  )
}

function updateProfiles(tx: Tx, changes: readonly AccountChange[]): Written {
  if (changes.length === 0) return null
  const customers = changes.map(({ customer }) => customer)
  const profiles = customers.map(({ profile }) => profile)
  return run(
    tx,
    sql`
    update customer
    set name = changed.name, email = changed.email, phone = changed.phone, document = changed.document,
      birthday = changed.birthday, birthday_updated_at = changed.birthday_updated_at,
      signup_at = changed.signup_at, is_enrolled = changed.is_enrolled, enrolled_at = changed.enrolled_at
    from unnest(
      ${customers.map((c) => c.tenantId)}::bigint[], ${customers.map((c) => c.id)}::bigint[],
      ${profiles.map((p) => p.name)}::text[], ${profiles.map((p) => p.email)}::text[],
      ${profiles.map((p) => p.phone)}::text[], ${profiles.map((p) => p.document)}::text[],
      ${profiles.map((p) => time(p.birthday))}::timestamptz[],
      ${profiles.map((p) => time(p.birthdayUpdatedAt))}::timestamptz[],
      ${profiles.map((p) => time(p.signupAt))}::timestamptz[],
      ${profiles.map((p) => p.isEnrolled)}::boolean[],
      ${profiles.map((p) => time(p.enrolledAt))}::timestamptz[]
    ) as changed (tenant_id, id, name, email, phone, document, birthday, birthday_updated_at, signup_at,
      is_enrolled, enrolled_at)
    where customer.tenant_id = changed.tenant_id and customer.id = changed.id`,
  )
}

/** Also for those just inserted: so few come in a tier that they do not widen the statement of all others. */
function updateTiers(tx: Tx, changes: readonly AccountChange[]): Written {
  if (changes.length === 0) return null
  const customers = changes.map(({ customer }) => customer)
  return run(
    tx,
    sql`
    update customer
    set tier_id = changed.tier_id, tier_since = changed.since, tier_below_since = changed.below_since
    from unnest(
      ${customers.map((c) => c.tenantId)}::bigint[], ${customers.map((c) => c.id)}::bigint[],
      ${customers.map((c) => c.tier?.id ?? null)}::bigint[],
      ${customers.map((c) => time(c.tier?.since ?? null))}::timestamptz[],
      ${customers.map((c) => time(c.tier?.belowSince ?? null))}::timestamptz[]
    ) as changed (tenant_id, id, tier_id, since, below_since)
    where customer.tenant_id = changed.tenant_id and customer.id = changed.id`,
  )
}

interface NewRecord {
  readonly customer: Customer
  readonly entry: Exclude<Entry, { kind: 'opening' | 'move' }>
  /** Where it is a lot: what is left of it at the end of the batch. */
  readonly remaining: Amount | null
  readonly isWaiting: boolean
  /** Where something was left owing: what is still owed at the end of the batch. */
  readonly debt: Amount | null
  readonly explanation: object | undefined
}

/** What is made and used in one batch is written once, as it ends. */
function newRecords({ customer, entries, account, explanations }: AccountChange): NewRecord[] {
  const records: NewRecord[] = []
  for (const made of entries) {
    if (made.kind === 'opening' || made.kind === 'move' || made.kind === 'update') continue
    const entry = made.kind === 'credit' ? { ...made, ...datesOf(made.id, entries) } : made
    const lot = entry.kind === 'credit' ? account.lots.find(({ id }) => id === entry.id) : undefined
    const isOwing = entry.kind === 'debit' && !isNothing(entry.debt)
    const debt = isOwing ? account.debts.find(({ recordId }) => recordId === entry.id) : undefined
    records.push({
      customer,
      entry,
      remaining: entry.kind === 'credit' ? (lot?.remaining ?? NOTHING) : null,
      isWaiting: lot?.isWaiting ?? false,
      debt: isOwing ? (debt?.remaining ?? NOTHING) : null,
      explanation: explanations.get(entry.id),
    })
  }
  return records
}

function insertRecords(tx: Tx, records: readonly NewRecord[]): Written {
  if (records.length === 0) return null
  const entries = records.map(({ entry }) => entry)
  return run(
    tx,
    sql`
    insert into point_record (
      tenant_id, customer_id, id, type, points, cashback, recorded_at, order_id, available_at, expires_at,
      is_waiting, is_live, remaining_points, remaining_cashback, debt_points, debt_cashback, explanation
    )
    select * from unnest(
      ${records.map((r) => r.customer.tenantId)}::bigint[], ${records.map((r) => r.customer.id)}::bigint[],
      ${entries.map((e) => e.id)}::bigint[], ${entries.map((e) => e.type)}::smallint[],
      ${entries.map((e) => e.amount.points)}::numeric[], ${entries.map((e) => e.amount.cashback)}::numeric[],
      ${entries.map((e) => time(e.at))}::timestamptz[],
      ${entries.map((e) => (e.kind === 'return' ? null : e.orderId))}::bigint[],
      ${entries.map((e) => (e.kind === 'credit' ? time(e.availableAt) : null))}::timestamptz[],
      ${entries.map((e) => (e.kind === 'credit' ? time(e.expiresAt) : null))}::timestamptz[],
      ${records.map((r) => r.isWaiting)}::boolean[],
      ${records.map((r) => !isNothing(r.remaining ?? r.debt ?? NOTHING))}::boolean[],
      ${records.map((r) => r.remaining?.points ?? null)}::numeric[],
      ${records.map((r) => r.remaining?.cashback ?? null)}::numeric[],
      ${records.map((r) => r.debt?.points ?? null)}::numeric[],
      ${records.map((r) => r.debt?.cashback ?? null)}::numeric[],
      ${records.map((r) => (r.explanation ? JSON.stringify(r.explanation) : null))}::json[]
    )`,
  )
}

/** Where a lot was moved in the batch, the dates that it ended with. */
function datesOf(id: number, entries: AccountChange['entries']) {
  const move = entries.findLast((entry): entry is MoveEntry => entry.kind === 'move' && entry.id === id)
  return move && { availableAt: move.availableAt, expiresAt: move.expiresAt }
}

interface MovedLot {
  readonly customer: Customer
  readonly move: MoveEntry
}

/** Lots that were stored before this batch and have other dates now; of several moves of one the last. */
function movedLots({ customer, entries }: AccountChange): MovedLot[] {
  const moves = new Map<number, MoveEntry>()
  for (const entry of entries) if (entry.kind === 'move') moves.set(entry.id, entry)
  if (moves.size === 0) return []
  for (const entry of entries) if (entry.kind === 'credit') moves.delete(entry.id)
  return [...moves.values()].map((move) => ({ customer, move }))
}

function updateDates(tx: Tx, lots: readonly MovedLot[]): Written {
  if (lots.length === 0) return null
  return run(
    tx,
    sql`
    update point_record as record
    set available_at = moved.available_at, expires_at = moved.expires_at
    from unnest(
      ${lots.map((l) => l.customer.tenantId)}::bigint[], ${lots.map((l) => l.customer.id)}::bigint[],
      ${lots.map((l) => l.move.id)}::bigint[],
      ${lots.map((l) => time(l.move.availableAt))}::timestamptz[],
      ${lots.map((l) => time(l.move.expiresAt))}::timestamptz[]
    ) as moved (tenant_id, customer_id, id, available_at, expires_at)
    where record.tenant_id = moved.tenant_id and record.customer_id = moved.customer_id
      and record.id = moved.id`,
  )
}

interface ChangedLot {
  readonly customer: Customer
  readonly id: number
  readonly remaining: Amount
  readonly isWaiting: boolean
}

/** Lots that were stored before this batch and are different, spent or open again now. */
function changedLots({ customer, original, account, entries }: AccountChange): ChangedLot[] {
  const made = new Set(entries.flatMap((entry) => (entry.kind === 'credit' ? [entry.id] : [])))
  const left = new Set(account.lots.map(({ id }) => id))
  const isChanged = (lot: Lot): boolean => !made.has(lot.id) && original.lots.get(lot.id) !== lot
  return [
    ...account.lots
      .filter(isChanged)
      .map(({ id, remaining, isWaiting }) => ({ customer, id, remaining, isWaiting })),
    ...[...original.lots.keys()]
      .filter((id) => !left.has(id))
      .map((id) => ({ customer, id, remaining: NOTHING, isWaiting: false })),
  ]
}

function updateLots(tx: Tx, lots: readonly ChangedLot[]): Written {
  if (lots.length === 0) return null
  return run(
    tx,
    sql`
    update point_record as record
    set remaining_points = changed.points, remaining_cashback = changed.cashback,
      is_waiting = changed.is_waiting, is_live = changed.is_live
    from unnest(
      ${lots.map((l) => l.customer.tenantId)}::bigint[], ${lots.map((l) => l.customer.id)}::bigint[],
      ${lots.map((l) => l.id)}::bigint[],
      ${lots.map((l) => l.remaining.points)}::numeric[], ${lots.map((l) => l.remaining.cashback)}::numeric[],
      ${lots.map((l) => l.isWaiting)}::boolean[], ${lots.map((l) => !isNothing(l.remaining))}::boolean[]
    ) as changed (tenant_id, customer_id, id, points, cashback, is_waiting, is_live)
    where record.tenant_id = changed.tenant_id and record.customer_id = changed.customer_id
      and record.id = changed.id`,
  )
}

interface ChangedDebt extends Debt {
  readonly customer: Customer
}

function changedDebts({ customer, original, account }: AccountChange): ChangedDebt[] {
  if (original.debts.size === 0) return []
  const left = new Map(account.debts.map((debt) => [debt.recordId, debt]))
  return [...original.debts.values()]
    .filter((debt) => left.get(debt.recordId) !== debt)
    .map(({ recordId }) => ({ customer, recordId, remaining: left.get(recordId)?.remaining ?? NOTHING }))
}

function updateDebts(tx: Tx, debts: readonly ChangedDebt[]): Written {
  if (debts.length === 0) return null
  return run(
    tx,
    sql`
    update point_record as record
    set debt_points = changed.points, debt_cashback = changed.cashback, is_live = changed.is_live
    from unnest(
      ${debts.map((d) => d.customer.tenantId)}::bigint[], ${debts.map((d) => d.customer.id)}::bigint[],
      ${debts.map((d) => d.recordId)}::bigint[],
      ${debts.map((d) => d.remaining.points)}::numeric[], ${debts.map((d) => d.remaining.cashback)}::numeric[],
      ${debts.map((d) => !isNothing(d.remaining))}::boolean[]
    ) as changed (tenant_id, customer_id, id, points, cashback, is_live)
    where record.tenant_id = changed.tenant_id and record.customer_id = changed.customer_id
      and record.id = changed.id`,
  )
}

interface NewOrigin {
  readonly customer: Customer
  readonly recordId: number
  readonly lotId: number
  readonly used: Amount
}

/** So many ids are taken when these changes are saved. */
export function countOrigins(changes: readonly AccountChange[]): number {
  return changes.reduce((count, change) => count + newOrigins(change).length, 0)
}

function newOrigins({ customer, entries }: AccountChange): NewOrigin[] {
  const origins: NewOrigin[] = []
  for (const entry of entries) {
    if ('origins' in entry) {
      for (const { lotId, used } of entry.origins) origins.push({ customer, recordId: entry.id, lotId, used })
    }
    if ('repayments' in entry) {
      for (const { debitId, lotId, used } of entry.repayments) {
        origins.push({ customer, recordId: debitId, lotId, used })
      }
    }
  }
  return origins
}

function insertOrigins(tx: Tx, origins: readonly NewOrigin[], ids: RecordIds): Written {
  if (origins.length === 0) return null
  return run(
    tx,
    sql`
    insert into point_origin (tenant_id, customer_id, record_id, id, lot_id, used_points, used_cashback)
    select * from unnest(
      ${origins.map((o) => o.customer.tenantId)}::bigint[], ${origins.map((o) => o.customer.id)}::bigint[],
      ${origins.map((o) => o.recordId)}::bigint[], ${origins.map(() => ids.next())}::bigint[],
      ${origins.map((o) => o.lotId)}::bigint[],
      ${origins.map((o) => o.used.points)}::numeric[], ${origins.map((o) => o.used.cashback)}::numeric[]
    )`,
  )
}

function newEvents({ customer, entries }: AccountChange): NewEvent[] {
  return entries.flatMap(({ id, at, event }) =>
    event ? [{ tenantId: customer.tenantId, customerId: customer.id, recordId: id, at, ...event }] : [],
  )
}

function time(at: Instant | null): string | null {
  return at === null ? null : instantToText(at)
}
