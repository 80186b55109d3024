import { describe, expect, it } from 'vitest'
import { refused } from '../support/answers.ts'
import { program } from '../support/shop.ts'
import { useShops } from '../support/use-shops.ts'

const shops = useShops()

/** Moves the clock. */
function on(date: string): void {
  shops.api.now = Date.parse(date)
}

const ANA = {
  OriginalId: 'ana-4711',
  Name: 'Ana Maria de Souza',
  Email: 'ana.souza@example.com',
  Phone: '+55 11 98765-4321',
  Document: '123.456.789-00',
  BirthdayDate: '1990-05-17',
}

describe('the life of a customer', () => {
  it('earns, waits, opens, spends, returns, owes, repays and expires', async () => {
    const shop = await shops.open(
      program(
        { waitingDays: 7, validityDays: 90 },
        { id: 2, kind: 'signup', points: '20', validityDays: 30 },
      ),
    )

    on('2026-01-10T15:00:00Z') // Ana comes for the first time, and is welcomed.
    const first = await shop.completed('january', ANA.OriginalId, 200, { Customer: ANA })
    expect(first.Customer).toMatchObject({ PointsBalance: 20, Cashback: 2, FirstName: 'Ana', OrderCount: 1 })

    on('2026-01-12T15:00:00Z') // She sends one thing back before its points are hers.
    const smaller = await shop.completed('january', ANA.OriginalId, 150, {
      OrderPlacementDate: '2026-01-10T15:00:00Z',
      OrderCompletedDate: '2026-01-10T15:00:00Z',
    })
    expect(smaller.Customer.PointsBalance).toBe(20)

    on('2026-01-17T15:00:00Z') // A week after the purchase.
    const second = await shop.completed('second', ANA.OriginalId, 80)
    expect(second.Customer).toMatchObject({ PointsBalance: 170, Cashback: 17 })

    on('2026-01-20T12:00:00Z') // She pays with R$ 12.00 of cashback: the welcome first, it expires first.
    const spent = await shop.changedCashback(ANA.OriginalId, -12)
    expect(spent).toMatchObject({ PointsBalance: 50, CashbackBalance: 5, Name: 'Ana Maria de Souza' })
    expect(spent.PointsToExpire).toEqual([{ Points: 50, When: '2026-04-18T02:59:59.000Z' }])

    on('2026-01-22T12:00:00Z') // The whole first order comes back, though most of its points are spent.
    await shop.cancelled('january')
    const refusedRemoval = { Value: 1, OperationType: 1, Reason: 'r', ChangeKey: 'in-debt' }
    expect(await shop.changeCashback(ANA.OriginalId, refusedRemoval)).toEqual(
      refused({ code: 94, says: 'Value' }),
    )

    on('2026-01-25T12:00:00Z') // The second order's points open, and repay.
    const third = await shop.completed('third', ANA.OriginalId, 300)
    expect(third.Customer).toMatchObject({ PointsBalance: -20, Cashback: -2, OrderCount: 2 })

    on('2026-02-02T12:00:00Z') // So do the third one's, and some are left.
    const fourth = await shop.completed('fourth', ANA.OriginalId, 10)
    expect(fourth.Customer).toMatchObject({ PointsBalance: 280, Cashback: 28 })

    on('2026-05-03T02:59:59Z') // 90 days later, on the last evening in São Paulo.
    expect((await shop.completed('fifth', ANA.OriginalId, 0)).Customer.PointsBalance).toBe(290)
    on('2026-05-03T03:00:00Z')
    expect((await shop.completed('sixth', ANA.OriginalId, 0)).Customer.PointsBalance).toBe(10)
    on('2027-01-01T00:00:00Z')
    expect((await shop.completed('seventh', ANA.OriginalId, 0)).Customer.PointsBalance).toBe(0)

    const told = (await shop.events(ANA.OriginalId)).map(
      ({ sequence, topic, points, cashback, balance, at }) =>
        `${sequence} ${at.slice(0, 16)} ${topic} ${points} / ${cashback} → ${balance.join(' / ')}`,
    )
    expect(told).toEqual([
      '1 2026-01-10T15:00 Point_Add 20 / 2 → 20 / 2',
      '2 2026-01-17T03:00 Point_Add 150 / 15 → 170 / 17',
      '3 2026-01-20T12:00 Point_Removed -120 / -12 → 50 / 5',
      '4 2026-01-22T12:00 Point_Removed -150 / -15 → -100 / -10',
      '5 2026-01-24T03:00 Point_Add 80 / 8 → -20 / -2',
      '6 2026-02-01T03:00 Point_Add 300 / 30 → 280 / 28',
      '7 2026-02-09T03:00 Point_Add 10 / 1 → 290 / 29',
      '8 2026-05-03T03:00 Point_Removed -280 / -28 → 10 / 1',
      '9 2026-05-11T03:00 Point_Removed -10 / -1 → 0 / 0',
    ])
  })

  it('two customers of one merchant share nothing', async () => {
    const shop = await shops.open(program())
    on('2026-01-10T12:00:00Z')
    await shop.completed('a1', 'ana', 100)
    await shop.completed('b1', 'bia', 10)
    await shop.changedCashback('ana', -10)
    await shop.cancelled('a1')
    expect((await shop.completed('b2', 'bia', 10)).Customer).toMatchObject({
      PointsBalance: 20,
      Cashback: 2,
    })
    expect(await shop.story('ana')).toEqual([
      '+100 / +10 → 100 / 10',
      '-100 / -10 → 0 / 0',
      '-100 / -10 → -100 / -10',
    ])
    expect(await shop.story('bia')).toEqual(['+10 / +1 → 10 / 1', '+10 / +1 → 20 / 2'])
  })

  it('a program that changes every month is followed month by month', async () => {
    const shop = await shops.open(program({ validityDays: 60 }))
    on('2026-01-10T12:00:00Z')
    await shop.completed('january', 'ana', 100)
    on('2026-02-10T12:00:00Z')
    await shop.publish(program({ points: '2', validityDays: 60 }))
    await shop.completed('february', 'ana', 100)
    on('2026-03-10T12:00:00Z') // January's order is corrected, by January's rule and until January's day.
    await shop.publish(program({ points: '5', waitingDays: 30 }))
    const day = '2026-01-10T12:00:00Z'
    const corrected = { OrderPlacementDate: day, OrderCompletedDate: day }
    expect((await shop.completed('january', 'ana', 120, corrected)).Customer.PointsBalance).toBe(320)
    await shop.completed('march', 'ana', 100)
    on('2026-03-12T12:00:00Z')
    expect((await shop.completed('look', 'ana', 0)).Customer.PointsBalance).toBe(200)
    on('2026-04-09T12:00:00Z')
    expect((await shop.completed('look', 'ana', 0)).Customer.PointsBalance).toBe(700)
    on('2026-04-30T12:00:00Z')
    expect((await shop.completed('look', 'ana', 0)).Customer.PointsBalance).toBe(500)
    const versions = (await shop.records('ana')).flatMap(({ order, points, explanation }) =>
      explanation ? [[order, points, explanation.v]] : [],
    )
    expect(versions).toEqual([
      ['january', 100, 1],
      ['february', 200, 2],
      ['january', 20, 1],
      ['march', 500, 3],
    ])
  })
})

