import type { CustomerId, TenantId } from '../../contract/ids.ts'
import { type Instant, instantToText } from '../../platform/clock.ts'
import { type Decimal, ZERO } from '../../platform/decimal.ts'
import { type Columns, keyColumns, rowsAs } from '../../platform/postgres/columns.ts'
import { run, type Tx } from '../../platform/postgres/database.ts'
import { Fragment, sql } from '../../platform/postgres/sql.ts'
import type { LocalDate } from '../../platform/zone.ts'
import type { Tenant } from '../../tenancy/tenant.ts'
import type { Account } from '../account.ts'
import type { Customer } from '../customer.ts'
import { inactivityTerms } from '../rules/inactivity.ts'
import { nothingLoaded } from '../rules/loaded.ts'
import type { Contacts } from '../rules/terms.ts'
import { keyText, type TenantKey } from '../till/collection.ts'

export interface StoredAccount {
  readonly customer: Customer
  readonly account: Account
}

/** The account with what its merchant says about points to which nothing happens. Most say nothing. */
export function ofMerchant(stored: StoredAccount, tenant: Tenant): StoredAccount {
  const inactivity = inactivityTerms(tenant)
  return inactivity === null ? stored : { ...stored, account: { ...stored.account, inactivity } }
}

export interface AccountRow {
  tenant_id: TenantId
  id: CustomerId
  original_id: string
  public_id: string
  name: string | null
  email: string | null
  phone: string | null
  document: string | null
  birthday: Date | null
  birthday_updated_at: Date | null
  signup_at: Date | null
  is_enrolled: boolean
  enrolled_at: Date | null
  order_count: number
  has_purchased: boolean
  points_balance: Decimal
  cashback_balance: Decimal
  event_sequence: number
  next_due_at: Date | null
  created_at: Date
  erased_at: Date | null
  merged_into: CustomerId | null
  tier_id: number | null
  tier_since: Date | null
  tier_below_since: Date | null
  tier_held_until: Date | null
  orders_before: number | null
  is_unclaimed: boolean | null
  /** Days since 1970. */
  active_on: LocalDate | null
  notice_on: LocalDate | null
  other_sequence: number | null
  awards_due_at: Date | null
  has_tier_prizes: boolean | null
}

/** Days as numbers: what the driver makes of a date depends on the zone of the process. */
const ACTIVITY = `active_on - date '1970-01-01' as active_on, notice_on - date '1970-01-01' as notice_on, other_sequence,
  awards_due_at, has_tier_prizes`

export const ACCOUNT_COLUMNS =
  new Fragment(`customer.tenant_id, customer.id, customer.original_id, public_id, name, email,
  phone, document, birthday, birthday_updated_at, signup_at, is_enrolled, enrolled_at, order_count, has_purchased,
  points_balance, cashback_balance, event_sequence, next_due_at, created_at, erased_at, merged_into,
  tier_id, tier_since, tier_below_since, tier_held_until, orders_before, is_unclaimed, ${ACTIVITY}`)

export interface LockedAccounts {
  /**
   * By `keyText` of the id that the customer has now. `busy`: another transaction has locked it. An account that this
   * transaction can't see is left out.
   */
  readonly accounts: ReadonlyMap<string, StoredAccount | 'busy'>
  /** Where some were asked for by an id that they had before: that key, and the key that they have now. */
  readonly aliases?: ReadonlyMap<string, string>
}

/** An account by the id of its customer, and by what that customer is known where there is no such id. */
export interface AccountKey extends TenantKey<string> {
  readonly contacts?: Contacts | null
}

const BY_ORIGINAL_ID = keyColumns<string>('original_id', 'text')
const BY_ID_OR_CONTACT: Columns<AccountKey> = {
  ...BY_ORIGINAL_ID,
  document_term: ['text', ({ contacts }) => contacts?.document ?? null],
  email_term: ['text', ({ contacts }) => contacts?.email ?? null],
  is_claim: ['boolean', ({ contacts }) => contacts?.isClaim ?? false],
}
const PLACED_ORIGINAL_ID: Columns<TenantKey<string>> = {
  place: ['int', (_, index) => index],
  ...BY_ORIGINAL_ID,
}

