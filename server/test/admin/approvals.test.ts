/** What needs two people: src/balances/admin-api/routes.ts, src/management/approvals. Acceptance 21. */
import { describe, expect, it } from 'vitest'
import { deleteOldSums } from '../../src/balances/collections/adjustments.ts'
import type { ApprovalAnswer } from '../../src/people/admin-api/approvals-schema.ts'
import { MAIN_CELL } from '../../src/tenancy/cells.ts'
import type { TenantSettings } from '../../src/tenancy/tenant.ts'
import { type Answer, type Manager, type SendOptions, useManager } from '../support/admin.ts'
import { DAY_MS, type Shop } from '../support/shop.ts'
import { giveTiers, points } from '../support/tiers.ts'
import { useShops } from '../support/use-shops.ts'

const test = useShops()
const admin = useManager(() => test.api)
/** Another process: a till of its own, and the same database. */
const elsewhere = useManager(() => test.api)
const ROUNDS = Number(process.env.RACE_REPETITIONS ?? 10)

interface Opened {
  readonly shop: Shop
  readonly manager: Manager
  readonly path: string
  readonly customerId: number
}

/** Ana has 100 points; more than 50 of hers, or 200 a day, need somebody else. */
async function open(
  approvals: TenantSettings['approvals'] = { adjustAbove: '50', adjustPerDay: '200' },
): Promise<Opened> {
  const shop = await test.open(undefined, { settings: { approvals } })
  const customerId = await newCustomer(shop, 'ana')
  return { shop, manager: admin.manager(shop.key), customerId, path: `/customers/${customerId}/adjustments` }
}

async function newCustomer(shop: Shop, name: string): Promise<number> {
  await shop.completed(`order of ${name}`, name, 100)
  const [row] = await test.reader.query<{ id: number }>(
    'select id::int from customer where tenant_id = $1 and original_id = $2',
    [shop.tenantId, name],
  )
  if (!row) throw new Error(`there is no ${name}`)
  return row.id
}

const BIA: SendOptions = {}
const DAVI: SendOptions = { as: 'Davi', actor: 'person:8' }
const give = (points: string) => ({ points, reason: 'goodwill', note: 'Sorry' })

type Asked = Answer<{ approval: { id: number; exceeds: string; expiresAt: string } }>
const ask = (opened: Opened, points: string, options: SendOptions = BIA) =>
  opened.manager.done<Asked['body']>('POST', opened.path, give(points), options)
const decide = (
  { manager }: Pick<Opened, 'manager'>,
  id: number,
  how: 'approve' | 'reject',
  options: SendOptions = DAVI,
) => manager.send<ApprovalAnswer>('POST', `/approvals/${id}/${how}`, {}, options)
const read = async ({ manager }: Opened, id: number) =>
  (await manager.done<ApprovalAnswer>('GET', `/approvals/${id}`)).body
const changes = ({ shop }: Opened) =>
  test.reader.query<{ made_by: string; approved_by: string | null }>(
    'select made_by, approved_by from balance_change where tenant_id = $1',
    [shop.tenantId],
  )
const pointsOf = async ({ shop }: Opened, name = 'ana') => (await shop.events(name)).at(-1)?.balance[0]

describe('an adjustment that was approved', () => {
  it('does not count for the limits of who asked for it', async () => {
    const opened = await open({ adjustAbove: '50', adjustPerDay: '100' })
    const { id } = (await ask(opened, '60')).body.approval
    expect((await decide(opened, id, 'approve')).status).toBe(200)
    expect((await ask(opened, '50')).status).toBe(201)
    expect((await ask(opened, '1')).status).toBe(202)
    expect(await pointsOf(opened)).toBe(210)
  })

  it('counts for the tier', async () => {
    const shop = await test.open(undefined, { settings: { approvals: { adjustAbove: '50' } } })
    const [, silver] = await giveTiers(test.api, shop, [
      { name: 'Bronze', order: 1, isBase: true },
      { name: 'Silver', order: 2, goals: [points(150)] },
    ])
    const customerId = await newCustomer(shop, 'ana')
    const manager = admin.manager(shop.key)
    const opened = { shop, manager, customerId, path: `/customers/${customerId}/adjustments` }
    const { id } = (await ask(opened, '60')).body.approval
    expect((await decide(opened, id, 'approve')).status).toBe(200)
    const rows = await test.reader.query<{ tier: number }>(
      'select tier_id::int as tier from customer where tenant_id = $1',
      [shop.tenantId],
    )
    expect(rows).toEqual([{ tier: silver }])
  })
})

