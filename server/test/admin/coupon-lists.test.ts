/** Lists of codes as a merchant's people configure and fill them: src/rewards/admin-api/coupon-list-routes.ts. */
import { describe, expect, it } from 'vitest'
import type { CouponListAnswer } from '../../src/rewards/admin-api/coupon-lists-schema.ts'
import { type Manager, useManager } from '../support/admin.ts'
import { DAY_MS, type Shop } from '../support/shop.ts'
import { useShops } from '../support/use-shops.ts'

const test = useShops()
const admin = useManager(() => test.api)

interface Opened {
  readonly shop: Shop
  readonly manager: Manager
  readonly rewardId: number
}

async function open(): Promise<Opened> {
  const shop = await test.open()
  const manager = admin.manager(shop.key)
  const reward = { key: 'mug', type: 'custom', title: 'Mug', points: '100' }
  const { body } = await manager.done<{ id: number }>('POST', '/rewards', reward)
  return { shop, manager, rewardId: body.id }
}

const make = ({ manager, rewardId }: Opened, more: object = {}) =>
  manager.done<CouponListAnswer>('POST', '/coupon-lists', { name: 'Canecas', rewardId, ...more })

const send = (manager: Manager, id: number, text: string) =>
  manager.done<{ imported: number; list: CouponListAnswer }>('POST', `/coupon-lists/${id}/codes`, text)

describe('a list of codes', () => {
  it('is made for a reward, filled with a text, and its codes are given out in their order', async () => {
    const opened = await open()
    const { shop, manager, rewardId } = opened
    await shop.completed('1', 'ana', 1_000)
    const made = await make(opened, { warnBelow: 10 })
    expect(made).toMatchObject({ status: 201, etag: '"r1"' })
    expect(made.body).toEqual({
      id: made.body.id,
      key: 'canecas',
      name: 'Canecas',
      reward: { id: rewardId, key: 'mug', title: 'Mug' },
      couponType: 'others',
      couponValue: '0',
      codes: 0,
      used: 0,
      left: 0,
      runsOutOn: null,
      warnBelow: 10,
      archivedAt: null,
      createdAt: expect.stringMatching(/Z$/),
      version: 1,
    })
    expect(await shop.refusal(rewardId, 'ana')).toBe(47)
    const sent = await send(manager, made.body.id, 'MUG-1\r\n\nMUG-2\n mug-1 \nMUG-3')
    expect(sent.body).toEqual({
      imported: 3,
      duplicates: 1,
      invalid: 0,
      duplicateCodes: ['mug-1'],
      invalidLines: [],
      list: { ...made.body, codes: 3, left: 3 },
    })
    expect((await shop.redeemed(rewardId, 'ana')).couponCode).toBe('MUG-1')
    const read = await manager.get<CouponListAnswer>(`/coupon-lists/${made.body.id}`)
    expect(read).toMatchObject({ etag: '"r1"', body: { codes: 3, used: 1, left: 2 } })
    expect((await manager.get(`/rewards/${rewardId}`)).body).toMatchObject({
      codesLeft: 2,
      couponLists: [{ id: made.body.id, key: 'canecas', name: 'Canecas' }],
    })
    expect((await send(manager, made.body.id, 'MUG-1\nMUG-2')).body).toMatchObject({ imported: 0 })
  })

  it('takes many codes at once, all or none, and says which lines can be none', async () => {
    const opened = await open()
    const { body } = await make(opened)
    const many = Array.from({ length: 25_000 }, (_, n) => `CODE-${n}`)
    const text = ['x'.repeat(251), ...many, 'a\u0000b'].join('\n')
    const { body: report } = await opened.manager.done<Record<string, unknown>>(
      'POST',
      `/coupon-lists/${body.id}/codes`,
      text,
    )
    expect(report).toMatchObject({ imported: 25_000, duplicates: 0, invalid: 2, invalidLines: [1, 25_002] })
    expect(await opened.shop.doubts()).toEqual([])
  })

  it('that is archived gives out no more, and the reward is refused rather than redeemed with a made-up code', async () => {
    const opened = await open()
    const { shop, manager, rewardId } = opened
    await shop.completed('1', 'ana', 1_000)
    const made = await make(opened)
    await send(manager, made.body.id, 'MUG-1\nMUG-2')
    await shop.redeemed(rewardId, 'ana')
    const path = `/coupon-lists/${made.body.id}`
    const archived = await manager.done('POST', `${path}/archive`, undefined, { ifMatch: made.etag })
    expect(archived.body).toMatchObject({ archivedAt: expect.any(String), version: 2 })
    expect(await shop.refusal(rewardId, 'ana')).toBe(47)
    expect((await manager.get(`/rewards/${rewardId}`)).body).toMatchObject({ codesLeft: 0, couponLists: [] })
    await manager.done('POST', `${path}/unarchive`, undefined, { ifMatch: archived.etag })
    expect((await shop.redeemed(rewardId, 'ana')).couponCode).toBe('MUG-2')
  })

  it('says when it runs out, if codes go on as they have gone', async () => {
    const opened = await open()
    const { shop, manager, rewardId } = opened
    await shop.completed('1', 'ana', 1_000)
    const { body } = await make(opened)
    await send(manager, body.id, 'A\nB\nC\nD\nE\nF')
    await shop.redeemed(rewardId, 'ana')
    await shop.redeemed(rewardId, 'ana')
    const made = Date.parse(body.createdAt ?? '')
    test.api.now = made + 4 * DAY_MS
    const read = await manager.get<CouponListAnswer>(`/coupon-lists/${body.id}`)
    expect(read.body.runsOutOn).toBe(new Date(made + 12 * DAY_MS).toISOString().slice(0, 10))
  })

  it('is renamed, and warned of from another number on', async () => {
    const opened = await open()
    const { manager } = opened
    const made = await make(opened)
    const path = `/coupon-lists/${made.body.id}`
    const changed = await manager.done('PATCH', path, { warnBelow: 5 }, { ifMatch: made.etag })
    expect(changed.body).toMatchObject({ name: 'Canecas', warnBelow: 5, version: 2 })
    const renamed = await manager.done(
      'PATCH',
      path,
      { name: 'Mugs', warnBelow: null },
      { ifMatch: changed.etag },
    )
    expect(renamed.body).toMatchObject({ name: 'Mugs', warnBelow: null, key: 'canecas' })
    expect((await manager.send('PATCH', path, { name: 'x' }, { ifMatch: made.etag })).status).toBe(412)
    expect((await manager.send('PATCH', path, { name: 'x' })).status).toBe(428)
    expect(await manager.problems('PATCH', path, { name: ' ' }, { ifMatch: renamed.etag })).toEqual([
      '/name General_FieldCannotBeNullOrBlank',
    ])
  })

  it('tells all that is wrong with it', async () => {
    const opened = await open()
    await make(opened, { key: 'taken' })
    const wrong = { key: 'taken', name: ' ', rewardId: 999_999_999, warnBelow: null }
    expect(await opened.manager.problems('POST', '/coupon-lists', wrong)).toEqual([
      '/key',
      '/name General_FieldCannotBeNullOrBlank',
      '/rewardId',
    ])
    expect(await opened.manager.problems('POST', '/coupon-lists', { name: 'x' })).toEqual(['/rewardId'])
    const { body } = await make(opened)
    const json = await opened.manager.send('POST', `/coupon-lists/${body.id}/codes`, { codes: ['A'] })
    expect(json.status).toBe(415)
    const large = await opened.manager.send(
      'POST',
      `/coupon-lists/${body.id}/codes`,
      'x'.repeat(8 * 1024 * 1024 + 1),
    )
    expect(large.status).toBe(413)
  })
})