/**
 * Locks the accounts, always in the same order, so that no two transactions wait for each other. Their lots
 * are not loaded yet. An account that is asked for by a former id is locked last: the till waits for one account at a
 * time.
 */
export async function lockAccounts(tx: Tx, keys: readonly AccountKey[]): Promise<LockedAccounts> {
  const accounts = await lockWaiting(tx, keys)
  const missing = keys.filter((key) => !accounts.has(keyText(key)))
  const renamed = (await findIds(tx, missing)).filter(({ asked, key }) => asked !== key)
  return renamed.length === 0 ? { accounts } : lockRenamed(tx, renamed, accounts, lockWaiting)
}

async function lockWaiting(tx: Tx, keys: readonly TenantKey<string>[]): Promise<Accounts> {
  const { rows } = await run(
    tx,
    sql<AccountRow>`
    select ${ACCOUNT_COLUMNS}
    from ${rowsAs('wanted', BY_ORIGINAL_ID, keys)}
    join customer on customer.tenant_id = wanted.tenant_id and customer.original_id = wanted.original_id
    order by customer.tenant_id, customer.original_id
    for no key update of customer`,
  )
  return byKey(rows)
}

/**
 * Locks those of the accounts that no other transaction has locked, and waits for none. Only where some are missing
 * does it look whether they are busy, have another id now, or are not there: in one statement with the lock, that cost
 * every batch 60 µs.
 */
export async function lockFreeAccounts(tx: Tx, keys: readonly AccountKey[]): Promise<LockedAccounts> {
  const accounts = await lockFree(tx, keys)
  const missing = keys.filter((key) => !accounts.has(keyText(key)))
  if (missing.length === 0) return { accounts }
  const found = await findIds(tx, missing)
  for (const { asked, tenantId, key } of found) {
    if (asked === key) accounts.set(keyText({ tenantId, key }), 'busy')
  }
  const renamed = found.filter(({ asked, key }) => asked !== key)
  return renamed.length === 0 ? { accounts } : lockRenamed(tx, renamed, accounts, lockFree)
}

type Accounts = Map<string, StoredAccount | 'busy'>

async function lockFree(tx: Tx, keys: readonly TenantKey<string>[]): Promise<Accounts> {
  const { rows } = await run(
    tx,
    sql<AccountRow>`
    select ${ACCOUNT_COLUMNS}
    from ${rowsAs('wanted', BY_ORIGINAL_ID, keys)}
    join customer on customer.tenant_id = wanted.tenant_id and customer.original_id = wanted.original_id
    for no key update of customer skip locked`,
  )
  return byKey(rows)
}

function byKey(rows: readonly AccountRow[]): Accounts {
  return new Map(
    rows.map((row) => [keyText({ tenantId: row.tenant_id, key: row.original_id }), toStored(row)]),
  )
}

/** The id that a customer has now, and the one by which it was asked for. */
interface FoundId extends TenantKey<string> {
  readonly asked: string
}

/** Adds the accounts that have another id now. One that is renamed again at this moment counts as busy. */
async function lockRenamed(
  tx: Tx,
  renamed: readonly FoundId[],
  accounts: Accounts,
  lock: (tx: Tx, keys: readonly TenantKey<string>[]) => Promise<Accounts>,
): Promise<LockedAccounts> {
  const unlocked = new Map(renamed.map((key) => [keyText(key), key]))
  for (const key of accounts.keys()) unlocked.delete(key)
  const locked = unlocked.size === 0 ? new Map() : await lock(tx, [...unlocked.values()])
  for (const key of unlocked.keys()) accounts.set(key, locked.get(key) ?? 'busy')
  return {
    accounts,
    aliases: new Map(
      renamed.map(({ tenantId, asked, key }) => [
        keyText({ tenantId, key: asked }),
        keyText({ tenantId, key }),
      ]),
    ),
  }
}

/**
 * The customers that have, or had, these ids; else the one who is known by the document, or by the e-mail where no
 * customer has that document. Of several it is not known which is meant, and a family may share an address: a customer
 * with another document is another person. One who came with an id is meant only where the customer has none yet.
 */
