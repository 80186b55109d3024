import type { RecordId } from '../../contract/ids.ts'
import { appendEvents } from '../../events/store.ts'
import { type Columns, type ColumnsOf, rowsAs, table } from '../../platform/postgres/columns.ts'
import { run, type Tx } from '../../platform/postgres/database.ts'
import { sql } from '../../platform/postgres/sql.ts'
import { type Amount, isNothing, NOTHING } from '../account.ts'
import type { Customer } from '../customer.ts'
import { QUIET_KIND_OF } from '../quiet-entry.ts'
import {
  type AccountChange,
  assertAddsUp,
  type ChangedDebt,
  type ChangedLot,
  changedDebts,
  changedLots,
  isAccountChanged,
  isActivityChanged,
  isImportedChanged,
  isNew,
  isProfileChanged,
  isRenamed,
  isTierChanged,
  type MovedLot,
  movedLots,
  type NewLotMove,
  type NewOrigin,
  type NewQuietEntry,
  type NewRecord,
  newEvents,
  newLotMoves,
  newOrigins,
  newQuietEntries,
  newRecords,
  termChanges,
  termsOfNew,
} from '../rules/account-change.ts'
import type { IdBlocks } from './id-blocks.ts'
import { addTerms, deleteTerms, insertTerms } from './terms.ts'

/**
 * Saves all changes of a batch, one statement per table and kind of change. The only writer of these tables. The
 * statements are under way when it returns, so that others can travel with them.
 */
export async function saveAccounts(
  tx: Tx,
  changes: readonly AccountChange[],
  ids: IdBlocks,
): Promise<Promise<unknown>[]> {
  for (const change of changes) assertAddsUp(change)
  const withoutIds = changes.flatMap(newOrigins)
  await ids.ensure(tx, withoutIds.length)
  const origins = withoutIds.map((origin) => ({ ...origin, id: ids.next() }))
  const made = changes.filter(isNew).toSorted(byOriginalId)
  const changed = changes.filter(isProfileChanged)
  return [
    insertCustomers(tx, made),
    updateAccounts(
      tx,
      changes.filter((change) => isAccountChanged(change) && !isActivityChanged(change)),
    ),
    updateProfiles(tx, changed),
    ...saveNames(tx, made, changed),
    updateTiers(tx, changes.filter(isTierChanged)),
    updateImported(tx, changes.filter(isImportedChanged)),
    updateActivity(tx, changes.filter(isActivityChanged)),
    ...saveRecords(tx, changes.flatMap(newRecords)),
    updateLots(tx, changes.flatMap(changedLots)),
    updateDates(tx, changes.flatMap(movedLots)),
    updateDebts(tx, changes.flatMap(changedDebts)),
    insertOrigins(tx, origins),
    appendEvents(tx, changes.flatMap(newEvents)),
    insertLotMoves(tx, changes.flatMap(newLotMoves)),
    insertQuietEntries(tx, changes.flatMap(newQuietEntries)),
  ]
}

/** Updates the search terms of new and changed customers. All others need no statement. */
function saveNames(
  tx: Tx,
  made: readonly AccountChange[],
  changed: readonly AccountChange[],
): Promise<unknown>[] {
  if (made.length === 0 && changed.length === 0) return []
  const terms = changed.map(termChanges)
  return [
    refuseFormerIds(tx, [...made, ...changed.filter(isRenamed)]),
    insertTerms(tx, made.flatMap(termsOfNew)),
    deleteTerms(
      tx,
      terms.flatMap(({ removed }) => removed),
    ),
    addTerms(
      tx,
      terms.flatMap(({ added }) => added),
    ),
  ]
}

/**
 * Fails as a race for a key does if one of these ids is another customer's former id. The loads of the batch would have
 * shown it, unless that customer has been made and renamed since; so this comes after the ids are saved.
 */
async function refuseFormerIds(tx: Tx, changes: readonly AccountChange[]): Promise<void> {
  if (changes.length === 0) return
  await run(
    tx,
    sql`
    insert into customer_alias (tenant_id, original_id, customer_id)
    select taken.tenant_id, taken.original_id, taken.customer_id
    from ${rowsAs('named', NAMED, changes)}
    join customer_alias as taken on taken.tenant_id = named.tenant_id and taken.original_id = named.original_id
    where taken.customer_id <> named.id`,
  )
}

/** One order for all batches: two that meet the same new customers must not wait for each other. */
function byOriginalId({ customer: a }: AccountChange, { customer: b }: AccountChange): number {
  return a.tenantId - b.tenantId || (a.originalId < b.originalId ? -1 : 1)
}

const customers = table('customer')

const CUSTOMER_KEY: ColumnsOf<'customer', AccountChange> = {
  tenant_id: ['bigint', ({ customer }) => customer.tenantId],
  id: ['bigint', ({ customer }) => customer.id],
}

