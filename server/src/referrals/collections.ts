import type { Amount } from '../accounts/account.ts'
import type { Profile } from '../accounts/customer.ts'
import { contactTerm } from '../accounts/rules/terms.ts'
import { type Changed, type Collection, keyText } from '../accounts/till/collection.ts'
import type { CustomerId, OrderId, RecordId, TenantId } from '../contract/ids.ts'
import type { Decimal } from '../platform/decimal.ts'
import { nameOf } from '../platform/name-of.ts'
import { type ColumnsOf, keyColumns, namesOf, rowsAs } from '../platform/postgres/columns.ts'
import { run } from '../platform/postgres/database.ts'
import { Fragment, sql } from '../platform/postgres/sql.ts'
import {
  REFERRAL_REASON,
  REFERRAL_STATE,
  type Referral,
  type ReferralLot,
  type ReferralReason,
  type ReferralState,
} from './referral.ts'

const BY_CUSTOMER = keyColumns<CustomerId>('customer_id', 'bigint')

const COLUMNS: ColumnsOf<'referral', Changed<CustomerId, Referral>> = {
  tenant_id: ['bigint', ({ tenantId }) => tenantId],
  customer_id: ['bigint', ({ key }) => key],
  referrer_id: ['bigint', ({ value }) => value.referrerId],
  state: ['smallint', ({ value }) => REFERRAL_STATE[value.state]],
  reason: ['smallint', ({ value }) => value.reason && REFERRAL_REASON[value.reason]],
  registered_at: ['timestamptz', ({ value }) => value.registeredAt],
  ends_at: ['timestamptz', ({ value }) => value.endsAt],
  program_version: ['int', ({ value }) => value.programVersion],
  order_id: ['bigint', ({ value }) => value.orderId],
  friend_record_id: ['bigint', ({ value }) => value.friendLot?.recordId ?? null],
  referrer_record_id: ['bigint', ({ value }) => value.referrerLot?.recordId ?? null],
  waits_until: ['timestamptz', ({ value }) => value.waitsUntil],
  changed_at: ['timestamptz', ({ value }) => value.changedAt],
  is_settled: ['boolean', ({ value }) => value.isSettled],
  decided_by: ['text', ({ value }) => value.decidedBy],
  note: ['text', ({ value }) => value.note],
}

/**
 * By the friend's number. Loading locks the rows, always after the accounts and in one order: the friend's order and the
 * command that rewards who referred them are of two accounts.
 */
export const referrals: Collection<CustomerId, Referral> = {
  name: 'referrals',
  async load(tx, keys) {
    const [, { rows }] = await Promise.all([
      run(
        tx,
        sql`
        select from ${rowsAs('wanted', BY_CUSTOMER, keys)}
        join referral using (tenant_id, customer_id)
        order by referral.tenant_id, referral.customer_id
        for no key update of referral`,
      ),
      // Sent after the lock, so that it sees what the batch before this one has done.
      run(
        tx,
        sql<ReferralRow>`
        select referral.*, ${LOTS_SHOWN}
        from ${rowsAs('wanted', BY_CUSTOMER, keys)}
        join referral using (tenant_id, customer_id)
        ${LOTS}`,
      ),
    ])
    return new Map(
      rows.map((row) => [keyText({ tenantId: row.tenant_id, key: row.customer_id }), toReferral(row)]),
    )
  },
  async save(tx, changes) {
    await run(
      tx,
      sql`
      insert into referral (${namesOf(COLUMNS)})
      select * from ${rowsAs('made', COLUMNS, changes)}
      on conflict (tenant_id, customer_id) do update set state = excluded.state, reason = excluded.reason,
        program_version = excluded.program_version, order_id = excluded.order_id,
        friend_record_id = excluded.friend_record_id, referrer_record_id = excluded.referrer_record_id,
        waits_until = excluded.waits_until, changed_at = excluded.changed_at, is_settled = excluded.is_settled,
        decided_by = excluded.decided_by, note = excluded.note`,
    )
  },
}

/** The points of both, wherever a merge has taken them. */
export const LOTS = new Fragment(`
  left join point_record as friends
    on friends.tenant_id = referral.tenant_id and friends.customer_id = referral.customer_id
    and friends.id = referral.friend_record_id
  left join customer as referrer
    on referrer.tenant_id = referral.tenant_id and referrer.id = referral.referrer_id
  left join point_record as referrers
    on referrers.tenant_id = referral.tenant_id
    and referrers.customer_id = case when referrer.merged_into is null then referrer.id else referrer.merged_into end
    and referrers.id = referral.referrer_record_id`)

export const LOTS_SHOWN = new Fragment(`
  friends.points as friend_points, friends.cashback as friend_cashback, friends.available_at as friend_available_at,
  friends.expires_at as friend_expires_at,
  referrers.points as referrer_points, referrers.cashback as referrer_cashback,
  referrers.available_at as referrer_available_at, referrers.expires_at as referrer_expires_at`)

