/** Puts two accounts together where they are stored: every row of the one becomes a row of the other. */
import { randomBytes } from 'node:crypto'
import { type Amount, isNothing, mayBeDue, NEW_ACCOUNT, NOTHING, negate } from '../../accounts/account.ts'
import type { Customer } from '../../accounts/customer.ts'
import type { AccountChange } from '../../accounts/rules/account-change.ts'
import { topicOf } from '../../accounts/rules/lots.ts'
import { contactsOf } from '../../accounts/rules/terms.ts'
import { findCustomer, lockAccounts, ofMerchant, type StoredAccount } from '../../accounts/store/accounts.ts'
import { findCustomerKeys } from '../../accounts/store/customer-keys.ts'
import { IdBlocks } from '../../accounts/store/id-blocks.ts'
import { saveAccounts } from '../../accounts/store/writer.ts'
import { keyText } from '../../accounts/till/collection.ts'
import { Unsettled } from '../../accounts/till/command.ts'
import { HeldUpError } from '../../accounts/till/side-lane.ts'
import type { CustomerId, RecordId, TenantId } from '../../contract/ids.ts'
import type { Refusal } from '../../contract/refusal.ts'
import { isBlank } from '../../contract/schema.ts'
import { type Instant, instantToText } from '../../platform/clock.ts'
import { type Decimal, decimalFromText, decimalToText } from '../../platform/decimal.ts'
import { run, runUnhurried, type Tx } from '../../platform/postgres/database.ts'
import { sql } from '../../platform/postgres/sql.ts'
import type { Joined, Merge, MergeEffect, MergeInput, Named } from '../merge.ts'
import {
  emptiedCustomer,
  joinedCustomer,
  keyUsed,
  type MergeReason,
  mergedBefore,
  refuseToMerge,
} from '../rules.ts'
import { moveCards, type Whose } from './join-cards.ts'
import { moveWhatIsHadOnce } from './join-once.ts'

/** What the command decides about. */
export type Prepared =
  | { readonly kind: 'refused'; readonly refusal: Refusal<MergeReason> }
  /** It was done before, with the same key. */
  | { readonly kind: 'known'; readonly merge: Merge }
  | { readonly kind: 'joined'; readonly joined: Joined }

/** Nothing stands in the way, and nothing is done yet. */
export interface Mergeable extends Whose {
  readonly kind: 'mergeable'
}

/** Locks the two, and puts them together unless that is refused. */
export async function prepareMerge(tx: Tx, input: MergeInput, moment: () => Instant): Promise<Prepared> {
  const checked = await check(tx, input, moment)
  if (checked.kind !== 'free') return checked
  return { kind: 'joined', joined: await join(tx, checked.joining) }
}

/** Locks the two, and says whether they could be put together now. */
export async function prepareRequest(
  tx: Tx,
  input: MergeInput,
  moment: () => Instant,
): Promise<Exclude<Prepared, { kind: 'joined' }> | Mergeable> {
  const checked = await check(tx, input, moment)
  return checked.kind === 'free' ? { kind: 'mergeable', ...whoseOf(checked.joining) } : checked
}

type Checked = Exclude<Prepared, { kind: 'joined' }> | { readonly kind: 'free'; readonly joining: Joining }

async function check(tx: Tx, input: MergeInput, moment: () => Instant): Promise<Checked> {
  const { tenant, mergeKey, requestHash } = input
  const { from, into } = await lockBoth(tx, input)
  const now = moment()
  // Under the locks: the same request may have been done while this one waited for them.
  const known = await findMerge(tx, tenant.id, mergeKey)
  if (known) {
    const isSame = known.hash?.equals(requestHash) ?? false
    return isSame ? { kind: 'known', merge: known.merge } : { kind: 'refused', refusal: keyUsed(mergeKey) }
  }
  const before = mergedBefore(input, { from, into })
  if (before) return { kind: 'refused', refusal: before }
  for (const stored of [from, into]) {
    if (stored && mayBeDue(ofMerchant(stored, tenant).account, now))
      throw new Unsettled(stored.customer.originalId)
  }
  const standing = from ? await findStanding(tx, from, now) : NOTHING_STANDS
  const refused = refuseToMerge({ from, into, ...standing })
  if (refused || !from || !into) return { kind: 'refused', refusal: refused ?? unreachable() }
  return { kind: 'free', joining: { from, into, input, now } }
}

