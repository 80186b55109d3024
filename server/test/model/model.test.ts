/**
 * Random commands of 16 clients against two API processes on one database, held against a single-threaded
 * model: every answer as it comes, and at the end every record, balance, order, coupon, redemption and count.
 *
 * `MODEL_SEED=… MODEL_COMMANDS=… npm test -- test/model` runs a seed again, or more commands.
 */
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { publishProgram } from '../../src/earning/store.ts'
import { decimalToText } from '../../src/platform/decimal.ts'
import type { Database } from '../../src/platform/postgres/database.ts'
import { Random } from '../../src/platform/random.ts'
import { QUESTION_TYPE } from '../../src/quizzes/quiz.ts'
import { type ClockedApi, startClockedApi } from '../support/api-processes.ts'
import { createJsonClient, type JsonClient } from '../support/json-client.ts'
import { verifyMerchant } from '../support/ledger.ts'
import { openShop, type ProgramToPublish, type Shop } from '../support/open-shop.ts'
import { makeQuiz } from '../support/quizzes.ts'
import { makeReward } from '../support/redeemer.ts'
import { cloneDatabase, openTestDatabase } from '../support/test-database.ts'
import type { CounterIds } from './counter-client.ts'
import { REWARD_VALUE } from './counter-model.ts'
import { type AnyResult, decimal, essenceOfAnswer } from './essence.ts'
import { ModelClient, type ModelCommand } from './model-client.ts'
import { ModelCounter, type ModelReward } from './reward-model.ts'
import { SharedClient } from './shared-client.ts'
import { type ModelProgram, ModelShop, SIGNUP_VALIDITY_DAYS } from './shop-model.ts'
import { readStored, stateOfModel } from './stored-state.ts'

const SEED = Number(process.env.MODEL_SEED ?? Date.now() % 1_000_000_000)
const COMMANDS = Number(process.env.MODEL_COMMANDS ?? 20_000)
const CLIENTS = 16
/** Each client has so many requests under way at once, for customers of their own. */
const STRANDS_PER_CLIENT = 3
const STRANDS = CLIENTS * STRANDS_PER_CLIENT
const CUSTOMERS_PER_SHOP = 2
/** Between epochs nobody is under way, and the clock and the programs change. */
const EPOCHS = 25
/** Of all commands so many are sent to customers whom all clients share. */
const SHARED_PART = 0.2

const HOUR_MS = 3_600_000
/** A week before the clocks change in New York. */
const START = Date.UTC(2026, 2, 1, 15)

const PROGRAM: ModelProgram = {
  points: decimal(1),
  perAmount: decimal(1),
  minimumOrder: decimal(0),
  waitingDays: 0,
  validityDays: 10,
  signupPoints: decimal(0),
  firstPurchasePoints: decimal(0),
  isCashbackOn: true,
  pointValue: decimal(0.05),
  quizValidityDays: null,
}

const REWARD: ModelReward = {
  name: 'discount',
  points: decimal(60),
  cashbackMaximum: null,
  customerLimit: null,
  couponDays: 3,
  isActive: true,
}

/** Of every merchant. Without limits for all and lists of codes: there, who comes first depends on chance. */
const REWARDS: readonly ModelReward[] = [
  REWARD,
  { ...REWARD, name: 'twice each', points: decimal(22.5), customerLimit: 2, couponDays: 1 },
  { ...REWARD, name: 'for nothing', points: decimal(0), couponDays: 2 },
  { ...REWARD, name: 'cashback', points: null, couponDays: 2 },
  { ...REWARD, name: 'some cashback', points: null, cashbackMaximum: decimal(3.5), couponDays: null },
  { ...REWARD, name: 'switched off', isActive: false },
]

const QUIZZES = [
  { name: 'long', points: decimal(50) },
  { name: 'short', points: decimal(12.3456) },
  { name: 'for fun', points: decimal(0) },
]

/** Of a reward for the customers whom all clients share. Fewer than are asked for. */
const LISTED_CODES = 120

