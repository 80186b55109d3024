/**
 * A merchant moves with the files that it can export itself: customers and lots, joined by `publicId`. Afterwards every
 * customer has the same balance, and open, pending and owed points with the same dates, in the order in which they are
 * spent.
 */
import { expect, it, onTestFinished } from 'vitest'
import { customersExport } from '../../src/customers/export.ts'
import { lotsExport } from '../../src/figures/export.ts'
import type { AccountValues } from '../../src/imports/line.ts'
import { decimalFromText } from '../../src/platform/decimal.ts'
import { createLogger } from '../../src/platform/log.ts'
import { couponsExport } from '../../src/rewards/export.ts'
import { tenantOf } from '../../src/tenancy/manage/tenants.ts'
import { migrateQueue } from '../../src/worker/queue.ts'
import { exportRows } from '../support/export-rows.ts'
import { applyLines, checkImport, makeImport } from '../support/imported-files.ts'
import { importLines, outcomesOf } from '../support/imports.ts'
import { urlOfLogin } from '../support/logins.ts'
import { chanceOf } from '../support/seed.ts'
import { DAY_MS, program, type Shop } from '../support/shop.ts'
import { useStories } from '../support/stories.ts'
import { openSealedTestDatabase } from '../support/test-database.ts'

const story = useStories()
const PEOPLE = ['ana', 'bob', 'eva', 'leo', 'mia']
const RULES = program({ waitingDays: 4, validityDays: 60 }, { id: 3, kind: 'signup', points: '10' })

type Line = Readonly<Record<string, string | null>>

async function filesOf({ tenantId }: Shop) {
  const tenant = await tenantOf(story.api.cells.directory, tenantId)
  const read = async (kind: typeof lotsExport) => {
    const { lines, sums } = await exportRows({ database: story.database, tenant }, kind)
    return { lines: lines as Line[], sums }
  }
  const customers = await read({
    ...customersExport,
    page: async (tx, page) => ({
      isLast: true,
      ...(await customersExport.page(tx, { ...page, limit: 1_000 })),
    }),
  })
  return { customers, lots: await read(lotsExport) }
}

const at = (text: string | null | undefined) =>
  text ? ({ kind: 'instant', instant: Date.parse(text) } as const) : undefined

/** A line of the import for a line of the file of lots. */
function balanceOf(lot: Line, originalId: string): AccountValues {
  const [points, cashback] = [decimalFromText(lot.points ?? '0'), decimalFromText(lot.cashback ?? '0')]
  const [earnedOn, availableOn, expiresOn] = [at(lot.recordedAt), at(lot.availableAt), at(lot.expiresAt)]
  return {
    ...{ originalId, points, cashback },
    ...(earnedOn && { earnedOn }),
    ...(lot.state === 'pending' && availableOn && { availableOn }),
    ...(expiresOn && { expiresOn }),
  }
}

/** What counts of a line of lots, by customer. */
const essenceOf = (lines: readonly Line[], owners: ReadonlyMap<unknown, unknown>) =>
  lines
    .map((lot) =>
      [owners.get(lot.publicId), lot.state, lot.expiresAt, lot.state === 'pending' ? lot.availableAt : null]
        .concat(lot.points, lot.cashback)
        .join(' '),
    )
    .toSorted()

it('customers and lots give equal balances and lots, debts and pending points among them', async () => {
  const chance = chanceOf('Portable move')
  const shop = await story.open(RULES, { settings: { takeBack: 'debt' } })
  story.on('2026-05-10T15:00:00Z')
  const reward = await shop.makeReward({ points: 400_000n })
  for (let step = 0; step < 60; step += 1) {
    story.api.now += chance.between(0, DAY_MS)
    const who = PEOPLE[step % PEOPLE.length] ?? ''
    await shop.placeOrder(shop.completeOrder(`o${step}`, who, chance.between(5, 90)))
    if (step % 4 === 1) await shop.redeem(reward, { CustomerId: who, OriginalKey: `k${step}` })
    if (step % 9 === 8) await shop.cancelOrder(`o${chance.between(0, step)}`)
  }
  // Spends what an order gave and cancels it: the next points pay.
  await shop.completed('spent', 'zoe', 100)
  story.api.now += 5 * DAY_MS
  for (const key of ['z1', 'z2']) await shop.redeem(reward, { CustomerId: 'zoe', OriginalKey: key })
  await shop.cancelled('spent')
  await shop.completed('newest', 'ana', 20)
  for (const who of [...PEOPLE, 'zoe']) await shop.getPoints(who)
  const before = await filesOf(shop)
  const owners = new Map(before.customers.lines.map(({ publicId, originalId }) => [publicId, originalId]))
  const states = new Set(before.lots.lines.map(({ state }) => state))
  expect([...states].toSorted()).toEqual(['open', 'owed', 'pending'])

  const other = await story.open(RULES, { settings: { takeBack: 'debt' } })
  const lines = before.lots.lines.map((lot) => balanceOf(lot, String(owners.get(lot.publicId))))
  const done = await importLines(story.api, other, lines, { options: { negative: 'debt' } })
  const outcomes = outcomesOf(done)
  expect(outcomes.filter((outcome) => !['created', 'updated', 'unchanged'].includes(outcome))).toEqual([])

  const after = await filesOf(other)
  const newOwners = new Map(after.customers.lines.map(({ publicId, originalId }) => [publicId, originalId]))
  expect(essenceOf(after.lots.lines, newOwners)).toEqual(essenceOf(before.lots.lines, owners))
  expect(after.lots.sums).toEqual(before.lots.sums)
  const balances = ({ lines: all }: typeof after.customers) =>
    Object.fromEntries(all.map(({ originalId, points, cashback }) => [originalId, [points, cashback]]))
  expect(balances(after.customers)).toEqual(balances(before.customers))
})

