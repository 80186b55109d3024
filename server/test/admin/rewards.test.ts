/** Rewards as a merchant's people configure them: src/rewards/admin-api. */
import { beforeAll, describe, expect, it } from 'vitest'
import type { RewardAnswer } from '../../src/rewards/admin-api/schema.ts'
import { type Manager, useManager } from '../support/admin.ts'
import { giveTiers } from '../support/tiers.ts'
import { useShops } from '../support/use-shops.ts'

const test = useShops()
const admin = useManager(() => test.api)

const TEN_OFF = {
  type: 'fixedValue',
  title: 'R$ 10 off',
  value: '10',
  points: '200',
  coupon: { prefix: 'DEZ', validDays: 30 },
}

async function open(): Promise<Manager> {
  return admin.manager((await test.open()).key)
}

const auditOf = (manager: Manager) =>
  test.reader.query<{ action: string; actor_label: string; before: unknown; after: unknown }>(
    'select action, actor_label, before, after from audit_entry where tenant_id = $1 order by id',
    [manager.shop.tenantId],
  )

describe('a reward', () => {
  it('is made with defaults and a key of its title, and read as it was answered', async () => {
    const manager = await open()
    const made = await manager.done<RewardAnswer>('POST', '/rewards', TEN_OFF)
    expect(made).toMatchObject({ status: 201, etag: '"r1"' })
    expect(made.body).toEqual({
      id: made.body.id,
      key: 'r-10-off',
      type: 'fixedValue',
      title: 'R$ 10 off',
      isActive: true,
      prizeOnly: false,
      points: '200',
      value: '10',
      preTitle: null,
      description: null,
      longDescription: null,
      customTitle: null,
      usageInstructions: null,
      usesCustomInstruction: false,
      validFrom: null,
      validUntil: null,
      limits: { perCustomer: null, total: null },
      tiers: [],
      channel: 'all',
      coupon: {
        prefix: 'DEZ',
        validDays: 30,
        cumulative: false,
        minimumPurchase: null,
        byHand: false,
        expiresMissingInPlatform: false,
      },
      cashback: {
        maximum: null,
        percentOfPurchase: null,
        informativeOnly: false,
        informativeText: null,
        rules: null,
      },
      collections: { which: 'all', ids: [] },
      notify: { team: [], customer: false },
      icons: { url: null, widget: null, landingPage: null },
      archivedAt: null,
      redeemed: 0,
      codesLeft: null,
      couponLists: [],
      givenBy: [],
      version: 1,
    })
    const read = await manager.get(`/rewards/${made.body.id}`)
    expect(read).toMatchObject({ status: 200, etag: '"r1"', body: made.body })
    const second = await manager.done<RewardAnswer>('POST', '/rewards', TEN_OFF)
    expect(second.body.key).toBe('r-10-off-2')
  })

  it('keeps every member that can be said of it', async () => {
    const shop = await test.open()
    await giveTiers(test.api, shop)
    const manager = admin.manager(shop.key)
    const all = {
      key: 'all-of-it',
      type: 'cashback',
      title: 'Cashback',
      isActive: false,
      points: '0',
      value: '0',
      preTitle: 'Pre',
      description: 'Short',
      longDescription: 'Long',
      customTitle: 'Custom',
      usageInstructions: 'Show it',
      usesCustomInstruction: true,
      validFrom: '2026-02-01T00:00:00.000Z',
      validUntil: '2026-03-01T00:00:00.000Z',
      limits: { perCustomer: 2, total: 100 },
      tiers: ['silver', 'gold'],
      channel: 'online',
      coupon: {
        prefix: 'C',
        validDays: 7,
        cumulative: true,
        minimumPurchase: '50.5',
        byHand: true,
        expiresMissingInPlatform: true,
      },
      cashback: {
        maximum: '30',
        percentOfPurchase: '50',
        informativeOnly: true,
        informativeText: 'Only shown',
        rules: 'Rules',
      },
      collections: { which: 'except', ids: ['sale', 'gifts'] },
      notify: { team: ['team@shop.example'], customer: true },
      icons: { url: 'https://x.example/i.png', widget: 'cup', landingPage: 'bean' },
    }
    for (const url of ['javascript:alert(1)', 'data:text/html,x', '//x.example/i.png', 'cup.png']) {
      expect(await manager.problems('POST', '/rewards', { ...all, icons: { url } })).toEqual(['/icons/url'])
    }
    const made = await manager.done<RewardAnswer>('POST', '/rewards', all)
    expect(made.body).toMatchObject(all)
    const { id, archivedAt: _, redeemed: __, codesLeft: ___, couponLists: ____, ...more } = made.body
    const { givenBy: _____, version, ...body } = more
    const same = await manager.done('PUT', `/rewards/${id}`, body, { ifMatch: made.etag })
    expect(same).toMatchObject({ etag: '"r1"', body: { version } })
    const emptied = { type: 'cashback', title: 'Cashback' }
    const replaced = await manager.done<RewardAnswer>('PUT', `/rewards/${id}`, emptied, { ifMatch: '"r1"' })
    expect(replaced).toMatchObject({ etag: '"r2"' })
    expect(replaced.body).toMatchObject({
      key: 'all-of-it',
      isActive: true,
      preTitle: null,
      tiers: [],
      collections: { which: 'all', ids: [] },
      notify: { team: [], customer: false },
      icons: { url: null, widget: null, landingPage: null },
    })
  })

  it('is redeemed as it is now: a change counts for the next redemption, and so does the archive', async () => {
    const shop = await test.open()
    const manager = admin.manager(shop.key)
    await shop.completed('1', 'ana', 1_000)
    const made = await manager.done<RewardAnswer>('POST', '/rewards', TEN_OFF)
    const { id } = made.body
    const first = await shop.redeemed(id, 'ana')
    expect(first.item).toMatchObject({ Value: 10, Points: 200, PointBalance: 800 })
    const dearer = { ...TEN_OFF, value: '25', points: '300' }
    const changed = await manager.done('PUT', `/rewards/${id}`, dearer, { ifMatch: made.etag })
    const second = await shop.redeemed(id, 'ana')
    expect(second.item).toMatchObject({ Value: 25, Points: 300, PointBalance: 500 })
    expect((await manager.get(`/rewards/${id}`)).body).toMatchObject({ redeemed: 2 })

    const archived = await manager.done('POST', `/rewards/${id}/archive`, undefined, {
      ifMatch: changed.etag,
    })
    expect(archived.body).toMatchObject({ archivedAt: expect.any(String), isActive: true })
    expect(await shop.refusal(id, 'ana')).toBe(47)
    const list = await shop.sendText<{ Items: { Id: number }[] }>('GET', '/v1/pvt/RewardConfigurations')
    expect(list.Items.map((item) => item.Id)).not.toContain(id)
    const back = await manager.done('POST', `/rewards/${id}/unarchive`, undefined, { ifMatch: archived.etag })
    expect(back.body).toMatchObject({ archivedAt: null, version: 4 })
    await shop.redeemed(id, 'ana')
  })

  it('keeps its type once it was redeemed', async () => {
    const shop = await test.open()
    const manager = admin.manager(shop.key)
    await shop.completed('1', 'ana', 1_000)
    const made = await manager.done<RewardAnswer>('POST', '/rewards', TEN_OFF)
    const other = { ...TEN_OFF, type: 'percent' }
    const changed = await manager.done('PUT', `/rewards/${made.body.id}`, other, { ifMatch: made.etag })
    await shop.redeemed(made.body.id, 'ana')
    const again = { ifMatch: changed.etag }
    expect(await manager.problems('PUT', `/rewards/${made.body.id}`, TEN_OFF, again)).toEqual(['/type'])
  })

  it('is copied, switched off, with a key of its own', async () => {
    const manager = await open()
    const made = await manager.done<RewardAnswer>('POST', '/rewards', TEN_OFF)
    const copy = await manager.done<RewardAnswer>('POST', `/rewards/${made.body.id}/duplicate`)
    expect(copy).toMatchObject({ status: 201, etag: '"r1"' })
    const { id: _, key: __, title: ___, isActive: ____, ...rest } = made.body
    expect(copy.body).toMatchObject({
      ...rest,
      isActive: false,
      title: 'R$ 10 off (cópia)',
      key: 'r-10-off-copia',
    })
    expect(copy.body.id).not.toBe(made.body.id)
  })
})

