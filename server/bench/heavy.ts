/**
 * `npm run bench:heavy`: a customer with 100,000 orders and live lots beside customers with ten, each operation in
 * turn; and what others notice of it. README.md explains each figure.
 */
import { readFile } from 'node:fs/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { type BenchDatabase, openBenchDatabase } from './database.ts'
import { median, round } from './figures.ts'
import { orderBody } from './order-body.ts'
import { runOrderLoad, type ServerProcess, startPunchcard } from './processes.ts'

const { values: flags } = parseArgs({
  options: {
    quick: { type: 'boolean', default: false },
    tiny: { type: 'boolean', default: false },
    json: { type: 'boolean', default: false },
  },
})

const FULL = { lots: 100_000, repetitions: 300, rounds: 5, seconds: 8, warmUpSeconds: 20 }
const QUICK = { lots: 10_000, repetitions: 60, rounds: 1, seconds: 5, warmUpSeconds: 5 }
const TINY = { lots: 1_000, repetitions: 4, rounds: 1, seconds: 0.3, warmUpSeconds: 1 }
const PLAN = flags.tiny ? TINY : flags.quick ? QUICK : FULL
const SMALL_LOTS = 10
const SMALL_CUSTOMERS = 200
const OTHER_CUSTOMERS = 2_000
/** Others' orders come on so many connections, one after the other: the cores are busy, and nothing queues. */
const OTHER_CONNECTIONS = 4
/** Between two requests of the customer that is looked at, while others send theirs. */
const PAUSE_MS = 20
const FIRST_ID = 100_000_000

const say = (text: string): void => void process.stderr.write(`${text}\n`)

/** Whoever an operation is about: the n-th time, which customer, and which of its stored orders. */
type Who = (n: number) => { readonly customer: string; readonly order: string }

const heavy: Who = (n) => ({ customer: 'heavy', order: `heavy-${1 + ((n * 7_919) % PLAN.lots)}` })
const small: Who = (n) => {
  const customer = `small${n % SMALL_CUSTOMERS}`
  return { customer, order: `${customer}-${1 + (Math.floor(n / SMALL_CUSTOMERS) % SMALL_LOTS)}` }
}

interface Shop {
  send(path: string, body: string): Promise<void>
  readonly rewardId: number
}

function openShop(server: ServerProcess, authorization: string, rewardId: number): Shop {
  return {
    rewardId,
    async send(path, body) {
      const response = await fetch(`http://127.0.0.1:${server.port}/v1/pvt/${path}`, {
        method: 'POST',
        headers: { authorization, 'content-type': 'application/json' },
        body,
      })
      const answer = await response.text()
      if (response.status !== 200 || answer.includes('"HasError":true')) {
        throw new Error(`${path}: ${response.status} ${answer}`)
      }
    },
  }
}

type Operation = (shop: Shop, who: ReturnType<Who>, key: string) => Promise<void>

/** An order is changed to less in one repetition, to more in the next; each order is cancelled once. */
const OPERATIONS = {
  place: (shop, { customer }, key) => shop.send('POS/orders', orderBody(`new-${key}`, customer, 50_000)),
  takeBack: (shop, { customer, order }) => shop.send('POS/orders', orderBody(order, customer, 4_000)),
  add: (shop, { customer, order }) => shop.send('POS/orders', orderBody(order, customer, 12_000)),
  cancel: (shop, { order }) =>
    shop.send(`POS/orders/${order}/cancel`, '{"OrderCancelledDate":"2026-01-16T12:00:00Z"}'),
  redeem: (shop, { customer }, key) =>
    shop.send(
      `RewardConfigurations/${shop.rewardId}/redeem`,
      JSON.stringify({ CustomerId: customer, OriginalKey: key }),
    ),
  addCashback: (shop, { customer }, key) =>
    shop.send(
      `Customer/${customer}/cashback`,
      JSON.stringify({ Value: 1, OperationType: 0, Reason: 'x', ChangeKey: `a${key}` }),
    ),
  removeCashback: (shop, { customer }, key) =>
    shop.send(
      `Customer/${customer}/cashback`,
      JSON.stringify({ Value: 7, OperationType: 1, Reason: 'x', ChangeKey: `r${key}` }),
    ),
} satisfies Readonly<Record<string, Operation>>

let keys = 0
const nextKey = (): string => `${++keys}`

async function timed(work: () => Promise<void>): Promise<number> {
  const startedAt = performance.now()
  await work()
  return performance.now() - startedAt
}

interface Comparison {
  readonly name: string
  readonly smallMs: number
  readonly heavyMs: number
  readonly ratio: number
}

/** The small one and the heavy one in turn, so that what slows the machine down slows both. */
async function compare(shop: Shop, repetitions: number, from: number): Promise<Comparison[]> {
  const times = Object.entries<Operation>(OPERATIONS).map(([name, operation]) => ({
    ...{ name, operation, small: [] as number[], heavy: [] as number[] },
  }))
  for (let n = from; n < from + repetitions; n += 1) {
    for (const { operation, ...kinds } of times) {
      kinds.small.push(await timed(() => operation(shop, small(n), nextKey())))
      kinds.heavy.push(await timed(() => operation(shop, heavy(n), nextKey())))
    }
  }
  return times.map(({ name, ...kinds }) => {
    const [smallMs, heavyMs] = [median(kinds.small), median(kinds.heavy)]
    return {
      name,
      smallMs: round(smallMs, 2),
      heavyMs: round(heavyMs, 2),
      ratio: round(heavyMs / smallMs, 2),
    }
  })
}

