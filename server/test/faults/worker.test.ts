/**
 * Kills workers in the middle of a sweep and of a morning: nothing happens twice, and nothing is left undone.
 *
 * `FAULT_ROUNDS=30 npm test -- test/faults/worker` does so 30 times.
 */
import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createLogger } from '../../src/platform/log.ts'
import { type Cells, MAIN_CELL, openCells } from '../../src/tenancy/cells.ts'
import { createTenant, moveClock } from '../../src/tenancy/manage/tenants.ts'
import { DEFAULTS } from '../../src/tenancy/tenant.ts'
import { queueDailyRun } from '../../src/worker/jobs.ts'
import { migrateQueue } from '../../src/worker/queue.ts'
import { LedgerReader, verifyMerchant } from '../support/ledger.ts'
import { chanceOf } from '../support/seed.ts'
import { TERMS_OF_IDS } from '../support/terms.ts'
import { cloneDatabase, openTestDatabase } from '../support/test-database.ts'
import { startWorker, until, type WorkerProcess } from '../support/workers.ts'

const chance = chanceOf('Worker')
const ROUNDS = Number(process.env.FAULT_ROUNDS ?? 6)
const CUSTOMERS = 3_000
const DAY_MS = 86_400_000
/** São Paulo's noon of the day before the first round. */
const START = Date.parse('2040-03-01T15:00:00Z')

let url: string
let drop: () => Promise<void>
let cells: Cells
let reader: LedgerReader
let tenantId: number
let workers: WorkerProcess[] = []

beforeAll(async () => {
  const database = await cloneDatabase()
  ;({ url, drop } = database)
  await migrateQueue(url, createLogger({ level: 'error', destination: process.stderr }))
  cells = openCells(new Map([[MAIN_CELL, url]]), openTestDatabase)
  reader = new LedgerReader(url)
  await reader.open()
  tenantId = await createTenant(cells, { ...DEFAULTS, name: 'Sandbox', isSandbox: true })
  await fill()
  workers = await Promise.all([startWorker(url), startWorker(url)])
})

afterAll(async () => {
  await Promise.all(workers.map((worker) => worker.stop()))
  await reader?.close()
  await cells?.close()
  await drop?.()
})

/**
 * For each round and customer a lot: on every other day it expires at midnight, on the others it opens. And each
 * customer has a birthday on one of these days.
 */
async function fill(): Promise<void> {
  await reader.query(`insert into program_version (tenant_id, version, program) values ($1, 1, $2::jsonb)`, [
    tenantId,
    { cashback: { isOn: false, pointValue: '0' }, rules: [{ id: 1, kind: 'birthday', points: '50' }] },
  ])
  await reader.query(
    `create temp table lot as
      select customer, round, $1::bigint + customer * 1000 + round as id, round % 2 = 0 as is_waiting,
        (timestamptz '2040-03-01T03:00:00Z' + round * interval '1 day') as due_at,
        row_number() over (partition by customer order by round % 2 desc, round) as sequence
      from generate_series(1, $2::int) as customer, generate_series(1, $3::int) as round`,
    [10 * CUSTOMERS, CUSTOMERS, ROUNDS],
  )
  await reader.query(
    `insert into point_record (tenant_id, customer_id, id, type, points, cashback, recorded_at, available_at,
      expires_at, is_waiting, is_live, remaining_points, remaining_cashback)
    select $1, customer, id, 10, round, 0, '2026-01-01', case when is_waiting then due_at else '2026-01-01' end,
      case when is_waiting then null else due_at end, is_waiting, true, round, 0
    from lot`,
    [tenantId],
  )
  await reader.query(
    `insert into point_event (tenant_id, customer_id, sequence, topic, record_id, points, cashback, points_balance,
      cashback_balance, occurred_at)
    select $1, customer, sequence, 0, id, round, 0, sum(round) over (partition by customer order by sequence), 0,
      '2026-01-01'
    from lot where not is_waiting`,
    [tenantId],
  )
  await reader.query(
    `insert into customer (tenant_id, id, original_id, public_id, birthday, is_enrolled, points_balance,
      event_sequence, next_due_at, created_at)
    select $1, customer, 'c' || customer, gen_random_uuid(),
      timestamptz '1990-03-01T00:00:00Z' + (1 + customer % $2::int) * interval '1 day', true,
      sum(round) filter (where not is_waiting), count(*) filter (where not is_waiting), min(due_at), '2026-01-01'
    from lot group by customer`,
    [tenantId, ROUNDS],
  )
  await reader.query(TERMS_OF_IDS, [tenantId])
  await reader.query(`select setval('account_id', 100000001)`)
}

