/**
 * Two outages, as an operator meets them: two processes behind the installation's HAProxy, a worker, two cells that are servers of
 * their own, and a Prometheus with the rules of this repository. The timeline is printed: what shops saw, what fired
 * when, and when all was well again. `OUTAGE_SECONDS=600` for outages of ten minutes.
 */
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { readConfig } from '../../src/app/config.ts'
import { migrateCells } from '../../src/app/migrate-cells.ts'
import { publishProgram } from '../../src/earning/store.ts'
import { type LocalPostgres, startLocalPostgres } from '../../src/platform/local-postgres/server.ts'
import { createLogger } from '../../src/platform/log.ts'
import { withClient } from '../../src/platform/postgres/client.ts'
import { createDatabase } from '../../src/platform/postgres/databases.ts'
import { openCells } from '../../src/tenancy/cells.ts'
import { createKey, createTenant } from '../../src/tenancy/manage/tenants.ts'
import { DEFAULTS } from '../../src/tenancy/tenant.ts'
import { migrateQueue } from '../../src/worker/queue.ts'
import { freePort, startPunchcard } from '../cli/punchcard-process.ts'
import { type Answer, ProxiedPunchcard } from '../production/proxied.ts'
import { program } from '../support/shop.ts'
import { basic } from '../support/test-api.ts'
import { openTestDatabase } from '../support/test-database.ts'
import { isWanted } from './programs.ts'
import { Prometheus } from './prometheus.ts'

const RULES = join(import.meta.dirname, '../../../deploy/prometheus/punchcard.rules.yaml')
/** A page waits for a minute before it wakes somebody. */
const OUTAGE_SECONDS = Number(process.env.OUTAGE_SECONDS ?? 150)
const PER_SECOND = 5

type CellName = 'main' | 'south'

interface Shop {
  readonly cell: CellName
  readonly tenantId: number
  readonly authorization: string
  /** By the order's id. */
  readonly answers: Map<string, Answer>
}

