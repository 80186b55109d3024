/** Erasing where the settings ask for two people: src/erasing/ask.ts, src/management/approvals. */
import { describe, expect, it } from 'vitest'
import { createTill } from '../../src/accounts/till/till.ts'
import { eraseOrAsk } from '../../src/erasing/ask.ts'
import type { ApprovalAnswer } from '../../src/people/admin-api/approvals-schema.ts'
import { MAIN_CELL } from '../../src/tenancy/cells.ts'
import { type Manager, type SendOptions, useManager } from '../support/admin.ts'
import { updateCustomer, updatedCustomer } from '../support/customers.ts'
import { DAY_MS, program, type Shop } from '../support/shop.ts'
import { tenantOf } from '../support/tiers.ts'
import { useShops } from '../support/use-shops.ts'

const test = useShops()
const admin = useManager(() => test.api)
/** Another process: a till of its own, and the same database. */
const elsewhere = useManager(() => test.api)
const ROUNDS = Number(process.env.RACE_REPETITIONS ?? 10)

const DAVI: SendOptions = { as: 'Davi', actor: 'person:8' }

interface Opened {
  readonly shop: Shop
  readonly manager: Manager
  readonly customerId: number
}

/** Ana has 100 points, and nobody is erased by one person alone. */
async function open(): Promise<Opened> {
  const shop = await test.open(program(), { settings: { approvals: { erase: true } } })
  await shop.completed('o1', 'ana', 100, { Customer: { OriginalId: 'ana', Name: 'Ana Lima' } })
  const [row] = await test.reader.query<{ id: number }>('select id::int from customer where tenant_id = $1', [
    shop.tenantId,
  ])
  return { shop, manager: admin.manager(shop.key), customerId: row?.id ?? 0 }
}

interface Asked {
  readonly approval: { readonly id: number; readonly state: string; readonly expiresAt: string }
}

const ask = ({ manager, customerId }: Opened, options: SendOptions = {}, confirm = 'ana') =>
  manager.send<Asked>('POST', `/customers/${customerId}/erase`, { confirm, reason: 'asked' }, options)
const asked = async (opened: Opened) => (await ask(opened)).body.approval.id
const decide = (
  { manager }: Pick<Opened, 'manager'>,
  id: number,
  how: 'approve' | 'reject',
  options: SendOptions = DAVI,
) => manager.send<ApprovalAnswer>('POST', `/approvals/${id}/${how}`, { note: 'Ana called' }, options)
const nameOf = async ({ manager, customerId }: Opened) =>
  (await manager.done<{ name: string | null }>('GET', `/customers/${customerId}`)).body.name
const auditOf = ({ tenantId }: Shop) =>
  test.reader.query('select action, actor_label, after from audit_entry where tenant_id = $1 order by id', [
    tenantId,
  ])

