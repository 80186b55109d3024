/** Every place beside the customer's own row where something may lie that tells who a customer is. */
import { idTerm } from '../accounts/collections/erased-persons.ts'
import { type Collection, type Journal, keyText } from '../accounts/till/collection.ts'
import type { CustomerId, TenantId } from '../contract/ids.ts'
import type { Instant } from '../platform/clock.ts'
import { type Columns, keyColumns, rowsAs } from '../platform/postgres/columns.ts'
import { run, type Tx } from '../platform/postgres/database.ts'
import { sql } from '../platform/postgres/sql.ts'
import type { Belongings } from './erasure.ts'

const BY_NUMBER = keyColumns<CustomerId>('id', 'bigint')

/** What there is of a customer, by number. */
export const belongings: Collection<CustomerId, Belongings> = {
  name: 'belongings',
  async load(tx, keys) {
    const { rows } = await run(
      tx,
      sql<Belongings & { tenant_id: TenantId; id: CustomerId }>`
      select wanted.tenant_id, wanted.id, (
        select count(*)::int from customer_order as one
        where one.tenant_id = wanted.tenant_id and one.customer_id = wanted.id
      ) as orders, (
        select count(*)::int from redemption as one
        where one.tenant_id = wanted.tenant_id and one.customer_id = wanted.id
      ) as redemptions, (
        select count(*)::int from coupon as one
        where one.tenant_id = wanted.tenant_id and one.customer_id = wanted.id
          and not is_used and inactivated_at is null
      ) as "openCoupons", (
        select count(*)::int from quiz_answer as one
        where one.tenant_id = wanted.tenant_id and one.customer_id = wanted.id
      ) as "quizAnswers", (
        select count(*)::int from customer_note as one
        where one.tenant_id = wanted.tenant_id and one.customer_id = wanted.id
      ) + (
        select count(*)::int from balance_change as one
        where one.tenant_id = wanted.tenant_id and one.customer_id = wanted.id and note is not null
      ) + (
        select (count(note) + count(decision_note))::int from approval as one
        where one.tenant_id = wanted.tenant_id and one.customer_id = wanted.id
      ) as notes, (
        select count(*)::int from customer_alias as one
        where one.tenant_id = wanted.tenant_id and one.customer_id = wanted.id
      ) as "formerIds"
      from ${rowsAs('wanted', BY_NUMBER, keys)}`,
    )
    return new Map(
      rows.map(({ tenant_id: tenantId, id, ...counts }) => [keyText({ tenantId, key: id }), counts]),
    )
  },
}

/** A customer who is erased. */
export interface Forgotten {
  readonly customerId: CustomerId
  readonly at: Instant
  /** By which the person is recognised who comes back. */
  readonly terms: readonly string[]
  /** The merchant's key for hashing them. */
  readonly key: Buffer
}

type ForgottenOfTenant = Forgotten & { readonly tenantId: TenantId }

const FORGOTTEN: Columns<ForgottenOfTenant> = {
  tenant_id: ['bigint', ({ tenantId }) => tenantId],
  customer_id: ['bigint', ({ customerId }) => customerId],
  at: ['timestamptz', ({ at }) => at],
  key: ['bytea', ({ key }) => key],
}

const TERM: Columns<{ readonly tenantId: TenantId; readonly key: Buffer; readonly term: string }> = {
  tenant_id: ['bigint', ({ tenantId }) => tenantId],
  key: ['bytea', ({ key }) => key],
  term: ['text', ({ term }) => term],
}

/** Empties all that lies elsewhere; the customer's own row, and by what it is found, are written with the account. */
export const forgetting: Journal<Forgotten> = {
  name: 'forgetting',
  append: (tx, rows) =>
    Promise.all([
      ...rememberHashes(tx, rows),
      ...emptyOrdersAndRedemptions(tx, rows),
      ...emptyWords(tx, rows),
      run(
        tx,
        sql`
        delete from customer_alias using ${rowsAs('erased', FORGOTTEN, rows)}
        where customer_alias.tenant_id = erased.tenant_id and customer_alias.customer_id = erased.customer_id`,
      ),
      run(
        tx,
        sql`
        update customer set former_id_count = 0 from ${rowsAs('erased', FORGOTTEN, rows)}
        where customer.tenant_id = erased.tenant_id and customer.id = erased.customer_id and former_id_count > 0`,
      ),
    ]),
}

