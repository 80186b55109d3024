import type { TenantId } from '../../contract/ids.ts'
import type { Instant } from '../../platform/clock.ts'
import { run, type Tx } from '../../platform/postgres/database.ts'
import { sql } from '../../platform/postgres/sql.ts'
import { STATE } from '../endpoint.ts'

type Kind = 'healthy' | 'failing' | 'stopped'

/** What an endpoint has not received yet. */
export interface EndpointBacklog {
  readonly endpointId: number
  readonly kind: Kind
  /** Not read yet, counted up to a limit. */
  readonly events: number
  /** When the oldest of these happened; null: there are none. */
  readonly since: Instant | null
  /** Events that failed, and those that wait behind them. */
  readonly held: number
  /** Events that were given up. */
  readonly parked: number
}

/** The same for all endpoints of one kind together. */
export interface Backlog extends Omit<EndpointBacklog, 'endpointId'> {
  readonly endpoints: number
}

export async function readBacklogs(
  tx: Tx,
  tenantIds: readonly TenantId[],
  countMax: number,
): Promise<EndpointBacklog[]> {
  const { rows } = await run(
    tx,
    sql<Omit<EndpointBacklog, 'endpointId' | 'since'> & { endpoint_id: number; since: Date | null }>`
    select endpoint.id as endpoint_id,
      case when endpoint.state <> ${STATE.active}::smallint then 'stopped' when cursor.failing_since is null then 'healthy' else 'failing' end
        as kind,
      ahead.events::int as events, ahead.since, behind.held::int as held, behind.parked::int as parked
    from unnest(${tenantIds}::bigint[]) as wanted (tenant_id)
    join webhook_endpoint as endpoint on endpoint.tenant_id = wanted.tenant_id
    join webhook_cursor as cursor on cursor.tenant_id = endpoint.tenant_id and cursor.endpoint_id = endpoint.id
    cross join lateral (
      select count(*) as events, min(occurred_at) as since
      from (
        select occurred_at from point_event as event
        where event.tenant_id = endpoint.tenant_id
          and (event.transaction, event.id) > (cursor.transaction, cursor.event_id)
        order by event.transaction, event.id
        limit ${countMax}
      ) as next
    ) as ahead
    cross join lateral (
      select count(*) filter (where parked_at is null) as held, count(*) filter (where parked_at is not null) as parked
      from webhook_retry as waiting
      where waiting.tenant_id = endpoint.tenant_id and waiting.endpoint_id = endpoint.id
    ) as behind`,
  )
  return rows.map(({ endpoint_id, since, ...row }) => ({
    ...row,
    endpointId: endpoint_id,
    since: since?.getTime() ?? null,
  }))
}

/** What endpoints have not received yet, by the state of the endpoint. */
export async function measureBacklog(
  tx: Tx,
  tenantIds: readonly TenantId[],
  countMax: number,
): Promise<Backlog[]> {
  const groups = Map.groupBy(await readBacklogs(tx, tenantIds, countMax), ({ kind }) => kind)
  return [...groups].map(([kind, endpoints]) => {
    const sum = (read: (one: EndpointBacklog) => number): number =>
      endpoints.reduce((total, one) => total + read(one), 0)
    const moments = endpoints.flatMap(({ since }) => since ?? [])
    return {
      kind,
      endpoints: endpoints.length,
      events: sum(({ events }) => events),
      since: moments.length === 0 ? null : Math.min(...moments),
      held: sum(({ held }) => held),
      parked: sum(({ parked }) => parked),
    }
  })
}
