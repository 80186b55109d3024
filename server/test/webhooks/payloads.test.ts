/** What each kind of change in the ledger tells a merchant, member by member. */

import { describe, expect, it, onTestFinished } from 'vitest'
import { createTill } from '../../src/accounts/till/till.ts'
import { awardBirthdays } from '../../src/actions/awards.ts'
import { grantAction } from '../../src/actions/grant.ts'
import { localDate } from '../../src/platform/zone.ts'
import { MAIN_CELL } from '../../src/tenancy/cells.ts'
import type { PointPayload } from '../../src/webhooks/rules/payload.ts'
import { resultOf } from '../support/answers.ts'
import { answerQuiz, COFFEE_OR_TEA, fullAnswer, listQuizzes, makeQuiz } from '../support/quizzes.ts'
import { Receiver } from '../support/receiver.ts'
import { DAY_MS, iso, type ProgramToPublish, program, type Shop } from '../support/shop.ts'
import { START } from '../support/test-api.ts'
import { tenantOf } from '../support/tiers.ts'
import { useShops } from '../support/use-shops.ts'
import { deliver, subscribe } from '../support/webhooks.ts'
import { until } from '../support/workers.ts'

const shops = useShops()

const ANA = {
  OriginalId: 'ana',
  Name: 'Ana Lima',
  Email: 'ana@example.com',
  Phone: '+55 11 1',
  BirthdayDate: '1990-01-16',
}
const sentAna = { Customer: ANA }

interface Told {
  readonly topics: string[]
  readonly sequences: number[]
  readonly payloads: PointPayload[]
  /** Ids of the customer's records, oldest first. */
  readonly records: number[]
  readonly customer: PointPayload['Customer']
}

/** What is told of everything that happens in `story`, to the customer ana. */
async function told(published: ProgramToPublish, story: (shop: Shop) => Promise<unknown>): Promise<Told> {
  const shop = await shops.open(published)
  const inbox = await Receiver.start()
  onTestFinished(() => inbox.stop())
  await subscribe(shops.api, shop.tenantId, inbox.url)
  await story(shop)
  const events = await shop.events('ana')
  const delivery = await deliver(shops.api)
  await until(async () => inbox.received.length >= events.length)
  await delivery.stop()
  const [customer] = await shops.reader.query<{ id: string; public_id: string }>(
    `select id, public_id from customer where tenant_id = $1 and original_id = 'ana'`,
    [shop.tenantId],
  )
  const records = await shops.reader.query<{ id: string }>(
    'select id from point_record where tenant_id = $1 and customer_id = $2 order by id',
    [shop.tenantId, customer?.id],
  )
  return {
    topics: inbox.received.map(({ headers }) => headers['punchcard-topic'] ?? ''),
    sequences: inbox.received.map(({ sequence }) => sequence),
    payloads: inbox.bodies<PointPayload>(),
    records: records.map(({ id }) => Number(id)),
    customer: {
      Id: Number(customer?.id),
      OriginalId: 'ana',
      PublicId: customer?.public_id ?? '',
      Name: 'Ana Lima',
      Email: 'ana@example.com',
      Phone: '+55 11 1',
      BirthdayDate: '1990-01-16T02:00:00.000Z',
    },
  }
}

/** The members in which events differ most. */
const brief = ({ Points, Cashback, PointType, PointAction, PointsBalance, Origins }: PointPayload) => ({
  change: [Points, Cashback],
  kind: [PointType, PointAction],
  balance: [PointsBalance.PointsBalance, PointsBalance.CashbackBalance],
  used: Origins.map(({ UsedPoints, UsedCashback }) => [UsedPoints, UsedCashback]),
})

