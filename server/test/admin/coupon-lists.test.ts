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
      upload: {
        id: expect.any(Number),
        file: null,
        codes: 3,
        removed: 0,
        isUsed: false,
        createdAt: expect.stringMatching(/Z$/),
        undoneAt: null,
      },
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

interface Upload {
  readonly id: number
  readonly file: string | null
  readonly codes: number
  readonly removed: number
  readonly isUsed: boolean
  readonly undoneAt: string | null
}

describe('an upload', () => {
  const uploadsOf = async (manager: Manager, id: number) =>
    (await manager.get<{ items: Upload[] }>(`/coupon-lists/${id}/uploads`)).body.items
  const upload = async (manager: Manager, id: number, key: string, text: string) =>
    (
      await manager.done<{ imported: number; upload: Upload }>(
        'POST',
        `/coupon-lists/${id}/codes?upload=${key}&file=spring.csv`,
        text,
      )
    ).body
  const undo = (manager: Manager, id: number, uploadId: number) =>
    manager.send<{ removed: number; isDone: boolean; upload: Upload; list: CouponListAnswer }>(
      'POST',
      `/coupon-lists/${id}/uploads/${uploadId}/undo`,
    )

  it('is told before it is done, and telling adds nothing', async () => {
    const opened = await open()
    const { manager } = opened
    const { body } = await make(opened)
    await send(manager, body.id, 'MUG-1')
    const path = `/coupon-lists/${body.id}/codes/check`
    const told = await manager.done('POST', path, `mug-1\nMUG-2\n\n${'x'.repeat(251)}\nMUG-2\nMUG-3`)
    expect(told.body).toEqual({
      added: 2,
      duplicates: 2,
      invalid: 1,
      duplicateCodes: ['mug-1', 'MUG-2'],
      invalidLines: [4],
    })
    expect((await manager.get(`/coupon-lists/${body.id}`)).body).toMatchObject({ codes: 1 })
  })

  it('tells codes twice in a text also where they are far apart', async () => {
    const opened = await open()
    const { body } = await make(opened)
    const many = Array.from({ length: 10_500 }, (_, n) => `CODE-${n}`)
    const path = `/coupon-lists/${body.id}/codes/check`
    const told = await opened.manager.done('POST', path, [...many, 'code-0'].join('\n'))
    expect(told.body).toMatchObject({ added: 10_500, duplicates: 1, duplicateCodes: ['code-0'] })
  })

  it('of several requests is undone as one, and the other codes stay', async () => {
    const opened = await open()
    const { shop, manager, rewardId } = opened
    await shop.completed('1', 'ana', 1_000)
    const { body } = await make(opened)
    await send(manager, body.id, 'OLD-1')
    await upload(manager, body.id, 'spring', 'NEW-1\nNEW-2')
    // The second part again, as after an answer that was lost.
    await upload(manager, body.id, 'spring', 'NEW-3')
    const { upload: added } = await upload(manager, body.id, 'spring', 'NEW-3\nOLD-1')
    expect(added).toMatchObject({ file: 'spring.csv', codes: 3, removed: 0, isUsed: false })
    expect((await uploadsOf(manager, body.id)).map(({ codes }) => codes)).toEqual([3, 1])
    const undone = await undo(manager, body.id, added.id)
    expect(undone.body).toMatchObject({
      removed: 3,
      isDone: true,
      upload: { removed: 3, undoneAt: expect.any(String) },
      list: { codes: 1, left: 1 },
    })
    expect((await undo(manager, body.id, added.id)).body).toMatchObject({ removed: 0, isDone: true })
    expect((await shop.redeemed(rewardId, 'ana')).couponCode).toBe('OLD-1')
    expect(await shop.refusal(rewardId, 'ana')).toBe(47)
    expect(await shop.doubts()).toEqual([])
    const told = await test.reader.query<{ after: unknown }>(
      `select after from audit_entry where tenant_id = $1 and action = 'couponList.undoUpload'`,
      [shop.tenantId],
    )
    expect(told).toEqual([{ after: { file: 'spring.csv', removed: 3 } }])
    // Its codes can be sent again, and a part that comes late brings nothing back.
    const late = await manager.send('POST', `/coupon-lists/${body.id}/codes?upload=spring`, 'NEW-4')
    expect(late.status).toBe(409)
    expect((await upload(manager, body.id, 'again', 'NEW-1')).imported).toBe(1)
  })

  it('stays once a customer has one of its codes', async () => {
    const opened = await open()
    const { shop, manager, rewardId } = opened
    await shop.completed('1', 'ana', 1_000)
    const { body } = await make(opened)
    const { upload: added } = await upload(manager, body.id, 'spring', 'NEW-1\nNEW-2')
    await shop.redeemed(rewardId, 'ana')
    const refused = await undo(manager, body.id, added.id)
    expect(refused.status).toBe(409)
    expect(await uploadsOf(manager, body.id)).toMatchObject([{ isUsed: true, removed: 0, undoneAt: null }])
    expect((await manager.get(`/coupon-lists/${body.id}`)).body).toMatchObject({ codes: 2, used: 1 })
  })

  it('of many codes is undone by several requests, each of which takes a bounded part', async () => {
    const opened = await open()
    const { body } = await make(opened)
    const many = Array.from({ length: 20_001 }, (_, n) => `CODE-${n}`).join('\n')
    const { upload: added } = await upload(opened.manager, body.id, 'many', many)
    const first = await undo(opened.manager, body.id, added.id)
    expect(first.body).toMatchObject({ removed: 20_000, isDone: false, upload: { undoneAt: null } })
    const second = await undo(opened.manager, body.id, added.id)
    expect(second.body).toMatchObject({ removed: 1, isDone: true, list: { codes: 0 } })
    expect(await opened.shop.doubts()).toEqual([])
  })

  it('and a redemption at the same moment never both have a code', async () => {
    const opened = await open()
    const { shop, manager, rewardId } = opened
    for (let round = 0; round < 5; round += 1) {
      await shop.completed(`race-${round}`, `ana-${round}`, 1_000)
      const { body } = await make(opened, { name: `Race ${round}` })
      const { upload: added } = await upload(manager, body.id, 'race', `RACE-${round}`)
      const [undone, refusal] = await Promise.all([
        undo(manager, body.id, added.id),
        shop.refusal(rewardId, `ana-${round}`),
      ])
      // One of them was first: the code is gone, or it is a customer's.
      expect([undone.status, refusal]).toEqual(undone.status === 200 ? [200, 47] : [409, null])
    }
    expect(await shop.doubts()).toEqual([])
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
      await mine.manager.send('POST', `${path}/codes/check`, 'STOLEN'),
      await mine.manager.get(`${path}/uploads`),
      await mine.manager.send('POST', `${path}/uploads/1/undo`),
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