describe('what is wrong with a reward', () => {
  let manager: Manager
  beforeAll(async () => {
    manager = await open()
  })

  it.each([
    ['points below 0', { points: '-1' }, '/points Reward_PointsShouldBePositive'],
    ['no value', { value: '0' }, '/value Reward_ValueShouldBePositive'],
    ['a value below 0', { value: '-0.01' }, '/value Reward_ValueShouldBePositive'],
    [
      'more than 100 percent',
      { type: 'percent', value: '100.01' },
      '/value Reward_ValueShouldBe100PercentMax',
    ],
    ['a value above the limit', { value: '999.01' }, '/value Reward_ValueShouldBe999ValueMax'],
    ['points above the limit', { points: '9999.01' }, '/points Reward_PointsShouldBe9999ValueMax'],
    ['a blank title', { title: '  ' }, '/title General_FieldCannotBeNullOrBlank'],
    ['an unknown tier', { tiers: ['platinum'] }, '/tiers/0 Tier_NotFound'],
    [
      'an end before the beginning',
      { validFrom: '2026-02-01T00:00:00Z', validUntil: '2026-02-01T00:00:00Z' },
      '/validUntil Campaign_InvalidDateRange',
    ],
    ['a moment that no table keeps', { validFrom: '0000-01-01T00:00:00Z' }, '/validFrom'],
    ['cashback for points', { type: 'cashback', value: '0', points: '10' }, '/points'],
    ['no collection', { collections: { which: 'only', ids: [] } }, '/collections/ids'],
    ['an unknown member', { colour: 'red' }, '/colour'],
    ['a float', { points: 200 }, '/points'],
    ['a number that is none', { points: '1e3' }, '/points'],
    ['an unknown type', { type: 'gold' }, '/type'],
    ['a title that no table keeps', { title: 'a\u0000b' }, '/title'],
    ['a title beyond all bounds', { title: 'x'.repeat(251) }, '/title'],
    ['an address that is none', { notify: { team: ['nobody'] } }, '/notify/team/0'],
  ])('is told: %s', async (_, wrong, problem) => {
    const body = { ...TEN_OFF, ...wrong }
    expect(await manager.problems('POST', '/rewards', body)).toEqual([problem])
    expect(await manager.problems('POST', '/rewards/validate', body)).toEqual([problem])
  })

  it('is told all at once, in the language that was asked for', async () => {
    const body = {
      ...TEN_OFF,
      title: ' ',
      points: '-1',
      value: '1000',
      tiers: ['nobody'],
      validFrom: '2026-02-01T00:00:00Z',
      validUntil: '2026-01-01T00:00:00Z',
    }
    const { body: said } = await manager.send<{ detail: string; errors: { message: string }[] }>(
      'POST',
      '/rewards',
      body,
      { language: 'pt-BR' },
    )
    expect(said.detail).toBe('5 campos da requisição estão errados.')
    expect(said.errors.map(({ message }) => message)).toEqual([
      'Isto não pode ficar em branco.',
      'Os pontos devem ser 0 ou mais.',
      'No máximo 999; o limite é uma configuração sua.',
      'O fim deve ser depois do início.',
      'Não há um nível “nobody”.',
    ])
  })

  it('depends on the limits that the merchant has set', async () => {
    const shop = await test.open(undefined, {
      settings: { limits: { rewardValue: '50000', rewardPoints: '100000' } },
    })
    const pesos = admin.manager(shop.key)
    await pesos.done('POST', '/rewards', { ...TEN_OFF, value: '50000', points: '100000' })
    const more = { ...TEN_OFF, value: '50000.01', points: '100000.01' }
    expect(await pesos.problems('POST', '/rewards', more)).toEqual([
      '/points Reward_PointsShouldBe9999ValueMax',
      '/value Reward_ValueShouldBe999ValueMax',
    ])
  })

  it('is a key that another one has, or that changes', async () => {
    const made = await manager.done<RewardAnswer>('POST', '/rewards', { ...TEN_OFF, key: 'ten' })
    expect(await manager.problems('POST', '/rewards', { ...TEN_OFF, key: 'ten', title: ' ' })).toEqual([
      '/key',
      '/title General_FieldCannotBeNullOrBlank',
    ])
    const other = { ...TEN_OFF, key: 'eleven' }
    const options = { ifMatch: made.etag }
    expect(await manager.problems('PUT', `/rewards/${made.body.id}`, other, options)).toEqual(['/key'])
  })

  it('leaves nothing behind', async () => {
    const other = await open()
    await other.problems('POST', '/rewards', { ...TEN_OFF, points: '-1' })
    await other.done('POST', '/rewards/validate', TEN_OFF)
    expect((await other.get<{ items: unknown[] }>('/rewards')).body.items).toEqual([])
    expect(await auditOf(other)).toEqual([])
  })
})

