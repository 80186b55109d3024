import { describe, expect, it } from 'vitest'
import { COFFEE_CARD, coffees, SPEND_CARD } from '../support/coffee-card.ts'
import { program, type Shop } from '../support/shop.ts'
import { useShops } from '../support/use-shops.ts'
import { runHere } from './run-here.ts'

const shops = useShops()

function run(shop: Shop, customer: string, ...more: string[]) {
  return runHere(['explain', '--tenant', String(shop.tenantId), '--customer', customer, ...more], {
    DATABASE_URL: shops.api.databaseUrl,
  })
}

/** Ids are the database's. */
const withoutIds = (text: string): string => text.replaceAll(/record \d+/g, 'record #')

describe('punchcard explain', () => {
  it('prints each record with its sentence, what is left of it, and the balance after it', async () => {
    const shop = await shops.open(
      program({ validityDays: 3650 }, { id: 2, kind: 'firstPurchase', name: 'Welcome', points: '25' }),
    )
    await shop.completed('o-1', 'ana', 120)
    await shop.changedCashback('ana', -5)
    const { exitCode, stdout, stderr } = await run(shop, 'ana')
    expect({ exitCode, stderr }).toEqual({ exitCode: 0, stderr: '' })
    expect(withoutIds(stdout)).toBe(`\
Customer “ana” has 95 points (cashback 9.5). Times are of America/Sao_Paulo.

2026-01-15 09:00      +145 = 145      145 points: +120 for R$\u00a0120.00 at 1 point per R$\u00a01.00; +25 for the first purchase (rule “Welcome”)
                                      record #; order “o-1”; 95 left, good until 2036-01-13
2026-01-15 09:00       -50 = 95       -50 points for R$\u00a05.00 of cashback that was removed by hand: “a test” (key “change-1”)
                                      record #; 50 from record # of 2026-01-15 (order “o-1”)
`)
    const shortened = await run(shop, 'ana', '--limit', '1')
    expect(shortened.stdout).toContain('1 older record is not shown; before these entries it was 145 points')
    expect(shortened.stdout).not.toContain('Welcome')
  })

  it('prints why an order earned what it did', async () => {
    const shop = await shops.open(
      program({ minimumOrder: '20' }, { id: 2, kind: 'brand', ids: ['b'], multiplier: '2' }),
    )
    await shop.completed('o-1', 'ana', 15)
    expect((await run(shop, 'ana', '--order', 'o-1')).stdout).toBe(
      'Order “o-1”, complete, total 15: placed 2026-01-15 09:00, complete 2026-01-15 09:00 (America/Sao_Paulo).\n' +
        'This order earned nothing: R$\u00a015.00 is below the minimum of R$\u00a020.00.\n',
    )
    const Products = [{ OriginalId: 'p', ProductPrice: 70 }]
    await shop.completed('o-2', 'ana', 50, { Products })
    const { stdout } = await run(shop, 'ana', '--order', 'o-2')
    expect(withoutIds(stdout)).toContain(
      'This order is worth 50 points.\n' +
        'Its lines come to R$\u00a070.00, and count for at most the total of R$\u00a050.00, in their order.\n' +
        'Not more by rule 2: no line has what it asks for.\n' +
        '\n2026-01-15 09:00       +50 order 50   50 points for R$\u00a050.00 at 1 point per R$\u00a01.00\n' +
        '                                      record #; order “o-2”; 50 left\n',
    )
  })

  it('prints what an order gave cards', async () => {
    const of = { of: 'product' as const, ids: ['coffee'] }
    const shop = await shops.open(
      program(
        {},
        { id: 2, kind: 'card', name: 'Coffee card', counts: 'items', ...of, stamps: 10, points: '5' },
        { id: 3, kind: 'card', name: 'Spend', counts: 'spend', perAmount: '100', stamps: 1, points: '5' },
      ),
    )
    await shop.completed('o-1', 'ana', 24, {
      Products: [{ OriginalId: 'coffee', ProductPrice: 24, Quantity: 3 }],
    })
    expect((await run(shop, 'ana', '--order', 'o-1')).stdout).toContain(
      '3 stamps on the card “Coffee card”.\nAn amount of 24 on the card “Spend”.\n',
    )
    const { stamps } = JSON.parse((await run(shop, 'ana', '--order', 'o-1', '--json')).stdout)
    expect(stamps).toEqual([
      { ruleId: 2, name: 'Coffee card', isMoney: false, stamps: 3 },
      { ruleId: 3, name: 'Spend', isMoney: true, stamps: 24 },
    ])
  })

  it('prints the cards of a customer, with how their stamps add up, also what is due to end', async () => {
    const shop = await shops.open(
      program(
        {},
        { ...COFFEE_CARD, stampsGoodDays: 30 },
        { ...SPEND_CARD, perAmount: '500', when: { minimumOrder: '40' } },
      ),
    )
    const given = { Key: 'receipt-1', Stamps: 4 }
    await shop.completed('o-1', 'ana', 64, coffees(8))
    expect(await shop.giveStamps('ana', 12, given)).toMatchObject({ HasError: false })
    const before = await shop.everything()
    const { exitCode, stdout } = await run(shop, 'ana')
    expect([exitCode, withoutIds(stdout.slice(stdout.indexOf('Card ')))]).toEqual([
      0,
      `\
Card “Coffee card”: 0 of 10 stamps; filled once.
0 = +12 given, -2 ended, -10 used by full cards.
2026-01-15 09:00        +8 = 8        8 stamps for order “o-1”; record #
2026-01-15 09:00        +4 = 12       4 stamps given by the shop (“receipt-1”); record #
2026-01-15 09:00       -10 = 2        10 stamps used: the card was full and earned 100 points; record #
2026-02-15 00:00        -2 = 0        2 stamps expired on 15 Feb 2026; due, not recorded yet

Card “November”, which counts money: 64 of 500.
64 = +64 given.
2026-01-15 09:00       +64 = 64       R$\u00a064.00 for order “o-1”; record #
`,
    ])
    expect(await shop.everything()).toEqual(before)
    const shortened = await run(shop, 'ana', '--limit', '1')
    expect(shortened.stdout).toContain('-10 used by full cards.\n3 older records are not shown.\n2026-02-15')
    const { cards } = JSON.parse((await run(shop, 'ana', '--json')).stdout)
    expect(cards).toMatchObject([
      {
        ruleId: 12,
        name: 'Coffee card',
        isMoney: false,
        size: 10,
        balance: 0,
        completed: 1,
        parts: { given: 12, ended: -2, full: -10 },
        leftOut: 0,
        records: [
          { type: 0, at: '2026-01-15T12:00:00.000Z', day: '2026-01-15', stamps: 8, after: 8, order: 'o-1' },
          { type: 3, stamps: 4, after: 12, order: null, key: 'receipt-1' },
          { type: 5, stamps: -10, after: 2 },
          { id: null, type: 7, stamps: -2, after: 0, sentence: '2 stamps expired on 15 Feb 2026' },
        ],
      },
      { ruleId: 13, isMoney: true, balance: 64, parts: { given: 64 } },
    ])
  })

  it('prints JSON for programs', async () => {
    const shop = await shops.open(program())
    await shop.completed('o-1', 'ana', 80)
    const history = JSON.parse((await run(shop, 'ana', '--json')).stdout)
    expect(history).toMatchObject({
      tenant: shop.tenantId,
      customer: 'ana',
      balance: { points: 80, cashback: 8 },
      balanceBefore: { points: 0, cashback: 0 },
      leftOut: 0,
      records: [
        {
          kind: 'record',
          at: '2026-01-15T12:00:00.000Z',
          type: 0,
          points: 80,
          cashback: 8,
          change: { points: 80, cashback: 8 },
          balance: { points: 80, cashback: 8 },
          sentence: '80 points for R$\u00a080.00 at 1 point per R$\u00a01.00',
          programVersion: 1,
          lines: [
            {
              kind: 'purchase',
              ruleId: 1,
              rule: null,
              points: 80,
              text: '+80 for R$\u00a080.00 at 1 point per R$\u00a01.00',
            },
          ],
          order: 'o-1',
          lot: { left: { points: 80, cashback: 8 }, isWaiting: false, goodUntil: null },
          owed: null,
          used: [],
          usedCount: 0,
        },
      ],
    })
    const order = JSON.parse((await run(shop, 'ana', '--order', 'o-1', '--json')).stdout)
    expect(order).toMatchObject({
      order: { id: 'o-1', state: 'complete', total: 80, programVersion: 1 },
      sentence: 'This order is worth 80 points',
      stands: { points: 80, cashback: 8 },
      records: [
        {
          recorded: { points: 80, cashback: 8 },
          sentence: '80 points for R$\u00a080.00 at 1 point per R$\u00a01.00',
        },
      ],
    })
  })

  it('says in a sentence what it does not find, also of another merchant, and writes nothing', async () => {
    const [shop, other] = [await shops.open(program()), await shops.open(program())]
    await shop.completed('o-1', 'ana', 80)
    await shop.completed('o-2', 'bia', 80)
    await other.completed('o-3', 'carla', 80)
    const before = await shop.everything()
    const unknown = (customer: string): string =>
      `Tenant ${shop.tenantId} has no customer “${customer}”: ids are compared exactly.\n`
    const noOrder = (order: string): string =>
      `Customer “ana” has no order “${order}”: ids are compared exactly.\n`
    const wrong = [
      [await run(shop, 'Ana'), unknown('Ana')],
      [await run(shop, 'carla'), unknown('carla')],
      [await run(shop, 'carla', '--order', 'o-3'), unknown('carla')],
      [await run(shop, 'ana', '--order', 'o-3'), noOrder('o-3')],
      [await run(shop, 'ana', '--order', 'o-2'), noOrder('o-2')],
      [await run(shop, '\u0000'), unknown('\u0000')],
    ] as const
    for (const [finished, stderr] of wrong) expect(finished).toEqual({ exitCode: 2, stdout: '', stderr })
    const nobody = await runHere(['explain', '--tenant', '999', '--customer', 'ana'], {
      DATABASE_URL: shops.api.databaseUrl,
    })
    expect(nobody).toEqual({ exitCode: 2, stdout: '', stderr: 'There is no tenant 999.\n' })
    expect(await shop.everything()).toEqual(before)
  })
})