describe('an adjustment above a limit', () => {
  it('waits for somebody else, who then does it', async () => {
    const opened = await open()
    const asked = await ask(opened, '50.5', { key: 'k' })
    expect(asked.status).toBe(202)
    const { id } = asked.body.approval
    expect(asked.body).toEqual({
      approval: {
        id,
        state: 'waiting',
        exceeds: 'change',
        expiresAt: new Date(test.api.now + 7 * DAY_MS).toISOString(),
      },
    })
    expect(await pointsOf(opened)).toBe(100)
    expect(await read(opened, id)).toMatchObject({
      state: 'waiting',
      kind: 'adjustment',
      target: { kind: 'customer', id: opened.customerId },
      adjustment: { points: '50.5', cashback: null, reason: 'goodwill', note: 'Sorry', orderId: null },
      requestedBy: { kind: 'person', id: 7, label: 'Bia' },
      isOwn: true,
      decidedBy: null,
      recordId: null,
    })
    const shown = await opened.manager.done('POST', `/approvals/${id}/preview`, undefined, DAVI)
    expect(shown.body).toMatchObject({ before: { points: '100' }, after: { points: '150.5' } })
    const approved = await decide(opened, id, 'approve')
    expect(approved).toMatchObject({
      status: 200,
      body: {
        state: 'approved',
        isOwn: false,
        decidedBy: { id: 8, label: 'Davi' },
        recordId: expect.any(Number),
      },
    })
    expect(await pointsOf(opened)).toBe(150.5)
    expect(await changes(opened)).toEqual([{ made_by: 'person:7', approved_by: 'person:8' }])
    // Whoever asks again learns that it is done, and whoever agrees again as well.
    const again = await opened.manager.done('POST', opened.path, give('50.5'), { key: 'k' })
    expect(again).toMatchObject({ status: 201, body: { recordId: approved.body.recordId } })
    expect((await decide(opened, id, 'approve')).body).toEqual(approved.body)
    const audit = await test.reader.query(
      'select action, actor_label, target_id, after, note from audit_entry where tenant_id = $1 order by id',
      [opened.shop.tenantId],
    )
    const target_id = String(opened.customerId)
    const after = { approval: id, points: '50.5', reason: 'goodwill' }
    expect(audit).toEqual([
      {
        action: 'approval.request',
        actor_label: 'Bia',
        target_id,
        after: { ...after, exceeds: 'change' },
        note: null,
      },
      {
        action: 'approval.approve',
        actor_label: 'Davi',
        target_id,
        after: {
          ...after,
          recordId: approved.body.recordId,
          balance: { points: '150.5', cashback: '7.525' },
        },
        note: null,
      },
    ])
  })

  it('asked for again with its key is the same, and with another body a mistake', async () => {
    const opened = await open()
    const asked = await Promise.all(Array.from({ length: 20 }, () => ask(opened, '60', { key: 'k' })))
    expect(new Set(asked.map(({ body }) => body.approval.id)).size).toBe(1)
    const other = await opened.manager.send('POST', opened.path, give('61'), { key: 'k' })
    expect(other.status).toBe(422)
  })

  it('is tried out with what it would do', async () => {
    const { manager, path } = await open()
    const shown = await manager.done('POST', `${path}/preview`, { points: '51', reason: 'other' })
    expect(shown.body).toMatchObject({ exceeds: 'change', after: { points: '151' } })
  })

  it('rejected does nothing, and stays rejected', async () => {
    const opened = await open()
    const { id } = (await ask(opened, '60')).body.approval
    expect(await decide(opened, id, 'reject')).toMatchObject({
      status: 200,
      body: { state: 'rejected', recordId: null },
    })
    expect((await decide(opened, id, 'approve')).status).toBe(409)
    expect((await decide(opened, id, 'approve', { actor: 'person:9' })).status).toBe(409)
    expect(await changes(opened)).toEqual([])
  })

  it('that no longer fits is refused, and says so', async () => {
    const opened = await open()
    const { id } = (await ask(opened, '-80')).body.approval
    await ask(opened, '-30')
    const refused = await decide(opened, id, 'approve')
    expect(refused).toMatchObject({ status: 409, body: { code: 'PdvOrder_NotEnoughPoints' } })
    expect(await read(opened, id)).toMatchObject({ state: 'waiting' })
    await ask(opened, '20')
    expect((await decide(opened, id, 'approve')).status).toBe(200)
    expect(await pointsOf(opened)).toBe(10)
  })

  it('is over after seven days', async () => {
    const opened = await open()
    const { id } = (await ask(opened, '60')).body.approval
    test.api.now += 7 * DAY_MS
    expect((await decide(opened, id, 'approve')).status).toBe(409)
    expect((await decide(opened, id, 'reject')).status).toBe(409)
    expect(await read(opened, id)).toMatchObject({ state: 'expired' })
  })

  it('is not for a token to ask for, which another hand could agree to', async () => {
    const opened = await open()
    const refused = await opened.manager.send('POST', opened.path, give('60'), { actor: 'token:3' })
    expect(refused.status).toBe(403)
    expect((await opened.manager.send('POST', opened.path, give('50'), { actor: 'token:3' })).status).toBe(
      201,
    )
  })
})

