import { describe, expect, it } from 'vitest'
import { refused } from '../support/answers.ts'
import { decimal } from '../support/rewards.ts'
import { type Body, iso, program, type Shop } from '../support/shop.ts'
import { START } from '../support/test-api.ts'
import { useShops } from '../support/use-shops.ts'

const test = useShops()
const NOW = iso(START)

async function open(): Promise<Shop> {
  const shop = await test.open(program())
  await shop.completed('first', 'ana', 500)
  return shop
}

const APP = { Name: 'channel', Value: 'app' }

describe('the answer', () => {
  it('has every member of the redeemed reward', async () => {
    const shop = await open()
    const reward = await shop.makeReward({ couponValidDays: 1, points: decimal(99.5) })
    const { externalCode, couponCode } = await shop.redeemed(reward, 'ana', { OriginalKey: 'k-1' })
    const [record] = await test.reader.query<{ id: number }>(
      'select id::int from point_record where tenant_id = $1 and type = 6',
      [shop.tenantId],
    )
    expect(await shop.updateMetadata({ OriginalKey: 'k-1', Metadatas: [APP] })).toStrictEqual({
      ErrorMessage: null,
      ErrorCode: null,
      HasError: false,
      Result: {
        RewardId: expect.any(Number),
        Point: { PointId: record?.id, Quantity: -99.5, Metadatas: [APP] },
        ExternalCode: externalCode,
        OriginalKey: 'k-1',
        Coupon: {
          CouponCode: couponCode,
          CouponType: 0,
          CouponValue: 10,
          ValidDateStart: NOW,
          ValidDateEnd: '2026-01-17T02:59:59.000Z',
        },
      },
    })
  })

  it('goes by the external code where no key was sent', async () => {
    const shop = await open()
    const { externalCode } = await shop.redeemed(await shop.makeReward(), 'ana')
    const { Result } = await shop.updateMetadata({ OriginalKey: externalCode, Metadatas: [APP] })
    expect(Result).toMatchObject({ OriginalKey: externalCode, ExternalCode: externalCode })
  })

  it('of a reward that cost nothing has no point', async () => {
    const shop = await open()
    await shop.redeemed(await shop.makeReward({ points: 0n }), 'ana', { OriginalKey: 'free' })
    const { Result } = await shop.updateMetadata({ OriginalKey: 'free', Metadatas: [APP] })
    expect(Result?.Point).toEqual({ PointId: null, Quantity: 0, Metadatas: [APP] })
    expect(await shop.events('ana')).toHaveLength(1)
  })
})

describe('pairs', () => {
  it('are added, and the same name is replaced', async () => {
    const shop = await open()
    const redeem = { OriginalKey: 'k', Metadatas: [APP, { Name: 'shop', Value: '7' }] }
    await shop.redeemed(await shop.makeReward(), 'ana', redeem)
    const update = async (...Metadatas: Body[]) =>
      (await shop.updateMetadata({ OriginalKey: 'k', Metadatas })).Result?.Point.Metadatas
    expect(await update({ Name: 'channel', Value: 'web' }, { Name: 'Channel', Value: null })).toEqual([
      { Name: 'channel', Value: 'web' },
      { Name: 'shop', Value: '7' },
      { Name: 'Channel', Value: null },
    ])
    expect(await update({ Name: 'new' })).toHaveLength(4)
    expect(await update()).toHaveLength(4)
  })

  it('that change something are told as an update of the record, and others are not', async () => {
    const shop = await open()
    await shop.redeemed(await shop.makeReward(), 'ana', { OriginalKey: 'k' })
    test.api.now += 60_000
    await shop.updateMetadata({ OriginalKey: 'k', Metadatas: [APP] })
    await shop.updateMetadata({ OriginalKey: 'k', Metadatas: [APP] })
    await shop.updateMetadata({ OriginalKey: 'k' })
    expect((await shop.events('ana')).slice(1)).toEqual([
      { sequence: 2, topic: 'Point_Removed', points: -100, cashback: -10, balance: [400, 40], at: NOW },
      {
        sequence: 3,
        topic: 'Point_Update',
        points: 0,
        cashback: 0,
        balance: [400, 40],
        at: iso(START + 60_000),
      },
    ])
    const [event] = await test.reader.query<{ type: number }>(
      `select record.type from point_event as event
       join point_record as record on record.tenant_id = event.tenant_id and record.id = event.record_id
       where event.tenant_id = $1 and topic = 1`,
      [shop.tenantId],
    )
    expect(event?.type).toBe(6)
  })

  it('come after what is due: the events stay in order', async () => {
    const shop = await test.open(program({ validityDays: 1 }))
    await shop.completed('first', 'ana', 150)
    await shop.redeemed(await shop.makeReward(), 'ana', { OriginalKey: 'k' })
    test.api.now += 10 * 86_400_000
    await shop.updateMetadata({ OriginalKey: 'k', Metadatas: [APP] })
    expect(await shop.story('ana')).toEqual([
      '+150 / +15 → 150 / 15',
      '-100 / -10 → 50 / 5',
      '-50 / -5 → 0 / 0',
      '0 / 0 → 0 / 0',
    ])
  })

  it('are at most 50 together: 10', async () => {
    const shop = await open()
    const pairs = (from: number, count: number) =>
      Array.from({ length: count }, (_, index) => ({ Name: `n${from + index}`, Value: 'v' }))
    await shop.redeemed(await shop.makeReward(), 'ana', { OriginalKey: 'k', Metadatas: pairs(0, 30) })
    expect(await shop.updateMetadata({ OriginalKey: 'k', Metadatas: pairs(30, 21) })).toEqual(
      refused({ code: 10, says: 'Metadatas' }),
    )
    expect((await shop.updateMetadata({ OriginalKey: 'k', Metadatas: pairs(30, 20) })).HasError).toBe(false)
    expect((await shop.updateMetadata({ OriginalKey: 'k', Metadatas: pairs(0, 50) })).HasError).toBe(false)
  })
})

