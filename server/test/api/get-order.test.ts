import { describe, expect, it } from 'vitest'
import { refused, refusedPage } from '../support/answers.ts'
import { type Body, DAY_MS, iso, program, type Shop } from '../support/shop.ts'
import { START } from '../support/test-api.ts'
import { giveTiers } from '../support/tiers.ts'
import { useShop } from '../support/use-shops.ts'

const test = useShop(program())
const NOW = iso(START)

function pending(shop: Shop, id: string, total: number, more: Body = {}) {
  const order = {
    OriginalId: id,
    OrderPlacementDate: NOW,
    OrderTotal: total,
    Customer: { OriginalId: 'ana' },
  }
  return shop.placed({ ...order, ...more })
}

/** The lines of an order's explanation add up to what is recorded for it. */
async function expectAddsUp(shop: Shop, id: string): Promise<void> {
  const { PointsGranted, Explanation } = await shop.getOrder(id)
  expect(Explanation.Lines.reduce((sum, { Points }) => sum + Points, 0)).toBeCloseTo(PointsGranted, 4)
}

describe('the answer', () => {
  it('has every member, and no envelope', async () => {
    const shop = await test.open(program({ waitingDays: 2 }), { locale: 'en' })
    await giveTiers(test.api, shop)
    const placed = await shop.completed('5531', 'ana', 100, {
      Customer: { OriginalId: 'ana', Name: 'Ana Souza' },
      OrderStatus: 'delivered',
      Products: [{ OriginalId: 'mug', Title: 'Mug', ProductPrice: 100, IsActive: true }],
      Metadatas: [{ Name: 'gift', Value: 'yes' }],
      PaymentMethod: { OriginalId: 'visa', Name: 'Visa' },
      Branch: { OriginalId: 'centro', Name: 'Centro' },
      SalesPerson: { OriginalId: 's1', Name: 'Rui' },
      ExternalCoupon: 'OTHER',
    })
    const { answer, sequence } = await shop.send('GET', '/v1/pvt/Order/5531')
    expect(sequence).toBe(0)
    expect(answer).toEqual({
      ...placed,
      Branch: { OriginalId: 'centro', Name: 'Centro' },
      TenantSalesman: { OriginalId: 's1', Name: 'Rui' },
      ExternalCoupon: 'OTHER',
      Reward: null,
      EstimatedBonus: {
        GenerateBonus: true,
        EstimatedPoints: 100,
        EstimatedCashback: 10,
        EstimatedCashbackFormatted: 'R$10.00',
      },
      PaymentMethod: { OriginalId: 'visa', Name: 'Visa' },
      PointsGranted: 100,
      CashbackGranted: 10,
      AvailableDate: '2026-01-17T03:00:00.000Z',
      Returns: [],
      ReturnedTotal: 0,
      Explanation: {
        ProgramVersion: 1,
        Lines: [
          {
            Kind: 'purchase',
            RuleId: 1,
            Name: null,
            Amount: 100,
            Count: null,
            ReferenceId: null,
            Points: 100,
            Text: '+100 for R$\u00a0100.00 at 1 point per R$\u00a01.00',
          },
        ],
        NoneReason: null,
      },
    })
  })

  it('has the reward whose coupon it used', async () => {
    const shop = await test.open(program())
    await shop.completed('o1', 'ana', 100)
    const { externalCode } = await shop.redeemed(await shop.makeReward({ points: 10_000n }), 'ana')
    await shop.completed('o2', 'ana', 50, { Coupon: externalCode })
    const { Reward } = await shop.getOrder('o2')
    expect(Reward).toMatchObject({ ExternalCode: externalCode, OrderId: 'o2' })
    expect(await shop.getRedeemed(Reward?.Id ?? 0)).toEqual(Reward)
    expect(await shop.getOrder('o1')).toMatchObject({ Reward: null })
  })

  it('of a pending order: what it would earn', async () => {
    const shop = await test.open(program(), { locale: 'pt-BR' })
    await pending(shop, 'o1', 40)
    expect(await shop.getOrder('o1')).toMatchObject({
      State: 1,
      EstimatedBonus: { GenerateBonus: true, EstimatedPoints: 40, EstimatedCashback: 4 },
      PointsGranted: 0,
      AvailableDate: null,
      Explanation: { ProgramVersion: null, Lines: [], NoneReason: 'pending' },
    })
  })

  it('of one that was changed, then cancelled: what became of its points', async () => {
    const shop = await test.open(program())
    await shop.completed('o1', 'ana', 100)
    await shop.completed('o1', 'ana', 150)
    await expectAddsUp(shop, 'o1')
    expect(await shop.getOrder('o1')).toMatchObject({ PointsGranted: 150, CashbackGranted: 15 })
    await shop.completed('o1', 'ana', 60)
    await expectAddsUp(shop, 'o1')
    await shop.cancelled('o1')
    await expectAddsUp(shop, 'o1')
    expect(await shop.getOrder('o1')).toMatchObject({
      State: 3,
      IsCancelledOrReturned: true,
      PointsGranted: 0,
      EstimatedBonus: { GenerateBonus: false, EstimatedPoints: 0 },
      Explanation: { NoneReason: 'cancelled' },
    })
  })

  it('of one that was changed very often the lines still add up', async () => {
    const shop = await test.open(program())
    for (let total = 1; total <= 110; total += 1) await shop.completed('o1', 'ana', total)
    await expectAddsUp(shop, 'o1')
    expect((await shop.getOrder('o1')).Explanation.Lines[0]).toMatchObject({ Kind: 'recorded', Points: 10 })
  })

  it('of one whose points could not all be taken back', async () => {
    const shop = await test.open(program(), { settings: { takeBack: 'clamp' } })
    await shop.completed('o1', 'ana', 100)
    await shop.redeemed(await shop.makeReward({ points: 600_000n }), 'ana')
    await shop.cancelled('o1')
    await expectAddsUp(shop, 'o1')
  })

  it('says why it earned nothing', async () => {
    const shop = await test.open(program({ minimumOrder: '10' }))
    await shop.completed('small', 'ana', 5)
    expect((await shop.getOrder('small')).Explanation).toMatchObject({
      NoneReason: 'belowMinimum',
      Lines: [],
    })
    await shop.completed('stranger', 'bia', 50, { Customer: { OriginalId: 'bia', IsEnrolled: false } })
    expect((await shop.getOrder('stranger')).Explanation).toMatchObject({ NoneReason: 'notEnrolled' })
    await pending(shop, 'gone', 50)
    await shop.cancelled('gone')
    expect((await shop.getOrder('gone')).Explanation).toMatchObject({ NoneReason: 'cancelled' })
    const none = await test.open(null)
    await none.completed('o1', 'ana', 50)
    expect((await none.getOrder('o1')).Explanation).toMatchObject({ NoneReason: 'noRule' })
    const rough = await test.open(program({ points: '1', perAmount: '10' }))
    await rough.completed('o1', 'ana', 5)
    expect((await rough.getOrder('o1')).Explanation).toMatchObject({ NoneReason: 'belowMinimum' })
  })

  it('settles first', async () => {
    const shop = await test.open(program({ validityDays: 10 }))
    await shop.completed('o1', 'ana', 100)
    test.api.now = START + 11 * DAY_MS
    const { answer, sequence } = await shop.send('GET', '/v1/pvt/Order/o1')
    expect(answer).toMatchObject({ PointsGranted: 0, Customer: { PointsBalance: 0 } })
    expect(sequence).toBe(2)
    await expectAddsUp(shop, 'o1')
  })
})