/** What every order changes. The profile, wider and rarely changed, has a statement of its own. */
const ACCOUNT_COLUMNS: ColumnsOf<'customer', AccountChange> = {
  order_count: ['int', ({ customer }) => customer.orderCount],
  has_purchased: ['boolean', ({ customer }) => customer.hasPurchased],
  points_balance: ['numeric', ({ account }) => account.balance.points],
  cashback_balance: ['numeric', ({ account }) => account.balance.cashback],
  event_sequence: ['int', ({ account }) => account.sequence],
  next_due_at: ['timestamptz', ({ account }) => account.nextDueAt],
}

const PROFILE_COLUMNS: ColumnsOf<'customer', AccountChange> = {
  name: ['text', ({ customer }) => customer.profile.name],
  email: ['text', ({ customer }) => customer.profile.email],
  phone: ['text', ({ customer }) => customer.profile.phone],
  document: ['text', ({ customer }) => customer.profile.document],
  birthday: ['timestamptz', ({ customer }) => customer.profile.birthday],
  birthday_updated_at: ['timestamptz', ({ customer }) => customer.profile.birthdayUpdatedAt],
  signup_at: ['timestamptz', ({ customer }) => customer.profile.signupAt],
  is_enrolled: ['boolean', ({ customer }) => customer.profile.isEnrolled],
  enrolled_at: ['timestamptz', ({ customer }) => customer.profile.enrolledAt],
}

const ORIGINAL_ID: ColumnsOf<'customer', AccountChange> = {
  original_id: ['text', ({ customer }) => customer.originalId],
}

const NAMED: Columns<AccountChange> = { ...CUSTOMER_KEY, ...ORIGINAL_ID }

const insertCustomers = customers.insert({
  ...CUSTOMER_KEY,
  ...ORIGINAL_ID,
  public_id: ['uuid', ({ customer }) => customer.publicId],
  ...PROFILE_COLUMNS,
  ...ACCOUNT_COLUMNS,
  created_at: ['timestamptz', ({ customer }) => customer.createdAt],
})

const updateAccounts = customers.update(CUSTOMER_KEY, ACCOUNT_COLUMNS)

/** Erasing a person changes the id too. */
const updateProfiles = customers.update(CUSTOMER_KEY, {
  ...ORIGINAL_ID,
  ...PROFILE_COLUMNS,
  erased_at: ['timestamptz', ({ customer }) => customer.erasedAt],
})

/** Also for those just inserted: so few come in a tier that they do not widen the statement of all others. */
const updateTiers = customers.update(CUSTOMER_KEY, {
  tier_id: ['bigint', ({ customer }) => customer.tier?.id ?? null],
  tier_since: ['timestamptz', ({ customer }) => customer.tier?.since ?? null],
  tier_below_since: ['timestamptz', ({ customer }) => customer.tier?.belowSince ?? null],
  tier_held_until: ['timestamptz', ({ customer }) => customer.tier?.heldUntil ?? null],
})

/** The same: no order changes these. */
const updateImported = customers.update(CUSTOMER_KEY, {
  orders_before: ['int', ({ customer }) => customer.ordersBefore || null],
  is_unclaimed: ['boolean', ({ customer }) => customer.isUnclaimed || null],
})

/**
 * Of few merchants: all others have no statement for it. What else has changed goes with it, because each statement that
 * changes a row writes the whole row again.
 */
const updateActivity = customers.update(CUSTOMER_KEY, {
  ...ACCOUNT_COLUMNS,
  active_on: ['date', ({ account }) => account.activeOn],
  notice_on: ['date', ({ account }) => account.noticeOn],
  other_sequence: ['int', ({ account }) => (account.otherSequence === 0 ? null : account.otherSequence)],
  awards_due_at: ['timestamptz', ({ account }) => account.awardsDueAt],
  has_tier_prizes: ['boolean', ({ account }) => account.hasTierPrizes || null],
})

const records = table('point_record')

const OF_CUSTOMER: Columns<{ readonly customer: Customer }, 'tenant_id' | 'customer_id'> = {
  tenant_id: ['bigint', ({ customer }) => customer.tenantId],
  customer_id: ['bigint', ({ customer }) => customer.id],
}

