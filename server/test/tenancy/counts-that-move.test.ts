/** Counts that triggers keep, while a tenant's rows are copied from another cell. */
import { beforeAll, describe, expect, it } from 'vitest'
import { run, type Tx } from '../../src/platform/postgres/database.ts'
import { sql } from '../../src/platform/postgres/sql.ts'
import { useTestApi } from '../support/test-api.ts'

const test = useTestApi()
let tenant: number
beforeAll(() => {
  tenant = test.api.key.tenantId
})

// As the role under which Punchcard works: no superuser, no owner.
const inTransaction = <T>(work: (tx: Tx) => Promise<T>): Promise<T> =>
  test.api.cells.of({ cell: 'main' }).transaction([tenant], work)

function writeEverythingCounted(tx: Tx, id: number): Promise<unknown> {
  return Promise.all([
    run(
      tx,
      sql`insert into customer (tenant_id, id, original_id, public_id, is_enrolled, created_at)
      values (${tenant}, ${id}, ${`c${id}`}, gen_random_uuid(), true, now())`,
    ),
    run(tx, sql`update customer set tier_id = 7 where tenant_id = ${tenant} and id = ${id}`),
    run(
      tx,
      sql`insert into tier (tenant_id, key, name, position) values (${tenant}, ${`tier-${id}`}, 'Tier', ${id})`,
    ),
  ])
}

async function readCounts(): Promise<object> {
  return inTransaction(async (tx) => {
    const { rows: counts } = await run(
      tx,
      sql<{ tier: number; customers: number }>`
      select tier_id as tier, sum(customers)::int as customers from customer_count group by 1 order by 1`,
    )
    const { rows: versions } = await run(tx, sql<{ version: number }>`select version from tier_version`)
    return { counts, version: versions[0]?.version ?? null }
  })
}

describe('counts that triggers keep', () => {
  it('stand still in a transaction that says it is moving, and go on in the next', async () => {
    await inTransaction(async (tx) => {
      await run(tx, sql`set local app.moving = 'on'`)
      await writeEverythingCounted(tx, 1)
      await run(
        tx,
        sql`insert into customer_count (tenant_id, tier_id, slot, customers) values (${tenant}, 0, 0, 40)`,
      )
    })
    expect(await readCounts()).toEqual({ counts: [{ tier: 0, customers: 40 }], version: null })

    // On the same connections, several times.
    for (const id of [2, 3, 4]) await inTransaction((tx) => writeEverythingCounted(tx, id))
    expect(await readCounts()).toEqual({
      counts: [
        { tier: 0, customers: 43 },
        { tier: 7, customers: 3 },
      ],
      version: expect.any(Number),
    })
  })
})
