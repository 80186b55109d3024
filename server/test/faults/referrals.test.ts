/**
 * The command that rewards who referred a friend is cut off at each of its statements, before it gets through or when its
 * answer is lost. In the end every friend that counted is rewarded once.
 *
 * `FAULT_ROUNDS=50 npm test -- test/faults/referrals` does it 50 times.
 */
import { expect, test } from 'vitest'
import { createTill } from '../../src/accounts/till/till.ts'
import { REWARDS_DUE } from '../../src/orders/due.ts'
import type { Database } from '../../src/platform/postgres/database.ts'
import { settleReferrals } from '../../src/referrals/settle.ts'
import { findToSettle } from '../../src/referrals/store/referrals.ts'
import { MAIN_CELL } from '../../src/tenancy/cells.ts'
import { findTenant } from '../../src/tenancy/store/tenants.ts'
import { chanceOf } from '../support/seed.ts'
import { program } from '../support/shop.ts'
import { type Cut, startStatementGate } from '../support/statement-gate.ts'
import { openTestDatabase } from '../support/test-database.ts'
import { useShops } from '../support/use-shops.ts'

const ROUNDS = Number(process.env.FAULT_ROUNDS ?? 50)
const CUTS: readonly Cut[] = ['before', 'answer']
const chance = chanceOf('Referrals')
const shops = useShops()

test(`${ROUNDS} cuts between a friend’s order and the reward for it`, {
  timeout: 60_000 + ROUNDS * 5_000,
}, async () => {
  const rule = { id: 6, kind: 'referral', points: '150', waitingDays: 14, friendPoints: '20' } as const
  const shop = await shops.open(program({}, rule))
  await shop.completed('o1', 'ana', 80)
  const { tenantId } = shop
  const { Result } = await shop.sendText<{ Result: { ReferralCode: string } }>(
    'GET',
    '/v1/pvt/Customer/ana/referral',
  )
  const direct = shops.api.cells.of({ cell: MAIN_CELL })
  const tenant = await shops.api.cells.directory.read([], (tx) => findTenant(tx, tenantId))
  const settleIn = async (database: Database): Promise<void> => {
    const till = createTill({ database, clock: () => shops.api.now, ...REWARDS_DUE })
    const found = await direct.read([tenantId], (tx) => findToSettle(tx, [tenantId], 100))
    await settleReferrals(found, () => tenant ?? undefined, till)
  }
  const rewarded = async (): Promise<unknown> => {
    const [row] = await shops.reader.query(
      `select (select count(*)::int from referral where tenant_id = $1 and state = 2 and is_settled) as granted,
         (select count(*)::int from action_grant where tenant_id = $1 and action = 'referral') as grants,
         (select coalesce(sum(points), 0)::float from point_record
          where tenant_id = $1 and type = 3 and points = 150) as points`,
      [tenantId],
    )
    return row
  }
  const befriend = async (friend: string): Promise<void> => {
    const body = { ReferralCode: Result.ReferralCode, Friend: { OriginalId: friend, IsEnrolled: true } }
    await shop.sendText('POST', '/v1/pvt/Referral/friend', JSON.stringify(body))
    await shop.completed(`first of ${friend}`, friend, 64)
  }

  const gate = await startStatementGate(shops.api.databaseUrl)
  await befriend('counted')
  const counting = openTestDatabase(gate.url)
  gate.stopAt(Infinity, () => {})
  await settleIn(counting)
  const statements = gate.count
  await counting.close()
  expect(statements).toBeGreaterThan(5)
  const first = chance.between(0, statements - 1)
  for (let round = 0; round < ROUNDS; round += 1) {
    await befriend(`friend ${round}`)
    const cutOff = openTestDatabase(gate.url)
    const stopped = new Promise<void>((resolve) => {
      gate.stopAt(1 + ((first + round) % statements), resolve, CUTS[round % CUTS.length])
    })
    const settling = settleIn(cutOff).catch(() => {})
    await Promise.race([stopped, settling])
    gate.goOn()
    await settling
    await cutOff.close().catch(() => {})
    await settleIn(direct)
    const all = round + 2
    expect(await rewarded()).toEqual({ granted: all, grants: all, points: all * 150 })
  }
  await gate.close()
})