describe.skipIf(!isWanted)('an outage', { timeout: 3 * OUTAGE_SECONDS * 1_000 + 300_000 }, () => {
  const opened = new AsyncDisposableStack()
  const servers = {} as Record<CellName, LocalPostgres>
  const urls = {} as Record<CellName, string>
  let shops: readonly Shop[]
  let proxied: ProxiedPunchcard
  let prometheus: Prometheus

  beforeAll(async () => {
    const folder = await mkdtemp(join(tmpdir(), 'punchcard-outage-'))
    opened.defer(() => rm(folder, { recursive: true, force: true }))
    // PostgreSQL does not run as root, and has to get in.
    await chmod(folder, 0o755)
    for (const cell of ['main', 'south'] as const) {
      const server = await startLocalPostgres({
        dataFolder: join(folder, cell),
        spareFolder: join(folder, `spare-${cell}`),
      })
      opened.defer(() => server.stop('immediate').catch(() => {}))
      servers[cell] = server
      urls[cell] = await createDatabase(server.url, 'punchcard')
    }
    const environment = { DATABASE_URL: urls.main, PUNCHCARD_CELL_SOUTH: urls.south }
    const log = createLogger({ level: 'error', destination: process.stderr })
    await migrateCells(readConfig(environment), log)
    for (const url of Object.values(urls)) await migrateQueue(url, log)
    shops = [await openShop('main'), await openShop('south')]
    proxied = opened.use(
      await ProxiedPunchcard.start({ ...environment, PUNCHCARD_RATE_LIMIT_PER_SECOND: '1000000' }),
    )
    const workerPort = String(await freePort())
    opened.use(
      await startPunchcard(
        ['work'],
        { ...environment, PUNCHCARD_WORKER_METRICS_PORT: workerPort },
        ({ log: said }) => said().includes('"msg":"ready"'),
      ),
    )
    prometheus = opened.use(
      await Prometheus.start(
        {
          'punchcard-serve': proxied.metricsPorts.map((port) => `127.0.0.1:${port}`),
          'punchcard-work': `127.0.0.1:${workerPort}`,
        },
        RULES,
      ),
    )
  }, 240_000)
  afterAll(() => opened.disposeAsync(), 120_000)

  async function openShop(cell: CellName): Promise<Shop> {
    const cells = openCells(new Map(Object.entries(urls)), openTestDatabase)
    const tenantId = await createTenant(cells, { ...DEFAULTS, name: 'Shop', isSandbox: false, cell })
    const { token, secret } = await createKey(cells.directory, tenantId, 'test')
    await cells.of({ cell }).transaction([tenantId], (tx) => publishProgram(tx, tenantId, program()))
    await cells.close()
    return { cell, tenantId, authorization: basic(token, secret), answers: new Map() }
  }

  async function placeOrder(shop: Shop, id: string): Promise<void> {
    const now = new Date().toISOString()
    const body = {
      OriginalId: id,
      OrderPlacementDate: now,
      OrderCompletedDate: now,
      IsCompleted: true,
      OrderTotal: 10,
      Customer: { OriginalId: `c-${id}` },
    }
    shop.answers.set(
      id,
      await proxied.send({ path: '/v1/pvt/POS/orders', authorization: shop.authorization, body }),
    )
  }

  /** Stops a cell for as long as an outage is, and answers what was seen by the second. */
  async function suffer(cell: CellName): Promise<Timeline> {
    const timeline = new Timeline()
    const sending = new AbortController()
    const orders = shops.map(async (shop) => {
      const pending: Promise<void>[] = []
      for (let count = 0; !sending.signal.aborted; count += 1) {
        pending.push(
          placeOrder(shop, `${cell}-${count}`).then(() => timeline.noteAnswer(shop, `${cell}-${count}`)),
        )
        await sleep(1_000 / PER_SECOND)
      }
      await Promise.all(pending)
    })
    await sleep(5_000)
    timeline.mark(`PostgreSQL of “${cell}” is stopped`)
    await servers[cell].stop('immediate')
    const stoppedAt = timeline.now()
    while (timeline.now() - stoppedAt < OUTAGE_SECONDS) await timeline.look(prometheus)
    timeline.mark(`PostgreSQL of “${cell}” is started`)
    await servers[cell].start()
    const startedAt = timeline.now()
    // Requests count for some minutes: of what fires then only the pages for the outage itself have to end.
    while (timeline.isFiring(/Unreachable|NothingServed/) && timeline.now() - startedAt < 180)
      await timeline.look(prometheus)
    sending.abort()
    await Promise.all(orders)
    timeline.tell(`An outage of “${cell}” for ${OUTAGE_SECONDS} s`, stoppedAt)
    return timeline
  }

  /** Every order that was refused is sent again; then each is there once. */
  async function expectEachOrderOnce(): Promise<void> {
    for (const shop of shops) {
      const refused = [...shop.answers].filter(([, { status }]) => status !== 200)
      for (const [id] of refused) await placeOrder(shop, id)
      expect([...shop.answers.values()].filter(({ status }) => status !== 200)).toEqual([])
      const { rows } = await withClient({ connectionString: urls[shop.cell] }, (client) =>
        client.query(
          `select (select count(*)::int from customer_order where tenant_id = $1) as orders,
            (select count(*)::int from point_record where tenant_id = $1) as credits`,
          [shop.tenantId],
        ),
      )
      expect(rows).toEqual([{ orders: shop.answers.size, credits: shop.answers.size }])
    }
  }

  it('of one cell: its merchants get our 503, all others nothing of it, and somebody is woken', async () => {
    const timeline = await suffer('south')
    expect(timeline.failuresOf('main')).toEqual([])
    expect(timeline.failuresOf('south').length).toBeGreaterThan(OUTAGE_SECONDS)
    expect(timeline.failuresOf('south').filter(({ isOurs }) => !isOurs)).toEqual([])
    expect(timeline.firstFiringAfterStop('page PunchcardDatabaseUnreachable south')).toBeLessThan(90)
    expect(timeline.isFiring(/Unreachable/)).toBe(false)
    expect(timeline.secondsUntilWell('south')).toBeLessThan(20)
    await expectEachOrderOnce()
  })

  it('of the directory: all merchants get our 503, and somebody is woken', async () => {
    const timeline = await suffer('main')
    for (const cell of ['main', 'south'] as const) {
      expect(timeline.failuresOf(cell).length).toBeGreaterThan(OUTAGE_SECONDS)
      expect(timeline.failuresOf(cell).filter(({ isOurs }) => !isOurs)).toEqual([])
      expect(timeline.secondsUntilWell(cell)).toBeLessThan(20)
    }
    expect(timeline.firstFiringAfterStop('page PunchcardDatabaseUnreachable main')).toBeLessThan(90)
    expect(timeline.firstFiringAfterStop('page PunchcardNothingServed')).toBeLessThan(OUTAGE_SECONDS)
    expect(timeline.isFiring(/Unreachable|NothingServed/)).toBe(false)
    await expectEachOrderOnce()
  })
})

