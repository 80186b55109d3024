/**
 * Random commands of 16 clients against two API processes on one database, held against a single-threaded
 * model: every answer as it comes, and at the end every record, balance, tier, order, coupon and redemption.
 *
 * `MODEL_SEED=… MODEL_COMMANDS=… npm test -- test/model` runs a seed again, or more commands.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { Random } from '../../src/platform/random.ts'
import { makeReward } from '../support/rewards.ts'
import { seedOf } from '../support/seed.ts'
import { units } from './arithmetic.ts'
import { awardsOf, giveHeld } from './awards.ts'
import { DAY_MS, HOUR_MS } from './calendar.ts'
import { START } from './card-plans.ts'
import { settleCards, settleGifts } from './cards.ts'
import { ModelClient, type ModelShop } from './client.ts'
import type { ModelCommand } from './command.ts'
import { Counter } from './counter.ts'
import { Differences } from './differences.ts'
import { type AnyResult, essenceOfAnswer } from './essence.ts'
import { EventReader } from './event-reader.ts'
import { FiguresAtWork } from './figures-at-work.ts'
import { NOT_TAKEN } from './not-taken.ts'
import { SharedClient } from './shared-client.ts'
import { Shop } from './shop.ts'
import { GIFTS, PROGRAM, QUIZZES, REWARDS, shopPlansFor, WITH_CODES } from './shop-plans.ts'
import { type OpenedShop, Stage } from './stage.ts'
import { stateOfModel } from './stored-state.ts'
import { lookAtEverybody } from './tiers.ts'
import { countAll, expectVariety, Tally } from './variety.ts'

const SEED = seedOf('MODEL_SEED')
const COMMANDS = Number(process.env.MODEL_COMMANDS ?? 20_000)
const GOES_ON = process.env.MODEL_GOES_ON !== undefined
const CLIENTS = 16
/** Each client has so many requests under way at once, for customers of their own. */
const STRANDS_PER_CLIENT = COMMANDS < 20_000 ? 1 : 3
const STRANDS = CLIENTS * STRANDS_PER_CLIENT
const CUSTOMERS_PER_SHOP = 2
/** Between epochs nobody is under way, the clock and the programs change, and the nightly jobs run. */
const EPOCHS = 25
/** How long each epoch is away from the next, from a place that the seed says: about six weeks in all. */
const PAUSES_HOURS = [24, 5, 60, 12, 1, 200, 24, 12, 30]
/** Of all commands so many are sent to customers whom all clients share. */
const SHARED_PART = 0.2
/** Of a reward for the customers whom all clients share. Fewer than are asked for. */
const LISTED_CODES = 120

/** How long a client waits that has sent a list while another of its merchant was under way. */
const TOO_EARLY_MS = 5
/** How long a reader of events waits before it asks for more. */
const READ_EVERY_MS = 50

/** At first there are no codes. After these epochs the gift that has some can be given, or not. */
const GIVEN_FROM: ReadonlyMap<number, boolean> = new Map([
  [4, true],
  [10, false],
  [13, true],
  [19, false],
  [21, true],
])

const NAMES = Array.from({ length: STRANDS }, (_, index) => `client-${index}`)
const MERCHANTS = shopPlansFor(NAMES)

interface Pair extends ModelShop {
  readonly opened: OpenedShop
  readonly reader: EventReader
}

let stage: Stage

beforeEach(async () => {
  stage = await Stage.open(START)
})

afterEach(() => stage.close())