export interface ReferralRow {
  readonly tenant_id: TenantId
  readonly customer_id: CustomerId
  readonly referrer_id: CustomerId
  readonly state: number
  readonly reason: number | null
  readonly registered_at: Date
  readonly ends_at: Date
  readonly program_version: number
  readonly order_id: OrderId | null
  readonly friend_record_id: RecordId | null
  readonly referrer_record_id: RecordId | null
  readonly waits_until: Date | null
  readonly changed_at: Date
  readonly is_settled: boolean
  readonly decided_by: string | null
  readonly note: string | null
  readonly friend_points: Decimal | null
  readonly friend_cashback: Decimal | null
  readonly friend_available_at: Date | null
  readonly friend_expires_at: Date | null
  readonly referrer_points: Decimal | null
  readonly referrer_cashback: Decimal | null
  readonly referrer_available_at: Date | null
  readonly referrer_expires_at: Date | null
}

export function toReferral(row: ReferralRow): Referral {
  return {
    friendId: row.customer_id,
    referrerId: row.referrer_id,
    state: nameOf<ReferralState, number>(REFERRAL_STATE, row.state),
    reason: row.reason === null ? null : nameOf<ReferralReason, number>(REFERRAL_REASON, row.reason),
    registeredAt: row.registered_at.getTime(),
    endsAt: row.ends_at.getTime(),
    programVersion: row.program_version,
    orderId: row.order_id,
    friendLot: lotOf({
      recordId: row.friend_record_id,
      points: row.friend_points,
      cashback: row.friend_cashback,
      availableAt: row.friend_available_at,
      expiresAt: row.friend_expires_at,
    }),
    referrerLot: lotOf({
      recordId: row.referrer_record_id,
      points: row.referrer_points,
      cashback: row.referrer_cashback,
      availableAt: row.referrer_available_at,
      expiresAt: row.referrer_expires_at,
    }),
    waitsUntil: row.waits_until?.getTime() ?? null,
    changedAt: row.changed_at.getTime(),
    isSettled: row.is_settled,
    decidedBy: row.decided_by,
    note: row.note,
  }
}

interface LotRow {
  readonly recordId: RecordId | null
  readonly points: Decimal | null
  readonly cashback: Decimal | null
  readonly availableAt: Date | null
  readonly expiresAt: Date | null
}

function lotOf({ recordId, points, cashback, availableAt, expiresAt }: LotRow): ReferralLot | null {
  if (recordId === null || points === null || cashback === null) return null
  const amount: Amount = { points, cashback }
  const [available, expires] = [availableAt?.getTime() ?? null, expiresAt?.getTime() ?? null]
  return { recordId, amount, availableAt: available, expiresAt: expires }
}

/** Who refers, as far as a friend is compared with them. */
export interface Referrer {
  readonly id: CustomerId
  /** Enrolled, and not erased. */
  readonly takesPart: boolean
  readonly contacts: Pick<Profile, 'email' | 'phone' | 'document'>
}

/** By number; who was merged is the one who stayed. Read without a lock: nothing of them is changed. */
export const referrers: Collection<CustomerId, Referrer> = {
  name: 'referrers',
  async load(tx, keys) {
    const { rows } = await run(
      tx,
      sql<{
        tenant_id: TenantId
        named: CustomerId
        id: CustomerId
        takesPart: boolean
        email: string | null
        phone: string | null
        document: string | null
      }>`
      select wanted.tenant_id, wanted.customer_id as named, customer.id,
        customer.is_enrolled and customer.erased_at is null as "takesPart", customer.email, customer.phone,
        customer.document
      from ${rowsAs('wanted', BY_CUSTOMER, keys)}
      join customer as named on named.tenant_id = wanted.tenant_id and named.id = wanted.customer_id
      join customer on customer.tenant_id = wanted.tenant_id and customer.id = case when named.merged_into is null then named.id else named.merged_into end`,
    )
    return new Map(
      rows.map(({ tenant_id: tenantId, named, id, takesPart, ...contacts }) => [
        keyText({ tenantId, key: named }),
        { id, takesPart, contacts },
      ]),
    )
  },
}

const BY_TERM = keyColumns<string>('term', 'text')
/** More people with numbers that end alike make no difference: one who has the same is among the first. */
const PHONES_MAX = 20

/** Phones that end like one that was sent, by its term. */
export const phonesLike: Collection<string, readonly string[]> = {
  name: 'phones',
  async load(tx, keys) {
    const { rows } = await run(
      tx,
      sql<{ tenant_id: TenantId; term: string; phone: string }>`
      select wanted.tenant_id, wanted.term, customer.phone
      from ${rowsAs('wanted', BY_TERM, keys)}
      cross join lateral (
        select customer_id from customer_term as stored
        where stored.tenant_id = wanted.tenant_id and stored.term = wanted.term
        order by customer_id limit ${PHONES_MAX}
      ) as found
      join customer on customer.tenant_id = wanted.tenant_id and customer.id = found.customer_id
      where customer.phone is not null`,
    )
    const phones = new Map<string, string[]>()
    for (const { tenant_id: tenantId, term, phone } of rows) {
      const key = keyText({ tenantId, key: term })
      phones.set(key, [...(phones.get(key) ?? []), phone])
    }
    return phones
  },
}

export function phoneTerm(phone: string | null): string | null {
  return contactTerm('phone', phone)
}
