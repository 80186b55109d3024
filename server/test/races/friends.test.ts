/** A hundred friends of one customer at once, over two API processes and two workers on the same database. */
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { createLogger } from '../../src/platform/log.ts'
import { migrateQueue } from '../../src/worker/queue.ts'
import { verifyMerchant } from '../support/ledger.ts'
import { orderToSend } from '../support/order-to-send.ts'
import { program } from '../support/shop.ts'
import { useProcesses } from '../support/use-processes.ts'
import { startWorker, until, type WorkerProcess } from '../support/workers.ts'

const AT_ONCE = 100
const PER_DAY = 30
const POINTS = { referrer: 150, friend: 20 }
vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 })

const served = useProcesses(
  2,
  program(
    {},
    {
      ...{ id: 6, kind: 'referral', waitingDays: 14, limits: { perDay: PER_DAY } },
      ...{ points: `${POINTS.referrer}`, friendPoints: `${POINTS.friend}` },
    },
  ),
)
let workers: WorkerProcess[]

beforeAll(async () => {
  await migrateQueue(served.databaseUrl, createLogger({ level: 'error', destination: process.stderr }))
  workers = await Promise.all([startWorker(served.databaseUrl), startWorker(served.databaseUrl)])
})

afterAll(() => Promise.all(workers.map((one) => one.stop())))

interface Came {
  readonly states: readonly string[]
  readonly given: number
  readonly toReferrer: number
  readonly toFriends: number
}

async function whatCame(): Promise<Came | undefined> {
  const { rows } = await served.everything.query<Came>(
    `select
       (select array_agg(state || ' ' || count order by state) from (
         select state, count(*) from referral where tenant_id = $1 group by state) as by_state) as states,
       (select count(*)::int from action_grant where tenant_id = $1 and action = 'referral') as given,
       coalesce(sum(points) filter (where original_id = 'ana'), 0)::float as "toReferrer",
       coalesce(sum(points) filter (where original_id <> 'ana'), 0)::float as "toFriends"
     from point_record
     join customer on customer.tenant_id = $1 and customer.id = customer_id
     where point_record.tenant_id = $1 and type = 3`,
    [served.shop.tenantId],
  )
  return rows[0]
}

const GRANTED = 2
const HELD = 3
/** Friends get theirs with their first order; the referrer gets points for those who count, and the others are held. */
const ALL_CAME: Came = {
  states: [`${GRANTED} ${PER_DAY}`, `${HELD} ${AT_ONCE - PER_DAY}`],
  given: PER_DAY,
  toReferrer: PER_DAY * POINTS.referrer,
  toFriends: AT_ONCE * POINTS.friend,
}

test(`${AT_ONCE} friends of one customer buy at once: ${PER_DAY} count on that day, the others are held, none is lost`, async () => {
  const { client, post, urlOf } = served
  const friends = Array.from({ length: AT_ONCE }, (_, index) => `friend ${index}`)
  await post(0, '/v1/pvt/POS/orders', orderToSend('first of ana', 'ana', 80))
  const read = await client.send<{ ReferralCode: string }>('GET', `${urlOf(0)}/v1/pvt/Customer/ana/referral`)
  const { ReferralCode } = read.body.Result ?? {}
  const sendAll = (): Promise<unknown> =>
    Promise.all(
      friends.map(async (friend, index) => {
        const Friend = { OriginalId: friend, IsEnrolled: true }
        await post(index, '/v1/pvt/Referral/friend', { ReferralCode, Friend })
        const sent = await post(
          index + 1,
          '/v1/pvt/POS/orders',
          orderToSend(`first of ${friend}`, friend, 64),
        )
        expect(sent.body).toMatchObject({ HasError: false })
      }),
    )
  await sendAll()
  await until(async () => (await whatCame())?.states.every((state) => /^[23] /.test(state)) === true)
  expect(await whatCame()).toEqual(ALL_CAME)
  // The same messages again, at once, change nothing.
  await sendAll()
  expect(await whatCame()).toEqual(ALL_CAME)
  expect((await verifyMerchant(served.database, served.shop.tenantId)).differences).toEqual([])
})