/** Others' orders, and meanwhile one request after the other of these customers, until they have ended. */
async function othersBeside(
  server: ServerProcess,
  database: BenchDatabase,
  work: (isOver: () => boolean) => Promise<void>,
): Promise<number> {
  let isOver = false
  const others = runOrderLoad({
    ports: [server.port],
    connections: OTHER_CONNECTIONS,
    seconds: PLAN.seconds,
    authorizations: database.authorizations,
    customersPerTenant: OTHER_CUSTOMERS,
    isHot: false,
    refusedPerMille: 0,
    run: `o${nextKey()}`,
  }).finally(() => {
    isOver = true
  })
  const [{ p99Ms }] = await Promise.all([others, work(() => isOver)])
  return p99Ms
}

let nextStored = PLAN.repetitions

/** The same traffic about the one or the other: each operation in turn. */
function traffic(shop: Shop, who: Who): (isOver: () => boolean) => Promise<void> {
  return async (isOver) => {
    while (!isOver()) {
      nextStored += 1
      for (const operation of Object.values<Operation>(OPERATIONS)) {
        if (isOver()) return
        await operation(shop, who(nextStored), nextKey())
        await sleep(PAUSE_MS)
      }
    }
  }
}

async function fill({ client }: BenchDatabase): Promise<number> {
  await client.query('set statement_timeout = 0')
  await client.query(await readFile(new URL('heavy.sql', import.meta.url), 'utf8'))
  say(`filling a customer with ${PLAN.lots} orders and lots, and ${SMALL_CUSTOMERS} with ${SMALL_LOTS}`)
  let firstId = FIRST_ID
  const add = async (name: string, lots: number, expiresIn: string, days: number): Promise<void> => {
    await client.query('select bench_customer($1, $2, $3, $4, $5)', [name, lots, firstId, expiresIn, days])
    firstId += lots * 2 + 10
  }
  await add('heavy', PLAN.lots, '30 days', 365)
  for (let n = 0; n < SMALL_CUSTOMERS; n += 1) await add(`small${n}`, SMALL_LOTS, '30 days', 365)
  await add('overdue', PLAN.lots, '-1 hour', 1)
  await client.query(`select setval('account_id', $1::bigint)`, [Math.ceil(firstId / 1_000) * 1_000 + 1])
  const { rows } = await client.query<{ id: string }>(`
    insert into reward_configuration (tenant_id, key, reward_type, points, value, title)
    values (1, 'ten-off', 1, 250, 10, 'R$ 10 off') returning id`)
  await client.query('vacuum analyze')
  await client.query('checkpoint')
  return Number(rows[0]?.id)
}

async function main(): Promise<void> {
  const database = await openBenchDatabase({ tenants: 1, customersPerTenant: OTHER_CUSTOMERS }, say)
  let server: ServerProcess | undefined
  try {
    const rewardId = await fill(database)
    server = await startPunchcard(database.url)
    const shop = openShop(server, database.authorizations[0] ?? '', rewardId)
    say('warming up')
    await othersBeside(server, database, async () => sleep(PLAN.warmUpSeconds * 100))
    await compare(shop, Math.ceil(PLAN.repetitions / 5), 0)
    say('each operation in turn')
    const operations = await compare(shop, PLAN.repetitions, PLAN.repetitions)
    nextStored = PLAN.repetitions * 2
    const p99 = { small: [] as number[], heavy: [] as number[] }
    for (let n = 1; n <= PLAN.rounds; n += 1) {
      p99.small.push(await othersBeside(server, database, traffic(shop, small)))
      p99.heavy.push(await othersBeside(server, database, traffic(shop, heavy)))
      say(`round ${n} of ${PLAN.rounds}: p99 of others ${p99.small.at(-1)} and ${p99.heavy.at(-1)} ms`)
    }
    let settlingMs = 0
    const p99Settling = await othersBeside(server, database, async () => {
      const overdue = { customer: 'overdue', order: '' }
      settlingMs = await timed(() => OPERATIONS.place(shop, overdue, nextKey()))
    })
    report(operations, {
      p99SmallMs: round(median(p99.small), 1),
      p99HeavyMs: round(median(p99.heavy), 1),
      p99Ratio: round(median(p99.heavy.map((ms, n) => ms / (p99.small[n] ?? ms))), 2),
      settlingMs: Math.round(settlingMs),
      p99SettlingMs: round(p99Settling, 1),
    })
  } finally {
    await server?.stop()
    await database.close()
  }
}

interface Facts {
  readonly p99SmallMs: number
  readonly p99HeavyMs: number
  readonly p99Ratio: number
  readonly settlingMs: number
  readonly p99SettlingMs: number
}

function report(operations: readonly Comparison[], facts: Facts): void {
  if (flags.json) {
    process.stdout.write(`${JSON.stringify({ lots: PLAN.lots, operations, ...facts })}\n`)
    return
  }
  for (const { name, smallMs, heavyMs, ratio } of operations) {
    process.stdout.write(
      `${name.padEnd(16)}${String(ratio).padStart(8)}   ${heavyMs} ms against ${smallMs} ms; goal 3\n`,
    )
  }
  process.stdout.write(
    `${'p99 of others'.padEnd(16)}${String(facts.p99Ratio).padStart(8)}   ${facts.p99HeavyMs} ms against ${facts.p99SmallMs} ms; goal 1.5\n` +
      `${'settling'.padEnd(16)}${String(facts.settlingMs).padStart(8)}   ms for ${PLAN.lots} lots due at once; p99 of others meanwhile ${facts.p99SettlingMs} ms\n`,
  )
}

await main()
