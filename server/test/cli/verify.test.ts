import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { MAIN_CELL } from '../../src/tenancy/cells.ts'
import { LedgerReader, verifyMerchant } from '../support/ledger.ts'
import { program, Shop } from '../support/shop.ts'
import { useTestApi } from '../support/test-api.ts'
import { giveTiers } from '../support/tiers.ts'
import { runHere } from './run-here.ts'

/** Whatever somebody changes by hand behind Punchcard's back, `verify` must say what and where. */
describe('verify', () => {
  const test = useTestApi()
  let reader: LedgerReader

  beforeAll(async () => {
    reader = new LedgerReader(test.api.databaseUrl)
    await reader.open()
  })
  afterAll(() => reader.close())

  /** A merchant of its own, with a customer who has a tier and two rewards, one of them from a list of codes. */
  async function openShop() {
    const shop = new Shop(test.api, reader, await test.api.openShop())
    await shop.publish(program({ validityDays: 365 }))
    await giveTiers(test.api, shop)
    const reward = await shop.makeReward()
    const mug = await shop.makeReward({ points: 0n }, ['MUG-1', 'MUG-2', 'MUG-3'])
    await shop.completed('o1', 'ana', 600)
    await shop.redeemed(reward, 'ana', { OriginalKey: 'key-1' })
    await shop.redeemed(mug, 'ana')
    return { tenantId: shop.tenantId, reward }
  }

  async function differences(tenantId: number): Promise<string[]> {
    const database = test.api.cells.of({ cell: MAIN_CELL })
    const { differences: found } = await verifyMerchant(database, tenantId)
    return found.map(
      ({ customer, what, stored, recomputed }) => `${customer}: ${what}, ${stored} for ${recomputed}`,
    )
  }

  it('finds nothing where all is well', async () => {
    expect(await differences((await openShop()).tenantId)).toEqual([])
  })

  it.each([
    [
      'a count of redemptions',
      'update reward_usage set redeemed_count = 7 where tenant_id = $1 and reward_configuration_id = $2',
      /^: redemptions of reward \d+, 7 for 1$/,
    ],
    [
      'a code that is marked as taken',
      `update pre_generated_coupon set is_assigned = true where tenant_id = $1 and code = 'MUG-3' and $2 > 0`,
      /^: used codes of list \d+, 1 for 2$/,
    ],
    [
      'a code that is gone',
      `delete from pre_generated_coupon where tenant_id = $1 and code = 'MUG-3' and $2 > 0`,
      /^: codes of list \d+, 3 for 2$/,
    ],
    [
      'a coupon that belongs to no list any more',
      `update coupon set list_id = null, list_code_id = null where tenant_id = $1 and code = 'MUG-1' and $2 > 0`,
      /^: coupons from list \d+, 1 \/ 1 for 0 \/ 0$/,
    ],
    [
      'what a redemption has cost',
      `update redemption set points = 50 where tenant_id = $1 and reward_configuration_id = $2`,
      /^ana: record of redemption key-1, -50.0000 \/ -10.0000 for -100.0000 \/ -10.0000$/,
    ],
    [
      'a redemption whose coupon is not there',
      `update redemption set coupon_key = 'OTHER' where tenant_id = $1 and reward_configuration_id = $2`,
      /^ana: coupon of redemption key-1, 1 for 0$/,
    ],
    [
      'a lot that would expire unnoticed',
      `update customer set next_due_at = 'infinity' where tenant_id = $1 and $2 > 0`,
      /^ana: next due moment, infinity for 2027-/,
    ],
    [
      'a lot that would never be looked for',
      `update customer set next_due_at = null where tenant_id = $1 and $2 > 0`,
      /^ana: next due moment, never for 2027-/,
    ],
    [
      'a customer who would not be found',
      `delete from customer_term where tenant_id = $1 and term = 'o:ana' and $2 > 0`,
      /^ana: a term of the kind o, missing for there$/,
    ],
    [
      'a customer who would be found by what is not theirs',
      `insert into customer_term select tenant_id, 'e:bob@example.com', customer_id from customer_term
       where tenant_id = $1 and $2 > 0`,
      /^ana: a term of the kind e, there for missing$/,
    ],
    [
      'a former id that is the id of a customer',
      `insert into customer_alias select tenant_id, original_id, id from customer where tenant_id = $1 and $2 > 0`,
      /^: former ids of no customer, or of two, 1 for 0$/,
    ],
    [
      'how many customers there are',
      'update customer_count set customers = customers + 1 where tenant_id = $1 and tier_id = 0 and $2 > 0',
      /^: customers, 2 for 1$/,
    ],
    [
      'how many customers have a tier',
      'delete from customer_count where tenant_id = $1 and tier_id <> 0 and $2 > 0',
      /^: customers with tier \d+, 0 for 1$/,
    ],
    [
      'progress towards tiers',
      'update tier_progress set spend = spend - 1 where tenant_id = $1 and $2 > 0',
      /^ana: progress of \d{4}-\d\d-\d\d, 599.0000 \/ 1 \/ 600.0000 for 600.0000 \/ 1 \/ 600.0000$/,
    ],
    [
      'progress of a day on which nothing was',
      `insert into tier_progress select tenant_id, customer_id, '2001-01-01', 0, 1, 0 from tier_progress
       where tenant_id = $1 and $2 > 0`,
      /^ana: progress of 2001-01-01, 0.0000 \/ 1 \/ 0.0000 for nothing$/,
    ],
  ])('finds %s', async (_what, change, expected) => {
    const { tenantId, reward } = await openShop()
    await reader.query(change, [tenantId, reward])
    expect(await differences(tenantId)).toContainEqual(expect.stringMatching(expected))
  })

  /** An order of R$ 100 that used R$ 10 of cashback, half of which was returned with its share. */
  async function openReturned() {
    const shop = new Shop(test.api, reader, await test.api.openShop())
    await shop.publish(program())
    await shop.completed('o1', 'ana', 600)
    const cashback = await shop.makeReward({ type: 3, points: 0n, value: 0n })
    const { couponCode } = await shop.redeemed(cashback, 'ana', { OriginalKey: 'key-2', Value: 10 })
    await shop.completed('o2', 'ana', 100, { Coupon: couponCode })
    await shop.returned('o2', 50, { ShouldRefundRedeem: true })
    return shop.tenantId
  }

  it('finds nothing where returns are as they were made', async () => {
    expect(await differences(await openReturned())).toEqual([])
  })

  it.each([
    [
      'what was returned of an order',
      `update customer_order set returned = 49 where tenant_id = $1 and original_id = 'o2'`,
      /^ana: returned of order o2, 49.0000 for 50.0000$/,
    ],
    [
      'a return that is gone',
      `update customer_order set returned = 5 where tenant_id = $1 and original_id = 'o1'`,
      /^ana: returned of order o1, 5.0000 for 0.0000$/,
    ],
    [
      'what has gone back of a redemption',
      `update redemption set returned_cashback = 6 where tenant_id = $1 and original_key = 'key-2'`,
      /^ana: refunded of redemption key-2, 50.0000 \/ 6.0000 for 50.0000 \/ 5.0000$/,
    ],
    [
      'a record of what went back that is not there',
      `update order_return set refunds = '[["key-2",1,"50.0000","5.0000"]]' where tenant_id = $1`,
      /^ana: record of a refund of key-2, 50.0000 \/ 5.0000 for none$/,
    ],
    [
      'a redemption that is returned without its points',
      `update redemption set returned_at = redeemed_at where tenant_id = $1 and original_key = 'key-2'`,
      /return of redemption key-2, 50.0000 \/ 5.0000 for 0.0000 \/ 0.0000$/,
    ],
  ])('finds %s', async (_what, change, expected) => {
    const tenantId = await openReturned()
    await reader.query(change, [tenantId])
    expect(await differences(tenantId)).toContainEqual(expect.stringMatching(expected))
  })

  it('exits with 1 where it finds a difference, and with 0 where it finds none', async () => {
    const { tenantId } = await openShop()
    const environment = { DATABASE_URL: test.api.databaseUrl }
    const command = ['verify', '--tenant', String(tenantId)]
    expect(await runHere(command, environment)).toMatchObject({
      exitCode: 0,
      stdout: '1 account verified, 0 differences.\n',
    })
    await reader.query('update customer set order_count = 7 where tenant_id = $1', [tenantId])
    expect(await runHere(command, environment)).toMatchObject({
      exitCode: 1,
      stdout: '1 account verified, 1 difference.\n',
      stderr: `Tenant ${tenantId}, customer ana: orders that are not cancelled is 7, recomputed 1.\n`,
    })
  })

  it.each([
    [
      'before the first page',
      'point_record',
      /^Could not verify: terminating connection .*\. Run it again\.\n$/,
    ],
    [
      'after what is looked at first',
      'action_grant',
      /^Could not verify: terminating connection .*\. Run it again with --after \d+:0, and it goes on where it was\.\n$/,
    ],
  ])('exits with 2 where its connection is lost %s: it could not run', async (_when, table, says) => {
    const { tenantId } = await openShop()
    const other = new LedgerReader(test.api.databaseUrl)
    await other.open()
    // It waits for this until its connection is gone.
    await other.query('begin')
    await other.query(`lock table ${table} in access exclusive mode`)
    const running = runHere(['verify', '--tenant', String(tenantId), '--json'], {
      DATABASE_URL: test.api.databaseUrl,
    })
    await expect
      .poll(() =>
        reader.query(
          `select pg_terminate_backend(pid) from pg_stat_activity
           where datname = current_database() and wait_event_type = 'Lock'`,
        ),
      )
      .toHaveLength(1)
    expect(await running).toEqual({
      exitCode: 2,
      stdout: '',
      stderr: expect.stringMatching(says),
    })
    await other.query('rollback')
    await other.close()
  })
})