describe('the payload', () => {
  it('of points that are added has every member of the specification, and no other', async () => {
    const { payloads, topics, records, customer, sequences } = await told(
      program({ validityDays: 365 }),
      (shop) => shop.completed('o1', 'ana', 123.45, sentAna),
    )
    expect(topics).toEqual(['Point_Add'])
    expect(sequences).toEqual([1])
    expect(payloads).toStrictEqual([
      {
        Points: 123,
        PointType: 0,
        PointAction: 0,
        Customer: customer,
        PointsBalance: { PointsBalance: 123, CashbackBalance: 12.3 },
        Cashback: 12.3,
        // Good for the whole of the last day in São Paulo.
        ValidDate: '2027-01-16T02:59:59.000Z',
        ValidDateFormatted: '15/01/2027',
        PointId: records[0],
        EventDate: iso(START),
        Origins: [],
      },
    ])
  })

  it('of points that are taken has negative amounts and the lots they came from', async () => {
    const { payloads, topics, records, customer } = await told(program(), async (shop) => {
      await shop.completed('o1', 'ana', 30, sentAna)
      await shop.completed('o2', 'ana', 100)
      shops.api.now += DAY_MS
      await shop.changedCashback('ana', -5)
    })
    expect(topics).toEqual(['Point_Add', 'Point_Add', 'Point_Removed'])
    expect(payloads[2]).toStrictEqual({
      Points: -50,
      PointType: 5,
      PointAction: 2,
      Customer: customer,
      PointsBalance: { PointsBalance: 80, CashbackBalance: 8 },
      Cashback: -5,
      ValidDate: null,
      ValidDateFormatted: '',
      PointId: records[2],
      EventDate: iso(START + DAY_MS),
      Origins: [
        { PointId: records[0], UsedPoints: 30, UsedCashback: 3 },
        { PointId: records[1], UsedPoints: 20, UsedCashback: 2 },
      ],
    })
  })

  it('of a redemption, of its metadata, and of its return', async () => {
    const { payloads, topics, records, customer } = await told(program(), async (shop) => {
      await shop.completed('o1', 'ana', 150, sentAna)
      await shop.redeemed(await shop.makeReward(), 'ana', { OriginalKey: 'k' })
      resultOf(
        await shop.updateMetadata({ OriginalKey: 'k', Metadatas: [{ Name: 'channel', Value: 'app' }] }),
      )
      expect(await shop.returnReward('k')).toBeNull()
    })
    expect(topics).toEqual(['Point_Add', 'Point_Removed', 'Point_Update', 'Point_Add'])
    const used = [{ PointId: records[0], UsedPoints: 100, UsedCashback: 10 }]
    const redeemed = {
      Points: -100,
      PointType: 6,
      PointAction: 2,
      Customer: customer,
      PointsBalance: { PointsBalance: 50, CashbackBalance: 5 },
      Cashback: -10,
      ValidDate: null,
      ValidDateFormatted: '',
      PointId: records[1],
      EventDate: iso(START),
      Origins: used,
    }
    expect(payloads.slice(1)).toStrictEqual([
      redeemed,
      // The record as it is: no balance has changed.
      { ...redeemed, PointAction: 1 },
      {
        ...redeemed,
        Points: 100,
        PointType: 7,
        PointAction: 0,
        PointsBalance: { PointsBalance: 150, CashbackBalance: 15 },
        Cashback: 10,
        PointId: records[2],
        // Given back to where they came from.
        Origins: [{ PointId: records[0], UsedPoints: -100, UsedCashback: -10 }],
      },
    ])
  })

  it('of an order that is adjusted up and down, and cancelled', async () => {
    const { payloads, topics } = await told(program(), async (shop) => {
      await shop.completed('o1', 'ana', 100, sentAna)
      shops.api.now += 1_000
      await shop.completed('o1', 'ana', 130)
      shops.api.now += 1_000
      await shop.completed('o1', 'ana', 90)
      await shop.cancelOrder('o1')
    })
    expect(topics).toEqual(['Point_Add', 'Point_Add', 'Point_Removed', 'Point_Removed'])
    expect(payloads.map(brief)).toEqual([
      { change: [100, 10], kind: [0, 0], balance: [100, 10], used: [] },
      { change: [30, 3], kind: [11, 0], balance: [130, 13], used: [] },
      { change: [-40, -4], kind: [11, 2], balance: [90, 9], used: [[40, 4]] },
      { change: [-90, -9], kind: [9, 2], balance: [0, 0], used: expect.any(Array) },
    ])
    expect(payloads[3]?.Origins.reduce((sum, { UsedPoints }) => sum + UsedPoints, 0)).toBe(90)
  })

  it('of a debt: what was taken is told whole, and the origins are those that there are', async () => {
    const { payloads } = await told(program(), async (shop) => {
      await shop.completed('o1', 'ana', 100, sentAna)
      await shop.changedCashback('ana', -7)
      await shop.cancelOrder('o1')
    })
    expect(payloads.map(brief)).toEqual([
      { change: [100, 10], kind: [0, 0], balance: [100, 10], used: [] },
      { change: [-70, -7], kind: [5, 2], balance: [30, 3], used: [[70, 7]] },
      { change: [-100, -10], kind: [9, 2], balance: [-70, -7], used: [[30, 3]] },
    ])
  })

  it('of points that waited comes when they open, and of points that expire when they do', async () => {
    const { payloads, topics, records } = await told(
      program({ waitingDays: 2, validityDays: 10 }),
      async (shop) => {
        await shop.completed('o1', 'ana', 100, sentAna)
        shops.api.now += 30 * DAY_MS
        await shop.completed('o2', 'ana', 5)
      },
    )
    expect(topics).toEqual(['Point_Add', 'Point_Removed'])
    expect(payloads.map(brief)).toEqual([
      { change: [100, 10], kind: [0, 0], balance: [100, 10], used: [] },
      { change: [-100, -10], kind: [8, 2], balance: [0, 0], used: [[100, 10]] },
    ])
    expect(payloads[0]).toMatchObject({
      PointId: records[0],
      // Waiting days are days of the calendar: they open at the start of the day.
      EventDate: '2026-01-17T03:00:00.000Z',
      ValidDateFormatted: '27/01/2026',
    })
    expect(payloads[1]).toMatchObject({ EventDate: '2026-01-28T03:00:00.000Z', ValidDate: null })
  })

  it('of cashback that is added, a signup, a quiz, a birthday, a referral and an action of the merchant', async () => {
    const rules = [
      { id: 2, kind: 'signup', points: '20' },
      { id: 3, kind: 'birthday', points: '50' },
      { id: 4, kind: 'referral', points: '40' },
      { id: 5, kind: 'custom', key: 'review', points: '5' },
    ] as const
    const { payloads, topics } = await told(program({}, ...rules), async (shop) => {
      await shop.completed('o1', 'ana', 10, sentAna)
      await shop.changedCashback('ana', 2)
      const database = shops.api.cells.of({ cell: MAIN_CELL })
      await makeQuiz(database, shop.tenantId, COFFEE_OR_TEA)
      const [quiz] = resultOf(await listQuizzes(shop))
      if (quiz) resultOf(await answerQuiz(shop, 'ana', fullAnswer(quiz)))
      shops.api.now += DAY_MS
      const tenant = await tenantOf(shops.api, shop)
      const till = createTill({ database, clock: () => shops.api.now })
      await till.run(grantAction, { tenant, customer: 'ana', action: 'referral', key: 'bruno' })
      await till.run(grantAction, { tenant, customer: 'ana', action: 'review', key: 'r1' })
      await awardBirthdays([localDate(shops.api.now, tenant.timeZone)], {
        database,
        tenant,
        till,
        now: shops.api.now,
      })
    })
    expect(topics).toEqual(Array.from({ length: 7 }, () => 'Point_Add'))
    expect(payloads.map(({ PointType, Points }) => [PointType, Points]).toSorted()).toEqual(
      [
        [0, 10],
        [1, 20],
        [5, 20],
        [4, 50],
        [2, 50],
        [3, 40],
        [5, 5],
      ].toSorted(),
    )
    expect(payloads.at(-1)).toMatchObject({
      PointType: 2,
      PointsBalance: { PointsBalance: 195, CashbackBalance: 19.5 },
    })
  })

  it('says 0 for cashback where the program has none', async () => {
    const { payloads } = await told({ ...program(), cashback: { isOn: false, pointValue: '0.1' } }, (shop) =>
      shop.completed('o1', 'ana', 10, sentAna),
    )
    expect(payloads.map(brief)).toEqual([{ change: [10, 0], kind: [0, 0], balance: [10, 0], used: [] }])
  })
})