describe('the codes of a list', () => {
  it('are shown page by page, by state and beginning, and the audit knows who has looked', async () => {
    const opened = await open()
    const { shop, manager, rewardId } = opened
    await shop.completed('1', 'ana', 1_000)
    const { body } = await make(opened)
    await send(manager, body.id, 'A-1\nA-2\nB-1\nB-2')
    await shop.redeemed(rewardId, 'ana')
    type Page = { items: { code: string; isGiven: boolean }[]; nextCursor: string | null }
    const page = async (query: string) =>
      (await manager.get<Page>(`/coupon-lists/${body.id}/codes?${query}`)).body
    const codes = async (query: string) => (await page(query)).items.map(({ code }) => code)
    expect(await codes('')).toEqual(['A-1', 'A-2', 'B-1', 'B-2'])
    expect(await codes('state=given')).toEqual(['A-1'])
    expect(await codes('state=free')).toEqual(['A-2', 'B-1', 'B-2'])
    expect(await codes('prefix=b-')).toEqual(['B-1', 'B-2'])
    const first = await page('limit=3')
    expect(await codes(`limit=3&cursor=${first.nextCursor}`)).toEqual(['B-2'])
    const looks = await test.reader.query(
      `select from audit_entry where tenant_id = $1 and action = 'couponList.readCodes'`,
      [shop.tenantId],
    )
    expect(looks).toHaveLength(6)
  })

  it('of another merchant are not there, nor is its list or reward', async () => {
    const [mine, theirs] = [await open(), await open()]
    const { body } = await make(theirs)
    const path = `/coupon-lists/${body.id}`
    const ifMatch = '"r1"'
    const statuses = [
      await mine.manager.get(path),
      await mine.manager.get(`${path}/codes`),
      await mine.manager.send('POST', `${path}/codes`, 'STOLEN'),
      await mine.manager.send('PATCH', path, { name: 'x' }, { ifMatch }),
      await mine.manager.send('POST', `${path}/archive`, undefined, { ifMatch }),
      await mine.manager.send('POST', `${path}/unarchive`, undefined, { ifMatch }),
    ].map(({ status }) => status)
    expect(statuses).toEqual(statuses.map(() => 404))
    const foreign = { name: 'x', rewardId: theirs.rewardId }
    expect(await mine.manager.problems('POST', '/coupon-lists', foreign)).toEqual(['/rewardId'])
    const lists = await mine.manager.get<{ items: unknown[] }>('/coupon-lists?state=all')
    expect(lists.body.items).toEqual([])
    expect((await theirs.manager.get(path)).body).toMatchObject({ codes: 0 })
    const ofReward = (
      await theirs.manager.get<{ items: unknown[] }>(`/coupon-lists?reward=${theirs.rewardId}`)
    ).body
    expect(ofReward.items).toHaveLength(1)
  })
})
