import type { CustomerId, TenantId } from '../../contract/ids.ts'
import { type Instant, instantToText } from '../../platform/clock.ts'
import { run, type Tx } from '../../platform/postgres/database.ts'
import { sql } from '../../platform/postgres/sql.ts'
import type { DayOfYear } from '../rules/birthday.ts'

export interface FoundCustomer {
  readonly id: CustomerId
  readonly originalId: string
}

export type CustomerWithBirthday = FoundCustomer & { readonly birthday: Instant }

/** Enrolled customers whose birthday is on this day in UTC, by id. */
export async function findBirthdays(
  tx: Tx,
  tenantId: TenantId,
  day: DayOfYear,
  afterId: CustomerId,
  limit: number,
): Promise<CustomerWithBirthday[]> {
  const { rows } = await run(
    tx,
    sql<{ id: CustomerId; original_id: string; birthday: Date }>`
    select id, original_id, birthday from customer
    where tenant_id = ${tenantId} and birthday_in_utc = ${day}::smallint and id > ${afterId} and is_enrolled
    order by id
    limit ${limit}`,
  )
  return rows.map((row) => ({
    id: row.id,
    originalId: row.original_id,
    birthday: row.birthday.getTime(),
  }))
}

export type EnrolledCustomer = FoundCustomer & { readonly enrolledAt: Instant }

/** Customers who have enrolled since, and were never granted anything for it. By when, then by id. */
export async function findWithoutSignupAward(
  tx: Tx,
  tenantId: TenantId,
  after: { readonly enrolledAt: Instant; readonly id: CustomerId },
  limit: number,
): Promise<EnrolledCustomer[]> {
  const { rows } = await run(
    tx,
    sql<{ id: CustomerId; original_id: string; enrolled_at: Date }>`
    select customer.id, original_id, enrolled_at
    from customer
    left join action_grant as granted
      on granted.tenant_id = customer.tenant_id and granted.customer_id = customer.id
      and granted.action = 'signup' and granted.grant_key = 'once'
    where customer.tenant_id = ${tenantId} and is_enrolled and granted.customer_id is null
      and (enrolled_at, customer.id) > (${instantToText(after.enrolledAt)}::timestamptz, ${after.id}::bigint)
    order by enrolled_at, customer.id
    limit ${limit}`,
  )
  return rows.map((row) => ({
    id: row.id,
    originalId: row.original_id,
    enrolledAt: row.enrolled_at.getTime(),
  }))
}
