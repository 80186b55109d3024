/**
 * Kills API processes while customers join and redeem in pages: what was acknowledged is there once, and what is sent
 * again after a lost answer is the same coupon.
 *
 * `FAULT_ROUNDS=30 npm test -- test/faults/storefront` kills 30 times.
 */
import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { MAIN_CELL, openCells } from '../../src/tenancy/cells.ts'
import { startServe } from '../support/api-processes.ts'
import { verifyMerchant } from '../support/ledger.ts'
import { makeReward } from '../support/rewards.ts'
import { chanceOf } from '../support/seed.ts'
import { program } from '../support/shop.ts'
import { configure } from '../support/storefront.ts'
import { openSealedTestDatabase } from '../support/test-database.ts'
import { useProcesses } from '../support/use-processes.ts'

// That of the test's own databases, for the keys of tokens.
process.env.PUNCHCARD_SECRETS_KEY = Buffer.alloc(32, 7).toString('base64')

const ROUNDS = Number(process.env.FAULT_ROUNDS ?? 4)
const SENDERS = 12
const SIGNUP = 100
const PRICE = 10
/** A customer may redeem once a second, and twenty times in an hour. */
const REDEMPTIONS_EACH = 2

const served = useProcesses(2, program({}, { id: 2, kind: 'signup', points: String(SIGNUP) }))
const chance = chanceOf('Kills')
let reward = 0
let isOver = false
const codes = new Map<string, string>()
const customers = new Set<string>()
let acknowledged = [0, 0]
const failures = new Map<string, number>()

beforeAll(async () => {
  const cells = openCells(new Map([[MAIN_CELL, served.databaseUrl]]), openSealedTestDatabase)
  await configure({ sealedCells: cells, now: Date.now() }, served.shop.tenantId, {
    isOn: true,
    slug: 'shop',
    content: {},
  })
  await cells.close()
  reward = await makeReward(served.database, served.shop.tenantId, { points: BigInt(PRICE) * 10_000n })
})
afterAll(() => {
  isOver = true
})

/** To one process and the other, until one of them has answered. */
async function insist<Answer>(path: string, authorization: string, body: object): Promise<Answer> {
  for (let index = chance.between(0, 1); ; index = 1 - index) {
    try {
      const answered = await fetch(`${served.urlOf(index)}${path}`, {
        method: 'POST',
        headers: { authorization, 'content-type': 'application/json' },
        body: JSON.stringify(body),
      })
      const answer = (await answered.json()) as Answer
      if (answered.ok) {
        acknowledged[index] = (acknowledged[index] ?? 0) + 1
        return answer
      }
      note(`HTTP ${answered.status}`)
    } catch (error) {
      note(String((error as { cause?: { code?: string } }).cause?.code ?? error))
    }
    await sleep(50)
  }
}

const note = (what: string): void => void failures.set(what, (failures.get(what) ?? 0) + 1)

async function visit(customer: string): Promise<void> {
  const mint = async (): Promise<string> => {
    const body = { CustomerId: customer, Scopes: ['read', 'redeem', 'join'] }
    const path = '/v1/pvt/Token'
    const { Result } = await insist<{ Result: { Token: string } }>(path, served.shop.authorization, body)
    return `Bearer ${Result.Token}`
  }
  await insist('/v1/pub/me/enrolment', await mint(), { terms: null })
  customers.add(customer)
  // Now it is a customer's: until then it was good for joining alone.
  const bearer = await mint()
  for (let count = 0; count < REDEMPTIONS_EACH; count += 1) {
    const key = `key-of-${customer}-${count}-abcdef`
    const body = { reward, points: String(PRICE), key }
    const path = '/v1/pub/me/redemptions'
    const { coupon } = await insist<{ coupon: { code: string } }>(path, bearer, body)
    codes.set(key, coupon.code)
    // As after an answer that was lost.
    const again = await insist<{ coupon: { code: string } }>(path, bearer, body)
    expect(again.coupon.code).toBe(coupon.code)
  }
}

test(`${ROUNDS} killed API processes while customers join and redeem`, {
  timeout: 300_000 + ROUNDS * 30_000,
}, async () => {
  const sending = Promise.all(
    Array.from({ length: SENDERS }, async (_, sender) => {
      for (let count = 0; !isOver; count += 1) await visit(`visitor-${sender}-${count}`)
    }),
  )
  for (let round = 0; round < ROUNDS; round += 1) {
    acknowledged = [0, 0]
    await expect.poll(() => Math.min(...acknowledged), { timeout: 60_000, interval: 20 }).toBeGreaterThan(10)
    await sleep(chance.between(0, 200))
    const victim = served.processes[round % 2]
    if (!victim) throw new Error('no process to kill')
    const ended = once(victim.child, 'exit')
    victim.child.kill('SIGKILL')
    await ended
    served.processes[round % 2] = await startServe(served.databaseUrl)
  }
  isOver = true
  await sending
  process.stderr.write(
    `${customers.size} joined, ${codes.size} redeemed; sent again after: ${JSON.stringify(Object.fromEntries(failures))}\n`,
  )
  expect([...failures.keys()].filter((what) => /^HTTP (?!429|503|404)/.test(what))).toEqual([])

  const { rows } = await served.everything.query<{ key: string; code: string }>(
    `select original_key as key, code from redemption join coupon using (tenant_id) where coupon_key = code_key`,
  )
  const stored = new Map(rows.map(({ key, code }) => [key.replace(/^me:/, ''), code]))
  expect(rows.length).toBe(codes.size)
  expect(stored).toEqual(codes)
  const { rows: joined } = await served.everything.query<{ id: string; balance: number; signups: number }>(
    `select original_id as id, points_balance::float as balance,
       (select count(*)::int from point_record as record
        where record.customer_id = customer.id and record.points = ${SIGNUP}) as signups
     from customer`,
  )
  expect(new Set(joined.map(({ id }) => id))).toEqual(customers)
  const wrong = joined.filter(
    ({ balance, signups }) => signups !== 1 || balance !== SIGNUP - REDEMPTIONS_EACH * PRICE,
  )
  expect(wrong).toEqual([])
  expect((await verifyMerchant(served.database, served.shop.tenantId)).differences).toEqual([])
})