describe('unknown is 37', () => {
  it.each(['nothing', 'O1', 'x'.repeat(4_000), '\0'])('%j', async (id) => {
    await test.shop.completed('o1', 'ana', 1)
    expect(await test.shop.getOrder(id)).toEqual(refused({ code: 37, says: 'order' }))
  })

  it('another tenant’s', async () => {
    const other = await test.open()
    await other.completed('only-there', 'ana', 1)
    expect(await test.shop.getOrder('only-there')).toEqual(refused({ code: 37, says: 'order' }))
  })

  it('an order may be called as a path is', async () => {
    const shop = await test.open()
    await shop.completed('orders', 'ana', 7)
    expect(await shop.getOrder('orders')).toMatchObject({ OriginalId: 'orders', PointsGranted: 7 })
  })
})

describe('those of a customer', () => {
  it('newest first, in a state, each as it is read alone but for the customer', async () => {
    const shop = await test.open(program())
    await shop.completed('o1', 'ana', 10)
    await pending(shop, 'o2', 20)
    await shop.completed('o3', 'ana', 30)
    await shop.cancelled('o1')
    await shop.completed('b1', 'bia', 40)
    const ids = async (query: string) =>
      (await shop.listOrders('ana', query)).Items?.map(({ OriginalId }) => OriginalId)
    expect(await ids('')).toEqual(['o3', 'o2', 'o1'])
    expect(await ids('?State=1')).toEqual(['o2'])
    expect(await ids('?State=2')).toEqual(['o3'])
    expect(await ids('?State=3')).toEqual(['o1'])
    expect(await ids('?State=4')).toEqual([])
    expect(await ids('?State=null&PageSize=2&PageNumber=2')).toEqual(['o1'])
    const { answer, sequence } = await shop.send('GET', '/v1/pvt/Customer/ana/orders?PageSize=2')
    expect(answer).toMatchObject({ TotalItemCount: 3, HasNextPage: true, PageSize: 2 })
    expect(sequence).toBe(3)
    for (const item of (await shop.listOrders('ana')).Items ?? []) {
      const { Customer: _, ...alone } = await shop.getOrder(item.OriginalId)
      expect(item).toEqual(alone)
    }
  })

  it.each([
    ['?PageSize=0', 45, 'PageSize'],
    ['?PageSize=51', 45, 'PageSize'],
    ['?PageNumber=0', 9, 'PageNumber'],
    ['?PageSize=50&PageNumber=201', 10, 'PageNumber'],
    ['?State=open', 7, 'State'],
    ['?State=5', 10, 'State'],
  ])('%s is %i', async (query, code, says) => {
    await test.shop.completed('o1', 'ana', 100)
    expect(await test.shop.listOrders('ana', query)).toEqual(refusedPage({ code, says }))
  })

  it('of an unknown customer is 59, and of another tenant’s', async () => {
    const other = await test.open()
    await other.completed('o1', 'only-there', 1)
    for (const id of ['nobody', 'only-there', '\0']) {
      expect(await test.shop.listOrders(id)).toEqual(refusedPage({ code: 59, says: 'customer' }))
    }
  })
})