describe('what is refused', () => {
  it.each<[string, Body, number, string]>([
    ['no key', { Metadatas: [APP] }, 7, 'OriginalKey'],
    ['a blank key', { OriginalKey: ' ', Metadatas: [APP] }, 7, 'OriginalKey'],
    ['an unknown key', { OriginalKey: 'K', Metadatas: [APP] }, 87, 'OriginalKey'],
    ['a blank name', { OriginalKey: 'k', Metadatas: [APP, { Name: '' }] }, 7, 'Metadatas[1].Name'],
    ['no name', { OriginalKey: 'k', Metadatas: [{ Value: 'x' }] }, 7, 'Metadatas[0].Name'],
    ['a name of a wrong type', { OriginalKey: 'k', Metadatas: [{ Name: 1 }] }, 7, 'Metadatas[0].Name'],
    ['pairs of a wrong type', { OriginalKey: 'k', Metadatas: 'x' }, 7, 'Metadatas'],
    ['a key of a wrong type', { OriginalKey: 7 }, 7, 'OriginalKey'],
    ['a key too long', { OriginalKey: 'x'.repeat(251) }, 10, 'OriginalKey'],
    [
      'a name too long',
      { OriginalKey: 'k', Metadatas: [{ Name: 'x'.repeat(251) }] },
      10,
      'Metadatas[0].Name',
    ],
    [
      'a value too long',
      { OriginalKey: 'k', Metadatas: [{ Name: 'x', Value: 'x'.repeat(4_001) }] },
      10,
      'Metadatas[0].Value',
    ],
    [
      'too many at once',
      { OriginalKey: 'k', Metadatas: Array.from({ length: 51 }, () => APP) },
      10,
      'Metadatas',
    ],
  ])('%s', async (_case, body, code, field) => {
    const shop = await open()
    await shop.redeemed(await shop.makeReward(), 'ana', { OriginalKey: 'k' })
    expect(await shop.updateMetadata(body)).toEqual(refused({ code, says: field }))
  })

  it('a reward that was returned: 74', async () => {
    const shop = await open()
    await shop.redeemed(await shop.makeReward(), 'ana', { OriginalKey: 'k' })
    expect(await shop.returnReward('k')).toBeNull()
    expect(await shop.updateMetadata({ OriginalKey: 'k', Metadatas: [APP] })).toEqual(
      refused({ code: 74, says: 'OriginalKey' }),
    )
  })

  it('a key of another merchant: 87', async () => {
    const [mine, theirs] = [await open(), await open()]
    await mine.redeemed(await mine.makeReward(), 'ana', { OriginalKey: 'mine' })
    expect(await theirs.updateMetadata({ OriginalKey: 'mine', Metadatas: [APP] })).toEqual(
      refused({ code: 87, says: 'OriginalKey' }),
    )
  })
})