/** Each merchant with the programs that it publishes in turn. */
const MERCHANTS: { timeZone: string; owes: boolean; programs: [ModelProgram, ...ModelProgram[]] }[] = [
  { timeZone: 'America/Sao_Paulo', owes: true, programs: [PROGRAM, { ...PROGRAM, points: decimal(1.5) }] },
  {
    timeZone: 'America/New_York',
    owes: true,
    programs: [
      {
        ...PROGRAM,
        perAmount: decimal(3),
        minimumOrder: decimal(20),
        waitingDays: 3,
        validityDays: 6,
        signupPoints: decimal(50),
        firstPurchasePoints: decimal(25),
        pointValue: decimal(0.0333),
        quizValidityDays: 2,
      },
      { ...PROGRAM, waitingDays: 1, validityDays: 0, pointValue: decimal(0.07) },
    ],
  },
  {
    timeZone: 'Asia/Tokyo',
    owes: false,
    programs: [
      { ...PROGRAM, waitingDays: 1, validityDays: null, pointValue: decimal(0.0777) },
      { ...PROGRAM, isCashbackOn: false, validityDays: 20 },
      { ...PROGRAM, validityDays: 3, points: decimal(2.5), pointValue: decimal(0.01) },
    ],
  },
]

let processes: ClockedApi[] = []
let database: Database
let everything: pg.Client
let drop: () => Promise<void>
const senders: JsonClient[] = []

beforeAll(async () => {
  const clone = await cloneDatabase()
  drop = clone.drop
  database = openTestDatabase(clone.url)
  everything = new pg.Client({ connectionString: clone.url })
  await everything.connect()
  processes = await Promise.all([startClockedApi(clone.url, START), startClockedApi(clone.url, START)])
})

afterAll(async () => {
  await Promise.all(processes.map((one) => one.stop()))
  for (const sender of senders) sender.close()
  await everything.end()
  await database.close()
  await drop()
})

interface OpenedShop extends Shop {
  readonly sender: JsonClient
  readonly ids: CounterIds
}

async function open(timeZone: string, owes: boolean, program: ModelProgram): Promise<OpenedShop> {
  const settings = { takeBack: owes ? 'debt' : 'clamp' } as const
  const shop = await openShop(database, { program: toPublish(program), timeZone, settings })
  const sender = createJsonClient(shop.authorization)
  senders.push(sender)
  return { ...shop, sender, ids: await fillCounter(shop.tenantId) }
}

async function fillCounter(tenantId: number): Promise<CounterIds> {
  const rewards = new Map<string, number>()
  for (const { name, points, cashbackMaximum, customerLimit, couponDays, isActive } of REWARDS) {
    const id = await makeReward(database, tenantId, {
      title: name,
      reward_type: points === null ? 3 : 1,
      points: points ?? 0n,
      value: points === null ? 0n : REWARD_VALUE,
      cashback_maximum: cashbackMaximum,
      customer_usage_limit: customerLimit,
      coupon_valid_days: couponDays,
      is_active: isActive,
    })
    rewards.set(name, id)
  }
  for (const { name, points } of QUIZZES) {
    const questions = [{ text: 'Your perfect cup?', type: QUESTION_TYPE.openText }]
    await makeQuiz(database, tenantId, { name, points, questions })
  }
  const { rows } = await everything.query<{ name: string; id: string }>(
    `select quiz.name, question.id from quiz join quiz_question as question
       on question.tenant_id = quiz.tenant_id and question.quiz_id = quiz.id
     where quiz.tenant_id = $1`,
    [tenantId],
  )
  return { rewards, questions: new Map(rows.map(({ name, id }) => [name, Number(id)])) }
}

async function moveClock(now: number): Promise<void> {
  await Promise.all(processes.map((one) => one.moveClock(now)))
}

