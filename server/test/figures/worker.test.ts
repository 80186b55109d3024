/**
 * Figures with real workers: beside sales, killed in the middle, and at the command line.
 *
 * `FIGURE_TODAY=1 npm test -- figures/worker` waits for orders of today too, which are counted once in a minute.
 */
import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import type { Random } from '../../src/platform/random.ts'
import { freePort } from '../cli/punchcard-process.ts'
import { runHere } from '../cli/run-here.ts'
import { countAllOrders } from '../support/count-figures.ts'
import { expectOrdersCounted, expectPeriodsCounted } from '../support/expect-orders-counted.ts'
import { LedgerReader } from '../support/ledger.ts'
import { chanceOf } from '../support/seed.ts'
import { DAY_MS, iso, program, type Shop } from '../support/shop.ts'
import { useShops } from '../support/use-shops.ts'
import { startWorker, until } from '../support/workers.ts'

const KILLS = Number(process.env.FIGURE_KILLS ?? 4)
const STOPPED_MS = Number(process.env.STOPPED_SECONDS ?? 3) * 1_000
const COUNTS_TODAY = process.env.FIGURE_TODAY === '1'
const ORDERS_PER_SECOND = 100
const LATE_MAX_MS = 120_000
const shops = useShops()

async function figures(shop: Shop, what: string) {
  const finished = await runHere(['figures', what, '--tenant', String(shop.tenantId), '--json'], {
    DATABASE_URL: shops.api.databaseUrl,
  })
  return { ...finished, body: finished.stdout === '' ? null : JSON.parse(finished.stdout) }
}

const isCurrent = async (shop: Shop): Promise<boolean> => {
  const { body } = await figures(shop, 'status')
  return body.generations.length === 1 && body.generations[0].state === 'current'
}

const countOrders = ({ tenantId }: Shop) => countAllOrders(shops.api.cells, tenantId, Date.now())
const expectOrders = ({ tenantId }: Shop) => expectOrdersCounted(query, tenantId)
const query = (text: string, values: readonly unknown[]) => shops.reader.query(text, values)

/** A worker that is killed at a random moment of its first second and a half. */
async function startAndKill(chance: Random, started: () => Promise<unknown>): Promise<void> {
  const worker = await startWorker(shops.api.databaseUrl)
  await started()
  await sleep(chance.between(0, 1_500))
  const ended = once(worker.child, 'exit')
  worker.child.kill('SIGKILL')
  await ended
}

/** Whether nothing is left that was not counted. */
const isCounted = async ({ tenantId }: Shop): Promise<boolean> => {
  const rows = await shops.reader.query(
    `select from figure_head as head
    where tenant_id = $1 and state = 2 and not exists (select from quiet_entry where tenant_id = $1)
      and not exists (
        select from point_event as event
        where event.tenant_id = $1 and (event.transaction, event.id) > (head.transaction, head.id)
      )`,
    [tenantId],
  )
  return rows.length === 1
}

