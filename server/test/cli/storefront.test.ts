/** `punchcard storefront rotate-key`, and what the daily run does by itself. */
import { expect, it } from 'vitest'
import { rotateOldStorefrontKey } from '../../src/tenancy/manage/storefront.ts'
import { DAY_MS, program } from '../support/shop.ts'
import { openStorefront } from '../support/storefront.ts'
import { START } from '../support/test-api.ts'
import { useShops } from '../support/use-shops.ts'
import { runHere } from './run-here.ts'

const shops = useShops()
/** As the tests seal. */
const PUNCHCARD_SECRETS_KEY = Buffer.alloc(32, 7).toString('base64')

const rotateByHand = (tenantId: number, ...more: string[]) =>
  runHere(['storefront', 'rotate-key', '--tenant', String(tenantId), '--json', ...more], {
    DATABASE_URL: shops.api.databaseUrl,
    PUNCHCARD_SECRETS_KEY,
  })

function keysOf(tenantId: number) {
  return shops.reader.query<{ number: number; is_over: boolean; created_at: Date }>(
    `select number, ends_at is not null and ends_at <= retired_at as is_over, created_at from storefront_key
    where tenant_id = $1 order by number`,
    [tenantId],
  )
}

it('a key is replaced by hand, and the former one may end with it', async () => {
  const shop = await shops.open(program())
  const { tenantId } = shop
  expect(await rotateByHand(tenantId)).toMatchObject({ exitCode: 2 })
  await openStorefront(shops.api, shop)
  const done = await rotateByHand(tenantId)
  expect([done.exitCode, JSON.parse(done.stdout)]).toEqual([0, { tenant: tenantId, key: 2 }])
  expect(await rotateByHand(tenantId, '--now')).toMatchObject({ exitCode: 0 })
  const keys = await keysOf(tenantId)
  expect(keys.map(({ number }) => number)).toEqual([1, 2, 3])
  expect(keys[1]?.is_over).toBe(true)
})

it('a key is replaced every month, once, and forgotten when it opens nothing', async () => {
  const shop = await shops.open(program())
  const { tenantId } = shop
  await openStorefront(shops.api, shop)
  const run = (day: number) =>
    shops.api.sealedCells.directory.transaction([tenantId], (tx) =>
      rotateOldStorefrontKey(tx, tenantId, START + day * DAY_MS),
    )
  const numbers = async () => (await keysOf(tenantId)).map(({ number }) => number)
  await run(29)
  expect(await numbers()).toEqual([1])
  await Promise.all([run(30), run(30)])
  expect(await numbers()).toEqual([1, 2])
  await run(38)
  expect(await numbers()).toEqual([1, 2])
  await run(39)
  expect(await numbers()).toEqual([2])
})
