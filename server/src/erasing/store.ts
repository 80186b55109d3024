/** All that is kept of one customer, as it is put into a file for them. */
import type { CustomerId, TenantId } from '../contract/ids.ts'
import { decodeDetails, type StoredDetails } from '../orders/details-encoding.ts'
import { run, type Tx } from '../platform/postgres/database.ts'
import { Fragment, sql } from '../platform/postgres/sql.ts'

/** Of each kind, the newest: beyond, a file is no help to anybody. */
const ROWS_MAX = 20_000

const moment = (column: string) =>
  new Fragment(`to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`)
const decimal = (column: string) => new Fragment(`trim_scale(${column})::text`)

interface Whose {
  readonly tenantId: TenantId
  readonly customerId: CustomerId
}

export async function findPerson(tx: Tx, whose: Whose) {
  const [profile, orders, ledger, words] = await Promise.all([
    findProfile(tx, whose),
    findBought(tx, whose),
    findLedger(tx, whose),
    findWords(tx, whose),
  ])
  if (!profile) return null
  const lists = { ...orders, ...ledger, ...words }
  const isWhole = Object.values(lists).every(({ length }) => length < ROWS_MAX)
  return { ...profile, ...lists, isWhole }
}

async function findProfile(tx: Tx, { tenantId, customerId }: Whose) {
  const { rows } = await run(
    tx,
    sql<{
      id: CustomerId
      publicId: string
      originalId: string
      formerIds: string[]
      name: string | null
      email: string | null
      phone: string | null
      document: string | null
      birthday: string | null
      birthdayUpdatedAt: string | null
      signupAt: string | null
      isEnrolled: boolean
      enrolledAt: string | null
      createdAt: string
      erasedAt: string | null
      tierId: number | null
      points: string
      cashback: string
    }>`
    select id, public_id as "publicId", original_id as "originalId", array(
        select alias.original_id from customer_alias as alias
        where alias.tenant_id = customer.tenant_id and alias.customer_id = customer.id
        order by 1
      ) as "formerIds", name, email, phone, document, ${moment('birthday')} as birthday,
      ${moment('birthday_updated_at')} as "birthdayUpdatedAt", ${moment('signup_at')} as "signupAt",
      is_enrolled as "isEnrolled", ${moment('enrolled_at')} as "enrolledAt", ${moment('created_at')} as "createdAt",
      ${moment('erased_at')} as "erasedAt", tier_id as "tierId", ${decimal('points_balance')} as points,
      ${decimal('cashback_balance')} as cashback
    from customer where tenant_id = ${tenantId} and id = ${customerId}`,
  )
  const [row] = rows
  if (!row) return null
  const { points, cashback, ...profile } = row
  return { ...profile, balance: { points, cashback } }
}

async function findBought(tx: Tx, whose: Whose) {
  const [orders, returns, redemptions, coupons] = await Promise.all([
    findOrders(tx, whose),
    findReturns(tx, whose),
    findRedemptions(tx, whose),
    findCoupons(tx, whose),
  ])
  return { orders, returns, redemptions, coupons }
}

async function findOrders(tx: Tx, { tenantId, customerId }: Whose) {
  const { rows } = await run(
    tx,
    sql<{
      id: number
      originalId: string
      state: number
      total: string
      returned: string
      placedAt: string
      completedAt: string | null
      cancelledAt: string | null
      details: StoredDetails
    }>`
    select id, original_id as "originalId", state, ${decimal('total')} as total, ${decimal('returned')} as returned,
      ${moment('placed_at')} as "placedAt", ${moment('completed_at')} as "completedAt",
      ${moment('cancelled_at')} as "cancelledAt", details
    from customer_order where tenant_id = ${tenantId} and customer_id = ${customerId}
    order by tenant_id desc, customer_id desc, id desc limit ${ROWS_MAX}`,
  )
  return rows.map(({ details: stored, ...order }) => {
    const { status, products, coupon, externalCoupon, ...details } = decodeDetails(stored)
    const { metadatas, paymentMethod, branch, salesPerson } = details
    return {
      ...order,
      status,
      products: products.map(({ originalId, title }) => ({ originalId, title })),
      coupons: [coupon, externalCoupon].filter((code) => code !== null),
      metadata: metadatas.map(({ name, value }) => ({ name, value })),
      paymentMethod,
      branch,
      salesPerson,
    }
  })
}

async function findReturns(tx: Tx, { tenantId, customerId }: Whose) {
  const { rows } = await run(
    tx,
    sql<{ orderId: number; key: string; value: string; returnedAt: string }>`
    select order_id as "orderId", cancel_key as key, ${decimal('value')} as value,
      ${moment('returned_at')} as "returnedAt"
    from order_return where tenant_id = ${tenantId} and customer_id = ${customerId}
    order by returned_at desc limit ${ROWS_MAX}`,
  )
  return rows
}

