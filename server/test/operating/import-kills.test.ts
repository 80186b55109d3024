/**
 * Whatever kills an export or an import, and however often: run again, it comes to its end, and every row is there once.
 *
 * `WHOLE_KILLS=200 WHOLE_ORDERS=20000 npm test -- import-kills` kills as often, with so many orders.
 */
import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { createTenant } from '../../src/tenancy/manage/tenants.ts'
import { DEFAULTS } from '../../src/tenancy/tenant.ts'
import { punchcard, startPunchcard } from '../cli/punchcard-process.ts'
import { verifyMerchant } from '../support/ledger.ts'
import { chanceOf } from '../support/seed.ts'
import { program } from '../support/shop.ts'
import { useShops } from '../support/use-shops.ts'
import { newFolder, readManifest } from './leaving.ts'

const KILLS = Number(process.env.WHOLE_KILLS ?? 6)
const ORDERS = Number(process.env.WHOLE_ORDERS ?? 1_500)
const ORDERS_AT_ONCE = 500
const shops = useShops()

async function fill(): Promise<number> {
  const shop = await shops.open(program())
  for (let first = 0; first < ORDERS; first += ORDERS_AT_ONCE) {
    const orders = Array.from({ length: ORDERS_AT_ONCE }, (_, index) => {
      const number = first + index
      return shop.completeOrder(`o${number}`, `c${number % 700}`, 10 + (number % 90))
    })
    const { Items } = await shop.placeOrders(orders)
    expect(Items?.filter(({ HasError }) => HasError)).toEqual([])
  }
  return shop.tenantId
}

it(`${KILLS} kills of export and import leave every row there once`, {
  timeout: 120_000 + KILLS * 30_000,
}, async () => {
  const chance = chanceOf('Kills of whole exports and imports')
  const environment = { DATABASE_URL: shops.api.databaseUrl, PUNCHCARD_SECRETS_KEY: '' }
  const tenantId = await fill()

  /** Until it has come to its end: `kills` times a killed process, or a server that ends its connection. */
  async function killed(
    args: readonly string[],
    kills: number,
    isEnd: (stderr: string) => boolean,
  ): Promise<number> {
    const begun = performance.now()
    const whole = await measured(args[1] === 'export')
    for (let kill = 0; kill < kills; kill += 1) {
      const running = await startPunchcard(args, environment, () => true)
      await Promise.race([sleep(chance.between(0, Math.round(whole * 1.1))), once(running.process, 'exit')])
      if (chance.between(0, 3) === 0) {
        await shops.reader.query(
          `select pg_terminate_backend(pid) from pg_stat_activity
          where application_name = 'punchcard' and datname = current_database() and pid <> pg_backend_pid()`,
        )
      }
      running.process.kill('SIGKILL')
      if (running.process.exitCode === null && running.process.signalCode === null)
        await once(running.process, 'exit')
    }
    const last = await punchcard(args, environment)
    expect([last.exitCode === 0 || isEnd(last.stderr), last.stderr]).toEqual([true, last.stderr])
    return performance.now() - begun
  }

  /** How long one takes that is left alone. */
  async function measured(isExport: boolean): Promise<number> {
    const begun = performance.now()
    if (isExport) {
      const folder = await newFolder()
      await punchcard(['tenant', 'export', '--tenant', String(tenantId), '--into', folder], environment)
    } else {
      const other = await createTenant(shops.api.cells, { name: 'Shop', ...DEFAULTS, isSandbox: false })
      const done = await punchcard(
        ['tenant', 'import', '--tenant', String(other), '--from', folder],
        environment,
      )
      expect([done.exitCode, done.stderr]).toEqual([0, done.stderr])
    }
    return performance.now() - begun
  }

  const folder = await newFolder()
  const exporting = ['tenant', 'export', '--tenant', String(tenantId), '--into', folder]
  await killed(exporting, Math.ceil(KILLS / 3), (stderr) => stderr.includes('holds an export already'))
  const whole = await readManifest(folder)
  const copy = await createTenant(shops.api.cells, { name: 'Shop', ...DEFAULTS, isSandbox: false })
  const importing = ['tenant', 'import', '--tenant', String(copy), '--from', folder]
  await killed(importing, KILLS - Math.ceil(KILLS / 3), (stderr) => stderr.includes('was imported already'))

  const again = await newFolder()
  const exported = await punchcard(
    ['tenant', 'export', '--tenant', String(copy), '--into', again],
    environment,
  )
  expect([exported.exitCode, exported.stderr]).toEqual([0, exported.stderr])
  expect((await readManifest(again)).tables).toEqual(whole.tables)
  const [sums] = await shops.reader.query(
    `select count(*)::int as orders, (select sum(points_balance)::int from customer where tenant_id = $1) as points
    from customer_order where tenant_id = $1`,
    [copy],
  )
  const points = Array.from({ length: ORDERS }, (_, number) => 10 + (number % 90)).reduce(
    (sum, one) => sum + one,
    0,
  )
  expect(sums).toEqual({ orders: ORDERS, points })
  expect((await verifyMerchant(shops.api.cells.of({ cell: 'main' }), copy)).differences).toEqual([])
  const [state] = await shops.reader.query('select state from tenant where id = $1', [copy])
  expect(state).toEqual({ state: 'active' })
})