describe('splitting', () => {
  it('is caught for one customer', async () => {
    const opened = await open({ adjustAbove: '50' })
    for (const points of ['20', '-20']) expect((await ask(opened, points)).status).toBe(201)
    expect((await ask(opened, '11')).body.approval).toMatchObject({ exceeds: 'customer' })
    expect((await ask(opened, '10')).status).toBe(201)
    expect((await ask(opened, '0.0001')).body.approval).toMatchObject({ exceeds: 'customer' })
    // Somebody else has their own, and so has the next day.
    expect((await ask(opened, '50', DAVI)).status).toBe(201)
    test.api.now += DAY_MS
    expect((await ask(opened, '50')).status).toBe(201)
  })

  it('is caught over all customers', async () => {
    const opened = await open({ adjustPerDay: '100' })
    const of = async (name: string) => {
      const id = await newCustomer(opened.shop, name)
      return { ...opened, path: `/customers/${id}/adjustments` }
    }
    const [eve, ian, zoe] = [await of('eve'), await of('ian'), await of('zoe')]
    expect((await ask(eve, '60')).status).toBe(201)
    test.api.now += DAY_MS / 2
    expect((await ask(ian, '-40')).status).toBe(201)
    expect((await ask(zoe, '1')).body.approval).toMatchObject({ exceeds: 'day' })
    // What was done more than a day ago counts no more, and what was approved never did.
    test.api.now += DAY_MS / 2
    expect((await ask(zoe, '60')).status).toBe(201)
    const { id } = (await ask(zoe, '1')).body.approval
    expect((await decide(opened, id, 'approve')).status).toBe(200)
    test.api.now += DAY_MS / 2
    expect((await ask(zoe, '40')).status).toBe(201)
    expect((await ask(zoe, '1')).status).toBe(202)
  })

  it('is caught also when what is older was deleted, and that takes nothing which counts', async () => {
    const opened = await open({ adjustPerDay: '100' })
    expect((await ask(opened, '30')).status).toBe(201)
    test.api.now += 2 * DAY_MS
    expect((await ask(opened, '60')).status).toBe(201)
    test.api.now += DAY_MS / 24
    const { tenantId } = opened.shop
    await test.api.cells
      .of({ cell: MAIN_CELL })
      .transaction([tenantId], (tx) => deleteOldSums(tx, [tenantId], test.api.now))
    const sums = await test.reader.query('select number::int from adjustment_sum where tenant_id = $1', [
      tenantId,
    ])
    expect(sums).toEqual([{ number: 2 }])
    expect((await ask(opened, '41')).status).toBe(202)
    expect((await ask(opened, '40')).status).toBe(201)
  })

  it('is caught at the same moment, in two processes', async () => {
    for (let round = 0; round < ROUNDS; round += 1) {
      const opened = await open({ adjustPerDay: '30' })
      const ids: number[] = []
      for (const name of ['a', 'b', 'c', 'd']) ids.push(await newCustomer(opened.shop, name))
      const others = elsewhere.manager(opened.shop.key)
      const asked = await Promise.all(
        ids.map((id, index) =>
          (index % 2 ? others : opened.manager).done('POST', `/customers/${id}/adjustments`, give('10'), {
            key: `${round}-${index}`,
          }),
        ),
      )
      expect(asked.map(({ status }) => status).sort()).toEqual([201, 201, 201, 202])
      const [sum] = await test.reader.query<{ total: string; sum: string }>(
        'select max(total)::float as total, sum(points)::float as sum from adjustment_sum where tenant_id = $1',
        [opened.shop.tenantId],
      )
      expect(sum).toEqual({ total: 30, sum: 30 })
    }
  })
})

