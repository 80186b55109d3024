import { describe, expect, it } from 'vitest'
import { program, type Shop } from '../support/shop.ts'
import { useShops } from '../support/use-shops.ts'
import { runHere } from './run-here.ts'

const shops = useShops()
/** As the table has it. */
const VIA_COMMAND_LINE = 2

const run = (shop: Shop, command: string, ...more: string[]) =>
  runHere([command, '--tenant', String(shop.tenantId), ...more], { DATABASE_URL: shops.api.databaseUrl })

/** Three orders of 100, of which the last came down to 60. */
async function regular(): Promise<{ shop: Shop; lotId: number }> {
  const shop = await shops.open(program())
  for (const id of ['o-1', 'o-2', 'o-3']) await shop.completed(id, 'ana', 100)
  await shop.completed('o-3', 'ana', 60)
  const [row] = await shops.reader.query<{ id: number }>(
    `select record.id::int from point_record as record join customer_order as bought
       on bought.tenant_id = record.tenant_id and bought.id = record.order_id
     where record.tenant_id = $1 and bought.original_id = 'o-3' and remaining_points is not null`,
    [shop.tenantId],
  )
  return { shop, lotId: row?.id ?? 0 }
}

/** As a batch could once leave it for customers with more than 64 open lots: a lot as it was before its last change. */
function breakLot(shop: Shop, lotId: number, left: number): Promise<unknown> {
  return shops.reader.query(
    `update point_record set remaining_points = $3, remaining_cashback = $3::numeric / 10, is_live = $3 > 0
     where tenant_id = $1 and id = $2`,
    [shop.tenantId, lotId, left],
  )
}

describe('punchcard repair', () => {
  it('shows what verify found, then writes it, once, with an entry in the audit', async () => {
    const { shop, lotId } = await regular()
    await breakLot(shop, lotId, 80)
    const found = await run(shop, 'verify')
    expect(found.exitCode).toBe(1)
    expect(found.stderr).toContain(
      `customer ana: left of lot ${lotId} is 80.0000 / 8.0000, recomputed 60.0000 / 6.0000`,
    )

    const trial = await run(shop, 'repair', '--customer', 'ana')
    expect(trial).toMatchObject({
      exitCode: 0,
      stderr: `Lot ${lotId}: 80.0000 / 8.0000 becomes 60.0000 / 6.0000.\n`,
      stdout: '1 correction to write. Nothing was changed: add --apply to write them.\n',
    })
    expect((await run(shop, 'verify')).exitCode).toBe(1)

    expect((await run(shop, 'repair', '--customer', 'ana', '--apply')).stdout).toBe('1 correction written.\n')
    expect((await run(shop, 'verify')).exitCode).toBe(0)
    const again = await run(shop, 'repair', '--customer', 'ana', '--apply', '--json')
    expect(JSON.parse(again.stdout)).toEqual({ applied: true, corrections: [], origins: 0 })

    const entries = await shops.reader.query(
      `select action, via, before, after, note from audit_entry where tenant_id = $1`,
      [shop.tenantId],
    )
    expect(entries).toEqual([
      {
        action: 'customer.repair',
        via: VIA_COMMAND_LINE,
        before: { [`lot ${lotId}`]: '80.0000 / 8.0000' },
        after: { [`lot ${lotId}`]: '60.0000 / 6.0000' },
        note: '1 correction, the balance stayed',
      },
    ])
    expect(await shop.cancelled('o-3')).toMatchObject({ Status: 3 })
    expect(await shop.getPoints('ana')).toMatchObject({ PointsBalance: 200 })
  })

  it('puts right what was spent of a wrong lot, and later refunds still work', async () => {
    const { shop, lotId } = await regular()
    await breakLot(shop, lotId, 80)
    const reward = await shop.makeReward({ points: 2_800_000n - 200_000n })
    // 260 of 260 points: 100 + 100 + 60 by the records, and the wrong lot is asked for 60 of its 80.
    const { originalKey } = await shop.redeemed(reward, 'ana')
    await shop.completed('o-4', 'ana', 30)
    // What is left of the wrong lot goes too, although it was never there.
    await shop.changedPoints('ana', -20)
    const applied = await run(shop, 'repair', '--customer', 'ana', '--apply')
    expect(applied).toMatchObject({ exitCode: 0 })
    expect((await run(shop, 'verify')).exitCode).toBe(0)
    expect(await shop.getPoints('ana')).toMatchObject({ PointsBalance: 10 })
    expect(await shop.cancelRewardByKey(originalKey)).toMatchObject({ HasError: false })
    expect(await shop.getPoints('ana')).toMatchObject({ PointsBalance: 270 })
  })

  it('refuses where the records do not add up to the balance, and changes nothing', async () => {
    const { shop } = await regular()
    const set = (points: number) =>
      shops.reader.query(`update customer set points_balance = $2 where tenant_id = $1`, [
        shop.tenantId,
        points,
      ])
    await set(261)
    const refused = await run(shop, 'repair', '--customer', 'ana', '--apply')
    expect(refused.exitCode).toBe(2)
    expect(refused.stderr).toContain(
      'The records add up to 260.0000 / 26.0000, and the balance is 261.0000 / 26.0000.',
    )
    await set(260)
  })

  it('knows neither strangers nor customers of another merchant', async () => {
    const { shop } = await regular()
    const other = await shops.open(program())
    const refused = await run(other, 'repair', '--customer', 'ana', '--apply')
    expect(refused).toMatchObject({ exitCode: 2, stdout: '' })
    expect(refused.stderr).toContain(`Merchant ${other.tenantId} has no customer “ana”.`)
    expect((await run(shop, 'repair', '--customer', 'ana')).stdout).toContain('0 corrections to write')
  })
})
