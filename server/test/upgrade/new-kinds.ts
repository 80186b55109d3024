import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { run } from '../../src/platform/postgres/database.ts'
import { sql } from '../../src/platform/postgres/sql.ts'
import { makeReward } from '../support/rewards.ts'
import { openTestDatabase } from '../support/test-database.ts'
import type { ShopKey } from './traffic.ts'
import { THIS_VERSION } from './version.ts'

/** Publishes a program with what rules could not say before conditions, for what `Traffic` sends. */
export async function publishNewKinds(
  databaseUrl: string,
  folder: string,
  { tenantId }: ShopKey,
): Promise<void> {
  const database = openTestDatabase(databaseUrl)
  const reward = await makeReward(database, tenantId, { title: 'House coffee' })
  const { rows } = await database.read([tenantId], (tx) =>
    run(tx, sql<{ id: number }>`select id from tier where tenant_id = ${tenantId} and not is_base`),
  )
  await database.close()
  const file = join(folder, 'new-kinds.json')
  const tiers = rows.map(({ id }) => String(id))
  await writeFile(file, JSON.stringify(programWith(String(reward), tiers)))
  await THIS_VERSION.run(databaseUrl, ['program', 'publish', '--tenant', String(tenantId), '--file', file])
}

function programWith(reward: string, tiers: readonly string[]) {
  const always = { hours: [{ from: '00:00', until: '24:00' }] }
  return {
    cashback: { isOn: true, pointValue: '0.05' },
    rules: [
      { id: 1, kind: 'purchase', name: 'purchase', points: '1', goodUntil: { monthEnd: 12 } },
      { id: 2, kind: 'order', points: '5', when: always, limit: { times: 3, per: 'month' } },
      {
        id: 3,
        kind: 'product',
        ids: ['espresso'],
        multiplier: '2',
        stacks: true,
        when: { minimumOrder: '10' },
      },
      { id: 4, kind: 'exclude', of: 'product', ids: ['espresso'], outOf: ['tiers'] },
      { id: 5, kind: 'cap', points: '200', per: 'day' },
      // Orders of the past give no stamps unless the card began before.
      { id: 6, kind: 'card', name: 'Visits', counts: 'orders', stamps: 2, reward, when: SINCE_LONG },
      {
        id: 7,
        kind: 'card',
        name: 'Spent',
        counts: 'spend',
        perAmount: '50',
        stamps: 2,
        points: '10',
        when: SINCE_LONG,
      },
      { id: 8, kind: 'tierReached', ids: tiers, reward },
      { id: 9, kind: 'birthday', reward },
      { id: 10, kind: 'signup', points: '3', reward },
    ],
  }
}

const SINCE_LONG = { from: '2020-01-01T00:00:00Z' }