function unreachable(): never {
  throw new Error('unreachable: both customers were checked above')
}

export interface Both {
  readonly from: StoredAccount | undefined
  readonly into: StoredAccount | undefined
}

export async function lockBoth(tx: Tx, { tenant, from, into }: MergeInput): Promise<Both> {
  const [fromKey = null, intoKey = null] = await findKeys(tx, tenant.id, [from, into])
  const keys = [fromKey, intoKey].flatMap((key) => (key === null ? [] : [{ tenantId: tenant.id, key }]))
  const { accounts, aliases } = await lockAccounts(tx, keys)
  const stored = (key: string | null): StoredAccount | undefined => {
    if (key === null) return undefined
    const text = keyText({ tenantId: tenant.id, key })
    const found = accounts.get(aliases?.get(text) ?? text)
    if (found === 'busy') throw new HeldUpError('another transaction changes the id of the customer')
    return found
  }
  return { from: stored(fromKey), into: stored(intoKey) }
}

async function findKeys(tx: Tx, tenantId: TenantId, named: readonly Named[]): Promise<(string | null)[]> {
  const numbers = named.map((one) => ({ tenantId, customerId: 'id' in one ? one.id : 0 }))
  const found = await findCustomerKeys(tx, numbers)
  return named.map((one, index) => ('key' in one ? one.key : (found[index] ?? null)))
}

const NOTHING_STANDS = { reservedUntil: null, hasWaitingApproval: false }

/** What keeps an account from being merged. */
async function findStanding(tx: Tx, { customer }: StoredAccount, now: Instant) {
  const { rows } = await run(
    tx,
    sql<{ reserved_until: Date | null; has_waiting: boolean }>`
    select (
      select expires_at from redemption
      where tenant_id = ${customer.tenantId} and customer_id = ${customer.id}
        and expires_at is not null and returned_at is null
      limit 1
    ) as reserved_until, exists (
      select from approval
      where tenant_id = ${customer.tenantId} and customer_id = ${customer.id}
        and is_approved is null and expires_at > ${instantToText(now)}::timestamptz
    ) as has_waiting`,
  )
  return {
    reservedUntil: rows[0]?.reserved_until?.getTime() ?? null,
    hasWaitingApproval: rows[0]?.has_waiting ?? false,
  }
}

interface Joining {
  readonly from: StoredAccount
  readonly into: StoredAccount
  readonly input: MergeInput
  readonly now: Instant
}

async function join(tx: Tx, joining: Joining): Promise<Joined> {
  const { from, now } = joining
  const ids = await IdBlocks.take(tx)
  const recordId = ids.next()
  const whose = whoseOf(joining)
  // An account may have 400,000 records. Who waits for it is answered after five seconds all the same.
  await run(tx, sql`set local statement_timeout = '120s'`)
  const sums = await findSums(tx, whose.tenantId, whose.fromId)
  const counts = await moveBought(tx, whose)
  await Promise.all(moveLedger(tx, whose))
  await Promise.all(moveRest(tx, whose, now))
  const effect = { balance: from.account.balance, ...sums, ...counts }
  await Promise.all([
    ...moveNames(tx, joining),
    moveBalance(tx, joining),
    markMerged(tx, joining, effect),
    ...(await saveAccounts(tx, [emptied(joining, recordId)], ids)),
  ])
  const { fromId, intoId } = whose
  return { from: from.customer, fromId, intoId, recordId, mergedAt: now, effect }
}

/** What is left of the one: a row without a person, and one last event, which tells that nothing is left. */
function emptied({ from, into, now }: Joining, recordId: RecordId): AccountChange {
  const change = negate(from.account.balance)
  const before = { ...NEW_ACCOUNT, sequence: from.account.sequence }
  const event = isNothing(change)
    ? null
    : { topic: topicOf(change), sequence: before.sequence + 1, change, balance: NOTHING }
  return {
    customer: emptiedCustomer(from.customer, into.customer, randomBytes(16).toString('hex')),
    before: { customer: from.customer, account: before },
    original: { lots: new Map(), debts: new Map() },
    account: { ...before, sequence: event?.sequence ?? before.sequence },
    entries: event ? [{ kind: 'leaving', id: recordId, at: now, event }] : [],
    explanations: new Map(),
  }
}