const COUPON_COLUMNS = couponsExport.columns

/** As the file has it. */
function csvOf(lines: readonly Line[]): Buffer {
  const rows = lines.map((line) => COUPON_COLUMNS.map((name) => line[name] ?? '').join(','))
  return Buffer.from([COUPON_COLUMNS.join(','), ...rows, ''].join('\r\n'))
}

async function couponsOf({ tenantId }: Shop): Promise<Line[]> {
  const tenant = await tenantOf(story.api.cells.directory, tenantId)
  const page: typeof couponsExport.page = async (tx, wanted) => ({
    isLast: true,
    ...(await couponsExport.page(tx, { ...wanted, limit: 1_000 })),
  })
  const { lines } = await exportRows({ database: story.database, tenant }, { ...couponsExport, page })
  return lines as Line[]
}

it('coupons that can be used are equal in the new place, and good there exactly once', async () => {
  const shop = await story.open(RULES)
  story.on('2026-05-10T15:00:00Z')
  await shop.completed('o1', 'ana', 400)
  await shop.completed('o2', 'bob', 400)
  story.api.now += 5 * DAY_MS
  const reward = await shop.makeReward({ points: 400_000n, type: 1, value: 100_000n, couponValidDays: 30 })
  for (const [who, key] of [
    ['ana', 'r1'],
    ['ana', 'r2'],
    ['bob', 'r3'],
  ] as const) {
    await shop.redeem(reward, { CustomerId: who, OriginalKey: key })
  }
  await shop.createCoupon({
    CouponCode: 'Gift',
    CouponType: 2,
    CustomerId: 'bob',
    ValidDateEnd: '2026-07-01',
  })
  await shop.createCoupon({ CouponCode: 'Gone', CouponType: 2, CustomerId: 'bob' })
  await shop.inactivate('gone')
  const [used] = await couponsOf(shop)
  await shop.completed('o3', String(used?.originalId), 50, { Coupon: String(used?.code) })
  const before = await couponsOf(shop)
  const open = before.filter(({ isUsed, inactivatedAt }) => !isUsed && !inactivatedAt)
  expect([before.length, open.length]).toEqual([5, 3])
  expect(open.every(({ validUntil }) => validUntil)).toBe(true)

  const other = await story.open(RULES)
  const clock = () => story.api.now
  await migrateQueue(
    urlOfLogin(story.api.databaseUrl, 'owner'),
    createLogger({ level: 'error', destination: process.stderr }),
  )
  const database = openSealedTestDatabase(story.api.databaseUrl)
  onTestFinished(() => database.close())
  const files = { database, tenantId: other.tenantId, clock }
  const made = await makeImport(files, csvOf(before), { kind: 'coupons' })
  const { findings } = await checkImport(files, made)
  expect(findings.questions).toEqual([])
  expect(await applyLines(files, made)).toEqual(findings.counts)
  const essence = (lines: readonly Line[]) =>
    lines
      .map((one) => ['code', 'originalId', 'type', 'value', 'validUntil'].map((name) => one[name]).join(' '))
      .toSorted()
  expect(essence(await couponsOf(other))).toEqual(essence(open))

  const [coupon] = open
  const who = String(coupon?.originalId)
  for (const id of ['n1', 'n2']) await other.completed(id, who, 100, { Coupon: String(coupon?.code) })
  const uses = (await couponsOf(other)).filter(({ isUsed }) => isUsed)
  expect(uses.map(({ code, orderId }) => [code, orderId])).toEqual([[coupon?.code, 'n1']])
})