async function findRedemptions(tx: Tx, { tenantId, customerId }: Whose) {
  const { rows } = await run(
    tx,
    sql<{
      id: number
      key: string
      rewardId: number
      points: string
      cashback: string
      redeemedAt: string
      returnedAt: string | null
      checkoutId: string | null
      metadata: [string, string | null][]
    }>`
    select id, original_key as key, reward_configuration_id as "rewardId", ${decimal('points')} as points,
      ${decimal('cashback')} as cashback, ${moment('redeemed_at')} as "redeemedAt",
      ${moment('returned_at')} as "returnedAt", checkout_id as "checkoutId", metadata
    from redemption where tenant_id = ${tenantId} and customer_id = ${customerId}
    order by tenant_id desc, customer_id desc, id desc limit ${ROWS_MAX}`,
  )
  return rows.map(({ metadata, ...redemption }) => ({
    ...redemption,
    metadata: metadata.map(([name, value]) => ({ name, value })),
  }))
}

async function findCoupons(tx: Tx, { tenantId, customerId }: Whose) {
  const { rows } = await run(
    tx,
    sql<{
      code: string
      originalId: string | null
      value: string
      isUsed: boolean
      usedForOrder: string | null
      createdAt: string
      validUntil: string | null
      inactivatedAt: string | null
    }>`
    select code, original_id as "originalId", ${decimal('value')} as value, is_used as "isUsed",
      used_for_order as "usedForOrder", ${moment('created_at')} as "createdAt",
      ${moment('valid_until')} as "validUntil", ${moment('inactivated_at')} as "inactivatedAt"
    from coupon where tenant_id = ${tenantId} and customer_id = ${customerId}
    order by tenant_id desc, customer_id desc, id desc limit ${ROWS_MAX}`,
  )
  return rows
}

async function findLedger(tx: Tx, { tenantId, customerId }: Whose) {
  const [records, changes, grants] = await Promise.all([
    run(
      tx,
      sql<{
        id: number
        type: number
        points: string
        cashback: string
        recordedAt: string
        orderId: number | null
        availableAt: string | null
        expiresAt: string | null
        left: string | null
      }>`
      select id, type, ${decimal('points')} as points, ${decimal('cashback')} as cashback,
        ${moment('recorded_at')} as "recordedAt", order_id as "orderId", ${moment('available_at')} as "availableAt",
        ${moment('expires_at')} as "expiresAt", ${decimal('remaining_points')} as "left"
      from point_record where tenant_id = ${tenantId} and customer_id = ${customerId}
      order by tenant_id desc, customer_id desc, id desc limit ${ROWS_MAX}`,
    ),
    run(
      tx,
      sql<{ recordId: number; key: string; unit: string; reason: string; note: string | null }>`
      select record_id as "recordId", change_key as key, unit, reason, note
      from balance_change where tenant_id = ${tenantId} and customer_id = ${customerId}
      order by tenant_id desc, customer_id desc, record_id desc limit ${ROWS_MAX}`,
    ),
    run(
      tx,
      sql<{ action: string; key: string; recordId: number; grantedAt: string }>`
      select action, grant_key as key, record_id as "recordId", ${moment('granted_at')} as "grantedAt"
      from action_grant where tenant_id = ${tenantId} and customer_id = ${customerId}
      order by action, grant_key limit ${ROWS_MAX}`,
    ),
  ])
  return { records: records.rows, changes: changes.rows, grants: grants.rows }
}

/** What was written by the customer and about them. */
async function findWords(tx: Tx, { tenantId, customerId }: Whose) {
  const [answers, notes, approvals, deliveries] = await Promise.all([
    run(
      tx,
      sql<{
        quizId: number
        answeredAt: string
        answers: { question: number; text?: string; options?: number[] }[] | null
      }>`
      select quiz_id as "quizId", ${moment('answered_at')} as "answeredAt", answers
      from quiz_answer where tenant_id = ${tenantId} and customer_id = ${customerId}
      order by quiz_id limit ${ROWS_MAX}`,
    ),
    run(
      tx,
      sql<{ id: number; at: string; about: string; note: string }>`
      select id, ${moment('at')} as at, target_kind as about, note
      from customer_note where tenant_id = ${tenantId} and customer_id = ${customerId}
      order by tenant_id desc, customer_id desc, id desc limit ${ROWS_MAX}`,
    ),
    run(
      tx,
      sql<{
        id: number
        kind: string
        requestedAt: string
        note: string | null
        isApproved: boolean | null
        decisionNote: string | null
      }>`
      select id, kind, ${moment('requested_at')} as "requestedAt", note, is_approved as "isApproved",
        decision_note as "decisionNote"
      from approval where tenant_id = ${tenantId} and customer_id = ${customerId}
      order by tenant_id desc, customer_id desc, id desc limit ${ROWS_MAX}`,
    ),
    run(
      tx,
      sql<{ endpointId: number; at: string; status: number | null; answer: string }>`
      select endpoint_id as "endpointId", ${moment('attempted_at')} as at, status, answer
      from webhook_attempt where tenant_id = ${tenantId} and customer_id = ${customerId}
      order by id desc limit ${ROWS_MAX}`,
    ),
  ])
  return {
    quizAnswers: answers.rows.map(({ answers: given, ...answer }) => ({
      ...answer,
      answers: (given ?? []).map(({ question, text, options }) => ({
        questionId: question,
        text: text ?? null,
        optionIds: options ?? [],
      })),
    })),
    notes: notes.rows,
    approvals: approvals.rows,
    webhookAnswers: deliveries.rows,
  }
}