async function findIds(tx: Tx, keys: readonly AccountKey[]): Promise<FoundId[]> {
  if (keys.length === 0) return []
  const { rows } = await run(
    tx,
    sql<{ tenant_id: TenantId; asked: string; original_id: string }>`
    select wanted.tenant_id, wanted.original_id as asked, found.original_id
    from ${rowsAs('wanted', BY_ID_OR_CONTACT, keys)}
    cross join lateral (
      select customer.original_id from customer
      where customer.tenant_id = wanted.tenant_id and customer.original_id = wanted.original_id
      union all
      select customer.original_id from customer_alias as alias
      join customer on customer.tenant_id = alias.tenant_id and customer.id = alias.customer_id
      where alias.tenant_id = wanted.tenant_id and alias.original_id = wanted.original_id
      union all
      select customer.original_id
      from (
        select contact, min(customer_id) as id, count(*) as customers
        from (
          (
            select 1 as contact, customer_id from customer_term
            where tenant_id = wanted.tenant_id and term = wanted.document_term limit 2
          ) union all (
            select 2, customer_id from customer_term
            where tenant_id = wanted.tenant_id and term = wanted.email_term limit 2
          )
        ) as known
        group by contact order by contact limit 1
      ) as known
      join customer on customer.tenant_id = wanted.tenant_id and customer.id = known.id
      where known.customers = 1
        and (contact = 1 or wanted.document_term is null or coalesce(customer.document, '') = '')
        and (
          not wanted.is_claim
          or customer.is_unclaimed and not exists (
            select from customer_claim as revoked
            where revoked.tenant_id = wanted.tenant_id and revoked.customer_id = customer.id
              and revoked.claimed_id = wanted.original_id
          )
        )
      limit 1
    ) as found`,
  )
  return rows.map((row) => ({ tenantId: row.tenant_id, asked: row.asked, key: row.original_id }))
}

type DueRow = Pick<
  AccountRow,
  | 'tenant_id'
  | 'id'
  | 'original_id'
  | 'order_count'
  | 'has_purchased'
  | 'points_balance'
  | 'cashback_balance'
  | 'event_sequence'
  | 'next_due_at'
  | 'active_on'
  | 'notice_on'
  | 'other_sequence'
  | 'awards_due_at'
  | 'has_tier_prizes'
>

/** Settling needs no profile: reading it took a fifth of the worker's time. */
const WITHOUT_PROFILE = {
  public_id: '',
  name: null,
  email: null,
  phone: null,
  document: null,
  birthday: null,
  birthday_updated_at: null,
  signup_at: null,
  is_enrolled: false,
  enrolled_at: null,
  created_at: new Date(0),
  erased_at: null,
  merged_into: null,
  tier_id: null,
  tier_since: null,
  tier_below_since: null,
  tier_held_until: null,
  orders_before: null,
  is_unclaimed: null,
}

interface DueKey extends TenantKey<string> {
  readonly now: Instant
  /** Who was active up to then has points that ended because nothing happened since; null: they do not end so. */
  readonly activeUntil: LocalDate | null
}

const DUE_KEY: Columns<DueKey> = {
  ...BY_ORIGINAL_ID,
  now: ['timestamptz', ({ now }) => now],
  active_until: ['date', ({ activeUntil }) => activeUntil],
}

/**
 * Locks those of these accounts in which something is due at the moment given for each, for settling and nothing
 * else: without the customer's profile, and without accounts that another transaction has locked: it
 * settles them itself.
 */
export async function lockDueAccounts(tx: Tx, keys: readonly DueKey[]): Promise<LockedAccounts> {
  const { rows } = await run(
    tx,
    sql<DueRow>`
    select customer.tenant_id, customer.id, customer.original_id, order_count, has_purchased, points_balance,
      cashback_balance, event_sequence, next_due_at, ${new Fragment(ACTIVITY)}
    from ${rowsAs('wanted', DUE_KEY, keys)}
    join customer on customer.tenant_id = wanted.tenant_id and customer.original_id = wanted.original_id
      and (customer.next_due_at <= wanted.now or customer.active_on <= wanted.active_until
        or customer.awards_due_at <= wanted.now)
    for no key update of customer skip locked`,
  )
  return { accounts: byKey(rows.map((row) => ({ ...row, ...WITHOUT_PROFILE }))) }
}

interface TenantAt {
  readonly tenantId: TenantId
  readonly now: Instant
}