describe('the ledger and the event log', () => {
  const tables = ['point_record', 'point_origin', 'point_event']

  it('hold no personal data', async () => {
    const shop = await shops.open(
      program({ validityDays: 1 }, { id: 2, kind: 'branch', ids: ['centro'], points: '5' }),
    )
    const Branch = { OriginalId: 'centro', Name: 'Centro' }
    await shop.completed('o1', ANA.OriginalId, 100, { Customer: ANA, Branch })
    await shop.completed('o1', ANA.OriginalId, 50, { Customer: ANA, Branch })
    await shop.changedCashback(ANA.OriginalId, -2)
    await shop.cancelled('o1')
    await shop.completed('o2', ANA.OriginalId, 500, { Customer: ANA })
    on('2026-03-01T00:00:00Z')
    await shop.completed('o3', ANA.OriginalId, 1)
    const personal = [...Object.values(ANA), 'Souza', '1990-05', 'example.com']
    for (const table of tables) {
      const rows = await shops.reader.query<{ row: string }>(
        `select ${table}::text as row from ${table} where tenant_id = $1`,
        [shop.tenantId],
      )
      expect(rows.length).toBeGreaterThan(2)
      const text = rows.map(({ row }) => row).join('\n')
      expect(personal.filter((value) => text.includes(value))).toEqual([])
    }
  })

  it('have no column that could', async () => {
    const columns = await shops.reader.query<{ column: string }>(
      `select table_name || '.' || column_name as column from information_schema.columns
       where table_name = any($1) and data_type not in ('bigint', 'smallint', 'integer', 'numeric', 'boolean',
         'timestamp with time zone', 'xid8')`,
      [tables],
    )
    // What a notice tells are amounts and days.
    expect(columns.map(({ column }) => column).sort()).toEqual([
      'point_event.facts',
      'point_record.explanation',
    ])
  })
})