function whoseOf({ from, into }: Pick<Joining, 'from' | 'into'>): Whose {
  return { tenantId: from.customer.tenantId, fromId: from.customer.id, intoId: into.customer.id }
}

/** What of an account is not in its balance as something to spend. */
export async function findSums(
  tx: Tx,
  tenantId: TenantId,
  customerId: CustomerId,
): Promise<Pick<MergeEffect, 'pending' | 'owed'>> {
  const { rows } = await run(
    tx,
    sql<{ pending_points: Decimal; pending_cashback: Decimal; owed_points: Decimal; owed_cashback: Decimal }>`
    select coalesce(sum(remaining_points) filter (where is_waiting), 0) as pending_points,
      coalesce(sum(remaining_cashback) filter (where is_waiting), 0) as pending_cashback,
      coalesce(sum(debt_points), 0) as owed_points, coalesce(sum(debt_cashback), 0) as owed_cashback
    from point_record
    where tenant_id = ${tenantId} and customer_id = ${customerId} and is_live and (is_waiting or available_at is null)`,
  )
  const [row] = rows
  if (!row) return { pending: NOTHING, owed: NOTHING }
  return {
    pending: { points: row.pending_points, cashback: row.pending_cashback },
    owed: { points: row.owed_points, cashback: row.owed_cashback },
  }
}

/** Orders, redemptions and coupons, and how many of each. */
async function moveBought(tx: Tx, { tenantId, fromId, intoId }: Whose) {
  const [orders, redemptions, coupons] = await Promise.all([
    runUnhurried(
      tx,
      sql<{ count: number }>`
      with moved as (
        update customer_order set customer_id = ${intoId}
        where tenant_id = ${tenantId} and customer_id = ${fromId} returning 1
      ) select count(*)::int as count from moved`,
    ),
    runUnhurried(
      tx,
      sql<{ count: number }>`
      with moved as (
        update redemption set customer_id = ${intoId}
        where tenant_id = ${tenantId} and customer_id = ${fromId} returning 1
      ) select count(*)::int as count from moved`,
    ),
    runUnhurried(
      tx,
      sql<{ count: number }>`
      with moved as (
        update coupon set customer_id = ${intoId}
        where tenant_id = ${tenantId} and customer_id = ${fromId} returning 1
      ) select count(*)::int as count from moved`,
    ),
  ])
  const [of, ofRedemptions, ofCoupons] = [orders, redemptions, coupons].map(({ rows }) => rows[0]?.count ?? 0)
  return { orders: of ?? 0, redemptions: ofRedemptions ?? 0, coupons: ofCoupons ?? 0 }
}

/** Records with their lots, debts and origins, and what was changed by hand. */
function moveLedger(tx: Tx, { tenantId, fromId, intoId }: Whose): Promise<unknown>[] {
  return [
    runUnhurried(
      tx,
      sql`
      update point_record set customer_id = ${intoId} where tenant_id = ${tenantId} and customer_id = ${fromId}`,
    ),
    runUnhurried(
      tx,
      sql`
      update point_origin set customer_id = ${intoId} where tenant_id = ${tenantId} and customer_id = ${fromId}`,
    ),
    runUnhurried(
      tx,
      sql`
      update lot_move set customer_id = ${intoId} where tenant_id = ${tenantId} and customer_id = ${fromId}`,
    ),
    runUnhurried(
      tx,
      sql`
      update order_return set customer_id = ${intoId} where tenant_id = ${tenantId} and customer_id = ${fromId}`,
    ),
    run(
      tx,
      sql`update order_elsewhere set customer_id = ${intoId} where tenant_id = ${tenantId} and customer_id = ${fromId}`,
    ),
    run(
      tx,
      sql`
      with moved as (
        delete from imported_progress where tenant_id = ${tenantId} and customer_id = ${fromId}
        returning day, spend, orders
      )
      insert into imported_progress as kept (tenant_id, customer_id, day, spend, orders)
      select ${tenantId}::bigint, ${intoId}::bigint, day, spend, orders from moved
      on conflict (tenant_id, customer_id, day) do update
      set spend = kept.spend + excluded.spend, orders = kept.orders + excluded.orders`,
    ),
    runUnhurried(
      tx,
      sql`
      update balance_change set customer_id = ${intoId} where tenant_id = ${tenantId} and customer_id = ${fromId}`,
    ),
  ]
}