const TENANT_AT: Columns<TenantAt> = {
  tenant_id: ['bigint', ({ tenantId }) => tenantId],
  now: ['timestamptz', ({ now }) => now],
}

/** The earliest moment of each tenant at which something fell due that has not been settled; most have none. */
export async function findDueMoments(tx: Tx, tenants: readonly TenantAt[]): Promise<Map<TenantId, Instant>> {
  const { rows } = await run(
    tx,
    sql<{ tenant_id: TenantId; due_at: Date }>`
    select wanted.tenant_id, due.due_at
    from ${rowsAs('wanted', TENANT_AT, tenants)}
    cross join lateral (
      (
        select case when is_waiting then available_at else expires_at end as due_at
        from point_record as record
        where record.tenant_id = wanted.tenant_id and is_live and (is_waiting or expires_at is not null)
          and case when is_waiting then available_at else expires_at end <= wanted.now
        order by due_at
        limit 1
      ) union all (
        select expires_at from redemption
        where redemption.tenant_id = wanted.tenant_id and expires_at is not null and returned_at is null
          and expires_at <= wanted.now
        order by expires_at
        limit 1
      ) union all (
        select awards_due_at from customer
        where customer.tenant_id = wanted.tenant_id and awards_due_at is not null and awards_due_at <= wanted.now
        order by awards_due_at
        limit 1
      )
      order by due_at
      limit 1
    ) as due`,
  )
  return new Map(rows.map((row) => [row.tenant_id, row.due_at.getTime()]))
}

/** Customers of what is due, lots or reservations, the longest due first: so many of each, and none of these customers'. */
export async function findDueCustomers(
  tx: Tx,
  tenantId: TenantId,
  now: Instant,
  except: readonly string[],
  limit: number,
): Promise<{ customers: string[]; lots: number }> {
  const { rows } = await run(
    tx,
    sql<{ original_id: string; lots: number }>`
    with excepted as materialized (
      select id from unnest(${except}::text[]) as named (original_id)
      join customer on tenant_id = ${tenantId} and customer.original_id = named.original_id
    )
    select original_id, count(*)::int as lots
    from (
      (
        select customer_id from point_record
        where tenant_id = ${tenantId} and is_live and (is_waiting or expires_at is not null)
          and case when is_waiting then available_at else expires_at end <= ${instantToText(now)}::timestamptz
          and customer_id not in (select id from excepted)
        order by case when is_waiting then available_at else expires_at end
        limit ${limit}
      ) union all (
        select customer_id from redemption
        where tenant_id = ${tenantId} and expires_at is not null and returned_at is null
          and expires_at <= ${instantToText(now)}::timestamptz
          and customer_id not in (select id from excepted)
        order by expires_at
        limit ${limit}
      ) union all (
        select id from customer
        where tenant_id = ${tenantId} and awards_due_at is not null
          and awards_due_at <= ${instantToText(now)}::timestamptz
          and id not in (select id from excepted)
        order by awards_due_at
        limit ${limit}
      )
    ) as due
    join customer on tenant_id = ${tenantId} and id = due.customer_id
    group by original_id`,
  )
  return {
    customers: rows.map((row) => row.original_id),
    lots: rows.reduce((sum, row) => sum + row.lots, 0),
  }
}

/** By the id that the customer has, else by one that it had before. */
export async function findCustomer(
  tx: Tx,
  tenantId: TenantId,
  originalId: string,
): Promise<StoredAccount | null> {
  const { rows } = await run(
    tx,
    sql<AccountRow>`
    select ${ACCOUNT_COLUMNS} from customer
    where customer.tenant_id = ${tenantId} and customer.original_id = ${originalId}
    union all
    select ${ACCOUNT_COLUMNS} from customer_alias as alias
    join customer on customer.tenant_id = alias.tenant_id and customer.id = alias.customer_id
    where alias.tenant_id = ${tenantId} and alias.original_id = ${originalId}
    limit 1`,
  )
  return rows[0] ? toStored(rows[0]) : null
}