test(`${COMMANDS} random commands of ${CLIENTS} clients, MODEL_SEED=${SEED}`, {
  timeout: 120_000 + COMMANDS * 40,
}, async () => {
  const random = new Random(SEED)
  const pairs: Pair[] = []
  for (const { settings, programs, tiers } of MERCHANTS) {
    const opened = await stage.openShop(settings, programs[0], tiers)
    const shop = new Shop(settings, programs[0], new Counter(REWARDS, QUIZZES, GIFTS), tiers, stage.now)
    const reader = new EventReader(opened.sender, new Random(SEED - 1 - pairs.length))
    shop.counter.withoutCodes.add(WITH_CODES)
    pairs.push({ shop, opened, ids: opened.ids, reader })
  }
  const clients = NAMES.map(
    (name, index) => new ModelClient(name, new Random(SEED + index + 1), pairs, CUSTOMERS_PER_SHOP),
  )
  const figures = new FiguresAtWork(stage.database)
  const tenantIds = pairs.map(({ opened }) => opened.tenantId)
  const seen = new Tally()
  const differences = new Differences()
  let sent = 0

  async function send(client: ModelClient, command: ModelCommand): Promise<void> {
    const { shop, customer, method, path, body, isLines, ask, expected, onAnswer } = command
    const opened = pairs[shop]?.opened
    if (ask && opened) {
      const actual = await ask(stage.deskOf(opened))
      sent += 1
      differences.note(`${customer} of shop ${shop}`, sent, command, stage.now, actual)
      for (const trait of command.traits ?? []) seen.add(trait)
      return
    }
    const url = client.random.one(stage.processes).url + path
    const sender = opened?.sender
    const answer = await sendUntilTaken(() =>
      isLines && Array.isArray(body)
        ? sender?.sendLines<AnyResult>(url, body)
        : sender?.send<AnyResult>(method, url, body),
    )
    if (!answer) return
    sent += 1
    const actual =
      command.read && answer.status === 200 ? command.read({ ...answer.body }) : essenceOfAnswer(answer)
    differences.note(`${customer} of shop ${shop}`, sent, command, stage.now, actual)
    for (const trait of command.traits ?? []) seen.add(trait)
    if (expected.error !== undefined) seen.add(`error ${expected.error}`)
    client.learn(command, answer)
    onAnswer?.(answer)
  }

  /** What is given has codes that only the server knows. */
  const lookAtGifts = () =>
    Promise.all(
      clients.map(async (client) => {
        for (const command of client.lookAtAllGifts(stage.now)) await send(client, command)
      }),
    )

  await Promise.all(
    clients.map(async (client) => {
      for (const command of client.fillSome(stage.now)) await send(client, command)
    }),
  )
  differences.expectNone(SEED)
  const perClient = Math.ceil((COMMANDS * (1 - SHARED_PART)) / STRANDS / EPOCHS)
  for (let epoch = 0; epoch < EPOCHS; epoch += 1) {
    const sending = Promise.all(
      clients.map(async (client) => {
        for (let count = 0; count < perClient; count += 1) await send(client, client.next(stage.now))
      }),
    )
    await readEventsUntil(
      pairs,
      figures.countUntil(tenantIds, () => stage.now, sending),
    )
    await figures.expectRight(tenantIds, stage.now)
    await lookAtGifts()
    if (!GOES_ON) differences.expectNone(SEED)
    const hours = PAUSES_HOURS[(epoch + SEED) % PAUSES_HOURS.length] ?? 0
    await stage.moveClock(stage.now + hours * HOUR_MS + random.between(0, HOUR_MS))
    for (const { shop } of pairs) {
      if (shop.moveClock(stage.now) > 0) seen.add('scheduled program')
      for (const customer of shop.customers.values()) settleGifts(shop, customer, stage.now)
    }
    const isGiven = GIVEN_FROM.get(epoch)
    if (isGiven !== undefined) for (const pair of pairs) await switchGift(pair, isGiven)
    // The last ones at once, so that none is still to come at the end.
    const ahead = epoch < EPOCHS - 10 && random.chance(50) ? random.between(1, 72 * HOUR_MS) : 0
    if (epoch % 2 === 1) await publishNext((epoch - 1) / 2, pairs, ahead, seen)
    if (hours >= 24) {
      await lookAtTiers(pairs)
      await giveNotices(pairs)
      for (const pair of pairs) await endStamps(pair)
    }
  }
  await lookAtGifts()
  differences.expectNone(SEED)
  await compare(pairs)
  for (const { opened } of pairs) for (const reason of await stage.readTierMoves(opened)) seen.add(reason)
  countAll(
    pairs.map(({ shop }) => shop),
    seen,
  )
  if (process.env.MODEL_TALLY) process.stdout.write(`${JSON.stringify(seen)}\n`)
  await expectVariety(seen, COMMANDS)

  // Long after: all that can still open has opened, and what can expire has expired.
  for (const pair of pairs) if (!pair.shop.program.isCashbackOn) await publish(pair, PROGRAM)
  await stage.moveClock(stage.now + 200 * DAY_MS)
  await giveNotices(pairs)
  await stage.moveClock(stage.now + 300 * DAY_MS)
  for (const { shop } of pairs) {
    for (const customer of shop.customers.values()) settleGifts(shop, customer, stage.now)
  }
  await lookAtTiers(pairs)
  await Promise.all(
    clients.map(async (client) => {
      for (const command of client.touchAll(stage.now)) await send(client, command)
    }),
  )
  await lookAtGifts()
  differences.expectNone(SEED)
  await compare(pairs)
  await figures.expectRight(tenantIds, stage.now)
  expect(figures.entries).toBeGreaterThan(COMMANDS / 20)
  expectUnusedPointsEnded(pairs)
  await sendToSharedCustomers()
})