function moveRest(tx: Tx, whose: Whose, now: Instant): Promise<unknown>[] {
  const { tenantId, fromId, intoId } = whose
  return [
    // What both were given once stays given to both: the second has a key of its own, and its record is still named.
    run(
      tx,
      sql`
      update action_grant as given set customer_id = ${intoId}, grant_key = case
        when exists (
          select from action_grant as own
          where own.tenant_id = ${tenantId} and own.customer_id = ${intoId}
            and own.action = given.action and own.grant_key = given.grant_key
        ) then case when given.record_id is null
          then 'merged-customer-' || ${fromId}::bigint || '-' || given.grant_key
          else 'merged-' || given.record_id end
        else given.grant_key end
      where tenant_id = ${tenantId} and customer_id = ${fromId}`,
    ),
    // What both have taken of a limit in the same time is taken together.
    run(
      tx,
      sql`
      with moved as (
        delete from limit_use where tenant_id = ${tenantId} and customer_id = ${fromId}
        returning period, rule_id, measure, used
      )
      insert into limit_use as own (tenant_id, customer_id, period, rule_id, measure, used)
      select ${tenantId}, ${intoId}, period, rule_id, measure, used from moved
      on conflict (tenant_id, customer_id, period, rule_id, measure) do update set used = own.used + excluded.used`,
    ),
    ...moveCards(tx, whose, now),
    ...moveWhatIsHadOnce(tx, whose),
    run(
      tx,
      sql`update customer_note set customer_id = ${intoId} where tenant_id = ${tenantId} and customer_id = ${fromId}`,
    ),
    run(
      tx,
      sql`update approval set customer_id = ${intoId} where tenant_id = ${tenantId} and customer_id = ${fromId}`,
    ),
    // It follows from orders and records, and is counted again from those of both.
    run(
      tx,
      sql`
      delete from tier_progress where tenant_id = ${tenantId} and customer_id = any (${[fromId, intoId]}::bigint[])`,
    ),
    run(
      tx,
      sql`update customer set merged_into = ${intoId} where tenant_id = ${tenantId} and merged_into = ${fromId}`,
    ),
  ]
}

/**
 * The ids that the one has and had are former ids of the other. So are its e-mail and document: a shop that sends them
 * without an id means the same person as before.
 */
function moveNames(
  tx: Tx,
  { from: { customer: from }, into: { customer: into } }: Joining,
): Promise<unknown>[] {
  const { tenantId } = from
  return [
    run(
      tx,
      sql`update customer_alias set customer_id = ${into.id} where tenant_id = ${tenantId} and customer_id = ${from.id}`,
    ),
    run(
      tx,
      sql`
      insert into customer_alias (tenant_id, original_id, customer_id)
      values (${tenantId}, ${from.originalId}, ${into.id})`,
    ),
    run(
      tx,
      sql`
      insert into customer_alias (tenant_id, original_id, customer_id)
      select ${tenantId}, contact, ${into.id} from unnest(${contactIds(from, into)}::text[]) as contact
      where not exists (select from customer where tenant_id = ${tenantId} and original_id = contact)
      on conflict (tenant_id, original_id) do nothing`,
    ),
    run(
      tx,
      sql`
      update customer set former_id_count = (
        select count(*) from customer_alias as alias
        where alias.tenant_id = customer.tenant_id and alias.customer_id = customer.id
      )
      where tenant_id = ${tenantId} and id = any (${[from.id, into.id]}::bigint[])`,
    ),
  ]
}

/**
 * The contacts that the one who stays does not have, as they were sent and as most shops send them: the id of a customer
 * who comes without one is its contact.
 */
function contactIds(from: Customer, into: Customer): string[] {
  const { email, document } = from.profile
  const gone = contactsOf(from.profile)
  const kept = contactsOf(joinedCustomer(into, from).profile)
  return [
    ...(gone.email === kept.email ? [] : [email, email?.toLowerCase()]),
    ...(gone.document === kept.document ? [] : [document]),
  ].filter((text, index, all) => !isBlank(text) && all.indexOf(text) === index) as string[]
}