/** Of many, in the order in which they are asked for; undefined: there is no such customer. */
export async function findCustomers(
  tx: Tx,
  keys: readonly TenantKey<string>[],
): Promise<(StoredAccount | undefined)[]> {
  if (keys.length === 0) return []
  const { rows } = await run(
    tx,
    sql<AccountRow & { place: number }>`
    select wanted.place, found.*
    from ${rowsAs('wanted', PLACED_ORIGINAL_ID, keys)}
    cross join lateral (
      select ${ACCOUNT_COLUMNS} from customer
      where customer.tenant_id = wanted.tenant_id and customer.original_id = wanted.original_id
      union all
      select ${ACCOUNT_COLUMNS} from customer_alias as alias
      join customer on customer.tenant_id = alias.tenant_id and customer.id = alias.customer_id
      where alias.tenant_id = wanted.tenant_id and alias.original_id = wanted.original_id
      limit 1
    ) as found`,
  )
  const found: (StoredAccount | undefined)[] = keys.map(() => undefined)
  for (const row of rows) found[row.place] = toStored(row)
  return found
}

/** In the order of their ids in the list. */
export async function findCustomersById(
  tx: Tx,
  tenantId: TenantId,
  ids: readonly CustomerId[],
): Promise<Customer[]> {
  const { rows } = await run(
    tx,
    sql<AccountRow>`
    select ${ACCOUNT_COLUMNS}
    from unnest(${ids}::bigint[]) with ordinality as wanted (id, position)
    join customer on customer.tenant_id = ${tenantId} and customer.id = wanted.id
    order by wanted.position`,
  )
  return rows.map((row) => toStored(row).customer)
}

/** By their numbers. One that there is not is left out. */
export async function findAccountsById(
  tx: Tx,
  tenantId: TenantId,
  ids: readonly CustomerId[],
): Promise<Map<CustomerId, StoredAccount>> {
  if (ids.length === 0) return new Map()
  const { rows } = await run(
    tx,
    sql<AccountRow>`
    select ${ACCOUNT_COLUMNS} from unnest(${[...new Set(ids)]}::bigint[]) as wanted (id)
    join customer on customer.tenant_id = ${tenantId} and customer.id = wanted.id`,
  )
  return new Map(rows.map((row) => [row.id, toStored(row)]))
}

export function toStored(row: AccountRow): StoredAccount {
  return {
    customer: {
      tenantId: row.tenant_id,
      id: row.id,
      originalId: row.original_id,
      publicId: row.public_id,
      profile: {
        name: row.name,
        email: row.email,
        phone: row.phone,
        document: row.document,
        birthday: instant(row.birthday),
        birthdayUpdatedAt: instant(row.birthday_updated_at),
        signupAt: instant(row.signup_at),
        isEnrolled: row.is_enrolled,
        enrolledAt: instant(row.enrolled_at),
      },
      orderCount: row.order_count,
      hasPurchased: row.has_purchased,
      ...(row.orders_before !== null && { ordersBefore: row.orders_before }),
      ...(row.is_unclaimed && { isUnclaimed: true }),
      tier: heldTier(row),
      createdAt: row.created_at.getTime(),
      erasedAt: instant(row.erased_at),
      mergedInto: row.merged_into,
    },
    account: {
      balance: { points: row.points_balance, cashback: row.cashback_balance },
      lots: [],
      loaded: nothingLoaded(
        row.points_balance < ZERO || row.cashback_balance < ZERO,
        instant(row.next_due_at),
      ),
      debts: [],
      repaid: [],
      sequence: row.event_sequence,
      otherSequence: row.other_sequence ?? 0,
      activeOn: row.active_on,
      noticeOn: row.notice_on,
      inactivity: null,
      reservedUntil: null,
      awardsDueAt: instant(row.awards_due_at),
      hasNewAwards: false,
      hasTierPrizes: row.has_tier_prizes ?? false,
      nextDueAt: instant(row.next_due_at),
    },
  }
}

function heldTier(row: AccountRow): Customer['tier'] {
  const { tier_id: id, tier_since: since, tier_held_until: heldUntil } = row
  if (id === null || since === null) return null
  return {
    ...{ id, since: since.getTime(), belowSince: instant(row.tier_below_since) },
    ...(heldUntil && { heldUntil: heldUntil.getTime() }),
  }
}

function instant(date: Date | null): Instant | null {
  return date === null ? null : date.getTime()
}
