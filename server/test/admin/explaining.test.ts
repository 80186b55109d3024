/** Why a customer has these points, for a merchant's people: src/history/admin-api/routes.ts. */
import { describe, expect, it } from 'vitest'
import type { CustomerItem } from '../../src/customers/admin-api/schema.ts'
import type { BalanceExplained, LotShown, TimelineLine } from '../../src/history/admin-api/schema.ts'
import { explain } from '../../src/history/explain-customer.ts'
import { decimalFromText, decimalToNumber } from '../../src/platform/decimal.ts'
import { type Manager, useManager } from '../support/admin.ts'
import { allOf, type PageOf } from '../support/seen.ts'
import { DAY_MS, iso, type ProgramToPublish, program, type Shop } from '../support/shop.ts'
import { giveTiers } from '../support/tiers.ts'
import { useShops } from '../support/use-shops.ts'

const test = useShops()
const admin = useManager(() => test.api)

interface Opened {
  readonly shop: Shop
  readonly manager: Manager
}

async function open(published: ProgramToPublish = program({ validityDays: 365 })): Promise<Opened> {
  const shop = await test.open(published)
  return { shop, manager: admin.manager(shop.key) }
}

async function pathOf(manager: Manager, customer: string): Promise<string> {
  const { body } = await manager.done<PageOf<CustomerItem>>('GET', `/customers?search=${customer}`)
  return `/customers/${body.items[0]?.id}`
}

async function explained(manager: Manager, customer: string): Promise<BalanceExplained> {
  const path = await pathOf(manager, customer)
  return (await manager.done<BalanceExplained>('GET', `${path}/balance-explained`)).body
}

async function timeline(manager: Manager, customer: string, query = ''): Promise<TimelineLine[]> {
  return allOf<TimelineLine>(manager, `${await pathOf(manager, customer)}/timeline${query}`, { limit: 100 })
}

/** Everything that can happen to points: earned, waiting, changed, spent, returned, cancelled, owed, expired. */
async function live({ shop }: Opened): Promise<void> {
  const reward = await shop.makeReward({ title: 'Mug' })
  await shop.completed('1', 'ana', 250)
  test.api.now += 3 * DAY_MS
  const { originalKey } = await shop.redeemed(reward, 'ana')
  await shop.redeemed(reward, 'ana', { OriginalKey: 'kept' })
  expect(await shop.returnReward(originalKey)).toBeNull()
  await shop.changedPoints('ana', 40)
  await shop.changedCashback('ana', -1.5)
  await shop.completed('2', 'ana', 90)
  test.api.now += DAY_MS
  await shop.completed('2', 'ana', 60)
  await shop.completed('3', 'ana', 33.5)
  test.api.now += 5 * DAY_MS
  await shop.cancelled('1')
  await shop.completed('4', 'ana', 500)
}

const WAITING = program({ validityDays: 30, waitingDays: 2 }, { id: 2, kind: 'signup', points: '5' })

