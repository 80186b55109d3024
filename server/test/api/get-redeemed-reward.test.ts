import { describe, expect, it } from 'vitest'
import { refused, refusedPage } from '../support/answers.ts'
import { iso, program, type Shop } from '../support/shop.ts'
import { START } from '../support/test-api.ts'
import { useShop } from '../support/use-shops.ts'

const test = useShop(program())

async function idOf(shop: Shop, key: string): Promise<number> {
  const { Items } = await shop.listRewards('ana', '?PageSize=50')
  return Items?.find(({ OriginalKey }) => OriginalKey === key)?.Id ?? 0
}

describe('one redemption, without envelope', () => {
  it('names the order that has used its coupon', async () => {
    const shop = await test.open(program())
    await shop.completed('o1', 'ana', 100)
    const { externalCode, originalKey } = await shop.redeemed(
      await shop.makeReward({ points: 300_000n }),
      'ana',
    )
    const id = await idOf(shop, originalKey)
    const { answer, sequence } = await shop.send<object>('GET', `/v1/pvt/Rewards/${id}`)
    expect(sequence).toBe(2)
    expect(answer).not.toHaveProperty('HasError')
    expect(answer).toMatchObject({
      Id: id,
      Customer: { OriginalId: 'ana' },
      ExternalCode: externalCode,
      OriginalKey: externalCode,
      IsCanceled: false,
      CanceledDate: null,
      RedeemDate: iso(START),
      OrderId: null,
      Coupon: { IsUsed: false },
    })
    await shop.completed('o2', 'ana', 50, { Coupon: externalCode })
    expect(await shop.getRedeemed(id)).toMatchObject({ OrderId: 'o2', Coupon: { IsUsed: true } })
  })

  it('of cashback: what it takes off', async () => {
    const shop = await test.open(program())
    await shop.completed('o1', 'ana', 100)
    const reward = await shop.makeReward({ type: 3, points: 0n, value: 0n })
    await shop.redeemed(reward, 'ana', { Value: 4.2, OriginalKey: 'money' })
    expect(await shop.getRedeemed(await idOf(shop, 'money'))).toMatchObject({
      CashValue: 4.2,
      Points: { Points: -42 },
    })
  })

  it('of a percentage there is no sum', async () => {
    const shop = await test.open(program())
    await shop.completed('o1', 'ana', 100)
    await shop.redeemed(await shop.makeReward({ type: 0, points: 0n, value: 100_000n }), 'ana', {
      OriginalKey: 'p',
    })
    expect(await shop.getRedeemed(await idOf(shop, 'p'))).toMatchObject({ CashValue: null })
  })

  it.each(['0', '999999999', 'x', '-1', '1.5', '9'.repeat(40), '%00'])('unknown is 87: %s', async (id) => {
    expect(await test.shop.getRedeemed(id)).toEqual(refused({ code: 87, says: 'id' }))
  })

  it('another tenant’s is 87', async () => {
    const other = await test.open(program())
    await other.completed('o1', 'ana', 100)
    await other.redeemed(await other.makeReward({ points: 0n }), 'ana', { OriginalKey: 'k' })
    const id = await idOf(other, 'k')
    expect(await test.shop.getRedeemed(id)).toEqual(refused({ code: 87, says: 'id' }))
    expect(await other.getRedeemed(id)).toMatchObject({ Id: id })
  })
})

describe('those of a customer', () => {
  it('newest first, page by page, cancelled or not', async () => {
    const shop = await test.open(program())
    await shop.completed('o1', 'ana', 100)
    const reward = await shop.makeReward({ points: 10_000n })
    for (const key of ['k1', 'k2', 'k3']) await shop.redeemed(reward, 'ana', { OriginalKey: key })
    await shop.cancelRewardByKey('k2')
    const keys = async (query: string) =>
      (await shop.listRewards('ana', query)).Items?.map(({ OriginalKey }) => OriginalKey)
    expect(await keys('')).toEqual(['k3', 'k2', 'k1'])
    expect(await keys('?IsCanceled=true')).toEqual(['k2'])
    expect(await keys('?IsCanceled=false')).toEqual(['k3', 'k1'])
    expect(await keys('?IsCanceled=null&PageSize=2&PageNumber=2')).toEqual(['k1'])
    const { answer, sequence } = await shop.send('GET', '/v1/pvt/Customer/ana/rewards?PageSize=2')
    expect(answer).toMatchObject({ TotalItemCount: 3, PageSize: 2, PageNumber: 1, HasNextPage: true })
    expect(sequence).toBe(5)
    const [first] = (await shop.listRewards('ana')).Items ?? []
    expect(await shop.getRedeemed(first?.Id ?? 0)).toEqual(first)
  })

  it.each([
    ['?PageSize=0', 45, 'PageSize'],
    ['?PageSize=51', 45, 'PageSize'],
    ['?PageNumber=0', 9, 'PageNumber'],
    ['?PageSize=50&PageNumber=201', 10, 'PageNumber'],
    ['?IsCanceled=yes', 7, 'IsCanceled'],
  ])('%s is %i', async (query, code, says) => {
    await test.shop.completed('o1', 'ana', 100)
    expect(await test.shop.listRewards('ana', query)).toEqual(refusedPage({ code, says }))
  })

  it('of an unknown customer is 59, and of another tenant’s', async () => {
    const other = await test.open(program())
    await other.completed('o1', 'only-there', 1)
    for (const id of ['nobody', 'only-there', '\0']) {
      expect(await test.shop.listRewards(id)).toEqual(refusedPage({ code: 59, says: 'customer' }))
    }
    expect(await other.listRewards('only-there')).toMatchObject({ Items: [], TotalItemCount: 0 })
  })
})