describe('one’s own request', () => {
  it('is decided by somebody else, whatever one’s role', async () => {
    const opened = await open()
    const { id } = (await ask(opened, '60', { permissions: ['points.adjust'] })).body.approval
    for (const how of ['approve', 'reject'] as const) {
      // Bia has become an owner meanwhile.
      expect((await decide(opened, id, how, { as: 'Bia, owner' })).status).toBe(403)
    }
    expect((await decide(opened, id, 'approve', { ...DAVI, permissions: ['points.adjust'] })).status).toBe(
      403,
    )
    expect(await changes(opened)).toEqual([])
  })

  it('can’t be decided by SQL either', async () => {
    const opened = await open()
    const { id } = (await ask(opened, '60')).body.approval
    const where = 'where tenant_id = $1 and id = $2'
    const own = `update approval set is_approved = true, decided_by = requested_by, decided_at = now() ${where}`
    await expect(test.reader.query(own, [opened.shop.tenantId, id])).rejects.toThrow(
      'approval_decided_by_another_check',
    )
    const approved = 'update balance_change set approved_by = made_by where tenant_id = $1'
    await ask(opened, '1')
    await expect(test.reader.query(approved, [opened.shop.tenantId])).rejects.toThrow('approved_by_check')
    // Nor can the role under which the server works say that somebody else has asked.
    const [may] = await test.reader.query(
      `select has_column_privilege('punchcard_app', 'approval', 'requested_by', 'update') as requester,
         has_column_privilege('punchcard_app', 'approval', 'decided_by', 'update') as decider`,
      [],
    )
    expect(may).toEqual({ requester: false, decider: true })
  })
})

describe('a request about an import', () => {
  it('has no customer, and can’t be decided by SQL by who made it', async () => {
    const { shop } = await open()
    const insert = (kind: string, customerId: string) =>
      test.reader.query(
        `insert into approval (tenant_id, id, customer_id, kind, request_key, request_hash, request, requested_by,
           requested_label, requested_at, expires_at)
         values ($1, nextval('account_id'), ${customerId}, $2, $2 || random(), sha256(''), '{}', 'person:7', 'Bia', now(),
           now()) returning id::int`,
        [shop.tenantId, kind],
      )
    const some = '(select id from customer where tenant_id = $1)'
    await expect(insert('import', some)).rejects.toThrow('approval_customer_whole_check')
    await expect(insert('undo', some)).rejects.toThrow('approval_customer_whole_check')
    await expect(insert('erasure', 'null')).rejects.toThrow('approval_customer_whole_check')
    await expect(insert('cutover', some)).rejects.toThrow('approval_kind_check')
    await insert('undo', 'null')
    const [made] = await insert('import', 'null')
    const own = `update approval set is_approved = true, decided_by = requested_by, decided_at = now() where id = $1`
    await expect(test.reader.query(own, [made?.id])).rejects.toThrow('approval_decided_by_another_check')
  })
})