describe('figures', () => {
  it('are counted by the worker, and again on demand', { timeout: 180_000 }, async () => {
    shops.api.now = Date.now()
    const shop = await shops.open(program({ waitingDays: 1 }))
    await shop.completed('o1', 'ana', 100)
    expect(await figures(shop, 'verify')).toMatchObject({
      exitCode: 2,
      stderr: expect.stringContaining('for the first time'),
    })
    const worker = await startWorker(shops.api.databaseUrl, {
      PUNCHCARD_WORKER_METRICS_PORT: String(await freePort()),
    })
    await until(() => isCurrent(shop))
    await shop.completed('o2', 'ana', 50)
    await until(() => isCounted(shop))
    expect(await figures(shop, 'verify')).toMatchObject({ exitCode: 0, body: { differences: [] } })

    expect(await figures(shop, 'rebuild')).toMatchObject({ exitCode: 0, body: { generation: 2 } })
    await until(() => isCurrent(shop))
    expect((await figures(shop, 'status')).body.generations[0]).toMatchObject({ generation: 2 })
    expect(await figures(shop, 'verify')).toMatchObject({ exitCode: 0, body: { differences: [] } })
    const metrics = await (await fetch(worker.metricsUrl ?? '')).text()
    expect(metrics).toMatch(/punchcard_figures_folded_entries_total\{cell="main"\} [1-9]/)
    expect(metrics).toMatch(/punchcard_figures_failures_total\{cell="main"\} 0/)

    const change = (by: number) =>
      shops.reader.query('update figure_sum set points = points + $2 where tenant_id = $1 and series = 1', [
        shop.tenantId,
        by,
      ])
    await change(1)
    expect((await figures(shop, 'verify')).exitCode).toBe(1)
    const told = await runHere(['figures', 'verify', '--tenant', String(shop.tenantId)], {
      DATABASE_URL: shops.api.databaseUrl,
    })
    expect(told.stderr).toContain('is stored')
    const { verification } = (await figures(shop, 'status')).body
    expect(verification.differences).toBeGreaterThan(0)
    const seen = await (await fetch(worker.metricsUrl ?? '')).text()
    expect(seen).toMatch(/punchcard_figures_differences\{cell="main"\} [1-9]/)
    await change(-1)
    expect((await figures(shop, 'verify')).exitCode).toBe(0)
    expect(await worker.stop()).toBe(0)
    expect(worker.complaints).toEqual([])
  })

  it(`are right after ${KILLS} kills of workers that count`, {
    timeout: 120_000 + KILLS * 30_000,
  }, async () => {
    shops.api.now = Date.now()
    const chance = chanceOf('Figures')
    const shop = await shops.open(program({ waitingDays: 1 }))
    let orders = 0
    /** Sells until what it is beside is over. */
    const sellBeside = async (what: () => Promise<unknown>) => {
      let isOver = false
      const selling = (async () => {
        while (!isOver) {
          orders += 1
          const order = shop.completeOrder(`o${orders % 200}`, `c${orders % 40}`, chance.between(0, 90), {
            OrderPlacementDate: iso(shops.api.now - chance.between(0, 60 * DAY_MS)),
          })
          await shop.placeOrder(order)
          if (orders % 7 === 0) await shop.cancelOrder(`o${chance.between(0, 200)}`)
        }
      })()
      await what()
      isOver = true
      await selling
    }
    await sellBeside(async () => {
      for (let kill = 0; kill < KILLS; kill += 2) await startAndKill(chance, () => figures(shop, 'rebuild'))
    })
    // From here on orders are counted because they changed, and not because all are.
    await countOrders(shop)
    await sellBeside(async () => {
      for (let kill = 1; kill < KILLS; kill += 2) await startAndKill(chance, async () => {})
    })
    // What is counted when a day is over is of orders that do not change meanwhile.
    const forget = () => query('delete from period_figure where tenant_id = $1', [shop.tenantId])
    for (let kill = 0; kill < KILLS; kill += 2) await startAndKill(chance, forget)
    const workers = await Promise.all([0, 1].map(() => startWorker(shops.api.databaseUrl)))
    await until(() => isCounted(shop))
    await until(() => isCurrent(shop))
    expect(await figures(shop, 'verify')).toMatchObject({ exitCode: 0, body: { differences: [] } })
    await Promise.all(workers.map((worker) => worker.stop()))
    await countOrders(shop)
    await expectOrders(shop)
    await expectPeriodsCounted(query, shop.tenantId)
    process.stderr.write(`${orders} orders beside ${KILLS} kills of workers that counted\n`)
  })

  it(`are right after a worker was stopped for ${STOPPED_MS / 1_000} s in the middle of a count`, {
    timeout: 120_000 + STOPPED_MS,
  }, async () => {
    shops.api.now = Date.now()
    const shop = await shops.open(program({ waitingDays: 1 }))
    const { tenantId } = shop
    const sell = async (from: number) => {
      for (let order = from; order < from + 40; order += 1) {
        await shop.placeOrder(shop.completeOrder(`o${order}`, `c${order % 15}`, order))
        if (order % 5 === 0) await shop.cancelOrder(`o${order - 3}`)
      }
    }
    await sell(0)
    const first = await startWorker(shops.api.databaseUrl)
    await until(() => isCurrent(shop))
    // It has read a page and begun to save it: it waits for the head, and is stopped before the head is free.
    const holder = new LedgerReader(shops.api.databaseUrl)
    await holder.open()
    await holder.query('begin')
    await holder.query('select from figure_head where tenant_id = $1 for update', [tenantId])
    await sell(40)
    const isAtHead = async (what: string) => {
      const found = await query(
        `select from pg_stat_activity where datname = current_database() and query like '%from figure_head%for update%'
          and pid <> pg_backend_pid() and (wait_event_type = $1 or state = $1)`,
        [what],
      )
      return found.length > 0
    }
    await until(() => isAtHead('Lock'))
    first.child.kill('SIGSTOP')
    await holder.close()
    await until(() => isAtHead('idle in transaction'))
    await sell(80)
    const second = await startWorker(shops.api.databaseUrl)
    await figures(shop, 'rebuild')
    await sleep(STOPPED_MS)
    first.child.kill('SIGCONT')
    await sell(120)
    await until(() => isCounted(shop))
    await until(() => isCurrent(shop))
    expect(await figures(shop, 'verify')).toMatchObject({ exitCode: 0, body: { differences: [] } })
    await Promise.all([first.stop(), second.stop()])
    await countOrders(shop)
    await expectOrders(shop)
  })

  it(`of orders that change are right within two minutes${COUNTS_TODAY ? ', today too' : ''}`, {
    timeout: 60_000 + 2 * LATE_MAX_MS,
  }, async () => {
    shops.api.now = Date.now()
    const shop = await shops.open(program({}))
    const placed = (id: string, daysAgo: number, total: number) =>
      shop.completed(id, 'ana', total, { OrderPlacementDate: iso(shops.api.now - daysAgo * DAY_MS) })
    for (const id of ['changed', 're-dated', 'returned', 'cancelled']) await placed(id, 20, 100)
    const worker = await startWorker(shops.api.databaseUrl)
    const isRight = () =>
      expectOrders(shop).then(
        () => true,
        () => false,
      )
    await until(isRight)
    const took: Record<string, string> = {}
    const change = async (name: string, send: () => Promise<unknown>) => {
      const startedAt = performance.now()
      await send()
      expect([name, await isRight()]).toEqual([name, false])
      await until(isRight)
      const ms = performance.now() - startedAt
      took[name] = `${(ms / 1_000).toFixed(1)} s`
      expect(ms).toBeLessThanOrEqual(LATE_MAX_MS)
    }
    await change('of past days', async () => {
      await placed('late', 30, 50)
      await placed('changed', 20, 80)
      await placed('re-dated', 10, 100)
      await shop.returned('returned', 30)
      await shop.cancelled('cancelled')
    })
    if (COUNTS_TODAY) await change('of today', () => placed('today', 0, 10))
    process.stderr.write(`orders were in the figures of their day after ${JSON.stringify(took)}\n`)
    expect(await worker.stop()).toBe(0)
  })

  it(`are counted again beside ${ORDERS_PER_SECOND} orders per second, and what is read is never a part`, {
    timeout: 180_000,
  }, async () => {
    shops.api.now = Date.now()
    const shop = await shops.open(program({}))
    const { tenantId } = shop
    for (let order = 0; order < 60; order += 1) await shop.completed(`f${order}`, `c${order % 30}`, 100)
    const worker = await startWorker(shops.api.databaseUrl)
    await until(() => isCurrent(shop))
    await until(() => isCounted(shop))
    let orders = 0
    let isSelling = true
    const startedAt = performance.now()
    const selling = (async () => {
      while (isSelling) {
        const due = ((performance.now() - startedAt) * ORDERS_PER_SECOND) / 1_000
        const batch = []
        for (; orders < due && batch.length < 20; orders += 1) {
          batch.push(shop.placeOrder(shop.completeOrder(`o${orders}`, `c${orders % 60}`, 1)))
        }
        await Promise.all(batch)
        await sleep(20)
      }
    })()
    // Orders only add points: what is read may be late, and never less than before.
    const issued: number[] = []
    const read = async () => {
      const rows = await shops.reader.query<{ points: number }>(
        `select coalesce(sum(sum.points), 0)::float as points from figure_head as head
        left join figure_sum as sum on sum.tenant_id = head.tenant_id and sum.generation = head.generation and series = 1
        where head.tenant_id = $1 and head.state = 2`,
        [tenantId],
      )
      issued.push(rows[0]?.points ?? 0)
    }
    await figures(shop, 'rebuild')
    const generations = async () => (await figures(shop, 'status')).body.generations
    while ((await generations()).length > 1 || issued.length < 20) await read()
    const tookMs = performance.now() - startedAt
    isSelling = false
    await selling
    await until(() => isCounted(shop))
    await read()
    expect(issued[0]).toBeGreaterThanOrEqual(6_000)
    expect(issued).toEqual(issued.toSorted((a, b) => a - b))
    expect(issued.at(-1)).toBe(6_000 + orders)
    expect(await figures(shop, 'verify')).toMatchObject({ exitCode: 0, body: { differences: [] } })
    expect((await generations())[0]).toMatchObject({ generation: 2, state: 'current' })
    expect(await worker.stop()).toBe(0)
    process.stderr.write(
      `${orders} orders in ${(tookMs / 1_000).toFixed(1)} s beside a rebuild, read ${issued.length} times\n`,
    )
  })
})