/** The gift with codes can be given from now on, or not. What was held is given when it can be. */
async function switchGift({ shop, opened }: Pair, isOn: boolean): Promise<void> {
  const { switchedOff, withoutCodes } = shop.counter
  if (!isOn) {
    await stage.switchGift(opened, WITH_CODES, false)
    switchedOff.add(WITH_CODES)
    return
  }
  const codes = Array.from({ length: COMMANDS }, (_, index) => `GIFT-${stage.now}-${index}`)
  await stage.addCodes(opened.tenantId, opened.ids.rewards, codes)
  await stage.switchGift(opened, WITH_CODES, true)
  switchedOff.delete(WITH_CODES)
  withoutCodes.delete(WITH_CODES)
  const held = [...shop.customers.values()].filter((one) =>
    awardsOf(one).some(({ state }) => state === 'held'),
  )
  await stage.retryHeld(
    opened,
    WITH_CODES,
    held.map(({ originalId }) => originalId),
  )
  for (const customer of held) giveHeld(shop, customer, stage.now)
}

/** Events are pulled while they happen: none may be left out. */
async function readEventsUntil(pairs: readonly Pair[], sending: Promise<unknown>): Promise<void> {
  let isOver = false
  const reading = pairs.map(async ({ reader }, index) => {
    while (!isOver) {
      const { url } = stage.processes[index % stage.processes.length] ?? { url: '' }
      await reader.readOn(url)
      await sleep(READ_EVERY_MS)
    }
  })
  const sent = sending.finally(() => {
    isOver = true
  })
  await Promise.all([sent, ...reading])
}

/** One list at a time is taken of each key: others come too early, and are sent again. So is what a busy machine lost. */
async function sendUntilTaken<T extends { readonly status: number }>(
  send: () => Promise<T> | undefined,
): Promise<T | undefined> {
  for (;;) {
    const answer = await send()
    if (!answer || !NOT_TAKEN.includes(answer.status)) return answer
    await sleep(TOO_EARLY_MS)
  }
}

/** One merchant after the other publishes the next of its programs, for now or for a moment ahead. */
async function publishNext(
  turn: number,
  pairs: readonly Pair[],
  aheadMs: number,
  seen: Tally,
): Promise<void> {
  const index = turn % pairs.length
  const pair = pairs[index]
  const programs = MERCHANTS[index]?.programs ?? []
  const program = programs[(Math.floor(turn / pairs.length) + 1) % programs.length]
  if (!pair || !program) return
  const { shop, opened } = pair
  if (aheadMs === 0) {
    if (shop.waiting.length === 0) await publish(pair, program)
    else await carryChange(pair, units(10 + turn), seen)
    return
  }
  // Not in the order of their moments, and the live program comes back in between.
  const queue = [
    { program, at: stage.now + aheadMs },
    { program: shop.program, at: stage.now + Math.ceil(aheadMs / 2) },
  ]
  for (const one of queue.slice(0, 3 - shop.waiting.length)) {
    await stage.schedule(opened, one.program, one.at)
    shop.schedule({ ...one.program }, one.at)
  }
  if (shop.waiting.length > 1) seen.add('several scheduled programs')
  if (turn % 3 > 0) await carryChange(pair, units(10 + turn), seen)
}

/** A correction of what is live goes into everything that waits, or nowhere. */
async function carryChange({ shop, opened }: Pair, firstPurchase: bigint, seen: Tally): Promise<void> {
  const status = await stage.carry(opened, { ...shop.program, firstPurchasePoints: firstPurchase })
  const isCarried = shop.carryFirstPurchase(firstPurchase)
  expect(status, `MODEL_SEED=${SEED}`).toBe(isCarried ? 201 : 409)
  seen.add(isCarried ? 'carried version' : 'carry refused')
}

