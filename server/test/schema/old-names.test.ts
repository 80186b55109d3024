/** Names of tables that processes of the version before still use. */
import { describe, expect, it } from 'vitest'
import { run } from '../../src/platform/postgres/database.ts'
import { sql } from '../../src/platform/postgres/sql.ts'
import { MAIN_CELL } from '../../src/tenancy/cells.ts'
import { refused } from '../support/answers.ts'
import { program } from '../support/shop.ts'
import { useShops } from '../support/use-shops.ts'

const test = useShops()

describe('cashback_change, now balance_change', () => {
  it('is read and written as before, by its own tenant alone', async () => {
    const [shop, other] = [await test.open(program()), await test.open(program())]
    await shop.completed('o1', 'ana', 100)
    await shop.changedCashback('ana', 5)
    const database = test.api.cells.of({ cell: MAIN_CELL })
    const keysOf = (tenantId: number) =>
      database.read([tenantId], async (tx) => {
        const { rows } = await run(tx, sql<{ change_key: string }>`select change_key from cashback_change`)
        return rows.map(({ change_key }) => change_key)
      })
    expect(await keysOf(shop.tenantId)).toEqual(['change-1'])
    expect(await keysOf(other.tenantId)).toEqual([])

    await database.transaction([shop.tenantId], (tx) =>
      run(
        tx,
        sql`
        insert into cashback_change (tenant_id, change_key, customer_id, record_id, reason)
        select tenant_id, 'by-the-old', customer_id, record_id, reason from cashback_change`,
      ),
    )
    const change = { Value: 1, OperationType: 0, Reason: 'r', ChangeKey: 'by-the-old' }
    expect(await shop.changeCashback('ana', change)).toEqual(refused({ code: 66, says: 'by-the-old' }))
    await expect(
      database.transaction([other.tenantId], (tx) =>
        run(
          tx,
          sql`
          insert into cashback_change (tenant_id, change_key, customer_id, record_id, reason)
          values (${shop.tenantId}, 'foreign', 1, 1, 'r')`,
        ),
      ),
    ).rejects.toThrow(/row-level security/)
    await test.reader.query("delete from balance_change where change_key = 'by-the-old'")
  })
})