/**
 * The one who stays is a customer since the first of the two came, and was active when either was. What the one was told
 * of its points need not be true of the other's: where they would end soon, the customer is told again.
 */
function moveBalance(tx: Tx, { from, into }: Joining): Promise<unknown> {
  const { points, cashback } = from.account.balance
  const { nextDueAt, activeOn, awardsDueAt, hasTierPrizes } = from.account
  return run(
    tx,
    sql`
    update customer
    set points_balance = points_balance + ${decimalToText(points)}::numeric,
      cashback_balance = cashback_balance + ${decimalToText(cashback)}::numeric,
      next_due_at = least(next_due_at, ${nextDueAt === null ? null : instantToText(nextDueAt)}::timestamptz),
      awards_due_at = least(awards_due_at, ${awardsDueAt === null ? null : instantToText(awardsDueAt)}::timestamptz),
      has_tier_prizes = nullif(coalesce(has_tier_prizes, false) or ${hasTierPrizes}::boolean, false),
      active_on = greatest(active_on, date '1970-01-01' + ${activeOn}::int), notice_on = null,
      created_at = least(created_at, ${instantToText(from.customer.createdAt)}::timestamptz)
    where tenant_id = ${from.customer.tenantId} and id = ${into.customer.id}`,
  )
}

function markMerged(tx: Tx, { from, into, input, now }: Joining, effect: MergeEffect): Promise<unknown> {
  const { tenantId, id, originalId } = from.customer
  return run(
    tx,
    sql`
    update customer
    set active_on = null, notice_on = null, awards_due_at = null, has_tier_prizes = null, merged_into = ${into.customer.id},
      merged_at = ${instantToText(now)}::timestamptz, merged_id = ${originalId},
      merge_key = ${input.mergeKey}, merge_hash = ${input.requestHash}, merge_effect = ${JSON.stringify(written(effect))}::jsonb
    where tenant_id = ${tenantId} and id = ${id}`,
  )
}

interface WrittenEffect extends Pick<MergeEffect, 'orders' | 'redemptions' | 'coupons'> {
  readonly balance: WrittenAmount
  readonly pending: WrittenAmount
  readonly owed: WrittenAmount
}

/** Points, cashback. */
type WrittenAmount = readonly [string, string]

function written({ balance, pending, owed, ...counts }: MergeEffect): WrittenEffect {
  const amount = ({ points, cashback }: Amount) => [decimalToText(points), decimalToText(cashback)] as const
  return { balance: amount(balance), pending: amount(pending), owed: amount(owed), ...counts }
}

function read({ balance, pending, owed, ...counts }: WrittenEffect): MergeEffect {
  const amount = ([points, cashback]: WrittenAmount): Amount => ({
    points: decimalFromText(points),
    cashback: decimalFromText(cashback),
  })
  return { balance: amount(balance), pending: amount(pending), owed: amount(owed), ...counts }
}

async function findMerge(
  tx: Tx,
  tenantId: TenantId,
  mergeKey: string,
): Promise<{ readonly merge: Merge; readonly hash: Buffer | null } | null> {
  const { rows } = await run(
    tx,
    sql<{ id: CustomerId; into: CustomerId; at: Date; hash: Buffer | null; effect: WrittenEffect }>`
    select id, merged_into as into, merged_at as at, merge_hash as hash, merge_effect as effect
    from customer where tenant_id = ${tenantId} and merge_key = ${mergeKey}`,
  )
  const [row] = rows
  if (!row) return null
  const { id: fromId, into: intoId, at, hash, effect } = row
  return { merge: { fromId, intoId, mergedAt: at.getTime(), effect: read(effect) }, hash }
}

/** The ids of those into whom others are merged; null where there is no such customer. */
export async function findIntoKeys(tx: Tx, inputs: readonly MergeInput[]): Promise<(string | null)[]> {
  return Promise.all(
    inputs.map(async ({ tenant, into }) => {
      const [key = null] = await findKeys(tx, tenant.id, [into])
      const found = key === null ? null : await findCustomer(tx, tenant.id, key)
      return found?.customer.originalId ?? null
    }),
  )
}