describe('two people', () => {
  it('who save the same reward: the second is told who was first, and nothing is lost', async () => {
    const manager = await open()
    const made = await manager.done<RewardAnswer>('POST', '/rewards', TEN_OFF)
    const path = `/rewards/${made.body.id}`
    const saves = await Promise.all(
      ['Ana', 'Davi'].map((as) =>
        manager.send('PUT', path, { ...TEN_OFF, title: `By ${as}` }, { ifMatch: made.etag, as }),
      ),
    )
    const [won, lost] = [...saves].sort((a, b) => a.status - b.status)
    expect([won?.status, lost?.status]).toEqual([200, 412])
    const title = String(won?.body.title)
    expect(lost?.body).toMatchObject({
      type: 'urn:punchcard:problem:changed',
      etag: '"r2"',
      changedBy: title.replace('By ', ''),
      changedAt: new Date(test.api.now).toISOString(),
    })
    expect((await manager.get(path)).body).toMatchObject({ title, version: 2 })
  })

  it('must say which version they have read', async () => {
    const manager = await open()
    const { body } = await manager.done<RewardAnswer>('POST', '/rewards', TEN_OFF)
    for (const [method, path] of [
      ['PUT', ''],
      ['POST', '/archive'],
      ['POST', '/unarchive'],
    ] as const) {
      const without = await manager.send(method, `/rewards/${body.id}${path}`, TEN_OFF)
      expect([path, without.status]).toEqual([path, 428])
      const stale = await manager.send(method, `/rewards/${body.id}${path}`, TEN_OFF, { ifMatch: '"r9"' })
      expect([path, stale.status]).toEqual([path, 412])
    }
    expect((await manager.send('POST', '/rewards', TEN_OFF, { key: null })).status).toBe(428)
  })

  it('are named in the audit with what they have changed, and only that', async () => {
    const manager = await open()
    const made = await manager.done<RewardAnswer>('POST', '/rewards', TEN_OFF)
    const path = `/rewards/${made.body.id}`
    const changed = await manager.done(
      'PUT',
      path,
      { ...TEN_OFF, points: '250' },
      { ifMatch: made.etag, as: 'Davi' },
    )
    await manager.done('PUT', path, { ...TEN_OFF, points: '250' }, { ifMatch: changed.etag })
    const archived = await manager.done('POST', `${path}/archive`, undefined, { ifMatch: changed.etag })
    await manager.done('POST', `${path}/archive`, undefined, { ifMatch: archived.etag })
    const at = new Date(test.api.now).toISOString()
    expect(await auditOf(manager)).toEqual([
      {
        action: 'reward.create',
        actor_label: 'Bia',
        before: null,
        after: expect.objectContaining(TEN_OFF_KEPT),
      },
      { action: 'reward.update', actor_label: 'Davi', before: { points: '200' }, after: { points: '250' } },
      {
        action: 'reward.archive',
        actor_label: 'Bia',
        before: { archivedAt: null },
        after: { archivedAt: at },
      },
    ])
  })
})