async function countDue(at: number): Promise<number> {
  const [row] = await reader.query<{ count: number }>(
    'select count(*)::int as count from customer where tenant_id = $1 and next_due_at <= $2',
    [tenantId, new Date(at)],
  )
  return row?.count ?? 0
}

async function countBirthdays(): Promise<number> {
  const [row] = await reader.query<{ count: number }>(
    `select count(*)::int as count from action_grant where tenant_id = $1`,
    [tenantId],
  )
  return row?.count ?? 0
}

async function kill(worker: WorkerProcess): Promise<void> {
  const ended = once(worker.child, 'exit')
  worker.child.kill('SIGKILL')
  await ended
}

test(
  `workers that are killed ${ROUNDS} times leave nothing undone and do nothing twice`,
  async () => {
    const leftAtKills: number[] = []
    const awardedAtKills: number[] = []
    for (let round = 1; round <= ROUNDS; round += 1) {
      const now = START + round * DAY_MS
      const tenant = await moveClock(cells.directory, tenantId, new Date(now).toISOString(), Date.now())
      await queueDailyRun(cells, tenant)
      const awardedBefore = await countBirthdays()
      if (round % 4 === 0) {
        // In the middle of the morning, which is done while the sweep goes on.
        await until(async () => (await countBirthdays()) > awardedBefore)
      } else {
        // Anywhere between the first account and the last.
        const left = chance.between(0, CUSTOMERS - 1)
        await until(async () => (await countDue(now)) <= left)
        await sleep(chance.between(0, 30))
      }
      // Now one of them, now both.
      const killed = round % 3 === 0 || round % 4 === 0 ? workers : [workers[round % 2]]
      await Promise.all(killed.map((worker) => worker && kill(worker)))
      leftAtKills.push(await countDue(now))
      awardedAtKills.push((await countBirthdays()) - awardedBefore)
      workers = await Promise.all(
        workers.map((worker) => (killed.includes(worker) ? startWorker(url) : worker)),
      )
      // As the schedule does every minute.
      await queueDailyRun(cells, tenant)
      await until(async () => (await countDue(now)) === 0)
      const awarded = Array.from({ length: CUSTOMERS }, (_, index) => (index + 1) % ROUNDS < round)
      await until(async () => (await countBirthdays()) === awarded.filter(Boolean).length)
    }
    process.stderr.write(
      `when workers were killed, of ${CUSTOMERS} accounts were still due: ${leftAtKills.join(', ')}\n` +
        `and of ${CUSTOMERS / ROUNDS} birthdays were awarded: ${awardedAtKills.join(', ')}\n`,
    )
    const amidst = leftAtKills.filter((left) => left > 0 && left < CUSTOMERS).length
    // Of a few rounds chance decides how many met the sweep at work.
    if (ROUNDS >= 10) expect(amidst).toBeGreaterThan(ROUNDS / 3)

    const { accounts, differences } = await verifyMerchant(cells.of({ cell: MAIN_CELL }), tenantId)
    expect(differences).toEqual([])
    expect(accounts).toBe(CUSTOMERS)
    const expiring = Math.ceil(ROUNDS / 2)
    const [counts] = await reader.query(
      `select
        count(*) filter (where type = 8)::int as expiries,
        count(*) filter (where type = 2)::int as birthdays,
        count(*) filter (where is_waiting)::int as waiting,
        count(*) filter (where type = 10 and expires_at is not null and is_live)::int as unexpired,
        (select count(*)::int from point_origin where tenant_id = $1) as origins,
        (select count(distinct lot_id)::int from point_origin where tenant_id = $1) as lots_with_origin,
        (select count(*)::int from point_event where tenant_id = $1) as events
       from point_record where tenant_id = $1`,
      [tenantId],
    )
    expect(counts).toEqual({
      expiries: CUSTOMERS * expiring,
      birthdays: CUSTOMERS,
      waiting: 0,
      unexpired: 0,
      origins: CUSTOMERS * expiring,
      lots_with_origin: CUSTOMERS * expiring,
      // One when each lot came or opened, one when it expired, and one for the birthday.
      events: CUSTOMERS * (ROUNDS + expiring + 1),
    })
    const misdated = await reader.query(
      `select from point_record as expiry
       join point_origin as origin on origin.tenant_id = expiry.tenant_id and origin.record_id = expiry.id
         and origin.customer_id = expiry.customer_id
       join point_record as lot on lot.tenant_id = expiry.tenant_id and lot.customer_id = expiry.customer_id
         and lot.id = origin.lot_id
       where expiry.tenant_id = $1 and expiry.type = 8 and expiry.recorded_at <> lot.expires_at`,
      [tenantId],
    )
    expect(misdated).toEqual([])
  },
  60_000 + ROUNDS * 30_000,
)