const RECORD_COLUMNS: ColumnsOf<'point_record', NewRecord> = {
  ...OF_CUSTOMER,
  id: ['bigint', ({ entry }) => entry.id],
  type: ['smallint', ({ entry }) => entry.type],
  points: ['numeric', ({ entry }) => entry.amount.points],
  cashback: ['numeric', ({ entry }) => entry.amount.cashback],
  recorded_at: ['timestamptz', ({ entry }) => entry.at],
  order_id: ['bigint', ({ entry }) => ('orderId' in entry ? entry.orderId : null)],
  available_at: ['timestamptz', ({ entry }) => (entry.kind === 'credit' ? entry.availableAt : null)],
  expires_at: ['timestamptz', ({ entry }) => (entry.kind === 'credit' ? entry.expiresAt : null)],
  is_waiting: ['boolean', ({ isWaiting }) => isWaiting],
  is_live: ['boolean', ({ remaining, debt }) => !isNothing(remaining ?? debt ?? NOTHING)],
  remaining_points: ['numeric', ({ remaining }) => remaining?.points ?? null],
  remaining_cashback: ['numeric', ({ remaining }) => remaining?.cashback ?? null],
  debt_points: ['numeric', ({ debt }) => debt?.points ?? null],
  debt_cashback: ['numeric', ({ debt }) => debt?.cashback ?? null],
  explanation: ['json', ({ explanation }) => explanation ?? null],
}

const insertRecords = records.insert(RECORD_COLUMNS)
const insertBrought = records.insert<NewRecord>({
  ...RECORD_COLUMNS,
  earned_at: ['timestamptz', ({ entry }) => earnedAtOf(entry)],
})

/** Those that were earned elsewhere have a column more, and a statement of their own: all others don't pay for it. */
function saveRecords(tx: Tx, made: readonly NewRecord[]): Promise<unknown>[] {
  const brought = made.filter(({ entry }) => earnedAtOf(entry) !== null)
  if (brought.length === 0) return [insertRecords(tx, made)]
  return [
    insertRecords(
      tx,
      made.filter(({ entry }) => earnedAtOf(entry) === null),
    ),
    insertBrought(tx, brought),
  ]
}

function earnedAtOf(entry: NewRecord['entry']): number | null {
  return entry.kind === 'credit' ? (entry.earnedAt ?? null) : null
}

const RECORD_KEY: ColumnsOf<'point_record', { readonly customer: Customer; readonly id: RecordId }> = {
  ...OF_CUSTOMER,
  id: ['bigint', ({ id }) => id],
}

const updateDates = records.update<MovedLot>(RECORD_KEY, {
  available_at: ['timestamptz', ({ move }) => move.availableAt],
  expires_at: ['timestamptz', ({ move }) => move.expiresAt],
})

const updateLots = records.update<ChangedLot>(RECORD_KEY, {
  remaining_points: ['numeric', ({ remaining }) => remaining.points],
  remaining_cashback: ['numeric', ({ remaining }) => remaining.cashback],
  is_waiting: ['boolean', ({ isWaiting }) => isWaiting],
  is_live: ['boolean', ({ remaining }) => !isNothing(remaining)],
})

const updateDebts = records.update<ChangedDebt>(RECORD_KEY, {
  debt_points: ['numeric', ({ remaining }) => remaining.points],
  debt_cashback: ['numeric', ({ remaining }) => remaining.cashback],
  is_live: ['boolean', ({ remaining }) => !isNothing(remaining)],
})

const insertOrigins = table('point_origin').insert<NewOrigin & { readonly id: number }>({
  ...OF_CUSTOMER,
  record_id: ['bigint', ({ recordId }) => recordId],
  id: ['bigint', ({ id }) => id],
  lot_id: ['bigint', ({ lotId }) => lotId],
  used_points: ['numeric', ({ used }) => used.points],
  used_cashback: ['numeric', ({ used }) => used.cashback],
  repaid_at: ['timestamptz', ({ repaidAt }) => repaidAt],
})

const insertLotMoves = table('lot_move').insert<NewLotMove>({
  ...OF_CUSTOMER,
  record_id: ['bigint', ({ entry }) => entry.id],
  sequence: ['int', ({ entry }) => entry.event?.sequence ?? null],
  of_customer: ['bigint', ({ customer }) => customer.id],
  moved_at: ['timestamptz', ({ entry }) => entry.at],
  from_available_at: ['timestamptz', ({ entry }) => entry.lot.availableAt],
  from_expires_at: ['timestamptz', ({ entry }) => entry.lot.expiresAt],
})

/** No row for an order that earns at once. */
const insertQuietEntries = table('quiet_entry').insert<NewQuietEntry>({
  ...OF_CUSTOMER,
  kind: ['smallint', ({ entry }) => QUIET_KIND_OF[entry.kind]],
  record_id: ['bigint', ({ entry }) => entry.id],
  at: ['timestamptz', ({ entry }) => entry.at],
  points: ['numeric', ({ entry }) => amountOf(entry).points],
  cashback: ['numeric', ({ entry }) => amountOf(entry).cashback],
  expires_at: ['timestamptz', ({ entry }) => (entry.kind === 'debit' ? null : entry.expiresAt)],
  former_expires_at: ['timestamptz', ({ entry }) => (entry.kind === 'move' ? entry.lot.expiresAt : null)],
})

function amountOf(entry: NewQuietEntry['entry']): Amount {
  return entry.kind === 'move' ? entry.lot.remaining : entry.amount
}
