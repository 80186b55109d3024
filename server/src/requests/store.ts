import type { TenantId } from '../contract/ids.ts'
import { type Instant, instantToText } from '../platform/clock.ts'
import { run, type Tx } from '../platform/postgres/database.ts'
import { sql } from '../platform/postgres/sql.ts'
import type { FailedRequest } from './failed-request.ts'

/** Returns their numbers, in the same order. */
export async function insertFailedRequests(
  tx: Tx,
  requests: readonly FailedRequest[],
): Promise<readonly number[]> {
  if (requests.length === 0) return []
  const { rows } = await run(
    tx,
    sql<{ id: number }>`
    insert into failed_request (
      tenant_id, at, operation, status, code, message, request_id, api_token, count, request_ids, order_ids
    )
    select tenant_id, at, operation, status, code, message, request_id, api_token, count,
      array(select jsonb_array_elements_text(request_ids)), array(select jsonb_array_elements_text(order_ids))
    from unnest(
      ${requests.map(({ tenantId }) => tenantId)}::bigint[],
      ${requests.map(({ at }) => instantToText(at))}::timestamptz[],
      ${requests.map(({ operation }) => operation.slice(0, 100))}::text[],
      ${requests.map(({ status }) => status)}::smallint[], ${requests.map(({ code }) => code)}::smallint[],
      ${requests.map(({ message }) => message)}::text[], ${requests.map(({ requestId }) => requestId)}::text[],
      ${requests.map(({ apiToken }) => apiToken)}::text[], ${requests.map(({ count }) => count)}::int[],
      ${requests.map(({ requestIds }) => JSON.stringify(requestIds))}::jsonb[],
      ${requests.map(({ orderIds }) => JSON.stringify(orderIds))}::jsonb[]
    ) with ordinality as made (
      tenant_id, at, operation, status, code, message, request_id, api_token, count, request_ids, order_ids, place
    )
    order by place
    returning id`,
  )
  return rows.map(({ id }) => id)
}

/** Requests that were like one that is kept: `count` are more. */
export async function addToFailedRequests(
  tx: Tx,
  requests: readonly (FailedRequest & { readonly id: number })[],
): Promise<void> {
  if (requests.length === 0) return
  await run(
    tx,
    sql`
    update failed_request as kept
    set at = more.at, request_id = more.request_id, count = kept.count + more.count,
      request_ids = kept.request_ids || array(select jsonb_array_elements_text(more.request_ids)),
      order_ids = kept.order_ids || array(select jsonb_array_elements_text(more.order_ids))
    from unnest(
      ${requests.map(({ tenantId }) => tenantId)}::bigint[], ${requests.map(({ id }) => id)}::bigint[],
      ${requests.map(({ at }) => instantToText(at))}::timestamptz[],
      ${requests.map(({ requestId }) => requestId)}::text[], ${requests.map(({ count }) => count)}::int[],
      ${requests.map(({ requestIds }) => JSON.stringify(requestIds))}::jsonb[],
      ${requests.map(({ orderIds }) => JSON.stringify(orderIds))}::jsonb[]
    ) as more (tenant_id, id, at, request_id, count, request_ids, order_ids)
    where kept.tenant_id = more.tenant_id and kept.id = more.id`,
  )
}

export interface ListedFailedRequest extends FailedRequest {
  readonly id: number
}

/** Newest first; with an id only those requests that have it, or are about the order that has it. */
export async function listFailedRequests(
  tx: Tx,
  tenantId: TenantId,
  { belowId, limit, id }: { readonly belowId: number; readonly limit: number; readonly id: string | null },
): Promise<ListedFailedRequest[]> {
  const { rows } = await run(
    tx,
    sql<{
      id: number
      at: Date
      operation: string
      status: number
      code: number | null
      message: string
      request_id: string
      api_token: string
      count: number
      request_ids: string[]
      order_ids: string[]
    }>`
    select id, at, operation, status, code, message, request_id, api_token, count, request_ids, order_ids
    from failed_request
    where tenant_id = ${tenantId} and id < ${belowId} and (
      ${id}::text is null or request_id = ${id} or ${id} = any (request_ids) or ${id} = any (order_ids)
    )
    order by tenant_id desc, id desc
    limit ${limit}`,
  )
  return rows.map(({ at, request_id, api_token, request_ids, order_ids, ...row }) => ({
    ...row,
    tenantId,
    at: at.getTime(),
    requestId: request_id,
    apiToken: api_token,
    requestIds: request_ids,
    orderIds: order_ids,
  }))
}

export async function deleteOldFailedRequests(
  tx: Tx,
  tenantIds: readonly TenantId[],
  before: Instant,
): Promise<void> {
  await run(
    tx,
    sql`
    delete from failed_request
    where tenant_id = any (${tenantIds}::bigint[]) and at < ${instantToText(before)}::timestamptz`,
  )
}