test(`${COMMANDS} random commands of ${CLIENTS} clients, MODEL_SEED=${SEED}`, {
  timeout: 60_000 + COMMANDS * 40,
}, async () => {
  const random = new Random(SEED)
  const models = MERCHANTS.map(
    ({ timeZone, owes, programs: [first] }) =>
      new ModelShop(timeZone, owes, first, new ModelCounter(REWARDS, QUIZZES)),
  )
  const shops: OpenedShop[] = []
  for (const { timeZone, owes, programs } of MERCHANTS) shops.push(await open(timeZone, owes, programs[0]))
  const clients = Array.from(
    { length: STRANDS },
    (_, index) =>
      new ModelClient(
        `client-${index}`,
        new Random(SEED + index + 1),
        models,
        shops.map(({ ids }) => ids),
        CUSTOMERS_PER_SHOP,
      ),
  )

  const errors = new Set<unknown>()

  async function send(client: ModelClient, command: ModelCommand, now: number) {
    const { shop, path, body, expected, onAnswer } = command
    const url = client.random.one(processes).url
    const answer = await shops[shop]?.sender.post<AnyResult>(url, path, body)
    const actual = answer && essenceOfAnswer(answer)
    const sent = `MODEL_SEED=${SEED}: ${client.name} at ${new Date(now).toISOString()} sent ${path} ${JSON.stringify(body)}`
    expect(actual, sent).toEqual(expected)
    if (expected.error) errors.add(expected.error)
    if (answer) onAnswer?.(answer)
  }

  const perClient = Math.ceil((COMMANDS * (1 - SHARED_PART)) / STRANDS / EPOCHS)
  let now = START
  for (let epoch = 0; epoch < EPOCHS; epoch += 1) {
    await Promise.all(
      clients.map(async (client) => {
        for (let count = 0; count < perClient; count += 1) await send(client, client.next(now), now)
      }),
    )
    now += random.one([1, 5, 12, 24, 30, 60, 200]) * HOUR_MS + random.between(0, HOUR_MS)
    await moveClock(now)
    if (epoch % 2 === 1) await publishNext((epoch - 1) / 2, models, shops)
  }
  await compare(models, shops)
  if (COMMANDS >= 20_000) expectVariety(models, errors)

  // Long after: all that can still open has opened, and what can expire has expired.
  for (const [index, model] of models.entries()) {
    if (!model.program.isCashbackOn) await publish(model, shops[index], PROGRAM)
  }
  now += 500 * 24 * HOUR_MS
  await moveClock(now)
  await Promise.all(
    clients.map(async (client) => {
      for (const command of client.touchAll(now)) await send(client, command, now)
    }),
  )
  await compare(models, shops)
  await sendToSharedCustomers(now)
})

/** One merchant after the other publishes the next of its programs. */
async function publishNext(
  turn: number,
  models: readonly ModelShop[],
  shops: readonly Shop[],
): Promise<void> {
  const index = turn % models.length
  const model = models[index]
  const programs = MERCHANTS[index]?.programs ?? []
  const program = programs[(Math.floor(turn / models.length) + 1) % programs.length]
  if (model && program) await publish(model, shops[index], program)
}

async function publish(model: ModelShop, shop: Shop | undefined, program: ModelProgram): Promise<void> {
  const tenantId = shop?.tenantId ?? 0
  await database.transaction([tenantId], (tx) => publishProgram(tx, tenantId, toPublish(program)))
  model.program = { ...program }
}

/** A model that is never asked the hard questions would always agree. */
function expectVariety(models: readonly ModelShop[], errors: ReadonlySet<unknown>): void {
  expect(errors).toEqual(new Set([14, 15, 33, 37, 46, 47, 55, 56, 57, 59, 66, 69, 70, 71, 94, 99]))
  const accounts = models.flatMap(({ customers }) => [...customers.values()].map(({ account }) => account))
  const records = accounts.flatMap((account) => account.records)
  expect(new Set(records.map(({ type }) => type))).toEqual(new Set([0, 1, 4, 5, 6, 7, 8, 9, 11]))
  const lots = accounts.flatMap((account) => account.lots)
  expect(lots.some(({ isWaiting }) => isWaiting)).toBe(true)
  const debts = records.flatMap(({ debt }) => debt ?? [])
  expect(debts.some(({ points }) => points > 0n)).toBe(true)
  expect(debts.some(({ points, cashback }) => points === 0n && cashback === 0n)).toBe(true)
  const coupons = models.flatMap(({ counter }) => counter.coupons)
  expect(coupons.filter(({ order }) => order !== null).length).toBeGreaterThan(100)
  expect(coupons.filter(({ redemption }) => redemption?.isReturned).length).toBeGreaterThan(100)
  expect(coupons.filter(({ redemption, isInactive }) => isInactive && !redemption).length).toBeGreaterThan(5)
  const lotsUsed = coupons.map(({ redemption }) => redemption?.uses.length ?? 0)
  expect(Math.max(...lotsUsed)).toBeGreaterThanOrEqual(3)
}

async function compare(models: readonly ModelShop[], shops: readonly Shop[]): Promise<void> {
  for (const [index, model] of models.entries()) {
    const stored = await readStored(everything, shops[index]?.tenantId ?? 0)
    const expected = stateOfModel(model)
    for (const [id, customer] of Object.entries(expected.customers)) {
      expect(stored.customers[id], `MODEL_SEED=${SEED}: ${id}`).toEqual(customer)
    }
    expect(Object.keys(stored.customers).sort()).toEqual(Object.keys(expected.customers).sort())
    expect(stored.orders).toEqual(expected.orders)
    expect(stored.coupons).toEqual(expected.coupons)
    expect(stored.redemptions).toEqual(expected.redemptions)
    expect(stored.counts).toEqual(expected.counts)
    expect(stored.answers).toEqual(expected.answers)
    await expectVerified(shops[index]?.tenantId ?? 0)
  }
}