describe('erasing by two people', () => {
  it('waits for somebody else, who then does it', async () => {
    const opened = await open()
    const { manager, customerId, shop } = opened
    const shown = await manager.done('POST', `/customers/${customerId}/erase/preview`)
    expect(shown.body).toMatchObject({ needsApproval: true, expired: { points: '100' } })
    const first = await ask(opened, { key: 'k' })
    expect(first).toMatchObject({
      status: 202,
      body: {
        approval: { state: 'waiting', expiresAt: new Date(test.api.now + 7 * DAY_MS).toISOString() },
      },
    })
    const { id } = first.body.approval
    expect(await nameOf(opened)).toBe('Ana Lima')
    expect((await manager.get<ApprovalAnswer>(`/approvals/${id}`)).body).toMatchObject({
      kind: 'erasure',
      target: { kind: 'customer', id: customerId, name: 'Ana Lima' },
      adjustment: null,
      exceeds: null,
      erasure: { reason: 'asked' },
      isOwn: true,
      decidedBy: null,
    })
    const tried = await manager.done('POST', `/approvals/${id}/preview`, undefined, DAVI)
    expect(tried.body).toMatchObject({ before: { points: '100' }, after: { points: '0' } })
    expect(await nameOf(opened)).toBe('Ana Lima')
    const approved = await decide(opened, id, 'approve')
    expect(approved).toMatchObject({
      status: 200,
      body: {
        state: 'approved',
        decidedBy: { id: 8, label: 'Davi' },
        decisionNote: null,
        recordId: null,
        target: { name: null },
      },
    })
    expect(await nameOf(opened)).toBe(null)
    expect(await updateCustomer(shop, 'ana', { Name: 'Ana' })).toMatchObject({ ErrorCode: 59 })
    // Who agrees again learns that it is done, and who asks again that there is no such person any more.
    expect((await decide(opened, id, 'approve')).body).toEqual(approved.body)
    expect((await ask(opened)).status).toBe(404)
    expect(await auditOf(shop)).toEqual([
      { action: 'approval.request', actor_label: 'Bia', after: { approval: id, erasure: 'asked' } },
      {
        action: 'approval.approve',
        actor_label: 'Davi',
        after: expect.objectContaining({
          approval: id,
          erasure: 'asked',
          expired: { points: '100', cashback: '10' },
          orders: 1,
        }),
      },
    ])
    // Nothing that was noted is left, for it may name her.
    const told = await test.reader.query('select note, decision_note from approval where tenant_id = $1', [
      shop.tenantId,
    ])
    expect(told).toEqual([{ note: null, decision_note: null }])
  })

  it('asked for again while it waits is the same request, whoever asks', async () => {
    const opened = await open()
    const id = await asked(opened)
    expect((await ask(opened)).body.approval.id).toBe(id)
    expect((await ask(opened, DAVI)).body.approval.id).toBe(id)
    expect(await auditOf(opened.shop)).toHaveLength(1)
    // Davi has not asked first, so he can agree.
    expect((await decide(opened, id, 'approve')).status).toBe(200)
  })

  it('is not decided by who has asked, by a token, or with another id typed', async () => {
    const opened = await open()
    expect((await ask(opened, { actor: 'token:3' })).status).toBe(403)
    expect((await ask(opened, {}, 'anna')).status).toBe(422)
    const id = await asked(opened)
    for (const how of ['approve', 'reject'] as const) {
      expect((await decide(opened, id, how, {})).status).toBe(403)
    }
    const may = { ...DAVI, permissions: ['customers.erase', 'points.adjust'] } as const
    expect((await decide(opened, id, 'approve', may)).status).toBe(403)
    expect(await nameOf(opened)).toBe('Ana Lima')
  })

  it('refused does nothing, and can be asked for again', async () => {
    const opened = await open()
    const id = await asked(opened)
    expect((await decide(opened, id, 'reject')).body).toMatchObject({
      state: 'rejected',
      decisionNote: 'Ana called',
    })
    expect((await decide(opened, id, 'approve')).status).toBe(409)
    const next = await asked(opened)
    expect(next).not.toBe(id)
    expect(await nameOf(opened)).toBe('Ana Lima')
    expect((await decide(opened, next, 'approve')).status).toBe(200)
  })

  it('is over after seven days, and can be asked for again', async () => {
    const opened = await open()
    const id = await asked(opened)
    test.api.now += 7 * DAY_MS
    expect((await decide(opened, id, 'approve')).status).toBe(409)
    expect(await nameOf(opened)).toBe('Ana Lima')
    expect(await asked(opened)).not.toBe(id)
  })

  it('erases the person as they are by then', async () => {
    const opened = await open()
    const { shop } = opened
    const id = await asked(opened)
    await updatedCustomer(shop, 'ana', { OriginalId: 'ana-2', Name: 'Ana Lima Souza' })
    await shop.completed('o2', 'ana-2', 40)
    await shop.makeReward({ title: 'Cashback', type: 3, points: 0n, value: 0n })
    await shop.reserved('ana-2', 'cart-9', { CashbackValue: 2 })
    expect((await decide(opened, id, 'approve')).status).toBe(200)
    expect(await nameOf(opened)).toBe(null)
    for (const name of ['ana', 'ana-2']) {
      expect(await updateCustomer(shop, name, { Name: 'Ana' })).toMatchObject({ ErrorCode: 59 })
    }
    const [sums] = await test.reader.query<{ points: string }>(
      'select sum(points)::float as points from point_record where tenant_id = $1',
      [shop.tenantId],
    )
    expect(sums).toEqual({ points: 0 })
  })

  it('holds for the private API too: no key goes around it', async () => {
    const opened = await open()
    const id = await asked(opened)
    const { statusCode } = await test.api.send({
      method: 'DELETE',
      url: '/v1/pvt/Customer/ana',
      headers: { authorization: opened.shop.key.authorization },
    })
    expect(statusCode).toBe(403)
    expect(await nameOf(opened)).toBe('Ana Lima')
    expect((await decide(opened, id, 'approve')).status).toBe(200)
  })

  it('is nothing of another merchant', async () => {
    const opened = await open()
    const id = await asked(opened)
    const other = { ...opened, manager: admin.manager((await open()).shop.key) }
    expect((await ask(other)).status).toBe(404)
    expect((await other.manager.get(`/approvals/${id}`)).status).toBe(404)
    for (const how of ['approve', 'reject'] as const) expect((await decide(other, id, how)).status).toBe(404)
    expect((await other.manager.send('POST', `/approvals/${id}/preview`)).status).toBe(404)
    expect(await nameOf(opened)).toBe('Ana Lima')
  })

  it.each([
    ['approve', 'approve'],
    ['approve', 'reject'],
  ] as const)('two who decide at the same moment, %s and %s: one of them does', async (first, second) => {
    for (let round = 0; round < ROUNDS; round += 1) {
      const opened = await open()
      const id = await asked(opened)
      const others = { manager: elsewhere.manager(opened.shop.key) }
      const answers = await Promise.all([
        decide(opened, id, first),
        decide(others, id, second, { actor: 'person:9' }),
      ])
      const statuses = answers.map(({ status }) => status).sort()
      const { state } = (await opened.manager.done<ApprovalAnswer>('GET', `/approvals/${id}`)).body
      // Who comes second finds it decided, or nobody whom it could be about.
      expect(statuses[0]).toBe(200)
      expect([404, 409]).toContain(statuses[1])
      expect(await nameOf(opened)).toBe(state === 'approved' ? null : 'Ana Lima')
    }
  })

  it('two who ask at the same moment: one request waits', async () => {
    for (let round = 0; round < ROUNDS; round += 1) {
      const opened = await open()
      const others = { ...opened, manager: elsewhere.manager(opened.shop.key) }
      const answers = await Promise.all([ask(opened), ask(others, DAVI), ask(opened), ask(others)])
      expect(new Set(answers.map(({ body }) => body.approval.id)).size).toBe(1)
    }
  })

  it('two who ask in one batch: the second is told of the request of the first', async () => {
    const { shop, customerId } = await open()
    const till = createTill({
      database: test.api.cells.of({ cell: MAIN_CELL }),
      clock: () => test.api.now,
    })
    const input = {
      tenant: await tenantOf(test.api, shop),
      customer: { id: customerId },
      confirm: 'ana',
      chance: Buffer.alloc(32),
      reason: 'asked',
      requestHash: Buffer.alloc(32),
      actor: { key: 'person:7', label: 'Carla', since: null, isPerson: true },
    }
    // The first call keeps the others waiting, so that those meet in one batch.
    const [, ...answers] = await Promise.all([
      till.run(eraseOrAsk, { ...input, customer: { id: 0 } }),
      till.run(eraseOrAsk, input),
      till.run(eraseOrAsk, input),
    ])
    expect(answers).toMatchObject([{ isNew: true }, { isNew: false }])
    const waiting = await test.reader.query('select id from approval where tenant_id = $1', [shop.tenantId])
    expect(waiting).toHaveLength(1)
  })
})

it('waits on the first page of who may decide', async () => {
  const opened = await open()
  const id = await asked(opened)
  const needs = await opened.manager.done<{ approvals: { items: object[] } }>(
    'GET',
    '/needs',
    undefined,
    DAVI,
  )
  expect(needs.body.approvals.items).toMatchObject([
    { id, kind: 'erasure', points: null, cashback: null, customer: { name: 'Ana Lima' } },
  ])
})

it('is switched on and off in the settings, beside the limits', async () => {
  const { manager } = await open()
  const change = async (approvals: object | null) => {
    const { etag: ifMatch } = await manager.get('')
    const { body } = await manager.done<{ approvals: object }>(
      'PATCH',
      '/security',
      { approvals },
      { ifMatch },
    )
    return body.approvals
  }
  const none = { adjustAbove: null, adjustPerDay: null, importAbove: null, merge: false }
  expect(await change({ adjustAbove: '50' })).toEqual({ ...none, adjustAbove: '50', erase: true })
  expect(await change({ erase: false })).toEqual({ ...none, adjustAbove: '50', erase: false })
  expect(await change({ erase: true, adjustAbove: null })).toEqual({ ...none, erase: true })
  expect(await change(null)).toEqual({ ...none, erase: false })
})