/** Here, and not where the other terms are, because former ids are hashed as they lie. */
function rememberHashes(tx: Tx, rows: readonly ForgottenOfTenant[]): Promise<unknown>[] {
  const terms = rows.flatMap(({ tenantId, key, terms }) => terms.map((term) => ({ tenantId, key, term })))
  return [
    run(
      tx,
      sql`
      insert into erased_person (tenant_id, hmac)
      select known.tenant_id, sha256(known.key || sha256(known.key || convert_to(known.term, 'UTF8')))
      from (
        select tenant_id, key, term from ${rowsAs('named', TERM, terms)}
        union all
        select alias.tenant_id, erased.key, ${idTerm('')}::text || alias.original_id
        from ${rowsAs('erased', FORGOTTEN, rows)}
        join customer_alias as alias
          on alias.tenant_id = erased.tenant_id and alias.customer_id = erased.customer_id
      ) as known
      on conflict do nothing`,
    ),
  ]
}

/** What the merchant's backend has sent along: metadata, and who has sold it. */
function emptyOrdersAndRedemptions(tx: Tx, rows: readonly ForgottenOfTenant[]): Promise<unknown>[] {
  return [
    run(
      tx,
      sql`
      update customer_order as one set details = (one.details::jsonb - 'm' - 'w')::json
      from ${rowsAs('erased', FORGOTTEN, rows)}
      where one.tenant_id = erased.tenant_id and one.customer_id = erased.customer_id
        and (one.details -> 'm' is not null or one.details -> 'w' is not null)`,
    ),
    run(
      tx,
      sql`
      update redemption as one set metadata = '[]'
      from ${rowsAs('erased', FORGOTTEN, rows)}
      where one.tenant_id = erased.tenant_id and one.customer_id = erased.customer_id and one.metadata <> '[]'`,
    ),
    run(
      tx,
      sql`
      update coupon as one set inactivated_at = erased.at
      from ${rowsAs('erased', FORGOTTEN, rows)}
      where one.tenant_id = erased.tenant_id and one.customer_id = erased.customer_id
        and not one.is_used and one.inactivated_at is null`,
    ),
    // The merchant's own key of an action may name the customer. That it was granted stays.
    run(
      tx,
      sql`
      update action_grant as one set grant_key = 'erased-' || one.record_id
      from ${rowsAs('erased', FORGOTTEN, rows)}
      where one.tenant_id = erased.tenant_id and one.customer_id = erased.customer_id
        and (one.action like 'custom %' or one.action = 'referral')`,
    ),
  ]
}

/** What people have written: the customer, the merchant's people, and what receivers of webhooks answered. */
function emptyWords(tx: Tx, rows: readonly ForgottenOfTenant[]): Promise<unknown>[] {
  return [
    run(
      tx,
      sql`
      update quiz_answer as one set answers = (
        select coalesce(json_agg(
          case when entry -> 'text' is null then entry
            else json_build_object('question', entry -> 'question') end
        ), '[]') from json_array_elements(one.answers) as entry
      )
      from ${rowsAs('erased', FORGOTTEN, rows)}
      where one.tenant_id = erased.tenant_id and one.customer_id = erased.customer_id and one.answers is not null`,
    ),
    // The reason of an adjustment is a word of ours; that of other changes is a text.
    run(
      tx,
      sql`
      update balance_change as one
      set note = null, reason = case when one.is_adjustment then one.reason else '' end
      from ${rowsAs('erased', FORGOTTEN, rows)}
      where one.tenant_id = erased.tenant_id and one.customer_id = erased.customer_id`,
    ),
    run(
      tx,
      sql`
      update approval as one set note = null, decision_note = null
      from ${rowsAs('erased', FORGOTTEN, rows)}
      where one.tenant_id = erased.tenant_id and one.customer_id = erased.customer_id`,
    ),
    run(
      tx,
      sql`
      delete from customer_note as one using ${rowsAs('erased', FORGOTTEN, rows)}
      where one.tenant_id = erased.tenant_id and one.customer_id = erased.customer_id`,
    ),
    run(
      tx,
      sql`
      update webhook_attempt as one set answer = ''
      from ${rowsAs('erased', FORGOTTEN, rows)}
      where one.tenant_id = erased.tenant_id and one.customer_id = erased.customer_id`,
    ),
  ]
}