async function expectVerified(tenantId: number): Promise<void> {
  expect((await verifyMerchant(database, tenantId)).differences).toEqual([])
  const { rows } = await everything.query(
    `select customer.original_id from customer
     left join point_event as event on event.tenant_id = $1 and event.customer_id = customer.id
     where customer.tenant_id = $1
     group by customer.id, customer.original_id, event_sequence
     having array_agg(event.sequence order by event.sequence) filter (where event.sequence is not null)
       is distinct from (select array_agg(number) from generate_series(1, event_sequence) as number)`,
    [tenantId],
  )
  expect(rows, 'customers whose events are not 1, 2, 3 …').toEqual([])
}

/**
 * Customers whom all clients share: nobody can know in which order their commands take effect, so only such
 * are sent that end the same in any order.
 */
async function sendToSharedCustomers(now: number): Promise<void> {
  const program = { ...PROGRAM, signupPoints: decimal(50) }
  const shop = await open('America/Sao_Paulo', true, program)
  const clients = Array.from(
    { length: STRANDS },
    (_, index) => new SharedClient(`client-${index}`, new Random(SEED + 1_000 + index)),
  )
  const codes = Array.from({ length: LISTED_CODES }, (_, index) => `MUG-${index}`)
  const mugs = await makeReward(database, shop.tenantId, { title: 'mug', points: 0n }, codes)
  const perClient = Math.ceil((COMMANDS * SHARED_PART) / STRANDS)
  const given: string[] = []
  let tooLate = 0
  await Promise.all(
    clients.map(async (client) => {
      for (let count = 0; count < perClient; count += 1) {
        const { path, body, mayBeRefused } = client.next(now, mugs)
        const url = client.random.one(processes).url
        const answer = await shop.sender.post<AnyResult>(url, path, body)
        const sent = `MODEL_SEED=${SEED}: ${client.name} sent ${path} ${JSON.stringify(body)}`
        expect(answer.status, sent).toBe(200)
        if (mayBeRefused && answer.body.HasError) tooLate += 1
        else expect(answer.body.HasError ?? false, sent).toBe(false)
        if (answer.couponCode !== undefined) given.push(answer.couponCode)
      }
    }),
  )
  // Every code to one customer, whoever was first; all others came too late.
  if (COMMANDS >= 20_000) expect(tooLate).toBeGreaterThan(0)
  if (tooLate > 0) expect(given.toSorted()).toEqual(codes.toSorted())
  else expect(new Set(given).size).toBe(given.length)
  const stored = await readStored(everything, shop.tenantId)
  const expected = SharedClient.sum(clients, program)
  const actual = Object.entries(stored.customers).map(([id, { balance, orderCount, events }]) => [
    id,
    { balance, orderCount, events },
  ])
  expect(Object.fromEntries(actual)).toEqual(expected.customers)
  expect(stored.orders).toEqual(expected.orders)
  expect(stored.counts).toEqual(given.length === 0 ? {} : { mug: given.length })
  await expectVerified(shop.tenantId)
}

function toPublish(program: ModelProgram): ProgramToPublish {
  const { waitingDays, validityDays } = program
  return {
    cashback: { isOn: program.isCashbackOn, pointValue: decimalToText(program.pointValue) },
    rules: [
      {
        id: 1,
        kind: 'purchase',
        points: decimalToText(program.points),
        perAmount: decimalToText(program.perAmount),
        minimumOrder: decimalToText(program.minimumOrder),
        waitingDays,
        validityDays,
      },
      ...(program.signupPoints > 0n
        ? [
            {
              id: 2,
              kind: 'signup' as const,
              points: decimalToText(program.signupPoints),
              validityDays: SIGNUP_VALIDITY_DAYS,
            },
          ]
        : []),
      ...(program.quizValidityDays === null
        ? []
        : [{ id: 4, kind: 'quiz' as const, validityDays: program.quizValidityDays }]),
      ...(program.firstPurchasePoints > 0n
        ? [{ id: 3, kind: 'firstPurchase' as const, points: decimalToText(program.firstPurchasePoints) }]
        : []),
    ],
  }
}
