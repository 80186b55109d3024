/**
 * Kills `serve` while a friend's first order is placed, and `work` while who referred is rewarded, at each of their
 * statements: both are rewarded once.
 *
 * `FAULT_ROUNDS=50 npm test -- test/faults/referral-kills` does it 50 times.
 */
import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createLogger } from '../../src/platform/log.ts'
import { migrateQueue } from '../../src/worker/queue.ts'
import { type ApiProcess, startServe } from '../support/api-processes.ts'
import { createJsonClient, type JsonClient } from '../support/json-client.ts'
import { LedgerReader, verifyMerchant } from '../support/ledger.ts'
import { openShop } from '../support/open-shop.ts'
import { orderToSend } from '../support/order-to-send.ts'
import { chanceOf } from '../support/seed.ts'
import { program } from '../support/shop.ts'
import { type Cut, type StatementGate, startStatementGate } from '../support/statement-gate.ts'
import type { ShopKey } from '../support/test-api.ts'
import { cloneDatabase, openTestDatabase } from '../support/test-database.ts'
import { startWorker, until, type WorkerProcess } from '../support/workers.ts'

const ROUNDS = Number(process.env.FAULT_ROUNDS ?? 6)
const CUTS: readonly Cut[] = ['before', 'answer']
/** The worker looks every second, and does other things too: it may end before as many statements have come. */
const PATIENCE_MS = 3_000
const chance = chanceOf('Referral kills')

let drop: () => Promise<void>
let url: string
let reader: LedgerReader
let gates: { readonly serve: StatementGate; readonly work: StatementGate }
let serving: ApiProcess
let working: WorkerProcess
let client: JsonClient
let shop: ShopKey

beforeAll(async () => {
  ;({ url, drop } = await cloneDatabase())
  await migrateQueue(url, createLogger({ level: 'error', destination: process.stderr }))
  reader = new LedgerReader(url)
  await reader.open()
  const rule = { id: 6, kind: 'referral', points: '150', waitingDays: 14, friendPoints: '20' } as const
  const database = openTestDatabase(url)
  shop = await openShop(database, { program: program({}, rule) })
  await database.close()
  client = createJsonClient(shop.authorization)
  gates = { serve: await startStatementGate(url), work: await startStatementGate(url) }
  serving = await startServe(gates.serve.url)
  working = await startWorker(gates.work.url)
}, 120_000)

afterAll(async () => {
  await Promise.all([serving?.stop(), working?.stop()])
  client?.close()
  await Promise.all([gates?.serve.close(), gates?.work.close()])
  await reader?.close()
  await drop?.()
})

interface Referring {
  readonly ReferralCode: string
}

/** Until there is an answer: what was cut off is sent again as it was. */
async function insist(path: string, body: object): Promise<void> {
  for (;;) {
    const answer = await client.post<object>(serving.url, `/v1/pvt/${path}`, body).catch(() => null)
    if (answer?.status === 200) {
      expect(answer.body).toMatchObject({ HasError: false })
      return
    }
    await sleep(20)
  }
}

const firstOrder = (friend: string) => orderToSend(`first of ${friend}`, friend, 64)

async function kill({ child }: { readonly child: ApiProcess['child'] }): Promise<void> {
  const ended = once(child, 'exit')
  child.kill('SIGKILL')
  await ended
}

async function rewards(): Promise<Record<string, unknown>> {
  const [row] = await reader.query(
    `select (select count(*)::int from referral where tenant_id = $1 and state = 2 and is_settled) as granted,
       (select count(*)::int from action_grant where tenant_id = $1 and action = 'referral') as grants,
       (select count(*)::int from action_grant where tenant_id = $1 and action = 'referred') as "grantsOfFriends",
       (select coalesce(sum(points), 0)::float from point_record
        where tenant_id = $1 and type = 3 and points > 0) as points`,
    [shop.tenantId],
  )
  return row ?? {}
}

const areRewarded = (friends: number) => async () => (await rewards()).granted === friends

test(`${ROUNDS} processes killed between a friend’s order and the rewards for it`, {
  timeout: 120_000 + ROUNDS * 20_000,
}, async () => {
  await insist('POS/orders', orderToSend('first of ana', 'ana', 80))
  const read = await client.send<Referring>('GET', `${serving.url}/v1/pvt/Customer/ana/referral`)
  const ReferralCode = read.body.Result?.ReferralCode
  const befriend = (friend: string) =>
    insist('Referral/friend', { ReferralCode, Friend: { OriginalId: friend, IsEnrolled: true } })

  await befriend('counted')
  gates.serve.stopAt(Infinity, () => {})
  gates.work.stopAt(Infinity, () => {})
  await insist('POS/orders', firstOrder('counted'))
  const statementsOfOrder = gates.serve.count
  await until(areRewarded(1))
  const statements = { serve: statementsOfOrder, work: gates.work.count }
  expect(statements.serve).toBeGreaterThan(3)
  expect(statements.work).toBeGreaterThan(3)
  const first = { serve: chance.between(0, 1_000), work: chance.between(0, 1_000) }
  for (let round = 0; round < ROUNDS; round += 1) {
    const friend = `friend ${round}`
    await befriend(friend)
    const victim = round % 2 === 0 ? 'work' : 'serve'
    const gate = gates[victim]
    const statement = 1 + ((first[victim] + Math.floor(round / 2)) % statements[victim])
    const stopped = new Promise<void>((resolve) => {
      gate.stopAt(statement, resolve, CUTS[Math.floor(round / 2) % CUTS.length])
    })
    const sent = client
      .post(serving.url, '/v1/pvt/POS/orders', firstOrder(friend))
      .catch(() => null)
      .then(() => sleep(victim === 'work' ? PATIENCE_MS : 0))
    await Promise.race([stopped, sent])
    await kill(victim === 'work' ? working : serving)
    gate.goOn()
    if (victim === 'work') working = await startWorker(gate.url)
    else serving = await startServe(gate.url)
    await insist('POS/orders', firstOrder(friend))
    const friends = round + 2
    await until(areRewarded(friends))
    expect(await rewards(), `${victim} at statement ${statement}`).toEqual({
      granted: friends,
      grants: friends,
      grantsOfFriends: friends,
      points: friends * (150 + 20),
    })
  }
  process.stderr.write(`statements of an order and of a reward: ${JSON.stringify(statements)}\n`)
  const database = openTestDatabase(url)
  expect((await verifyMerchant(database, shop.tenantId)).differences).toEqual([])
  await database.close()
})