describe('a balance', () => {
  it('is explained by parts that add up to it, and by its lots', async () => {
    const opened = await open(WAITING)
    await live(opened)
    const answer = await explained(opened.manager, 'ana')
    const sum = (unit: 'points' | 'cashback', rows: readonly { points: string; cashback: string }[]) =>
      rows.reduce((all, row) => all + decimalFromText(row[unit]), 0n)
    for (const unit of ['points', 'cashback'] as const) {
      const balance = decimalFromText(answer[unit])
      expect(sum(unit, answer.parts)).toBe(balance)
      expect(decimalFromText(answer.open[unit]) - decimalFromText(answer.owed[unit])).toBe(balance)
      const left = (lots: readonly LotShown[]) => lots.map(({ remaining }) => remaining)
      expect(sum(unit, left(answer.open.lots))).toBe(decimalFromText(answer.open[unit]))
      expect(sum(unit, left(answer.waiting.lots))).toBe(decimalFromText(answer.waiting[unit]))
    }
    const points = await opened.shop.getPoints('ana')
    expect(decimalToNumber(decimalFromText(answer.points))).toBe(points.PointsBalance)
    expect(answer.parts.map(({ kind }) => kind)).toEqual([
      'earned',
      'orderChanged',
      'cancelled',
      'adjusted',
      'redeemed',
      'returned',
      'waiting',
    ])
    expect(answer.parts.find(({ kind }) => kind === 'waiting')).toEqual({
      kind: 'waiting',
      points: '-500',
      cashback: '-50',
      records: 1,
    })
  })

  it('of a customer without points has no parts', async () => {
    const { shop, manager } = await open(program({ minimumOrder: '100' }))
    await shop.completed('1', 'ana', 10)
    expect(await explained(manager, 'ana')).toEqual({
      asOf: iso(test.api.now),
      points: '0',
      cashback: '0',
      parts: [],
      open: { points: '0', cashback: '0', count: 0, lots: [] },
      waiting: { points: '0', cashback: '0', count: 0, lots: [] },
      owed: { points: '0', cashback: '0' },
    })
  })

  it('lists the first 100 lots, and counts all of them', async () => {
    const { shop, manager } = await open(program())
    for (let index = 0; index < 103; index += 1) await shop.completed(`o-${index}`, 'ana', 1)
    const { open: lots } = await explained(manager, 'ana')
    expect([lots.points, lots.count, lots.lots.length]).toEqual(['103', 103, 100])
  })
})

