/** Backtests at the command line: what is printed, and with which exit code a pipeline goes on. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { createLogger } from '../../src/platform/log.ts'
import { migrateQueue } from '../../src/worker/queue.ts'
import { takeOneTurn } from '../backtests/try-out.ts'
import { DAY_MS, program, type Shop } from '../support/shop.ts'
import { useShops } from '../support/use-shops.ts'
import { runHere } from './run-here.ts'

vi.setConfig({ testTimeout: 60_000 })

const test = useShops()
let shop: Shop
let folder: string

beforeAll(async () => {
  await migrateQueue(test.api.databaseUrl, createLogger({ level: 'error', destination: process.stderr }))
  folder = await mkdtemp(join(tmpdir(), 'backtest-'))
  shop = await test.open(program())
  // The command line goes by the clock of the machine.
  test.api.now = Date.now() - 3 * DAY_MS
  for (const [id, customer] of [
    ['1', 'ana'],
    ['2', 'ana'],
    ['3', 'bia'],
  ] as const) {
    await shop.completed(id, customer, 100)
  }
})
afterAll(() => rm(folder, { recursive: true, force: true }))

/** A file whose customers earn so many points for R$ 10. */
async function fileOf(points: string): Promise<string> {
  const path = join(folder, `${points}.json`)
  const { cashback, rules } = program({ points, perAmount: '10' })
  await writeFile(path, JSON.stringify({ punchcard: 1, program: { cashback, rules } }))
  return path
}

/** Runs a command, and a worker's turns beside it. */
async function run(...args: string[]) {
  const done = new AbortController()
  const turns = (async () => {
    while (!done.signal.aborted) {
      await takeOneTurn({ cells: test.api.cells, now: Date.now() }, shop.tenantId)
      await sleep(50)
    }
  })()
  const all = ['program', ...args, '--tenant', String(shop.tenantId)]
  const finished = await runHere(all, { DATABASE_URL: test.api.databaseUrl })
  done.abort()
  await turns
  return finished
}

it('prints what a file would have given, and ends with 1 where that is above the limit', async () => {
  const file = await fileOf('12')
  const within = await run('backtest', '--file', file, '--days', '30', '--price-max', '20%')
  expect([within.exitCode, within.stderr]).toEqual([0, ''])
  expect(within.stdout).toMatch(/Points +300 +360 +\+60 +\+20\.0%/)
  expect(within.stdout).toContain(
    'The live program gives exactly what was recorded: 0 differences in 3 orders.',
  )
  expect(within.stdout).toContain('a backtest can’t know that.')
  const above = await run('backtest', '--file', file, '--days', '30', '--price-max', '19.9')
  expect(above.exitCode).toBe(1)
  expect(above.stderr).toContain('more than 19.9')
  const json = await run('backtest', '--file', file, '--days', '30', '--json')
  expect(json.exitCode).toBe(0)
  expect(JSON.parse(json.stdout)).toMatchObject({
    result: { points: { live: '300', candidate: '360' }, customers: { more: 2, fewer: 0 } },
  })
  const fewer = await run('backtest', '--file', await fileOf('9'), '--days', '30', '--price-max', '0%')
  expect(fewer.exitCode).toBe(0)
})

it('ends with 2 where it could not be found out', async () => {
  const file = await fileOf('12')
  expect((await run('backtest', '--file', join(folder, 'none.json'))).exitCode).toBe(2)
  expect((await run('backtest', '--file', file, '--price-max', 'much')).exitCode).toBe(2)
  const wrong = join(folder, 'wrong.json')
  await writeFile(wrong, JSON.stringify({ punchcard: 1, settings: {} }))
  expect((await run('backtest', '--file', wrong)).stderr).toContain('The file has no program to try out.')
})

it('prints the price below a plan, whose exit code stays what it is', async () => {
  const plan = await run('diff', '--file', await fileOf('12'), '--price', '30')
  expect(plan.exitCode).toBe(1)
  expect(plan.stdout).toContain(
    'Price: the last 30 days would have cost 20.0% more points (+60, R$6.00); 2 customers get more, 0 fewer.',
  )
  const same = await run('diff', '--file', await fileOf('10'), '--price', '30', '--json')
  expect(JSON.parse(same.stdout)).toMatchObject({ price: { result: { change: '0.0' } } })
  const live = join(folder, 'live.json')
  const { cashback, rules } = program()
  await writeFile(live, JSON.stringify({ punchcard: 1, program: { cashback, rules } }))
  const unchanged = await run('diff', '--file', live, '--price', '30')
  expect([unchanged.exitCode, unchanged.stdout]).toEqual([0, expect.stringContaining('Price: ')])
  const none = await run('diff', '--file', join(folder, 'none.json'), '--price', '30')
  expect([none.exitCode, none.stdout]).toEqual([2, ''])
})