const TEN_OFF_KEPT = { type: 'fixedValue', title: 'R$ 10 off', value: '10', points: '200' }

describe('a repetition', () => {
  it('makes one reward, and with another body none', async () => {
    const manager = await open()
    const first = await manager.done('POST', '/rewards', TEN_OFF, { key: 'once' })
    const again = await manager.done('POST', '/rewards', TEN_OFF, { key: 'once' })
    expect(again.body).toEqual(first.body)
    expect(again.headers['idempotent-replayed']).toBe('true')
    const other = await manager.send('POST', '/rewards', { ...TEN_OFF, points: '1' }, { key: 'once' })
    expect(other.status).toBe(422)
    expect((await manager.get<{ items: unknown[] }>('/rewards')).body.items).toHaveLength(1)
  })
})

describe('the list of rewards', () => {
  it('goes on where it ended, by state, type and tier', async () => {
    const shop = await test.open()
    await giveTiers(test.api, shop)
    const manager = admin.manager(shop.key)
    const make = (more: object) => manager.done<RewardAnswer>('POST', '/rewards', { ...TEN_OFF, ...more })
    await make({ key: 'a' })
    await make({ key: 'b', isActive: false, tiers: ['gold'] })
    await make({ key: 'c', type: 'percent', tiers: ['silver'] })
    const archived = await make({ key: 'd' })
    const { id } = archived.body
    await manager.done('POST', `/rewards/${id}/archive`, undefined, { ifMatch: archived.etag })

    const keys = async (query: string): Promise<string[]> =>
      (await manager.get<{ items: RewardAnswer[] }>(`/rewards?${query}`)).body.items.map(({ key }) => key)
    expect(await keys('')).toEqual(['a', 'b', 'c'])
    expect(await keys('state=active')).toEqual(['a', 'c'])
    expect(await keys('state=inactive')).toEqual(['b'])
    expect(await keys('state=archived')).toEqual(['d'])
    expect(await keys('state=all')).toEqual(['a', 'b', 'c', 'd'])
    expect(await keys('type=percent')).toEqual(['c'])
    expect(await keys('tier=gold')).toEqual(['a', 'b'])

    type List = { items: RewardAnswer[]; nextCursor: string | null }
    const first = (await manager.get<List>('/rewards?limit=2&state=all')).body
    expect(first.items.map(({ key }) => key)).toEqual(['a', 'b'])
    const next = `/rewards?limit=2&state=all&cursor=${first.nextCursor}`
    const second = (await manager.get<List>(next)).body
    expect(second.items.map(({ key }) => key)).toEqual(['c', 'd'])
    expect(second.nextCursor).toBeNull()
    expect((await manager.get(`/rewards?limit=2&cursor=${first.nextCursor}`)).status).toBe(422)
    for (const wrong of ['limit=0', 'limit=101', 'limit=x', 'cursor=x', 'state=gone', 'color=red']) {
      expect([wrong, (await manager.get(`/rewards?${wrong}`)).status]).toEqual([wrong, 422])
    }
  })
})

describe("another merchant's reward", () => {
  it('is not there', async () => {
    const [mine, theirs] = [await open(), await open()]
    const { body } = await theirs.done<RewardAnswer>('POST', '/rewards', { ...TEN_OFF, key: 'theirs' })
    const path = `/rewards/${body.id}`
    const ifMatch = '"r1"'
    expect((await mine.get(path)).status).toBe(404)
    expect((await mine.send('PUT', path, TEN_OFF, { ifMatch })).status).toBe(404)
    expect((await mine.send('POST', `${path}/archive`, undefined, { ifMatch })).status).toBe(404)
    expect((await mine.send('POST', `${path}/unarchive`, undefined, { ifMatch })).status).toBe(404)
    expect((await mine.send('POST', `${path}/duplicate`)).status).toBe(404)
    expect((await mine.get<{ items: unknown[] }>('/rewards?state=all')).body.items).toEqual([])
    await mine.done('POST', '/rewards', { ...TEN_OFF, key: 'theirs' })
    for (const id of ['0', '-1', 'x', '99999999999999999999']) {
      expect([id, (await mine.get(`/rewards/${id}`)).status]).toEqual([id, 404])
    }
  })
})
