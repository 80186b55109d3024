import type { Cells } from '../../src/tenancy/cells.ts'
import { clientOf } from './client-of.ts'
import { countAllFigures } from './count-figures.ts'

interface Api {
  readonly databaseUrl: string
  readonly cells: Cells
}

/** So many customers of a merchant who were each given ten points, with figures that are counted. */
export async function fillEvents(
  { databaseUrl, cells }: Api,
  tenantId: number,
  count: number,
): Promise<void> {
  const client = clientOf(databaseUrl)
  await client.connect()
  try {
    await client.query(
      `with given as (select 100000000 + n as id from generate_series(1, $2::int) as n), met as (
        insert into customer (tenant_id, id, original_id, public_id, signup_at, is_enrolled, created_at, points_balance,
          event_sequence)
        select $1, id, 'given-' || id, gen_random_uuid(), now(), true, now(), 10, 1 from given
      ), recorded as (
        insert into point_record (tenant_id, customer_id, id, type, points, cashback, recorded_at, available_at, is_waiting,
          is_live, remaining_points, remaining_cashback)
        select $1, id, id, 5, 10, 0, now(), now(), false, true, 10, 0 from given
      )
      insert into point_event (tenant_id, customer_id, record_id, occurred_at, sequence, topic, points, cashback,
        points_balance, cashback_balance, cause)
      select $1, id, id, now(), 1, 0, 10, 0, 10, 0, 0 from given`,
      [tenantId, count],
    )
    await client.query('analyze')
  } finally {
    await client.end()
  }
  await countAllFigures(cells, tenantId)
}