describe('the timeline', () => {
  it('tells each moment with why, newest first, with the balance after it', async () => {
    const { shop, manager } = await open(
      program(
        { validityDays: 10 },
        { id: 2, kind: 'brand', name: 'Double', ids: ['aurora'], multiplier: '2' },
      ),
    )
    const product = {
      OriginalId: 'p',
      ProductPrice: 40,
      ProductBrand: { OriginalId: 'aurora', Name: 'Aurora' },
    }
    await shop.completed('1041', 'ana', 120, { Products: [product] })
    const [line] = await timeline(manager, 'ana')
    expect(line).toEqual({
      id: expect.stringMatching(/^r\d+$/),
      at: iso(test.api.now),
      kind: 'earned',
      sentence: expect.stringContaining('R$\u00a0120.00'),
      points: '160',
      cashback: '16',
      change: { points: '160', cashback: '16' },
      balanceAfter: { points: '160', cashback: '16' },
      recordId: expect.any(Number),
      order: { id: expect.any(Number), originalId: '1041' },
      reward: null,
      tier: null,
      programVersion: 1,
      availableAt: iso(test.api.now),
      expiresAt: expect.stringMatching(/:59\.000Z$/),
      remaining: { points: '160', cashback: '16' },
      owed: null,
      lines: [
        {
          kind: 'purchase',
          ruleId: 1,
          name: null,
          sentence: expect.any(String),
          amount: '120',
          points: '120',
        },
        {
          kind: 'brand',
          ruleId: 2,
          name: 'Double',
          sentence: expect.any(String),
          amount: '40',
          points: '40',
        },
      ],
      lots: [],
      lotCount: 0,
      by: null,
      reason: null,
      note: null,
    })
  })

  it('says the same as operation 24 and as punchcard explain, before and after what is due is settled', async () => {
    const opened = await open(WAITING)
    const { shop, manager } = opened
    await live(opened)
    for (const days of [0, 1, 2, 25, 40]) {
      test.api.now += days * DAY_MS
      const said = await explain(
        test.api.cells,
        { tenantId: shop.tenantId, customer: 'ana', limit: 1_000 },
        () => test.api.now,
      )
      if (!('history' in said)) throw new Error('no history')
      const told = await timeline(manager, 'ana')
      const number = (text: string) => decimalToNumber(decimalFromText(text))
      expect(
        told.map(({ at, sentence, change, balanceAfter }) => [
          at,
          sentence,
          number(change.points),
          number(balanceAfter.points),
          number(balanceAfter.cashback),
        ]),
      ).toEqual(
        said.history.moments
          .toReversed()
          .map(({ at, sentence, change, balance }) => [
            iso(at),
            sentence,
            decimalToNumber(change.points),
            decimalToNumber(balance.points),
            decimalToNumber(balance.cashback),
          ]),
      )
      const records = told.filter(({ id }) => id.startsWith('r')).toSorted(byRecord)
      const history = await shop.history('ana')
      expect(records.map(({ recordId, points, at }) => [recordId, number(points), at])).toEqual(
        history.map((item) => [item.Id, item.Points, item.Date]),
      )
      const { points, cashback } = await explained(manager, 'ana')
      expect(told[0]?.balanceAfter).toEqual({ points, cashback })
    }
  })

  it('is the same in pages of any size, and while new points are added', async () => {
    const opened = await open(WAITING)
    await live(opened)
    const { shop, manager } = opened
    const path = `${await pathOf(manager, 'ana')}/timeline`
    const whole = await timeline(manager, 'ana')
    expect(whole.length).toBeGreaterThan(12)
    let added = 0
    for (const limit of [1, 2, 5]) {
      expect(await allOf(manager, path, { limit })).toEqual(whole)
    }
    const seen = await allOf<TimelineLine>(manager, path, {
      limit: 4,
      between: async () => {
        added += 1
        await shop.changedPoints('ana', 1)
      },
    })
    expect(added).toBeGreaterThan(2)
    const whatMoves = ({ remaining: _, owed: __, lots: ___, lotCount: ____, ...line }: TimelineLine) => line
    expect(seen.map(whatMoves)).toEqual(whole.map(whatMoves))
  })

  it('is filtered by kinds without a change of the balances that it tells', async () => {
    const opened = await open(WAITING)
    await live(opened)
    const { manager } = opened
    const whole = await timeline(manager, 'ana')
    const kinds = new Set(whole.map(({ kind }) => kind))
    expect([...kinds].toSorted()).toEqual(
      [
        'adjusted',
        'cancelled',
        'earned',
        'opened',
        'orderChanged',
        'redeemed',
        'returned',
        'waiting',
      ].toSorted(),
    )
    for (const kind of kinds) {
      expect(await timeline(manager, 'ana', `?kinds=${kind}`)).toEqual(
        whole.filter((line) => line.kind === kind),
      )
    }
    const path = `${await pathOf(manager, 'ana')}/timeline`
    const some = whole.filter(({ kind }) => ['redeemed', 'opened'].includes(kind))
    expect(await allOf(manager, `${path}?kinds=redeemed,opened`, { limit: 1 })).toEqual(some)
  })

  it('names the reward, and its code to those who may read codes', async () => {
    const { shop, manager } = await open()
    await shop.completed('1', 'ana', 250)
    const { couponCode } = await shop.redeemed(await shop.makeReward({ title: 'Mug' }), 'ana', {
      OriginalKey: 'k',
    })
    const [line] = await timeline(manager, 'ana', '?kinds=redeemed')
    expect(line?.reward).toEqual({
      redemptionId: expect.any(Number),
      key: 'k',
      rewardId: expect.any(Number),
      title: 'Mug',
      code: couponCode,
    })
    expect(line?.lots).toEqual([
      {
        lotId: expect.any(Number),
        from: iso(test.api.now),
        order: '1',
        used: { points: '100', cashback: '10' },
      },
    ])
    const { body } = await manager.get<PageOf<TimelineLine>>(`${await pathOf(manager, 'ana')}/timeline`, {
      permissions: ['customers.read', 'customers.personal'],
    })
    expect(body.items[0]?.reward).toMatchObject({ key: null, code: null })
  })

  it('has moves between tiers and the reasons of changes by hand', async () => {
    const { shop, manager } = await open(program())
    await giveTiers(test.api, shop)
    await shop.completed('1', 'ana', 600)
    await shop.changedPoints('ana', -5)
    const told = await timeline(manager, 'ana')
    expect(told.map(({ kind }) => kind)).toEqual(['adjusted', 'tier', 'earned'])
    expect(told[0]).toMatchObject({ reason: 'a test', by: null, points: '-5' })
    expect(told[1]).toMatchObject({
      id: expect.stringMatching(/^t\d+$/),
      sentence: 'Tier Silver',
      tier: { name: 'Silver', direction: 'up' },
      change: { points: '0', cashback: '0' },
      balanceAfter: { points: '600', cashback: '60' },
    })
  })

  it('is told in the language that was asked for, without a placeholder', async () => {
    const opened = await open(WAITING)
    await live(opened)
    const { manager } = opened
    const path = `${await pathOf(manager, 'ana')}/timeline?limit=100`
    const sentences = new Map<string, string[]>()
    for (const language of ['pt-BR', 'en', 'es']) {
      const { body } = await manager.get<PageOf<TimelineLine>>(path, { language })
      const told = body.items.flatMap(({ sentence, lines }) => [
        sentence,
        ...lines.map((line) => line.sentence),
      ])
      for (const sentence of told) expect(sentence).not.toMatch(/undefined|null|NaN|\{|\}|\[object/)
      sentences.set(
        language,
        body.items.map(({ sentence }) => sentence),
      )
    }
    const [pt = [], en = [], es = []] = sentences.values()
    for (const [index, sentence] of pt.entries()) {
      expect(new Set([sentence, en[index], es[index]]).size).toBe(3)
    }
  })

  it.each(['x', '1.5', 'null'])('refuses a cursor with %s in it', async (balance) => {
    const { shop, manager } = await open()
    await shop.completed('1', 'ana', 10)
    const path = `${await pathOf(manager, 'ana')}/timeline`
    const made = (...keys: unknown[]) => Buffer.from(JSON.stringify(['', ...keys])).toString('base64url')
    const isGood = balance === '1.5'
    const { status } = await manager.get(`${path}?cursor=${made(test.api.now, 1, 5, balance, '0')}`)
    expect(status).toBe(isGood ? 200 : 422)
    for (const keys of [
      [1e300, 1, 5, '0', '0'],
      [0, 2, 5, '0', '0'],
      [0, 1, -5, '0', '0'],
      [0, 1, 5, 0, 0],
    ]) {
      expect((await manager.get(`${path}?cursor=${made(...keys)}`)).status).toBe(422)
    }
  })
})

const byRecord = (one: TimelineLine, other: TimelineLine): number =>
  (other.recordId ?? 0) - (one.recordId ?? 0)

describe('lots', () => {
  it('are listed in the order in which they are spent, those that never expire last', async () => {
    const { shop, manager } = await open(program({ validityDays: 30 }))
    await shop.completed('1', 'ana', 10)
    await shop.publish(program({ validityDays: 10 }))
    await shop.completed('2', 'ana', 20)
    await shop.publish(program({}))
    await shop.completed('3', 'ana', 30)
    await shop.completed('4', 'ana', 40)
    const path = `${await pathOf(manager, 'ana')}/lots`
    const lots = await allOf<LotShown>(manager, path, { limit: 1 })
    expect(lots.map(({ order, remaining }) => [order?.originalId, remaining.points])).toEqual([
      ['2', '20'],
      ['1', '10'],
      ['3', '30'],
      ['4', '40'],
    ])
    expect(lots[0]).toEqual({
      id: expect.any(Number),
      at: iso(test.api.now),
      kind: 'earned',
      order: { id: expect.any(Number), originalId: '2' },
      original: { points: '20', cashback: '2' },
      remaining: { points: '20', cashback: '2' },
      availableAt: iso(test.api.now),
      expiresAt: expect.stringMatching(/:59\.000Z$/),
      isWaiting: false,
    })
    expect(lots[2]?.expiresAt).toBeNull()
    expect(await allOf(manager, `${path}?state=waiting`)).toEqual([])
  })

  it('that wait are listed in the order in which they open', async () => {
    const { shop, manager } = await open(program({ waitingDays: 5 }))
    await shop.completed('1', 'ana', 10)
    await shop.publish(program({ waitingDays: 2 }))
    await shop.completed('2', 'ana', 20)
    const path = `${await pathOf(manager, 'ana')}/lots`
    const lots = await allOf<LotShown>(manager, `${path}?state=waiting`, { limit: 1 })
    expect(lots.map(({ order }) => order?.originalId)).toEqual(['2', '1'])
    expect(await allOf(manager, path)).toEqual([])
    test.api.now += 3 * DAY_MS
    expect((await allOf<LotShown>(manager, path)).map(({ order }) => order?.originalId)).toEqual(['2'])
  })
})