async function publish({ shop, opened }: Pair, program: typeof PROGRAM): Promise<void> {
  await stage.publish(opened, program)
  shop.publish({ ...program }, stage.now)
}

async function lookAtTiers(pairs: readonly Pair[]): Promise<void> {
  for (const { shop, opened } of pairs) {
    if (shop.tiers.length === 0) continue
    await stage.lookAtTiers(opened)
    lookAtEverybody(shop, stage.now)
  }
}

async function giveNotices(pairs: readonly Pair[]): Promise<void> {
  for (const { shop, opened } of pairs) {
    if (!shop.settings.inactivity) continue
    // The worker has settled all accounts by then: what has not opened yet is not found.
    await stage.settle(opened)
    await stage.giveNotices(opened)
    for (const { account, merged } of shop.customers.values()) if (!merged) account.notice(stage.now)
  }
}

/** As the daily run does: until then a card that nothing happens to keeps stamps that are over. */
async function endStamps({ shop, opened }: Pick<Pair, 'shop' | 'opened'>): Promise<void> {
  await stage.endStamps(opened)
  for (const customer of shop.customers.values()) settleCards(customer, stage.now)
}

/** With a notice and without one: by the end most customers have done nothing for long. */
function expectUnusedPointsEnded(pairs: readonly Pair[]): void {
  for (const { shop } of pairs) {
    if (!shop.settings.inactivity) continue
    const accounts = [...shop.customers.values()].map(({ account }) => account)
    const ended = accounts.reduce((sum, { endedUnused }) => sum + endedUnused, 0)
    expect(ended, shop.settings.timeZone).toBeGreaterThan(COMMANDS / 1_000)
  }
}

async function compare(pairs: readonly Pair[]): Promise<void> {
  for (const { shop, opened, reader } of pairs) {
    await stage.settle(opened)
    await endStamps({ shop, opened })
    for (const { account } of shop.customers.values()) account.settle(stage.now)
    const stored = await stage.read(opened)
    const expected = stateOfModel(shop)
    for (const [id, customer] of Object.entries(expected.customers)) {
      expect(stored.customers[id], `MODEL_SEED=${SEED}: ${id} of ${shop.settings.timeZone}`).toEqual(customer)
    }
    expect(Object.keys(stored.customers).sort()).toEqual(Object.keys(expected.customers).sort())
    expect(stored.orders).toEqual(expected.orders)
    expect(stored.coupons).toEqual(expected.coupons)
    expect(stored.redemptions).toEqual(expected.redemptions)
    expect(stored.counts).toEqual(expected.counts)
    expect(stored.answers).toEqual(expected.answers)
    await stage.expectVerified(opened)
    const [{ url } = { url: '' }] = stage.processes
    await reader.expectAll(url, shop)
    await reader.expectRefusals(url)
  }
}

/**
 * Customers whom all clients share: nobody can know in which order their commands take effect, so only such
 * are sent that end the same in any order.
 */
async function sendToSharedCustomers(): Promise<void> {
  const program = { ...PROGRAM, signupPoints: units(50) }
  const settings = { timeZone: 'America/Sao_Paulo', owes: true, graceDays: 0, refundsRedeem: false }
  const shop = await stage.openShop(settings, program, [])
  const clients = NAMES.map((name, index) => new SharedClient(name, new Random(SEED + 1_000 + index)))
  const codes = Array.from({ length: LISTED_CODES }, (_, index) => `MUG-${index}`)
  const mugs = await makeReward(stage.database, shop.tenantId, { title: 'mug', points: 0n }, codes)
  const perClient = Math.ceil((COMMANDS * SHARED_PART) / STRANDS)
  const given: string[] = []
  let tooLate = 0
  await Promise.all(
    clients.map(async (client) => {
      for (let count = 0; count < perClient; count += 1) {
        const { path, body, mayBeRefused } = client.next(stage.now, mugs)
        const { url } = client.random.one(stage.processes)
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
  const stored = await stage.read(shop)
  const expected = SharedClient.sum(clients, program)
  const actual = Object.entries(stored.customers).map(([id, { balance, orderCount, events }]) => [
    id,
    { balance, orderCount, events },
  ])
  expect(Object.fromEntries(actual)).toEqual(expected.customers)
  expect(stored.orders).toEqual(expected.orders)
  expect(stored.counts).toEqual(given.length === 0 ? {} : { mug: given.length })
  await stage.expectVerified(shop)
}