describe('two who decide at the same moment', () => {
  it.each([
    ['approve', 'approve'],
    ['approve', 'reject'],
    ['reject', 'reject'],
  ] as const)('%s and %s: one of them does', async (first, second) => {
    for (let round = 0; round < ROUNDS; round += 1) {
      const opened = await open()
      const { id } = (await ask(opened, '60')).body.approval
      const others = { manager: elsewhere.manager(opened.shop.key) }
      const answers = await Promise.all([
        decide(opened, id, first),
        decide(others, id, second, { actor: 'person:9' }),
      ])
      expect(answers.map(({ status }) => status).sort()).toEqual([200, 409])
      const { state } = await read(opened, id)
      expect(await changes(opened)).toHaveLength(state === 'approved' ? 1 : 0)
      expect(await pointsOf(opened)).toBe(state === 'approved' ? 160 : 100)
    }
  })
})

describe('the list', () => {
  it('is newest first, by state and by who has asked, page by page', async () => {
    const opened = await open()
    const ids: number[] = []
    for (const points of ['60', '61', '62']) ids.unshift((await ask(opened, points)).body.approval.id)
    const davis = (await ask(opened, '63', DAVI)).body.approval.id
    const [third = 0, , first = 0] = ids
    await decide(opened, third, 'reject')
    await decide(opened, first, 'approve')
    const list = async (query: string, options: SendOptions = BIA) =>
      (
        await opened.manager.get<{ items: ApprovalAnswer[]; nextCursor: string | null }>(
          `/approvals${query}`,
          options,
        )
      ).body
    const idsOf = async (query: string, options?: SendOptions) =>
      (await list(query, options)).items.map(({ id }) => id)
    expect(await idsOf('')).toEqual([davis, ...ids])
    expect(await idsOf('?state=waiting')).toEqual([davis, ids[1]])
    expect(await idsOf('?state=waiting&mine=false')).toEqual([davis])
    expect(await idsOf('?mine=false', DAVI)).toEqual(ids)
    expect(await idsOf('?state=approved')).toEqual([first])
    expect(await idsOf(`?customerId=${opened.customerId}`)).toEqual([davis, ...ids])
    expect(await idsOf('?customerId=999999')).toEqual([])
    expect(await idsOf('?state=rejected')).toEqual([third])
    const page = await list('?limit=3')
    const cursor = encodeURIComponent(page.nextCursor ?? '')
    expect(await idsOf(`?limit=3&cursor=${cursor}`)).toEqual([first])
    expect((await opened.manager.get(`/approvals?state=waiting&cursor=${cursor}`)).status).toBe(422)
    test.api.now += 8 * DAY_MS
    expect(await idsOf('?state=expired')).toEqual([davis, ids[1]])
  })

  it('has nothing of another merchant', async () => {
    const opened = await open()
    const { id } = (await ask(opened, '60')).body.approval
    const other = { ...opened, manager: admin.manager((await test.open()).key) }
    expect((await other.manager.get<{ items: [] }>('/approvals')).body.items).toEqual([])
    expect((await other.manager.get(`/approvals/${id}`)).status).toBe(404)
    for (const how of ['approve', 'reject'] as const) expect((await decide(other, id, how)).status).toBe(404)
    expect((await other.manager.send('POST', `/approvals/${id}/preview`)).status).toBe(404)
  })
})