interface Failure {
  readonly at: number
  /** With `Retry-After` and a request id. */
  readonly isOurs: boolean
}

class Timeline {
  readonly #startedAt = performance.now()
  readonly #marks: { readonly at: number; readonly text: string }[] = []
  readonly #failures: Record<CellName, Failure[]> = { main: [], south: [] }
  readonly #answered: Record<CellName, { at: number; ms: number; isWell: boolean }[]> = {
    main: [],
    south: [],
  }
  #firing: readonly string[] = []

  /** Seconds since it began. */
  now(): number {
    return (performance.now() - this.#startedAt) / 1_000
  }

  mark(text: string): void {
    this.#marks.push({ at: this.now(), text })
  }

  noteAnswer({ cell, answers }: Shop, id: string): void {
    const answer = answers.get(id)
    if (!answer) return
    const { status, headers, ms } = answer
    const at = this.now()
    this.#answered[cell].push({ at, ms, isWell: status === 200 })
    if (status === 200) return
    const isOurs =
      status === 503 && headers['retry-after'] !== undefined && headers['punchcard-request-id'] !== undefined
    this.#failures[cell].push({ at, isOurs })
  }

  /** What began to fire, and what ended, within about a second. */
  async look(prometheus: Prometheus): Promise<void> {
    const firing = await prometheus.firing()
    for (const one of firing) if (!this.#firing.includes(one)) this.mark(`fires: ${one}`)
    for (const one of this.#firing) if (!firing.includes(one)) this.mark(`is over: ${one}`)
    this.#firing = firing
    await sleep(500)
  }

  isFiring(name: RegExp): boolean {
    return this.#firing.some((one) => name.test(one))
  }

  failuresOf(cell: CellName): readonly Failure[] {
    return this.#failures[cell]
  }

  #at(text: string): number {
    return this.#marks.find((mark) => mark.text.includes(text))?.at ?? Number.POSITIVE_INFINITY
  }

  firstFiringAfterStop(alert: string): number {
    return this.#at(`fires: ${alert}`) - this.#at('is stopped')
  }

  /** From the start of PostgreSQL to the last request that failed. */
  secondsUntilWell(cell: CellName): number {
    return (this.#failures[cell].at(-1)?.at ?? 0) - this.#at('is started')
  }

  tell(title: string, zero: number): void {
    const lines = this.#marks.map(({ at, text }) => `  ${(at - zero).toFixed(1).padStart(7)} s  ${text}`)
    const cells = Object.entries(this.#answered).map(([cell, answers]) => {
      const failed = this.#failures[cell as CellName]
      const span =
        failed.length === 0
          ? ''
          : `, from ${((failed[0]?.at ?? 0) - zero).toFixed(1)} s to ${((failed.at(-1)?.at ?? 0) - zero).toFixed(1)} s`
      const slowest = Math.max(...answers.map(({ ms }) => ms))
      return `  shop in “${cell}”: ${answers.length} orders, ${failed.length} refused${span}; slowest answer ${Math.round(slowest)} ms`
    })
    process.stderr.write(`\n${[title, ...lines, ...cells].join('\n')}\n`)
  }
}
